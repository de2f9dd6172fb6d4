import { realpath } from 'node:fs/promises';
import type { Config, Overrides } from '../config/config.js';
import type { TestConfig } from '../config/keys/test.js';
import type { MethodName } from '../config/keys/asking.js';
import { comparesWithBase } from '../config/rules-comparison.js';
import { changedRules, changedSubject, sameSubject } from '../config/changed-rules.js';
import type { Results, RuleChange } from '../engine/results.js';
import { DataError } from '../errors.js';
import { isHidden, wayInside, type IsTracked } from '../path-safety.js';
import { readReport } from '../trust/published-report.js';
import { quoted } from '../json.js';
import type { EvaluateOptions } from './options.js';
import path from 'node:path';

interface Base {
  name: string;
  config?: Config;
  /** Model, rules and data are the same as in the base. */
  unchanged: boolean;
  /** Differences of the model's settings from the base's, by key. */
  changed: readonly RuleChange[];
  notices: string[];
}

/**
 * Returns the base if a test is compared with it, with a notice if there is none. @throws GateError
 * if it cannot be read
 */
export function findBase(
  config: Config,
  { overrides, config: { base } }: EvaluateOptions,
): Base | undefined {
  if (!comparesWithBase(config)) return undefined;
  const alone = (name: string, why: string): Base => ({
    name,
    unchanged: false,
    changed: [],
    notices: [`Not compared with the base: ${why}. The rates alone decide.`],
  });
  if (!base)
    return alone(
      'base',
      'this run has no base commit (it is no pull request; in a terminal `--base REF` names one)',
    );
  if ('problem' in base) throw base.problem;
  const { name, rules, dataChanged, absentReason: none } = base;
  if (none !== undefined) return alone(name, none);
  if ('absent' in rules) return alone(name, `the ${name} has no ${quoted(config.origin.path)}`);
  // A change that corrects a broken configuration must be able to pass.
  if ('problem' in rules)
    return alone(
      name,
      `the configuration of the ${name} cannot be used (${rules.problem.message})`,
    );
  const old = rules.config;
  const changed = changedSubject(config, old);
  const isSame = sameSubject(config, old);
  const unchanged =
    isSame &&
    changedRules(old, config).length === 0 &&
    !dataChanged &&
    saysItAll(config, overrides);
  const sentence = `The model, its prompts and its parameters are those of the ${name}, as far as the configuration says: their answers are the same ones, asked once.`;
  return { name, config: old, unchanged, changed, notices: isSame ? [sentence] : [] };
}

/**
 * True if the two configurations define the whole run: no input overrides them, and no data set can
 * change under its name.
 */
function saysItAll({ tests }: Config, { hub, model, data, baseUrl }: Overrides): boolean {
  const overridden = [hub, model, data, baseUrl].some((input) => input !== undefined);
  return !overridden && !tests.some(({ data: { source } }) => source.startsWith('hf:'));
}

/** @param onRead receives the absolute path of each report and the SHA-256 of its bytes */
export function earlierReports(
  { root, confined, isTracked, overrides }: EvaluateOptions,
  onRead: (absolute: string, sha256: string) => void,
): (file: string) => Promise<Results> {
  const known = new Map<string, Promise<Results>>();
  return (file) => {
    const read = known.get(file) ?? readEarlier(file);
    known.set(file, read);
    return read;
  };

  async function readEarlier(file: string): Promise<Results> {
    // A pull request can edit the configuration, so a report that it names must be below `root`.
    if (confined && file !== overrides.baseline) await refuseStrange(file, root, isTracked);
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

async function refuseStrange(
  file: string,
  root: string,
  isTracked: IsTracked | undefined,
): Promise<void> {
  const absolute = path.resolve(root, file);
  const real = await realpath(absolute).catch(() => undefined);
  const way =
    real === undefined ? wayInside(root, absolute) : wayInside(await realpath(root), real);
  const remedy =
    'Name a file of the repository, or give the path in the input `baseline`, which the workflow says.';
  if (path.isAbsolute(file) || wayInside(root, absolute) === undefined || way === undefined) {
    throw new DataError('the baseline lies outside of the checkout', { where: file, remedy });
  }
  if (real !== undefined && isTracked && !((await isTracked(real)) ?? !isHidden(way))) {
    throw new DataError('git does not track the baseline', { where: file, remedy });
  }
}

const NEW_BASELINE = 'Make a new baseline with the present rules, or leave it out for this run.';

interface Compared {
  test: TestConfig['test'];
  /** `triplet` if each answer is read alone, else `pair`. */
  method: MethodName;
  scorer: string;
  /** Texts of the rows of this run; for a test that makes its rows, their test cases. */
  texts: readonly string[];
}

/**
 * Returns the rows to compare a test with, or a notice. @throws DataError for other rules, or fewer
 * than half of the rows
 */
export function earlierRows(
  { test, method: now, scorer, texts }: Compared,
  { report, results, not_applicable }: Results,
  file: string,
): Results['results'] | { notice: string } {
  const row = report.find(({ test_type }) => test_type === test.name);
  if (!row)
    return {
      notice: `${test.name}: not compared, since the baseline ${quoted(file)} does not have this test. The rate alone decides.`,
    };
  const refusal = (what: string, remedy: string) => new DataError(what, { where: file, remedy });
  const { method: before = 'pair' } = row;
  if (before !== now) {
    throw refusal(
      `the baseline asked the rows of ${test.name} by method ${before}, this run asks them by method ${now}: they cannot be compared`,
      `Make a new baseline with the present rules, write \`method: ${before}\`, or leave the baseline out for this run.`,
    );
  }
  if (row.scorer !== scorer) {
    throw refusal(
      `the baseline was scored by ${quoted(row.scorer)}, this run scores ${test.name} by ${scorer}: their rows cannot be compared`,
      NEW_BASELINE,
    );
  }
  const known = new Set<string>();
  for (const old of [...results, ...not_applicable]) {
    if (old.test_type !== test.name) continue;
    known.add(old.original);
    if ('test_case' in old) known.add(old.test_case);
  }
  const shared = texts.filter((text) => known.has(text)).length;
  if (2 * shared < texts.length) {
    throw refusal(
      `the baseline knows ${shared} of the ${texts.length} rows of ${test.name}: too few to compare with`,
      'Make a new baseline with the present data, or leave it out for this run.',
    );
  }
  return results.filter(({ test_type }) => test_type === test.name);
}

export { readReport as readEarlierReport } from '../trust/published-report.js';
