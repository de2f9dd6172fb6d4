import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ResultRow, Results } from '../../../src/engine/results.ts';
import { plainText } from '../../../src/report/story/blocks.ts';
import { type Story, storyOf, testSentence } from '../../../src/report/story/story.ts';
import { logLine } from '../../../src/report/formats/escape.ts';
import { renderHtml } from '../whole.ts';
import { renderJUnit } from '../../../src/report/formats/junit.ts';
import { logDetails, logLines } from '../../../src/report/formats/log.ts';
import { renderMarkdown } from '../../../src/report/formats/markdown.ts';
import { renderTerminal } from '../../../src/report/formats/terminal.ts';
import { asGitHub, INERT, toHtml } from '../../support/gfm.ts';
import { workflowCommands } from '../../support/workflow-commands.ts';
import { some } from '../../support/runs.ts';
import { HOSTILE, holds } from '../hostile.ts';
import { parseMarkup } from '../markup.ts';
import { strangeOn, wordsOn } from '../page.ts';
import { OUTCOMES } from '../triplet-results.ts';

type Name = keyof typeof OUTCOMES;

const summary = (report: Results) =>
  renderMarkdown(report, { kind: 'summary', maxBytes: 1_000_000 });
const comment = (report: Results) => renderMarkdown(report, { kind: 'comment', maxBytes: 12_000 });
const terminal = (report: Results) =>
  renderTerminal(report, { columns: 10_000, color: false, showsRows: true });
const xml = (report: Results) => renderJUnit(report);
/** Text alone: what a reader sees of markup. */
const read = (markup: string) =>
  markup
    .replaceAll(/<(?:br|\/td|\/p|\/tr|\/th)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&nbsp;', ' ');

/**
 * The story of each outcome as it was recorded. `STORIES=write` records it again, if a change of
 * words is meant.
 */
const FILE = path.join(import.meta.dirname, '../stories.json');
const isWriting = process.env.STORIES === 'write';
const recorded = JSON.parse(isWriting ? '{}' : readFileSync(FILE, 'utf8')) as Record<
  string,
  unknown
>;

function inText({ headline, tests, table, funnels, next, certainty }: Story) {
  const isShown = table?.columns.map(({ isDetail }) => !isDetail);
  const lines = table?.rows.map(({ cells }) => cells.filter((_, i) => isShown![i])) ?? [];
  return {
    headline,
    tests: tests.map(testSentence),
    table: lines,
    funnels: funnels.map((steps) => plainText(steps)),
    next,
    certainty,
  };
}

describe('one story', () => {
  it.each(Object.keys(OUTCOMES) as Name[])(
    '%s: every writer uses the same sentences',
    async (name) => {
      const report = await OUTCOMES[name]();
      const story = storyOf(report);
      const text = inText(story);
      if (isWriting) recorded[name] = text;
      expect(text).toEqual(recorded[name]);

      const { funnels } = text;
      const head = story.tests.filter(({ isInHead }) => isInHead);
      expect(story.title.toLowerCase()).toContain(story.headline.toLowerCase());
      for (const shown of [read(summary(report)), read(comment(report))]) {
        expect(shown).toContain(story.title);
        const shownFunnels = report.outcome === 'pass' ? [] : funnels;
        for (const one of [
          ...head.map(({ sentences }) => plainText(...sentences)),
          ...shownFunnels,
        ])
          expect(shown).toContain(one);
        if (report.outcome !== 'pass')
          for (const step of story.next) expect(shown).toContain(step.replaceAll('`', ''));
      }
      const page = wordsOn(renderHtml(report));
      expect(page).toContain(story.headline);
      for (const one of [...head.map(({ sentences }) => plainText(...sentences))])
        expect(page).toContain(one.replaceAll('`', ''));
      for (const one of [story.headline, ...head.map(testSentence), ...funnels, ...story.next])
        expect(terminal(report)).toContain(one);
      const log = [...logLines(report), ...logDetails(report)].join('\n');
      for (const one of [
        story.headline,
        ...story.tests.map(testSentence),
        ...funnels,
        ...story.next,
        ...story.certainty,
      ])
        expect(log).toContain(one);
    },
  );

  afterAll(() => {
    if (isWriting) writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
  });

  it('has no interval after an early stop, and no NaN or Infinity', async () => {
    for (const [name, make] of some(Object.entries(OUTCOMES))) {
      const report = await make();
      const isTriplet = report.report.every(({ method }) => method === 'triplet');
      for (const write of [
        summary,
        comment,
        (one: Results) => wordsOn(renderHtml(one)),
        terminal,
        xml,
      ]) {
        const shown = write(report);
        expect(shown).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
        if (name !== 'pair') expect(shown).not.toContain('Wilson');
        if (isTriplet) expect(shown).not.toMatch(/eval_score|expected_result/);
      }
    }
  });
});

describe('rows that were asked three ways', () => {
  it('show every text, its answer, its reading, and the reading that would pass', async () => {
    const report = await OUTCOMES.mixed();
    const row = report.results.find(({ state, counted }) => state === 'insensitive' && counted)!;
    const right = row.key!.test_case as string[];
    const wanted = `right would be ${right.length === 1 ? right[0] : `${right.slice(0, -1).join(', ')} or ${right.at(-1)}`}`;
    for (const shown of [
      read(comment(report)),
      read(summary(report)),
      wordsOn(renderHtml(report)),
      terminal(report).replaceAll(/\{\+|\+\}/g, ''),
      read(xml(report)),
    ]) {
      expect(shown).toContain(row.placebo);
      expect(shown).toContain(row.test_case);
      expect(shown).toContain(wanted);
    }
    for (const shown of [
      read(comment(report)),
      wordsOn(renderHtml(report)),
      terminal(report),
      xml(report).replaceAll('&quot;', '"'),
    ])
      expect(shown).toContain('does not read the "not"');
    expect(summary(report)).toContain(' is <b><ins>not</ins></b> of kind');
  });

  it('count as neither errors nor failures if they can tell nothing', async () => {
    const report = await OUTCOMES.mixed();
    const silent = report.results.filter(
      ({ counted, state }) => counted && (state === 'unknown' || state === 'unsteady'),
    );
    for (const shown of [read(summary(report)), terminal(report)]) {
      expect(shown).toMatch(
        /(?:Reads negation|reads negation): 2 rows that can tell nothing \(1 . a harmless word changes its answer, 1 . does not know the answer\)/,
      );
      expect(shown).not.toContain('in error');
    }
    const cases = parseMarkup(xml(report).slice(xml(report).indexOf('<testsuites'))).elements;
    expect(cases.filter(({ name }) => name === 'failure')).toHaveLength(6 + 1);
    expect(cases.filter(({ name }) => name === 'error')).toHaveLength(0);
    expect(cases.filter(({ name }) => name === 'skipped')).toHaveLength(
      silent.length + report.report[0]!.undecided_count!,
    );
    expect(wordsOn(renderHtml(report))).toContain(
      '2 rows that can tell nothing (1 × a harmless word changes its answer, 1 × does not know the answer)',
    );
  });

  it('are a group of their own if they were asked beyond the decision', async () => {
    const report = await OUTCOMES.beyond();
    for (const shown of [read(summary(report)), wordsOn(renderHtml(report)), terminal(report)])
      expect(shown).toContain('6 rows not counted (asked after the test was decided)');
    expect(
      xml(report).match(/skipped message="not counted: asked after the test was decided/g),
    ).toHaveLength(6);
  });

  it('are broken if the base knows an answer that is unknown now', async () => {
    const report = await OUTCOMES.regression();
    for (const shown of [read(summary(report)), read(comment(report)), terminal(report)])
      expect(shown).toContain('8 rows broken (right in the base, not now)');
    expect(wordsOn(renderHtml(report))).toContain('8 broken, 0 fixed');
    expect(
      xml(report).match(/skipped message="does not know the answer, right in the baseline"/g),
    ).toHaveLength(8);
  });

  it('name the added words that made an answer foul', async () => {
    expect(terminal(await OUTCOMES.stream())).toContain('the added words make its answer foul');
    expect(read(comment(await OUTCOMES['foul anyway']()))).toContain(
      'its answer is foul anyway, without the added words too',
    );
  });
});

/** One text wherever a run or a stranger may have put it. */
function hostile(report: Results, text: string): Results {
  const arms = { original: [text, 'A'], placebo: [text], test_case: null };
  const row = (one: ResultRow): ResultRow => ({
    ...one,
    source: text,
    original: text,
    placebo: text,
    test_case: `not ${text}`,
    options: text,
    expected_result: text,
    placebo_result: text,
    actual_result: text,
    ...(one.readings && { readings: arms }),
    key: { original: [text], test_case: [text, text] },
    ...(one.error && { error: { kind: text, message: text } }),
    ...(one.baseline && {
      baseline: { ...one.baseline, expected_result: text, actual_result: text },
    }),
  });
  return { ...report, results: report.results.map(row) };
}

const TAGS = /^(?:| open| align="right"| colspan="[23]")$/;

it('hostile texts are shown as text by every writer', async () => {
  const [compared, error, toxic] = await Promise.all([
    OUTCOMES.regression(),
    OUTCOMES.error(),
    OUTCOMES.stream(),
  ]);
  const results = [
    ...compared.results.slice(0, 3),
    error.results[0]!,
    { ...compared.results[3]!, counted: false },
  ];
  const cut = [
    { ...compared, results },
    { ...toxic, results: toxic.results.slice(0, 1) },
  ];
  for (const text of some(HOSTILE, 12)) {
    holds(text, () => {
      for (const report of cut.map((one) => hostile(one, text))) {
        const source = summary(report);
        expect(toHtml(source).trim()).toBe(source.trim());
        expect(asGitHub(source)).toMatchObject({ ...INERT, blocks: [] });
        expect(strangeOn(renderHtml(report))).toEqual([]);
        expect(
          parseMarkup(source).elements.filter(({ attributes }) => !TAGS.test(attributes)),
        ).toEqual([]);
        expect(xml(report)).toMatch(/^[\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
        expect(
          [
            renderTerminal(report, { columns: 80, color: false }),
            ...[...logLines(report), ...logDetails(report)].map(logLine),
          ].flatMap((shown) => workflowCommands(shown)),
        ).toEqual([]);
      }
    });
  }
});
