// Suggests what to do next. Each list has causes with their steps, the most certain cause first.

import type { ReportRow } from '../engine/results.ts';
import { formatList } from '../language/text.ts';
import type { Results } from '../run/results.ts';
import {
  attributionSentence,
  guiltyNames,
  guiltyParts,
  isOnlyChange,
  outcomeOnceMerged,
  untestedPieces,
} from './attribution.ts';
import { codeLine, type Sentence } from './blocks.ts';
import { causesOf } from './causes.ts';
import { changeSentences } from './changes.ts';
import { failingRows, flipsOf, ownRows } from './rows.ts';
import { decidingTests, headline, missedWords, resultTable } from './verdict.ts';
import { baseName, countedBy, listed, wordsOf } from './words.ts';

export function nextSteps(results: Results) {
  const steps = results.outcome === 'pass' ? stepsAfterPass(results) : stepsToPass(results);
  return [...new Set(steps)].filter(Boolean);
}

/** A list of causes, each with its steps. The first one that applies counts. */
type Causes = readonly (readonly [applies: unknown, ...steps: Sentence[]])[];

function stepsOf(causes: Causes) {
  const [, ...steps] = causes.find(([applies]) => applies) ?? [];
  return steps;
}

function stepsToPass(results: Results) {
  const { problem } = results;
  if (problem) return [problem.remedy];
  const tests = decidingTests(results).flatMap((test) => stepsOfTest(test, results));
  return [...revertSteps(results), ...tests];
}

function stepsAfterPass(results: Results) {
  const onceMerged = outcomeOnceMerged(results);
  const { broken, isGain } = flipsOf(results);
  const rows = results.results.filter(({ base }) => base);
  // If both answers are right, that of the base is only kept if its form differs.
  const isShown = isGain || rows.some(({ pass, base }) => pass && base?.pass && base.answers);
  const untested = listed(untestedPieces(results, false).map(({ name }) => name));
  return stepsOf([
    [onceMerged === 'unknown', 'Correct this first.', ...previewSentences(results)],
    [
      onceMerged && onceMerged !== 'pass',
      'Correct the settings or rows of this change: once merged, they would block every pull request.',
    ],
    [broken > 0, ...revertSteps(results)],
    [
      untested && rows[0] && !isShown,
      `No row asked seems to be about ${untested}. If this change matters, add a row or a rule that is. A row with \`must: true\` is asked in every run.`,
    ],
  ]);
}

function stepsOfTest(test: ReportRow, results: Results) {
  const { outcome, must, error_count: errors, test_type } = test;
  const isOpen = outcome !== 'fail';
  // If the test fails, the table has its doubt.
  const doubt = (isOpen && test.doubt) || '';
  const isBroken =
    isOnlyChange(results) ||
    guiltyParts(results).some(({ rows }) => rows.some((row) => row.test_type === test_type));
  const rows = results.results.filter(
    (row) => row.test_type === test_type && row.status === 'scored',
  );
  // An arm has no answer if an earlier one decided the row.
  const answers = rows.flatMap(({ arms }) =>
    Object.values(arms).flatMap((arm) => arm.answer ?? []),
  );
  const [answer = '', other] = new Set(answers);
  const isConstant = rows.length > 1 && other === undefined && !rows.some(({ pass }) => pass);
  return stepsOf([
    // The change is to blame, so advice on the model does not help.
    [isBroken, doubt],
    [doubt, doubt, 'Change how the model is asked, or use other rows.'],
    [
      isOpen && (errors || must?.errors),
      causesOf(results)[0]?.remedy || 'Fix the errors, then run again.',
    ],
    [
      isOpen,
      'There are too few rows to be sure, or a content filter withheld answers. Add rows that the test can use.',
    ],
    // Such answers show nothing about the texts.
    [
      isConstant && answer,
      `All answers to ${rows.length} rows are ${codeLine(answer)}. Use \`sensitivity check\` to see whether the prompt is sent with the documents that it refers to.`,
    ],
    [true, remedyOf(test, rows)],
  ]);
}

function remedyOf(test: ReportRow, rows: Results['results']) {
  const { remedy, remedies = {} } = wordsOf(test);
  const failing = rows.filter(({ pass }) => pass === false);
  const [most] = countedBy(failing, ({ state = '' }) => state);
  const ofRates = missedWords(test).map((words) => words.remedy);
  return remedies[most?.first.state ?? ''] ?? (ofRates.join(' ') || remedy);
}

/** Which lines to revert, and what to do if the change is intended. */
export function revertSteps(results: Results) {
  const { outcome, changes } = results;
  const names = guiltyNames(results);
  if (isOnlyChange(results)) names.push('the only change');
  const isKnown = names.length > 0;
  const onceMerged = outcomeOnceMerged(results);
  const revert = outcome === 'pass' ? 'If a new answer is wrong, revert' : 'Revert';
  return [
    isKnown ? `${revert} ${formatList(names)}.` : '',
    ...stepsOf([
      [
        outcome === 'pass',
        'If such a row matters, give it `must: true` (in a CSV the column `must`). Then `answers`, `rules`, `refusal` and `output_toxicity` fail if it fails. If a rule matters, give it `must: true` and an `ask`.',
      ],
      [
        onceMerged === 'pass' && !changes.subject[0],
        'Only rows or settings change here. If they correct those of the base, set the input `config-ref: head` to merge them; in a terminal, omit `--base`.',
      ],
      [
        isKnown || (onceMerged && outcome === 'fail'),
        'If the change is intended and an answer is wrong, change the prompt. If it is right, first merge rows and rules that allow it: a row may list two right answers, or have the new label.',
      ],
    ]),
  ];
}

/** The verdict of the side that does not decide, and which of the changed rows fail. */
export function previewSentences(results: Results) {
  const { preview, config, outcome, changes } = results;
  if (!preview) return [];
  // The limits of the side that decides hold for both verdicts.
  const isLimited = changes.rules.some(({ path }) => /^(?:budget|deadline|concur)/.test(path));
  const whose = `the settings and rows of ${config.ref === 'head' ? baseName(results) : 'this change'}${isLimited ? ', but for its limits,' : ''}`;
  if ('left_out' in preview) return [`The verdict by ${whose} is not known: ${preview.left_out}`];
  const verdict =
    preview.outcome === outcome
      ? `By ${whose} the verdict is **${outcome}**, too.`
      : `⚠️ By ${whose} the verdict would be **${preview.outcome}**, not **${outcome}**: ${headline({ ...preview, base: results.base })}.`;
  const own = ownRows(results);
  if (own.length === 0) return [verdict];
  // Several tests may ask one row.
  const { size } = new Set(own.map(({ source }) => source));
  const failing = failingRows(own).map(([{ source }]) => codeLine(source));
  const counts = `Rows that this change adds or edits: ${size} asked, ${failing.length} failed`;
  return [verdict, failing.length === 0 ? `${counts}.` : `⚠️ ${counts}: ${listed(failing)}.`];
}

// Maximum number of changes that an annotation or a JUnit case lists.
const MAX_CHANGES = 5;

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
