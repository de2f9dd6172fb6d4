/** The rows of the page: the filter form, the first rows for readers without JavaScript, and all rows as data. */
import { html, visible } from '../escape.js';
import { counted, number } from '../../story/words.js';
import { GROUPS, type Group, type PageArm, type PageData, type PageRow } from './data.js';
import { rowView, toHtml } from './row-view.js';
import type { ShownArm, ShownRow } from '../shown-row.js';
import { nameOf } from '../../story/baseline.js';
import { cutMiddle } from '../../story/cut.js';
import { armWords } from '../../story/sides.js';
import type { Segment } from '../../story/inserted.js';
import type { ShownLeftOut, ShownTest } from '../../story/rows.js';

/** Number of rows that are readable without JavaScript. */
const STATIC_ROWS = 25;
/** Most states that the filter lists below their group. */
const MOST_STATES = 6;
/** Longest answer on the page, in code points; report.json has it whole. */
const LONGEST_ANSWER = 200_000;

/** A row and a function that makes its data: the data of all rows at once would take too much memory. */
interface Listed extends Pick<PageRow, 'group' | 'state' | 'test'> {
  make: () => PageRow;
}
type Page = Omit<PageData, 'rows'> & { rows: Listed[] };
type Unplaced = Pick<Listed, 'group' | 'state'> & { make: () => Omit<PageRow, 'at' | 'test' | 'group' | 'state'> };

/** Lists the rows of all tests, worst group first. */
export function pageOf(tests: readonly ShownTest[], base: string | undefined): Page {
  const order = Object.keys(GROUPS);
  const rows = tests
    .flatMap((shown, test) => rowsOf(shown).map((row) => ({ ...row, test })))
    .map(({ make, ...row }, at): Listed => ({ ...row, make: () => ({ ...row, ...make(), at }) }))
    // The sort is stable: a group keeps the report's order.
    .sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
  return {
    tests: tests.map(({ test, words }) => ({
      label: visible(words.label),
      ...(test.baseline && { before: visible(nameOf(test.baseline, base)) }),
    })),
    rows,
    groups: GROUPS,
  };
}

export function isUnfolded({ group }: Pick<Listed, 'group'>): boolean {
  return !GROUPS[group].folded;
}

/** The section of rows. Without an unfolded row it shows the first folded ones. */
export function rowsSection(page: Page): string[] {
  const { rows } = page;
  if (rows.length === 0) return [];
  const unfolded = rows.filter(isUnfolded);
  const written = (unfolded.length > 0 ? unfolded : rows).slice(0, STATIC_ROWS);
  return [
    '<section class="all" aria-labelledby="rows">',
    '<h2 id="rows" tabindex="-1">Rows</h2>',
    ...filterForm(page),
    '<div class="listing"><p id="status" class="facts" role="status" tabindex="-1"></p>',
    '<span id="tools" hidden><button type="button" id="open">Open all</button> <button type="button" id="reset">Reset</button></span></div>',
    `<noscript><p>The first ${counted(written.length, 'row')} of ${number(rows.length)}. The full list needs JavaScript; report.csv has it too.</p></noscript>`,
    '<div id="list"><ol class="rows">',
    ...written.map((row, i) => `<li>${toHtml(rowView(row.make(), page, i === 0 && isUnfolded(row)))}</li>`),
    '</ol></div>',
    '<nav id="pages" aria-label="Pages of rows" hidden>',
    '<button type="button" id="previous">Previous</button> <span id="place"></span> <button type="button" id="next">Next</button>',
    '</nav>',
    '<p id="folded" hidden><button type="button" id="fold"></button></p>',
    '</section>',
  ];
}

function filterForm({ tests, rows }: Page): string[] {
  const select = (id: string, options: readonly (readonly [value: string, text: string])[]): string =>
    `<select id="${id}">${options.map(([value, text]) => `<option value="${html(value)}">${html(text)}</option>`).join('')}</select>`;
  const ofTests = tests.map(({ label }, i) => [String(i), `${label} (${number(rows.filter(({ test }) => test === i).length)})`] as const);
  const orders = [
    ['worst', 'worst first'],
    ['data', 'as in the report'],
    ['low', 'lowest score first'],
    ['high', 'highest score first'],
  ] as const;
  return [
    '<details id="filters" hidden><summary>Search and filter</summary><form id="filter">',
    '<label class="wide">Search <input type="search" id="text" autocomplete="off" spellcheck="false" placeholder="in texts, answers and sources"/></label>',
    `<label${tests.length > 1 ? '' : ' hidden'}>Test ${select('test', [['', `all tests (${number(rows.length)})`], ...ofTests])}</label>`,
    `<label>State ${select('state', [['', 'any'], ...stateOptions(rows)])}</label>`,
    `<label>Order ${select('sort', orders)}</label>`,
    '</form></details>',
  ];
}

/** Every group that has rows, and below it its states. */
function stateOptions(rows: readonly Listed[]): [value: string, text: string][] {
  return (Object.keys(GROUPS) as Group[]).flatMap((group): [string, string][] => {
    const own = rows.filter((row) => row.group === group);
    if (own.length === 0) return [];
    const states = [...Map.groupBy(own, ({ state }) => state)];
    const several = states.length > 1 && states.length <= MOST_STATES ? states : [];
    return [
      [group, `${GROUPS[group].word} (${number(own.length)})`],
      ...several.map(([state, some]): [string, string] => [`${group}:${state}`, `\u00A0\u00A0${state} (${number(some.length)})`]),
    ];
  });
}

/** Writes all rows as JSON, row by row. The JSON holds no character that ends a script element or begins a comment. */
export function* dataBlock({ rows, ...rest }: Page): Generator<string> {
  yield '<script type="application/json" id="data">{"rows":[';
  for (const [i, row] of rows.entries()) yield `${i === 0 ? '' : ','}${safeJson(row.make())}`;
  yield `],${safeJson(rest).slice(1)}</script>`;
}

function safeJson(data: unknown): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function rowsOf(shown: ShownTest): Unplaced[] {
  const labels = armWords(shown.test);
  const as = (group: Group) => (row: ShownRow) => ({ group, state: visible(stateOf(row, group)), make: () => pageRow(row, group, labels) });
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

type Labels = Record<ShownArm['name'], string>;

function pageRow(row: ShownRow, group: Group, labels: Labels): ReturnType<Unplaced['make']> {
  const { options, notes, steps, error, source } = row;
  const arms = armsOf(row, group);
  return {
    source: visible(source),
    arms: arms.map((arm) => pageArm(arm, labels)),
    shown: Math.max(
      0,
      arms.findIndex(({ name }) => name === row.failedArm),
    ),
    ...(options !== undefined && { options: visible(options) }),
    ...(notes.length > 0 && { notes: notes.map(visible) }),
    ...(steps.length > 0 && { steps: steps.map(modelText) }),
    ...(error && { error: visible(`${error.kind}: ${error.message}`) }),
    score: row.score,
  };
}

function stateOf({ error, state, scored }: ShownRow, group: Group): string {
  if (group === 'undecided') return 'never asked';
  return error ? error.kind : (state ?? scored);
}

function leftOut({ source, original, reason }: ShownLeftOut): Unplaced {
  const arms = [{ label: 'original', text: [visible(original)] }];
  return { group: 'left', state: visible(reason), make: () => ({ source: visible(source), arms, shown: 0, score: '—' }) };
}

/** An arm of a row. Without `answer` it was not asked. */
type Arm = Pick<ShownArm, 'name' | 'text'> & Partial<ShownArm>;

function armsOf(row: ShownRow, group: Group): readonly Arm[] {
  const { unchanged, arms, actual, expected, before } = row;
  const original: Arm = { name: 'original', text: [{ text: row.original, inserted: false }] };
  const changed: Arm = { name: 'test_case', text: row.testCase };
  if (group === 'undecided') return unchanged ? [original] : [original, changed];
  if (arms) return arms;
  if (unchanged) return [{ ...original, answer: actual, before: before?.actual }];
  return [
    { ...original, answer: expected, before: before?.expected },
    { ...changed, answer: actual, before: before?.actual },
  ];
}

function pageArm({ name, label, text, answer, said, before }: Arm, labels: Labels): PageArm {
  return {
    label: visible(label ?? labels[name]),
    text: text.map((part: Segment): string | [string] => (part.inserted ? [visible(part.text)] : visible(part.text))),
    ...(answer !== undefined && { answer: modelTextOrNull(answer) }),
    ...(said !== undefined && { reading: visible(withoutAnswer(said, answer)) }),
    ...(before !== undefined && { before: modelTextOrNull(before) }),
  };
}

/** `right would be B` for the answer `A` with the reading `read as A; right would be B`: the answer says the rest. */
function withoutAnswer(said: string, answer: string | null | undefined): string {
  const repeated = `read as ${(answer ?? '').trim()}`.toLowerCase();
  const [, rest] = said.toLowerCase().startsWith(repeated) ? (/^[:;] (.+)$/s.exec(said.slice(repeated.length)) ?? []) : [];
  return rest ?? said;
}

function modelTextOrNull(text: string | null): string | null {
  return text === null ? null : modelText(text);
}

function modelText(text: string): string {
  return visible(cutMiddle(text, LONGEST_ANSWER));
}
