// Suggests what to do next, by cause.

import type { ReportRow, ResultRow } from '../engine/results.ts';
import { formatList } from '../language/text.ts';
import type { Results } from '../run/results.ts';
import {
  attributionSentence,
  guiltyNames,
  guiltyParts,
  isOnlyChange,
  outcomeOnceMerged,
} from './attribution.ts';
import { codeLine } from './blocks.ts';
import { causeSentence, causesOf } from './causes.ts';
import { changeSentences, gateWords, isValue } from './changes.ts';
import { failingRows, flipsOf, ownRows } from './rows.ts';
import { decidingTests, headline, missedWords, resultTable } from './verdict.ts';
import { baseName, countedBy, listed, wordsOf } from './words.ts';

export function nextSteps(results: Results) {
  const { attribution, outcome, report, problem } = results;
  if (problem) return [problem.remedy];
  if (outcome === 'pass') return stepsAfterPass(results);
  if (report[0] && report.every(({ advisory, must }) => advisory && !must))
    return ['No test decides: remove `advisory: true` from one.'];
  // If a change, or perhaps chance, broke the rows of a test, advice on the model does not help.
  const isExplained = isOnlyChange(results) || attribution?.kind === 'skipped';
  const explained = guiltyParts(results).flatMap(({ rows }) => rows.map((row) => row.test_type));
  const steps = decidingTests(results).flatMap((test) => {
    if (isExplained || explained.includes(test.test_type)) return doubtOf(test);
    const rows = results.results.filter(
      ({ test_type, status }) => test_type === test.test_type && status === 'scored',
    );
    // The most certain cause comes first.
    const step =
      stepForOpenTest(test, results) || stepForConstantAnswers(rows) || stepByRemedy(test, rows);
    return [doubtOf(test), step];
  });
  return [...new Set([...revertSteps(results), ...steps])].filter(Boolean);
}

// Maximum number of changes that an annotation or a JUnit case lists.
const MAX_CHANGES = 5;

const MERGE_ROWS =
  'If the change is intended, first merge rows and rules that allow it: a row may list two right answers, or have the new label.';

/** Which lines to revert, and what to do if the change is intended. */
export function revertSteps(results: Results) {
  const names = guiltyNames(results);
  if (isOnlyChange(results)) names.push('the only change');
  const revert = results.outcome === 'pass' ? 'If a new answer is wrong, revert' : 'Revert';
  return [
    names[0] ? `${revert} ${formatList(names)}.` : '',
    stepIfMeant(results, names.length > 0),
  ].filter(Boolean);
}

// The step if the change is intended; blank if no step is sure to help. `isKnown`: it is known
// which change broke rows.
function stepIfMeant(results: Results, isKnown: boolean) {
  const { outcome, changes } = results;
  if (outcome === 'pass')
    return 'If such a row matters, give it `must: true` (in a CSV the column `must`). Then `answers`, `rules`, `refusal` and `output_toxicity` fail if it fails. If a rule matters, give it `must: true` and an `ask`.';
  const onceMerged = outcomeOnceMerged(results);
  // The base might also fail a row that is new or changed.
  const isNew = changes.rows.some(({ added, changed }) => added.length + changed.length > 0);
  if (onceMerged === 'pass')
    return isNew
      ? MERGE_ROWS
      : 'If the change is intended, first merge its changes to the gate on their own.';
  if (outcome !== 'error' && changes.subject[0] && changes.subject.every(isValue))
    return isKnown
      ? 'If this model or setting is intended, change the prompt until its answers are right. If they are already right, first merge rows that also accept them.'
      : 'Revert the changed settings, and check whether the rows pass again.';
  return isKnown || (onceMerged && outcome === 'fail') ? MERGE_ROWS : '';
}

/** Matches the limits of a run. Those of the side that decides hold for the preview, too. */
const LIMIT = /^(?:budget|deadline|concurrency)\b/;

/** The verdict of the side that does not decide, and which of the changed rows fail. */
export function previewSentences(results: Results) {
  const { preview, config, outcome, changes } = results;
  if (!preview) return [];
  const whose = `the settings and rows of ${config.ref === 'head' ? baseName(results) : 'this change'}`;
  if ('left_out' in preview) return [`The verdict by ${whose} is not known: ${preview.left_out}`];
  const limits = changes.rules.flatMap(({ path }) => (LIMIT.test(path) ? codeLine(path) : []));
  const untried = limits[0] && !preview.problem ? `, but for ${formatList(limits)},` : '';
  const verdict =
    preview.outcome === outcome
      ? `By ${whose}${untried} the verdict is **${outcome}**, too.`
      : `⚠️ By ${whose}${untried} the verdict would be **${preview.outcome}**, not **${outcome}**: ${headline({ ...preview, base: results.base })}.`;
  const problems = preview.problem ? causesOf(preview) : [];
  const own = ownRows(results);
  if (own.length === 0) return [verdict, ...problems.map((cause) => causeSentence(cause, []))];
  // Several tests may ask one row.
  const { size } = new Set(own.map(({ source }) => source));
  const failing = failingRows(own).map(([{ source }]) => codeLine(source));
  const counts = `Rows that this change adds or edits: ${size} asked, ${failing.length} failed`;
  return [verdict, failing.length === 0 ? `${counts}.` : `⚠️ ${counts}: ${listed(failing)}.`];
}

/**
 * The next steps after a pass: about changes that would stop the gate once merged, about rows that
 * broke (by a named line, or perhaps by chance), or about a change that no row shows.
 */
function stepsAfterPass(results: Results) {
  const onceMerged = outcomeOnceMerged(results);
  if (onceMerged === 'unknown') return ['Correct this first.', ...previewSentences(results)];
  if (onceMerged && onceMerged !== 'pass')
    return [
      'Correct the settings or rows of this change: once merged, they would block every pull request.',
    ];
  const { broken, isGain } = flipsOf(results);
  const { changes, report } = results;
  if (broken > 0) return revertSteps(results);
  if (gateWords(changes)) return ['Merge this only if these changes to the gate are intended.'];
  // Rows that must hold count as well, although the base is asked only a few of them.
  const rows = results.results.filter(({ base, must }) => base ?? must);
  if (isGain || !rows.some(({ base }) => base) || !changes.subject[0] || ownRows(results)[0])
    return [];
  // If both answers are right, that of the base is only kept if its form differs. Then a row shows
  // the change.
  if (rows.some(({ pass, base }) => pass && base?.pass && base.answers)) return [];
  const all = report.reduce((sum, test) => sum + test.case_count, 0);
  return [
    `${rows.length} of ${all} questions were asked, and none clearly shows the change of the model. If the change matters, add a row or a rule that shows it. A row with \`must: true\` is asked in every run.`,
  ];
}

/** The verdict in sentences, without answers of the model. */
export function verdictLines(results: Results) {
  const tests = resultTable(results, false)
    .flatMap(({ rows }) => rows)
    .map(([test, result, needed]) => `${test}: ${result}, needs ${needed}`);
  const [cause] = causesOf(results);
  const why = cause ? [cause.message] : [...tests, attributionSentence(results)];
  return [
    `**${headline(results)}.**`,
    ...changeSentences(results, 200, MAX_CHANGES),
    ...why,
    ...nextSteps(results),
  ].filter(Boolean);
}

/**
 * Why the rows show less than their rates claim. Blank if the test fails, since the table says why,
 * and if no row has a score, since the errors say why.
 */
function doubtOf({ doubt = '', outcome, rates, error_count: errors }: ReportRow) {
  const isShown = errors === 0 || rates.some(({ rows }) => rows > 0);
  return isShown && outcome !== 'fail' ? doubt : '';
}

/** The step for a test that a doubt, rows in error, or a shortage of rows left undecided. */
function stepForOpenTest(test: ReportRow, results: Results) {
  const { outcome, error_count: errors, must } = test;
  if (outcome === 'fail') return '';
  if (doubtOf(test)) return 'Change how the model is asked, or use other rows.';
  if (errors === 0 && !must?.errors)
    return 'There are too few rows to be sure. Add some that the test can use.';
  const [cause] = causesOf(results);
  return cause?.remedy || 'Fix the errors, then run again.';
}

/**
 * The step for a model that gives all texts the same answer, which shows nothing about the texts.
 */
function stepForConstantAnswers(rows: readonly ResultRow[]) {
  // An arm has no answer if an earlier one decided the row.
  const [answer, ...others] = new Set(
    rows.flatMap(({ arms }) => Object.values(arms).flatMap((arm) => arm.answer ?? [])),
  );
  if (!answer || others.length > 0 || rows.length < 2 || rows.some(({ pass }) => pass)) return '';
  return `All answers to ${rows.length} rows are ${codeLine(answer)}. Use \`sensitivity check\` to see whether the prompt is sent with the documents that it refers to.`;
}

function stepByRemedy(test: ReportRow, rows: readonly ResultRow[]) {
  const failing = rows.filter(({ pass }) => pass === false);
  const [most] = countedBy(failing, ({ state = '' }) => state);
  const ofState = wordsOf(test).remedies?.[most?.first.state ?? ''];
  const remedies = missedWords(test).map(({ remedy }) => remedy);
  return ofState ?? (remedies.join(' ') || wordsOf(test).remedy);
}
