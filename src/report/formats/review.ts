/**
 * Texts of the review on a pull request: HTML that GitHub keeps, without a blank line, which would
 * start Markdown.
 */
import type { AttributedPart } from '../../engine/attribution/schema.js';
import type { Results, RuleChange } from '../../engine/results.js';
import { listedChanges } from '../../json.js';
import { verdictOfBase } from '../story/changed-gate.js';
import { cut } from '../story/truncate.js';
import type { Mask } from '../story/mask.js';
import { shownTests, type ShownTest } from '../story/rows.js';
import { type StoryOptions, storyOf } from '../story/story.js';
import { counted, ICONS, sentenceCase } from '../story/words.js';
import { link, prose } from './escape.js';
import { exampleTable } from './examples.js';
import type { ShownRow } from './shown-row.js';

/** A part of the changed subject that restores rows if it is reverted. */
export interface RestoringPart extends Pick<AttributedPart, 'path' | 'base' | 'head' | 'rows'> {
  /** What reverting the part does, with its figures. Plain text. */
  sentence: string;
}

const MOST_ROWS = 3;
const LONGEST_TEXT = 1_000;
const LONGEST_SENTENCE = 3_000;

export type ReviewTexts = ReturnType<typeof reviewTexts>;

export function reviewTexts(
  results: Results,
  { mask, ...asked }: StoryOptions & { mask?: Mask | undefined },
) {
  const tests = shownTests(results, mask);
  const rowsOf = (pick: (test: ShownTest) => ShownRow[]) =>
    tests.flatMap((test) => pick(test).map((row) => ({ test, row })));
  const tableOf = (test: ShownTest, some: { row: ShownRow }[]) => {
    const rows = some.map(({ row }) => row);
    return exampleTable(rows, test, { longest: LONGEST_TEXT, base: asked.base });
  };
  const warningOf = (text: string) => `<p>⚠️ ${prose(cut(text, LONGEST_SENTENCE))}</p>\n`;
  return {
    /** An inline comment of a published report, which is read without the review's warning. */
    ofOrigin: (body: string) => `${warningOf(results.warnings?.[0] ?? '')}${body}`,
    ofRules: (changes: readonly RuleChange[]) =>
      `<p><b>This pull request changes the gate:</b> ${prose(cut(`${listedChanges(changes)}. ${verdictOfBase(results, asked.base ?? 'the base')}`, LONGEST_SENTENCE))}</p>`,
    ofPart: ({ sentence, rows }: RestoringPart) => {
      const all = rowsOf(({ broken, failed, silent }) => [...broken, ...failed, ...silent]);
      const shown = rows
        .flatMap((index) => all.find(({ row }) => row.number === index + 1) ?? [])
        .slice(0, MOST_ROWS);
      const byTest = [...Map.groupBy(shown, ({ test }) => test)];
      return [
        `<p><b>${prose(cut(sentence, LONGEST_SENTENCE))}</b></p>`,
        ...byTest.map(([test, some]) => tableOf(test, some)),
      ].join('\n');
    },
    /** Failing rows, those first that the base got right. */
    failing: [...rowsOf(({ broken }) => broken), ...rowsOf(({ failed }) => failed)].map(
      ({ test, row }) => ({
        source: row.source,
        text: row.original,
        body: () =>
          `<p><b>${prose(`${sentenceCase(test.words.label)}: this row failed.`)}</b></p>\n${tableOf(test, [{ row }])}`,
      }),
    ),
    ofReview: (count: number, commentUrl?: string) => {
      const { outcome, gate, headline, warnings, change } = storyOf(results, asked);
      const lines = change.map(
        ({ sign, sentence }) => `<p>${sign}${prose(cut(sentence, LONGEST_SENTENCE))}</p>\n`,
      );
      const more = link(commentUrl, 'The comment has all results.');
      const text =
        count === 0
          ? 'No finding at a line of this pull request.'
          : `${counted(count, 'finding')} at ${count === 1 ? 'a line' : 'lines'} of this pull request.`;
      return `<p>${ICONS[outcome]} <b>${prose(cut(`${gate}: ${headline}`, LONGEST_SENTENCE))}</b></p>\n${warnings.map(warningOf).join('')}${lines.join('')}<p>${[prose(text), more].join(' ').trim()}</p>`;
    },
  };
}
