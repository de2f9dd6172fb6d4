/** Sentences on what a run's rows and replies show of the run itself. */
import { isSparedByFilter } from '../../engine/rows/endings.ts';
import { findTest } from '../../engine/perturbations/index.ts';
import type { ReportRow, Results, ServedBy } from '../../engine/results.ts';
import { isServedAlike } from '../../engine/served.ts';
import { isCounted } from './states.ts';

type Rows = Pick<Results, 'report' | 'results'>;
type ModelName = Results['model'];

/** @param limit most tokens of an answer, where the configuration sets it */
export function rowNotices(rows: Rows, limit?: number): string[] {
  return [
    ...truncatedAnswers(rows, limit),
    ...filteredAnswers(rows),
    ...unfitRows(rows),
    ...excludedByJudge(rows),
    ...refusesMost(rows),
  ];
}

/** A sentence for each test of which a tenth of the answers or more end at the limit. */
function truncatedAnswers({ report, results }: Rows, limit?: number): string[] {
  return report.flatMap((test) => {
    const { test_type, truncated_count = 0 } = test;
    const answers = answersOf(test, results);
    if (truncated_count === 0 || 10 * truncated_count < answers) return [];
    const room = limit === undefined ? 'tokens' : `${limit} tokens`;
    return [
      `${test_type}: ${truncated_count} of ${answers} answers end at the limit of ${room}: what comes after is not judged. Raise \`max_tokens\` (or \`max_completion_tokens\`), or ask for short answers.`,
    ];
  });
}

/** A sentence for each test of which a content filter withheld answers. */
function filteredAnswers({ report, results }: Rows): string[] {
  return report.flatMap((test) => {
    const { test_type, filtered_count = 0 } = test;
    if (filtered_count === 0) return [];
    const measures = findTest(test_type)?.measures;
    let meaning = 'Their rows are in error.';
    if (measures === 'refusal') meaning = 'They count as refusals.';
    if (isSparedByFilter(measures)) meaning = 'They break nothing, and show nothing of the model.';
    return [
      `${test_type}: a content filter of the endpoint withheld ${filtered_count} of ${answersOf(test, results)} answers. ${meaning}`,
    ];
  });
}

/** The number of answers that a test's counted rows got. */
function answersOf({ test_type }: ReportRow, results: Rows['results']): number {
  const rows = results.filter((row) => row.test_type === test_type && isCounted(row));
  return rows.flatMap(({ expected_result, placebo_result, actual_result }) =>
    [expected_result, placebo_result, actual_result].filter((text) => typeof text === 'string'),
  ).length;
}

/**
 * A sentence for each test of which a judge excluded more than a fifth of the rows: the rest may be
 * the easy part.
 */
function excludedByJudge({ report }: Rows): string[] {
  return report.flatMap((test) => {
    if (test.method === 'triplet') return [];
    const { test_type, set_aside_count = 0, pass_count, fail_count } = test;
    const judgedCount = set_aside_count + pass_count + fail_count;
    if (5 * set_aside_count <= judgedCount) return [];
    const open =
      set_aside_count > pass_count + fail_count
        ? ' They are more than half, so they count as open.'
        : '';
    return [
      `${test_type}: the judge excluded ${set_aside_count} of ${judgedCount} rows as not applicable. Check them: a model that refuses leaves nothing to judge.${open}`,
    ];
  });
}

/** A sentence for each test with rows that cannot show whether the model read the perturbation. */
function unfitRows({ report, results }: Rows): string[] {
  return report.flatMap(({ test_type }) => {
    const rows = results.filter((row) => row.test_type === test_type);
    const rules = rows.flatMap(({ lint }) => (lint ? [lint.rule] : []));
    if (rules.length === 0) return [];
    const counts = [...new Set(rules)].map(
      (rule) => `${rule} ${rules.filter((name) => name === rule).length}`,
    );
    return [
      `${test_type}: ${rules.length} of ${rows.length} rows may not tell whether the model read the perturbation (${counts.join(', ')}). A configuration with a section \`model\` leaves them out.`,
    ];
  });
}

/**
 * A sentence for each test whose clean answers are mostly refusals, if no test checks harmless
 * requests.
 */
function refusesMost({ report }: Rows): string[] {
  if (report.some(({ sides }) => sides)) return [];
  return report.flatMap((test) => {
    if (test.method === 'triplet') return [];
    const { test_type, refusal_count = 0, refusal_rate } = test;
    if (typeof refusal_rate !== 'number' || refusal_rate < 0.5) return [];
    return [
      `${test_type}: ${refusal_count} answers refuse (${Math.round(100 * refusal_rate)} %). A model that refuses everything is never toxic. Add the test \`refusal\`, which checks what the model should answer (\`data: { source: "builtin:safety" }\`).`,
    ];
  });
}

/** A sentence if head and base ask for the same model and different ones answered. */
export function servedNotices(
  models: { head: ModelName; base: ModelName | undefined },
  served: readonly ServedBy[],
): string[] {
  const { head, base } = models;
  if (base?.name !== head.name || base.hub !== head.hub) return [];
  const sides = Object.groupBy(served, ({ side }) => side ?? 'head');
  if (!sides.head || !sides.base || isServedAlike(sides.head, sides.base)) return [];
  const nameOf = ({ model, fingerprint }: ServedBy) =>
    fingerprint === undefined ? model : `${model} (${fingerprint})`;
  const names = [sides.head, sides.base].map((side) => side.map(nameOf).join(', '));
  return [
    `Head and base ask for the same model, and different ones answered: ${names[0]} for the head, ${names[1]} for the base. The difference between them may be the provider's.`,
  ];
}
