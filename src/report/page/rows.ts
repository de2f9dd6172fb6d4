/** The rows of a report as the page's data. Every text is masked and made visible here, once. */
import type { ShownArm } from '../arms.js';
import { nameOf } from '../baseline.js';
import { cutMiddle } from '../cut.js';
import { visible } from '../escape.js';
import { armWords } from '../harmless.js';
import type { Segment } from '../inserted.js';
import type { ShownLeftOut, ShownTest } from '../rows.js';
import type { ShownRow } from '../shown-row.js';
import { GROUPS, type Group, type PackedArm, type PackedRow, type PageData } from './data.js';

/** The longest answer that the page shows, in code points, beginning and end: whoever reads more than a book's text reads report.json. */
const LONGEST_ANSWER = 200_000;

/** A row's place on the page. What stands there takes more memory than all rows at once should. */
export interface Listed extends Pick<PackedRow, 'group' | 'state' | 'test'> {
  pack: () => PackedRow;
}
export type Page = Omit<PageData, 'rows'> & { rows: Listed[] };

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

/** What a model said, however long it went on. */
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
  if (rest !== undefined)
    for (const [start, end] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const kept = text.slice(start, text.length - end);
      if (kept !== '' && rest.startsWith(kept)) return [text.slice(0, start), kept.length, text.slice(text.length - end)];
    }
  return [text, 0, ''];
}
