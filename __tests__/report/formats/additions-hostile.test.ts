import { figuresIn } from '../../support/figures.ts';
import fc from 'fast-check';
import { renderHtml } from '../whole.ts';
import { renderJUnit } from '../../../src/report/formats/junit.ts';
import { logLine } from '../../../src/report/formats/escape.ts';
import { logDetails, logLines } from '../../../src/report/formats/log.ts';
import { renderMarkdown } from '../../../src/report/formats/markdown.ts';
import { reviewTexts } from '../../../src/report/formats/review.ts';
import { renderTerminal } from '../../../src/report/formats/terminal.ts';
import type { Results } from '../../../src/engine/results.ts';
import { asGitHub, INERT, toHtml } from '../../support/gfm.ts';
import { workflowCommands } from '../../support/workflow-commands.ts';
import { anyResults, anything, pieces } from '../anything.ts';
import { MARKDOWN } from '../elements.ts';
import { HOSTILE, holds, hostileAdditions, hostileUnchanged } from '../hostile.ts';
import { count, parseMarkup } from '../markup.ts';
import { readPage, strangeOn } from '../page.ts';
import { everything } from '../sample-results.ts';
import { runs, some } from '../../support/runs.ts';

const OURS = { markdown: new Set(MARKDOWN) };
const UNSEEN =
  /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B-\u200F\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/u;
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** What no text may do to any writer; returns how many table rows and cases there are. */
function check(
  report: Results,
  base?: string,
): Record<'comment' | 'summary' | 'page' | 'cases', number> {
  const inert = (source: string): number => {
    expect(toHtml(source).trim()).toBe(source.trim());
    expect(asGitHub(source)).toMatchObject({ ...INERT, blocks: [] });
    const markup = parseMarkup(source);
    expect(markup.elements.filter(({ name }) => !OURS.markdown.has(name))).toEqual([]);
    expect(
      markup.elements.filter(
        ({ attributes }) => !/^(?:| open| align="right"| colspan="[23]")$/.test(attributes),
      ),
    ).toEqual([]);
    return count(markup, 'tr');
  };
  const markdown = (kind: 'comment' | 'summary'): number =>
    inert(renderMarkdown(report, { kind, maxBytes: 1_000_000, base }));
  const review = reviewTexts(report, { base });
  const bodies = review.failingRows.slice(0, 3).map(({ body }) => body());
  for (const source of [review.describeReview(1), ...bodies]) inert(source);
  const page = renderHtml(report, { base });
  expect(strangeOn(page)).toEqual([]);
  const junit = renderJUnit(report);
  expect(junit).toMatch(/^[\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
  const shown = [
    renderTerminal(report, { columns: 80, color: false }),
    ...[...logLines(report), ...logDetails(report)].map(logLine),
  ];
  expect(shown.filter((text) => UNSEEN.test(text))).toEqual([]);
  expect(shown.flatMap((text) => workflowCommands(text))).toEqual([]);
  return {
    comment: markdown('comment'),
    summary: markdown('summary'),
    page: readPage(page).rows.length,
    cases: count(parseMarkup(junit.slice(XML.length)), 'testcase'),
  };
}

/**
 * No name of one of ours, so that the table of verdicts is two by three, as it is for all but
 * these.
 */
const isPlain = (text: string): boolean => !['__proto__', 'constructor'].includes(text);

describe('hostile text in whatever a run may add', () => {
  /**
   * Comment: report 1 + 1, examples 1 + 1, kinds 1 + 1, judge 1 + 2, broken 1 + 3, failed and error
   * 1 + 6, fixed 1 + 3, left out 1 + 2; summary: passed 1 + 3 more, the last runs 1 + 2. Page: its
   * rows, and what was left out. Cases: the run's, the verdict, six rows, one left out.
   */
  const EXPECTED = { comment: 27, summary: 29, page: 7, cases: 9 };
  /** A table row less for each of four rows, of five in the summary. */
  const UNCHANGED = { comment: 27 - 4, summary: 29 - 5, page: 7, cases: 9 };

  it('every text of the corpus', () => {
    for (const text of some(HOSTILE.filter(isPlain), 12))
      holds(text, () => expect(check(hostileAdditions(text), text)).toEqual(EXPECTED));
  });

  // Git takes these signs in the name of a branch.
  it.each(['<img/src=x>', 'x<!--', '</th></table>@octo-org#1', 'x\u202Egnp', '`x`<h1>'])(
    'the name %j of the base branch',
    (name) => {
      expect(check(everything(), name)).toEqual(check(everything(), 'main'));
    },
  );

  it('any Unicode at all', () => {
    fc.assert(
      fc.property(fc.oneof(anything, pieces).filter(isPlain), (text) => {
        expect(check(hostileAdditions(text))).toEqual(EXPECTED);
        expect(check(hostileUnchanged(text))).toEqual(UNCHANGED);
      }),
      { numRuns: runs(100) },
    );
  });

  it('any report at all, even one that contradicts itself', () => {
    fc.assert(
      fc.property(anyResults, (report) => void check(report)),
      { numRuns: runs(300) },
    );
  });

  it('writes no NaN and no Infinity', () => {
    fc.assert(
      fc.property(anyResults, (report) => {
        const { notices, report: tests } = report;
        const numbers = {
          ...report,
          notices,
          results: [],
          not_applicable: [],
          report: tests.map((test) => {
            const { scorers, calibration } = figuresIn(test);
            const counts = Object.values(scorers ?? {});
            return {
              ...test,
              scorer: 's',
              scorers: scorers && Object.fromEntries(counts.map((count, i) => [`s${i}`, count])),
              calibration: calibration && { ...calibration, judge: 'j', confusion: {} },
            };
          }),
        };
        for (const shown of [
          renderMarkdown(numbers, { kind: 'summary', maxBytes: 1_000_000 }),
          renderHtml(numbers),
          renderJUnit(numbers),
          [...logLines(numbers), ...logDetails(numbers)].join('\n'),
        ])
          expect(shown).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('all of it within a limit', () => {
  it('any report, any limit', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyResults, fc.constant(everything())),
        fc.integer({ min: 30, max: 20_000 }),
        (report, maxBytes) => {
          const text = renderMarkdown(report, { kind: 'summary', maxBytes });
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
          parseMarkup(text);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
