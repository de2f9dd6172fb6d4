/**
 * Texts of the review on a pull request: HTML that GitHub keeps, without a blank line, which would
 * start Markdown.
 */
import type { AttributedPart } from '../../engine/attribution/schema.js';
import type { Results, RuleChange } from '../../engine/results.js';
import { listedChanges } from '../../json.js';
import { attributionSentence } from '../story/attribution.js';
import { plainText } from '../story/blocks.js';
import { verdictOfBase } from '../story/changed-gate.js';
import { cut } from '../story/truncate.js';
import type { Mask } from '../story/mask.js';
import { shownTests, type ShownTest } from '../story/rows.js';
import { type StoryOptions, storyOf } from '../story/story.js';
import { quantity, sentenceCase } from '../story/words.js';
import { github, link } from './escape.js';
import { exampleTable } from './examples.js';
import { iconOf, joinMarkup } from './github-tables.js';
import type { ShownRow } from '../story/shown-row.js';

/** A part of the changed subject that restores rows if it is reverted. */
export interface RestoringPart extends Pick<AttributedPart, 'path' | 'base' | 'head' | 'rows'> {
  /** The effect of reverting the part, with its figures. Plain text. */
  sentence: string;
}

const MOST_ROWS = 3;
const LONGEST_TEXT = 1_000;
const LONGEST_SENTENCE = 3_000;

export type ReviewTexts = ReturnType<typeof reviewTexts>;

export function reviewTexts(results: Results, { mask, ...asked }: StoryOptions & { mask?: Mask }) {
  const tests = shownTests(results, mask);
  const rowsOf = (pick: (test: ShownTest) => ShownRow[]) =>
    tests.flatMap((test) => pick(test).map((row) => ({ test, row })));
  const tableOf = (test: ShownTest, entries: { row: ShownRow }[]) => {
    const rows = entries.map(({ row }) => row);
    return exampleTable(rows, test, { longest: LONGEST_TEXT, base: asked.base });
  };
  const sentence = (text: string) => cut(text, LONGEST_SENTENCE);
  const warningOf = (text: string) => github`<p>⚠️ ${sentence(text)}</p>\n`;
  return {
    /** An inline comment of a published report, which is read without the review's warning. */
    ofOrigin: (body: string) => [warningOf(results.warnings?.[0] ?? ''), body].join(''),
    ofRules: (changes: readonly RuleChange[]) => {
      const verdict = verdictOfBase(results, asked.base ?? 'the base');
      const text = sentence(`${listedChanges(changes)}. ${verdict}`);
      return github`<p><b>This pull request changes the gate:</b> ${text}</p>`.toString();
    },
    ofPart: (part: RestoringPart) => {
      const all = rowsOf(({ broken, failed, silent }) => [...broken, ...failed, ...silent]);
      const shown = part.rows
        .flatMap((index) => all.find(({ row }) => row.number === index + 1) ?? [])
        .slice(0, MOST_ROWS);
      const byTest = [...Map.groupBy(shown, ({ test }) => test)];
      const tables = byTest.map(([test, entries]) => tableOf(test, entries));
      return [github`<p><b>${sentence(part.sentence)}</b></p>`, ...tables].join('\n');
    },
    /** Failing rows, those first that the base got right. */
    failing: [...rowsOf(({ broken }) => broken), ...rowsOf(({ failed }) => failed)].map(
      ({ test, row }) => ({
        source: row.source,
        text: row.original,
        body: () => {
          const title = `${sentenceCase(test.words.label)}: this row failed.`;
          return github`<p><b>${title}</b></p>\n${tableOf(test, [{ row }])}`.toString();
        },
      }),
    ),
    ofReview: (count: number, commentUrl?: string) => {
      const { outcome, title, warnings, change } = storyOf(results, asked);
      const where = `at ${count === 1 ? 'a line' : 'lines'} of this pull request.`;
      const text =
        count === 0
          ? 'No finding at a line of this pull request.'
          : `${quantity(count, 'finding')} ${where}`;
      const isNamed = results.attribution?.parts.some(({ named }) => named);
      const unnamed = isNamed ? undefined : attributionSentence(results, asked.base);
      const ending = joinMarkup(
        [text, link(commentUrl, 'The comment has all results.')],
        github` `,
      );
      const silence = unnamed === undefined ? '' : github`<p>${sentence(unnamed)}</p>\n`;
      return [
        github`<p>${iconOf(outcome)} <b>${sentence(title)}</b></p>\n`,
        ...warnings.map((warning) => warningOf(plainText([warning]))),
        ...change.map((changed) => {
          const line = sentence(plainText([changed.sentence]));
          return changed.isWarning ? github`<p>⚠️ ${line}</p>\n` : github`<p>${line}</p>\n`;
        }),
        silence,
        github`<p>${ending}</p>`,
      ].join('');
    },
  };
}
