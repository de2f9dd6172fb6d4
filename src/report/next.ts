import { enumerate } from '../language/text.ts';
import { outcomeOfMust } from '../engine/must.ts';
import type { ReportRow, ResultRow } from '../engine/results.ts';
import type { ChangedPart, Results } from '../run/results.ts';
import { type Sentence, code, codeLine } from './blocks.ts';
import { causesOf } from './causes.ts';
import { brokenMust, countOf, flipsOf, stateWords } from './rows.ts';
import { badRates, decidingTests, headline, resultTable } from './verdict.ts';
import { baseName, countedBy, listed, quantity, ratio, wordsOf, wordsOfRate } from './words.ts';

/** What to do next, by the cause; and which part of the change broke the rows. */

type Measured = Extract<Results['attribution'], { control: object }>;

export function nextSteps(results: Results): Sentence[] {
  const { outcome, report, problem } = results;
  if (problem) return [problem.remedy];
  if (outcome === 'skipped') return [];
  if (outcome === 'pass') return [...labelSteps(results), ...stepsOfPass(results)];
  if (report.length > 0 && report.every(({ advisory, must }) => advisory && !must))
    return ['Nothing gates: remove `advisory: true` from a test.'];
  // A change that is named needs no advice on the model.
  const { kind = 'none' } = measuredOf(results) ?? {};
  const steps = decidingTests(results).flatMap((test) => [
    doubtOf(test),
    kind === 'none' ? stepOf(test, results) : '',
  ]);
  return [...new Set([attributionSentence(results), ...steps])].filter(Boolean);
}

/** What a pass shows of the change: that it broke rows, or that no row tells it. */
function stepsOfPass(results: Results): Sentence[] {
  const { broken, fixed, isLoss, isGain } = flipsOf(results);
  if (isLoss)
    return [
      `Chance alone hardly breaks ${broken} rows and fixes ${fixed}: the change did it, and the minimums allow it. In \`answers\`, \`rules\`, \`refusal\` and \`output_toxicity\`, a row with \`true\` in a column \`must\` has to hold in every run.`,
    ];
  const asked = results.results.filter(({ base, error }) => base && !error && !base.error);
  if (isGain || asked.length === 0 || results.changes.subject.length === 0) return [];
  const count = quantity(countOf(asked), 'row');
  const flips =
    broken + fixed === 0
      ? ''
      : 'Chance or this change flipped rows: give one that matters `must`, and it has to hold. ';
  return [
    `${flips}None of the ${count} that were asked surely tells this change from ${baseName(results)}. If it matters, add a row.`,
  ];
}

/** Answers that were a label alone on the base. */
function labelSteps(results: Results): Sentence[] {
  const lost = results.report.flatMap(({ baseline }) => baseline?.labels_lost ?? []);
  return lost.map(
    (rows) =>
      `${quantity(rows, 'answer')} are more than the label alone, which ${baseName(results)} gave. An app that compares texts breaks: ask for the label alone, and write \`judge: off\`, which counts such answers as wrong.`,
  );
}

/** The strongest cause gives the step. */
function stepOf(test: ReportRow, results: Results): Sentence {
  const mustFail = outcomeOfMust(test.must) === 'fail';
  const rows = results.results.filter(
    ({ test_type, status, must = false }) =>
      test_type === test.test_type && status !== 'undecided' && (must || !mustFail),
  );
  const step = openStep(test, results) || declinedStep(rows) || constantStep(rows);
  return step || remedyStep(test, rows);
}

/** The verdict in sentences, without answers of the model. */
export function verdictLines(results: Results): Sentence[] {
  const { rows } = resultTable(results);
  const tests = rows.map(([test, result, needed]) => `${test}: ${result}, needs ${needed}`);
  const causes = causesOf(results).map(({ message }) => message);
  const title = `${headline(results, baseName(results))}.`;
  return [title, ...causes.slice(0, 1), ...tests, ...nextSteps(results)];
}

/** Why the rows show less than their rates say. Where none has a score, the errors say why. */
function doubtOf({ doubt = '', rates, error_count: errors }: ReportRow): Sentence {
  return errors === 0 || rates.some(({ rows }) => rows > 0) ? doubt : '';
}

/** A doubt, rows in error, or too few rows leave a test open. */
function openStep(test: ReportRow, results: Results): Sentence {
  const { outcome, error_count: errors, must } = test;
  if (outcome === 'fail') return '';
  if (doubtOf(test)) return 'Change how the model is asked, or take other rows.';
  if (errors === 0 && !must?.errors)
    return 'The rows are too few to be sure: add some that the test can use.';
  const [cause] = causesOf(results);
  const remedy = cause?.remedy || 'Correct what the errors name, then run again.';
  return outcome === 'error' ? remedy : `The rows in error could decide it. ${remedy}`;
}

/** Answers that decline say nothing about the questions, unless the base answers those. */
function declinedStep(rows: readonly ResultRow[]): Sentence {
  const wrong = rows.filter(
    ({ status, pass, base }) => status === 'scored' && pass !== true && base?.pass !== true,
  );
  const declined = wrong.filter(
    ({ state, arms }) => state === 'declined' || arms.original?.said?.[0] === 'declines',
  );
  if (declined.length === 0 || 2 * declined.length < wrong.length) return '';
  return `${ratio(declined.length, wrong.length, 'failing answer')} decline. Say in the prompt what the model may answer, and fill in documents that it speaks of, from files in \`model.variables\` or from a column in \`data.columns.fill\`. Where that is right, write \`decline\` in a column \`should\`.`;
}

/** One answer to all texts says nothing about them. */
function constantStep(rows: readonly ResultRow[]): Sentence {
  const answers = rows.flatMap(({ arms }) => Object.values(arms).map(({ answer }) => answer));
  const [first, ...others] = new Set(answers);
  const isConstant = others.length === 0 && rows.length > 1 && !rows.some(({ pass }) => pass);
  if (!first || !isConstant) return '';
  return `All ${answers.length} answers are ${code(first, 60)}: check the prompt, and that the endpoint gets it.`;
}

function remedyStep(test: ReportRow, rows: readonly ResultRow[]): Sentence {
  const failing = rows.filter(({ pass }) => pass === false);
  const [most] = countedBy(failing, ({ state = '' }) => state);
  const ofState = wordsOf(test).remedies?.[most?.first.state ?? ''];
  const remedies = badRates(test).map(({ name }) => wordsOfRate(test, name).remedy);
  return ofState ?? (remedies.join(' ') || wordsOf(test).remedy);
}

/** The attribution in sentences; every silence has one. */
export function attributionSentence(results: Results): Sentence {
  const { attribution } = results;
  if (!attribution) return '';
  if (attribution.kind === 'skipped')
    return `Which change broke the rows is not known: ${attribution.why}`;
  const { kind, parts, all } = attribution;
  const asked = attributedRows(results);
  const [most] = kind === 'none' ? [] : countedBy(asked, ({ state = '' }) => state);
  const held = results.results.filter(({ base }) => base?.pass === true);
  const random = asked.some(({ must }) => must) ? [] : brokenMust(held);
  const sentences = [
    effectSentence(attribution),
    random.length > 0 &&
      `Fails at random, and passes when it is asked again: ${listed(random, 3)}.`,
    all && `Reverting all changes restores ${answersOf(all)}.`,
    all?.restored === 0 && `The answers of ${baseName(results)} have moved.`,
    kind === 'together' && 'They break the rows together.',
    kind === 'apart' && 'Each breaks rows of its own.',
    most && `With this change the model ${stateWords(most.first)}.`,
    ...parts.map(
      ({ name, untried }) =>
        untried && `Not tried: ${code(name, 120)} (${codeLine(untried, 200)}).`,
    ),
  ];
  return sentences.filter(Boolean).join(' ');
}

/** What each change that was reverted restores; where none explains it, of all. */
function effectSentence({ kind, parts, control }: Measured): Sentence {
  const shown = parts.filter(({ untried, is_named: isNamed, restored }) => {
    return untried === undefined && (kind === 'none' || isNamed || restored > control.restored);
  });
  if (shown.length === 0) return 'No change could be reverted alone.';
  shown.sort((a, b) => b.restored / b.asked - a.restored / a.asked);
  const effects = shown.map((part) => `${code(part.name, 120)} restores ${answersOf(part)}`);
  return `Reverting ${enumerate(effects)}; asking again without reverting restores ${control.restored}.`;
}

function answersOf({ restored, asked }: { restored: number; asked: number }): Sentence {
  return ratio(restored, asked, 'answer');
}

/** The lines that surely broke rows. */
export function guiltyPlaces(results: Results): ChangedPart['places'] {
  const { parts = [] } = measuredOf(results) ?? {};
  return parts.filter((part) => part.is_named).flatMap(({ places }) => places);
}

/** The rows of the verdict that were asked again. */
export function attributedRows(results: Results): ResultRow[] {
  const { rows = [] } = measuredOf(results) ?? {};
  return results.results.filter(({ test_type, source }) =>
    rows.some((row) => row.test_type === test_type && row.source === source),
  );
}

function measuredOf({ attribution }: Results): Measured | undefined {
  return attribution?.kind === 'skipped' ? undefined : attribution;
}
