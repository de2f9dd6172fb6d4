// What to do next, by the cause; and which part of the change broke the rows.

import { outcomeOfMust } from '../engine/must.ts';
import type { ReportRow, ResultRow } from '../engine/results.ts';
import type { Results } from '../run/results.ts';
import { attributionSentence, guiltyParts } from './attribution.ts';
import { type Sentence, code } from './blocks.ts';
import { causesOf } from './causes.ts';
import { countOf, flipsOf } from './rows.ts';
import { badRates, decidingTests, headline, resultTable } from './verdict.ts';
import { baseName, countedBy, quantity, wordsOf, wordsOfRate } from './words.ts';

export function nextSteps(results: Results): Sentence[] {
  const { outcome, report, problem } = results;
  if (problem) return [problem.remedy];
  if (outcome === 'skipped') return [];
  if (outcome === 'pass') return [...labelSteps(results), ...stepsOfPass(results)];
  if (report.length > 0 && report.every(({ advisory, must }) => advisory && !must))
    return ['No test decides: remove `advisory: true` from one.'];
  // Where a change is named that broke the rows of a test, the model needs no advice.
  const explained = guiltyParts(results).flatMap(({ rows }) => rows.map((row) => row.test_type));
  const steps = decidingTests(results).flatMap((test) => [
    doubtOf(test),
    explained.includes(test.test_type) ? '' : stepOf(test, results),
  ]);
  return [...new Set([attributionSentence(results), meantStep(results), ...steps])].filter(Boolean);
}

/** A pull request that passes by its own rules and rows may be meant as it is. */
function meantStep({ preview }: Results): Sentence {
  if (!preview || 'left_out' in preview || preview.outcome !== 'pass') return '';
  return 'If this change is meant, merge its rules and rows first: a row may take the old answer and the new one.';
}

/** Rows that broke in a pass, by a line or perhaps by chance; or that no row tells the change. */
function stepsOfPass(results: Results): Sentence[] {
  const { broken, fixed } = flipsOf(results);
  if (broken.length > 0) {
    const why =
      attributionSentence(results) ||
      `${quantity(broken.length, 'row')} broke since ${baseName(results)}, and the minimums allow it.`;
    return [
      why,
      'If such a row matters, write `must: true` for it in `answers`, `rules`, `refusal` or `output_toxicity`: then it has to hold, and fails the check where it does not.',
    ];
  }
  const compared = countOf(results.results.filter((row) => row.base && row.base.pass !== null));
  if (fixed > 0 || compared === 0) return [];
  if (results.changes.subject.length === 0)
    return [`Model and prompts are those of ${baseName(results)}: code is not gated here.`];
  return [
    `None of the ${compared} rows that were asked tells this change from ${baseName(results)}: if it matters, add a row, or a rule.`,
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
  const step = openStep(test, results) || constantStep(rows);
  return step || remedyStep(test, rows);
}

/** The verdict in sentences, without answers of the model. */
export function verdictLines(results: Results): Sentence[] {
  const { rows } = resultTable(results);
  const tests = rows.map(([test, result, needed]) => `${test}: ${result}, needs ${needed}`);
  const causes = causesOf(results).map(({ message }) => message);
  return [
    `**${headline(results, baseName(results))}.**`,
    ...causes.slice(0, 1),
    ...tests,
    ...nextSteps(results),
  ];
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

/** One answer to all texts says nothing about them. */
function constantStep(rows: readonly ResultRow[]): Sentence {
  const arms = rows.flatMap((row) => Object.values(row.arms));
  const [answer, ...others] = new Set(arms.map((arm) => arm.answer));
  if (!answer || others.length > 0 || rows.length < 2 || rows.some(({ pass }) => pass)) return '';
  return `All answers to ${rows.length} rows are ${code(answer, 60)}: check the prompt, and that the endpoint gets it.`;
}

function remedyStep(test: ReportRow, rows: readonly ResultRow[]): Sentence {
  const failing = rows.filter(({ pass }) => pass === false);
  const [most] = countedBy(failing, ({ state = '' }) => state);
  const ofState = wordsOf(test).remedies?.[most?.first.state ?? ''];
  const remedies = badRates(test).map(({ name }) => wordsOfRate(test, name).remedy);
  return ofState ?? (remedies.join(' ') || wordsOf(test).remedy);
}
