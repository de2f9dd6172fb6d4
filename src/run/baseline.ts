import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { changedRules } from '../config/changed-rules.ts';
import { changedSubject, isSameSubject } from '../config/changed-subject.ts';
import type { Config, Overrides } from '../config/config.ts';
import type { MethodName } from '../config/keys/methods.ts';
import type { TestConfig } from '../config/keys/test.ts';
import { comparesWithBase } from '../config/rules-comparison.ts';
import type { Results, RuleChange } from '../engine/results.ts';
import { DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { isHidden, wayInside, type IsTracked } from '../path-safety.ts';
import { readReport } from '../trust/published-report.ts';
import type { EvaluateOptions } from './options.ts';

export interface ComparisonBase {
  name: string;
  config?: Config;
  /** True if model, rules and data are those of the base. */
  isUnchanged: boolean;
  /** Differences of the model's settings from the base's, by key. */
  subjectChanges: readonly RuleChange[];
  notices: string[];
}

/**
 * Returns the base if a test is compared with it, with a notice if there is none.
 * @throws GateError if it cannot be read
 */
export function findBase(
  config: Config,
  { overrides, config: { base } }: EvaluateOptions,
): ComparisonBase | undefined {
  if (!comparesWithBase(config)) return undefined;
  if (!base)
    return notCompared(
      'base',
      'this run has no base commit (it is no pull request; in a terminal `--base REF` names one)',
    );
  if ('problem' in base) throw base.problem;
  const { name, rules, dataChanged, absentReason } = base;
  if (absentReason !== undefined) return notCompared(name, absentReason);
  if ('absent' in rules)
    return notCompared(name, `the ${name} has no ${quoted(config.origin.path)}`);
  // A change that corrects a broken configuration must be able to pass.
  if ('problem' in rules)
    return notCompared(
      name,
      `the configuration of the ${name} cannot be used (${rules.problem.message})`,
    );
  const sides = { base: rules.config, head: config };
  const hasSameSubject = isSameSubject(sides);
  const hasSameRules = changedRules(sides).length === 0;
  const sameAnswersNotice = `The model, its prompts and its parameters are those of the ${name}, as far as the configuration says: their answers are the same ones, asked once.`;
  return {
    name,
    config: rules.config,
    isUnchanged:
      hasSameSubject && hasSameRules && !dataChanged && definesWholeRun(config, overrides),
    subjectChanges: changedSubject(sides),
    notices: hasSameSubject ? [sameAnswersNotice] : [],
  };
}

function notCompared(name: string, reason: string): ComparisonBase {
  return {
    name,
    isUnchanged: false,
    subjectChanges: [],
    notices: [`Not compared with the base: ${reason}. The rates alone decide.`],
  };
}

/**
 * True if the configurations define the whole run: no input overrides them, and no data set on the
 * Hub can change under its name.
 */
function definesWholeRun({ tests }: Config, { hub, model, data, baseUrl }: Overrides): boolean {
  const isOverridden = [hub, model, data, baseUrl].some((input) => input !== undefined);
  return !isOverridden && !tests.some(({ data: { source } }) => source.startsWith('hf:'));
}

/** @param onRead receives the absolute path of each report and the SHA-256 of its bytes */
export function earlierReports(
  { root, confined, isTracked, overrides }: EvaluateOptions,
  onRead: (absolute: string, sha256: string) => void,
): (file: string) => Promise<Results> {
  const reports = new Map<string, Promise<Results>>();
  return (file) => {
    const report = reports.get(file) ?? readEarlier(file);
    reports.set(file, report);
    return report;
  };

  async function readEarlier(file: string): Promise<Results> {
    // A pull request can edit the configuration, so a report that it names must be below `root`.
    if (confined && file !== overrides.baseline) await refuseUntrustedFile(file, root, isTracked);
    const absolute = path.resolve(root, file);
    return readReport(absolute, {
      name: file,
      use: 'be used as a baseline',
      onRead: (sha256) => {
        onRead(absolute, sha256);
      },
    });
  }
}

async function refuseUntrustedFile(
  file: string,
  root: string,
  isTracked: IsTracked | undefined,
): Promise<void> {
  const absolute = path.resolve(root, file);
  const real = await realpath(absolute).catch(() => undefined);
  const pathInRoot =
    real === undefined ? wayInside(root, absolute) : wayInside(await realpath(root), real);
  const remedy =
    'Name a file of the repository, or give the path in the input `baseline`, which the workflow says.';
  if (
    path.isAbsolute(file) ||
    wayInside(root, absolute) === undefined ||
    pathInRoot === undefined
  ) {
    throw new DataError('the baseline lies outside of the checkout', { where: file, remedy });
  }
  if (real !== undefined && isTracked && !((await isTracked(real)) ?? !isHidden(pathInRoot))) {
    throw new DataError('git does not track the baseline', { where: file, remedy });
  }
}

const NEW_BASELINE_REMEDY =
  'Make a new baseline with the present rules, or leave it out for this run.';

interface ComparedTest {
  test: TestConfig['test'];
  /** `triplet` if each answer is read alone, else `pair`. */
  method: MethodName;
  scorer: string;
  /** Texts of the rows of this run; for a test that makes its rows, their test cases. */
  texts: readonly string[];
}

/**
 * Returns the rows to compare a test with, or a notice.
 * @throws DataError for other rules, or fewer than half of the rows
 */
export function earlierRows(
  { test, method, scorer, texts }: ComparedTest,
  { report, results, not_applicable }: Results,
  file: string,
): Results['results'] | { notice: string } {
  const reportRow = report.find(({ test_type }) => test_type === test.name);
  if (!reportRow)
    return {
      notice: `${test.name}: not compared, since the baseline ${quoted(file)} does not have this test. The rate alone decides.`,
    };
  const comparisonError = (message: string, remedy: string) =>
    new DataError(message, { where: file, remedy });
  const { method: baselineMethod = 'pair' } = reportRow;
  if (baselineMethod !== method) {
    throw comparisonError(
      `the baseline asked the rows of ${test.name} by method ${baselineMethod}, this run asks them by method ${method}: they cannot be compared`,
      `Make a new baseline with the present rules, write \`method: ${baselineMethod}\`, or leave the baseline out for this run.`,
    );
  }
  if (reportRow.scorer !== scorer) {
    throw comparisonError(
      `the baseline was scored by ${quoted(reportRow.scorer)}, this run scores ${test.name} by ${scorer}: their rows cannot be compared`,
      NEW_BASELINE_REMEDY,
    );
  }
  const baselineTexts = new Set<string>();
  for (const row of [...results, ...not_applicable]) {
    if (row.test_type !== test.name) continue;
    baselineTexts.add(row.original);
    if ('test_case' in row) baselineTexts.add(row.test_case);
  }
  const sharedCount = texts.filter((text) => baselineTexts.has(text)).length;
  if (2 * sharedCount < texts.length) {
    throw comparisonError(
      `the baseline knows ${sharedCount} of the ${texts.length} rows of ${test.name}: too few to compare with`,
      'Make a new baseline with the present data, or leave it out for this run.',
    );
  }
  return results.filter(({ test_type }) => test_type === test.name);
}

export { readReport as readEarlierReport } from '../trust/published-report.ts';
