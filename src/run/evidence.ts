import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../config/config.js';
import { findFiles } from '../data/files.js';
import type { ReportRow, Results } from '../engine/results.js';
import { ConfigError, orProblem } from '../errors.js';
import type { IsTracked } from '../inside.js';
import { jsonText, quoted } from '../json.js';
import { VERSION } from '../version.js';
import { writeFileFor, type Place } from './report-files.js';
import path from 'node:path';

/** The files that a verdict rests on, and how its rules stand to the reviewed ones. */
export interface Basis {
  /** SHA-256 in hexadecimal, by path from the root of the repository. */
  files: ReadonlyMap<string, string>;
  /**
   * The rules of the head differ from those of the default branch, or were not compared with them.
   */
  rulesDiffer: boolean;
}

/**
 * Lists the configuration, the prompts and the data files of a run with their digests. Sets of
 * Hugging Face are no files.
 */
export async function filesRead(
  config: Config,
  { root, isTracked, prompts }: { root: string; isTracked?: IsTracked; prompts: Basis['files'] },
): Promise<Basis['files']> {
  const files = new Map<string, string>([[config.origin.path, config.origin.sha256], ...prompts]);
  const sources = config.tests.map(({ data }) => ({
    source: data.source,
    isConfined: !data.overridden,
  }));
  const named = config.tests.flatMap(({ compare }) => compare?.report ?? []);
  for (const { source, isConfined } of [
    ...sources,
    ...named.map((source) => ({ source, isConfined: false })),
  ]) {
    if (/^(?:builtin|hf):/.test(source)) continue;
    const found = await orProblem(() =>
      findFiles({ source, root, ...(isConfined && { within: root, isTracked }), seed: 0 }),
    );
    // A file that cannot be read is a problem of the run.
    if ('problem' in found) continue;
    for (const { path: file } of found.files) {
      const name = path.relative(root, file).split(path.sep).join('/');
      files.set(name, digestOf(await readFile(file)));
    }
  }
  return files;
}

export const digestOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

export const NO_EVIDENCE = { 'predicate-path': '', 'subject-checksums': '' };

/** Limits of `actions/attest` (src/subject.ts): subjects, and bytes of a file of checksums. */
const MOST_SUBJECTS = 1024;
const MOST_BYTES = 512 * 1024;

interface About {
  url: string | undefined;
  commit: string | undefined;
}

/**
 * Writes `predicate.json` and `subjects.sha256`; undefined for a skipped run. @throws ConfigError
 * for files that cannot be stated
 */
export async function writeEvidence(
  results: Results,
  basis: Basis,
  { place, ...about }: About & { place: Place },
) {
  if (results.outcome === 'skipped') return undefined;
  const subjects = checksums(basis.files);
  const predicate = await writeFileFor(
    { name: 'predicate.json', text: `${jsonText(predicateOf(results, basis, about), 2)}\n` },
    place,
  );
  const sums = await writeFileFor({ name: 'subjects.sha256', text: subjects }, place);
  return {
    outputs: { 'predicate-path': predicate, 'subject-checksums': sums },
    files: [predicate, sums],
  };
}

export function checksums(files: Basis['files']): string {
  const none = (why: string, remedy: string) =>
    new ConfigError(`No evidence was written: ${why}`, { where: 'subjects.sha256', remedy });
  const names = sorted(files);
  // sha256sum escapes these, and actions/attest does not read its escapes.
  const strange = names.find((name) => /[\\\n\r]/.test(name));
  if (strange !== undefined)
    throw none(
      `the file name ${quoted(strange)} holds a backslash or a line break`,
      'Rename the file.',
    );
  const text = names.map((name) => `${files.get(name)!}  ${name}\n`).join('');
  if (names.length > MOST_SUBJECTS || Buffer.byteLength(text) > MOST_BYTES) {
    const limit = `GitHub signs ${MOST_SUBJECTS} files and ${MOST_BYTES / 1024} KiB of checksums at most`;
    throw none(
      `there are ${names.length} files with ${Buffer.byteLength(text)} bytes of checksums, and ${limit}`,
      'Keep the rows in fewer files.',
    );
  }
  return text;
}

const sorted = (files: Basis['files']): string[] =>
  [...files.keys()].sort((a, b) => (a < b ? -1 : 1));

/**
 * https://in-toto.io/attestation/test-result/v0.1, with figures of ours under `sensitivity`. Equal
 * results give equal text.
 */
export function predicateOf(
  results: Results,
  { files, rulesDiffer }: Basis,
  { url, commit }: About,
): object {
  const { outcome, model, report, seed, config } = results;
  const changed = [results.rules_changed, results.rows_changed, results.base_rules].some(
    (one) => one !== undefined,
  );
  const passed = rulesDiffer || changed ? 'WARNED' : 'PASSED';
  const named = (isPassed: boolean) =>
    report.flatMap((test) => ((test.outcome === 'pass') === isPassed ? [nameOf(test)] : []));
  return {
    result: outcome === 'pass' ? passed : 'FAILED',
    configuration: sorted(files).map((name) => ({ name, digest: { sha256: files.get(name)! } })),
    ...(url !== undefined && { url }),
    passedTests: named(true),
    warnedTests: [],
    failedTests: named(false),
    sensitivity: {
      version: VERSION,
      outcome,
      ...(commit !== undefined && { commit }),
      model,
      rules: { ref: config.ref, differ: rulesDiffer || changed },
      seed,
      tests: report.map(figuresOf),
    },
  };
}

const nameOf = ({ category, test_type }: ReportRow): string => `${category}.${test_type}`;

function figuresOf(test: ReportRow): object {
  const { outcome, pass_count, fail_count, error_count, pass_rate, minimum_pass_rate, plan_error } =
    test;
  const rows = pass_count + fail_count + error_count;
  const figures = { rows, pass_count, fail_count, error_count, pass_rate, minimum_pass_rate };
  return { name: nameOf(test), outcome, ...figures, ...(plan_error && { plan_error }) };
}
