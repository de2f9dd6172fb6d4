import { parseOptions } from '../language/options.ts';
import { visibleText } from '../language/text.ts';
import { canonical, quoted } from '../json.ts';
import { hasOptions } from './prompt.ts';
import { orderByLot } from './random.ts';
import { leastRows } from './statistics.ts';
import { rightWords } from './read.ts';
import type { Case, Rate, Row, TestSetup, Test, Unfit } from './types.ts';

/** The cases of a test in the order of asking, and why it cannot be run with them. */
export interface Prepared {
  cases: Case[];
  /** Cases that must hold. */
  must: Case[];
  leftOut: Unfit[];
  rates: Rate[];
  problems: string[];
  notices: string[];
}

/** Makes the cases of a test: each question once, in the seeded order, the halves in turn. */
export function prepare(test: Test, rows: readonly Row[], setup: TestSetup): Prepared {
  const { distinct, repeated, problems } = distinctRows(test, rows, setup);
  const made = test.cases(inTurn(distinct, halfOf), setup);
  const cases = inTurn(
    made.filter((entry): entry is Case => 'arms' in entry),
    ({ row }) => halfOf(row),
  );
  const leftOut = [...made.filter((entry): entry is Unfit => 'reason' in entry), ...repeated];
  for (const one of cases) {
    one.isWithoutOptions = !test.sendsOptions;
    if (test.holds && (one.row.must || setup.must)) one.must = true;
  }
  const others = cases.filter(({ must }) => !must);
  const all = others.length > 0 || cases.length === 0 ? test.rates(setup, others) : [];
  const few = ratesOfFew(all, others, setup).sort((a, b) => b.missing - a.missing);
  const held = few.filter(({ rate }) => rate.isHeldIfFew);
  for (const one of held.flatMap(({ rows: ofRate }) => ofRate)) one.must = true;
  const prepared: Prepared = {
    cases: cases.filter(({ must }) => !must),
    must: cases.filter(({ must }) => must),
    leftOut,
    rates: all.filter((rate) => !held.some((one) => one.rate === rate)),
    problems,
    notices: held.map(({ fault }) => `${test.name}: ${fault}. So each of them has to hold.`),
  };
  const worst = few.find(({ rate }) => !rate.isHeldIfFew);
  // Few rows say little about a guess.
  if (!worst || test.isObserved) checkGuess(test, prepared, setup);
  else if (!test.holds) problems.push(`${worst.fault}.`);
  else problems.push(`${worst.fault}; or write \`must: all\`, and each of them has to hold.`);
  return prepared;
}

/** All that the model is asked about a row. */
function askedOf(row: Row, sendsOptions: boolean, { placeholders }: TestSetup): string {
  const { text, options, perturbed, fill = {} } = row;
  const shown = Object.entries(fill).filter(([name]) => placeholders?.includes(name) ?? true);
  const texts = [text, sendsOptions ? options : undefined, perturbed?.text, ...shown.flat()];
  return JSON.stringify(texts.map((one) => one && visibleText(one)));
}

/** The rows in the seeded order, each question once. The same question needs the same key. */
function distinctRows(
  test: Test,
  rows: readonly Row[],
  setup: TestSetup,
): { distinct: Row[]; repeated: Unfit[]; problems: string[] } {
  const firsts = new Map<string, Row>();
  const repeated: Unfit[] = [];
  const problems: string[] = [];
  const keyOf = (row: Row) => canonical(test.keyOf?.(row) ?? null);
  // Of two rows with one question, the one that must hold is asked.
  const ordered = orderByLot(rows, setup.seed);
  for (const row of ordered.toSorted((a, b) => Number(!a.must) - Number(!b.must))) {
    const asked = askedOf(row, test.sendsOptions, setup);
    const first = firsts.get(asked);
    if (!first) {
      firsts.set(asked, row);
      continue;
    }
    const place = quoted(first.source);
    repeated.push({ row, reason: `the same question as ${place}: counted once`, isRepeated: true });
    if (keyOf(first) !== keyOf(row))
      problems.push(
        `${quoted(row.source)} asks the same as ${place} and says that something else is right. Correct one of them, or leave one out.`,
      );
  }
  return { distinct: [...firsts.values()], repeated, problems };
}

/**
 * The half of the data that a row belongs to: its side, its truth, or most options right or few. A
 * model that only notices the "not" is right in one half alone.
 */
export function halfOf({ should, key, options }: Row): string {
  if (should !== undefined) return should;
  if (key && 'truth' in key) return String(key.truth);
  if (!key || !('labels' in key)) return 'no key';
  const all = parseOptions(options ?? '').length;
  return 2 * key.labels.length > all ? 'most right' : 'few right';
}

/** One of each half in turn: a few rows show a model that answers every row alike. */
function inTurn<Item>(items: readonly Item[], half: (item: Item) => string): Item[] {
  const queues = [...Map.groupBy(items, half)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, queue]) => queue);
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) =>
    queues.flatMap((queue) => queue.slice(i, i + 1)),
  ).flat();
}

/** Rates that a perfect model cannot reach with the rows that there are. */
function ratesOfFew(rates: readonly Rate[], cases: readonly Case[], { alpha, beta }: TestSetup) {
  return rates.flatMap((rate) => {
    const rows = cases.filter(rate.covers ?? Boolean);
    const needed = leastRows({ ...rate, alpha, beta });
    const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
    const fault = `"${rate.name}": ${count} cannot show ${percent(rate.minimum)}: ${needed} can`;
    return rows.length < needed ? [{ rate, rows, missing: needed - rows.length, fault }] : [];
  });
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))}%`;
}

/** The lowest distance of a minimum from the rate of a guess. */
const ABOVE_GUESS = 0.1;
const ROUNDING = 1e-9;

/**
 * The rates that a model reaches without knowledge: by a random option, and by one constant answer,
 * a label or a text. No guess hits an answer in words.
 */
function guessIn(cases: readonly Case[], arm: string) {
  let random = 0;
  const counts = new Map<string, number>();
  for (const { keys = {}, options = [] } of cases) {
    const key = keys[arm];
    if (!key || 'words' in key) continue;
    const right = rightWords(key);
    random += right.length / ('labels' in key ? options.length : 2);
    const texts = options.flatMap(({ label, text }) => (right.includes(label) ? text : []));
    // A label and a text are told apart by the mark.
    const asTexts = texts.map((text) => `=${text.trim().toLowerCase()}`);
    for (const answer of new Set([...right, ...asTexts]))
      counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  const [always = '', constant = 0] = most ?? [];
  const rows = Math.max(1, cases.length);
  return { random: random / rows, constant: constant / rows, always: always.replace(/^=/, '') };
}

/** A minimum that a guess reaches, or one and the same answer to every row, shows nothing. */
function checkGuess(
  { guessedArm }: Test,
  { cases, rates, problems }: Prepared,
  { min_pass_rate }: TestSetup,
): void {
  const [rate] = rates;
  if (guessedArm === undefined || min_pass_rate === 0 || !rate) return;
  const { random, constant, always } = guessIn(cases.filter(rate.covers ?? Boolean), guessedArm);
  if (min_pass_rate < random + ABOVE_GUESS - ROUNDING) {
    const least = Math.min(1, random + ABOVE_GUESS).toFixed(2);
    problems.push(
      `A mere guess is right in ${percent(random)} of the rows, so that a minimum of ${min_pass_rate} shows nothing. Set it to ${least} or more, or take rows with more options.`,
    );
    return;
  }
  if (guessedArm === 'asked' && min_pass_rate <= constant)
    problems.push(
      `The same option, ${quoted(always)}, is right in ${percent(constant)} of the rows, so that a minimum of ${min_pass_rate} shows nothing. Balance the data: half of the statements false, the right options in different places.`,
    );
}

/** The options of a row that is asked with them; fewer than two cannot be told apart. */
export function answerOptionsOf(row: Row): Case['options'] {
  if (!hasOptions(row) || row.options === undefined) return undefined;
  const options = parseOptions(row.options);
  return options.length > 1 ? options : undefined;
}
