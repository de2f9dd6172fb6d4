// Suggests what to do next, by the most certain cause that applies.

import type { ReportRow } from '../engine/results.ts';
import { formatList } from '../language/text.ts';
import type { Results } from '../run/results.ts';
import { deletesLimit, guiltyNames, guiltyParts, untestedPieces } from './attribution.ts';
import { type Sentence, codeLine } from './blocks.ts';
import { causesOf } from './causes.ts';
import { headline, outcomeOnceMerged } from './verdict.ts';
import { decidingTests, failingRows, flipsOf, ownRows } from './rows.ts';
import { baseName, countedBy, listed, missedWords, wordsOf } from './words.ts';

export function nextSteps(results: Results) {
  const steps = results.outcome === 'pass' ? stepsAfterPass(results) : stepsToPass(results);
  return [...new Set(steps)].filter(Boolean);
}

function stepsToPass(results: Results) {
  if (results.problem) return [results.problem.remedy];
  const tests = decidingTests(results).flatMap((test) => stepsOfTest(test, results));
  return [...revertSteps(results), ...tests];
}

function stepsAfterPass(results: Results) {
  const onceMerged = outcomeOnceMerged(results);
  if (onceMerged === 'unknown') return ['Correct this first.', ...previewSentences(results)];
  if (onceMerged && onceMerged !== 'pass')
    return [
      'Correct the settings or rows of this change: once merged, they would block every pull request.',
    ];
  if (flipsOf(results).broken > 0) return revertSteps(results);
  const untested = untestedPieces(results)
    .filter((piece) => !deletesLimit(piece))
    .map(({ name }) => name);
  if (untested.length === 0 || !isWithoutEffect(results)) return [];
  return [
    `No row asked seems to be about ${listed(untested)}. If this change matters, add a row or a rule that is. A row with \`must: true\` is asked in every run.`,
  ];
}

/** True if rows were compared with the base, and none shows that the change does anything. */
function isWithoutEffect(results: Results) {
  const compared = results.results.filter(({ base }) => base);
  // If both answers are right, that of the base is only kept if its form differs.
  const hasOtherForm = compared.some(({ pass, base }) => pass && base?.pass && base.answers);
  return compared.length > 0 && !hasOtherForm && !flipsOf(results).isGain;
}

function stepsOfTest(test: ReportRow, results: Results) {
  const { test_type, doubt = '' } = test;
  const isOpen = test.outcome !== 'fail';
  const isBroken = guiltyParts(results).some(({ rows }) =>
    rows.some((row) => row.test_type === test_type),
  );
  // The change is to blame, so advice on the model does not help. A test that fails has its doubt
  // in the table.
  if (isBroken) return [isOpen ? doubt : ''];
  if (isOpen && doubt !== '') return [doubt, 'Change how the model is asked, or use other rows.'];
  if (isOpen && (test.error_count > 0 || test.must?.errors))
    return [causesOf(results)[0]?.remedy || 'Fix the errors, then run again.'];
  if (isOpen)
    return [
      'There are too few rows to be sure, or a content filter withheld answers. Add rows that the test can use.',
    ];
  const rows = results.results.filter(
    (row) => row.test_type === test_type && row.status === 'scored',
  );
  const onlyAnswer = onlyAnswerOf(rows);
  if (onlyAnswer === '') return [remedyOf(test, rows)];
  // Such answers show nothing about the texts.
  return [
    `All answers to ${rows.length} rows are ${codeLine(onlyAnswer)}. Use \`sensitivity check\` to see whether the prompt is sent with the documents that it refers to.`,
  ];
}

/** The answer that a model gave to all of several rows, none of which passed; else blank. */
function onlyAnswerOf(rows: Results['results']) {
  // An arm has no answer if an earlier one decided the row.
  const answers = new Set(
    rows.flatMap(({ arms }) => Object.values(arms).flatMap(({ answer }) => answer ?? [])),
  );
  const isConstant = rows.length > 1 && answers.size === 1 && !rows.some(({ pass }) => pass);
  return isConstant ? [...answers].join('') : '';
}

function remedyOf(test: ReportRow, rows: Results['results']) {
  const { remedy, remedies = {} } = wordsOf(test);
  const failing = rows.filter(({ pass }) => pass === false);
  const [most] = countedBy(failing, ({ state }) => state);
  const ofRates = missedWords(test).map((words) => words.remedy);
  return remedies[most?.first.state ?? ''] ?? (ofRates.join(' ') || remedy);
}

/**
 * Which changes to revert, and what to do if they are intended.
 *
 * @param guilty - the names of the changes that broke rows, by default all of them
 */
export function revertSteps(results: Results, guilty = guiltyNames(results)) {
  const { outcome, changes } = results;
  const isPass = outcome === 'pass';
  const onceMerged = outcomeOnceMerged(results);
  const steps: Sentence[] = [];
  if (guilty.length > 0)
    steps.push(`${isPass ? 'If a new answer is wrong, revert' : 'Revert'} ${formatList(guilty)}.`);
  if (isPass)
    steps.push(
      'If such a row matters, give it `must: true` (in a CSV the column `must`). Then `answers`, `rules`, `refusal` and `output_toxicity` fail if it fails. If a rule matters, give it `must: true` and an `ask`.',
    );
  else if (onceMerged === 'pass' && changes.subject.length === 0)
    steps.push(
      'Only rows or settings change here. If they correct those of the base, set the input `config-ref: head` to merge them; in a terminal, omit `--base`.',
    );
  else if (guilty.length > 0 || (onceMerged && outcome === 'fail'))
    steps.push(
      'If the change is intended and an answer is wrong, change the prompt. If it is right, first merge rows and rules that allow it: a row may list two right answers, or have the new label.',
    );
  return steps;
}

/** The verdict of the side that does not decide, and how many of the changed rows fail. */
export function previewSentences(results: Results) {
  const { preview, config, outcome, changes } = results;
  if (!preview) return [];
  // The limits of the side that decides hold for both verdicts.
  const isLimited = changes.rules.some(({ path }) =>
    /^(?:budget|deadline|concurrency)\b/.test(path),
  );
  const side = config.ref === 'head' ? baseName(results) : 'this change';
  const whose = `the settings and rows of ${side}${isLimited ? ', but for its limits,' : ''}`;
  if ('left_out' in preview) return [`The verdict by ${whose} is not known: ${preview.left_out}`];
  const verdict =
    preview.outcome === outcome
      ? `By ${whose} the verdict is **${outcome}**, too.`
      : `⚠️ By ${whose} the verdict would be **${preview.outcome}**, not **${outcome}**: ${headline({ ...preview, base: results.base })}.`;
  const rows = ownRows(results);
  if (rows.length === 0) return [verdict];
  // Several tests may ask one row.
  const { size } = new Set(rows.map(({ source }) => source));
  const failed = failingRows(rows).length;
  return [
    verdict,
    `${failed > 0 ? '⚠️ ' : ''}Rows that this change adds or edits: ${size} asked, ${failed} failed.`,
  ];
}
