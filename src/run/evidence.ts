import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../config/config.js';
import { findFiles } from '../data/files.js';
import { isSequential, type ReportRow } from '../engine/report-row.js';
import type { Results } from '../engine/results.js';
import { ConfigError, DataError, type GateError } from '../errors.js';
import type { IsTracked } from '../path-safety.js';
import { jsonText, quoted } from '../json.js';
import { VERSION } from '../version.js';
import { writeFileFor, type ReportPlace } from './report-files.js';
import path from 'node:path';

/** SHA-256 in hexadecimal, by path from the root of the repository. */
export type Files = ReadonlyMap<string, string>;

/** The files and the commit that a verdict rests on. */
export interface Basis {
  /** The files that the head ships: configuration, prompts and data. */
  files: Files;
  /** Files of the default branch that judged a head in the place of its own, as `rules/PATH`. */
  rules: Files;
  /** The commit that was judged; undefined if it is not known. */
  commit: string | undefined;
  /**
   * The rules, rows or files that judged are not those of the commit and the default branch, or
   * were not compared with them.
   */
  differs: boolean;
}

/** The basis of a verdict, or the problem for which it is not known. */
export type Evidence = Basis | { problem: GateError };

interface FilesRead {
  root: string;
  /** Texts of the prompts, by path from the root. */
  prompts: ReadonlyMap<string, string>;
  /** Digests of the data that was parsed, by absolute path. */
  digests: Files;
}

/** Lists the files that a run parsed. Data sets of Hugging Face are not files. */
export function filesRead({ origin }: Config, { root, prompts, digests }: FilesRead): Files {
  const files = new Map([[origin.path, origin.sha256]]);
  for (const [name, text] of prompts) files.set(name, hash('sha256', text));
  for (const [file, sha256] of digests)
    files.set(path.relative(root, file).split(path.sep).join('/'), sha256);
  return files;
}

/**
 * Lists the files that the head ships. The run may have parsed other data. @throws GateError for a
 * file that cannot be read
 */
export async function filesShipped(
  config: Config,
  { root, isTracked, ...read }: FilesRead & { isTracked: IsTracked },
): Promise<Files> {
  const digests = new Map<string, string>();
  const addFiles = async (source: string, within: string | undefined) => {
    const listed = await findFiles({ source, root, confinedTo: within, isTracked, seed: 0 });
    for (const { path: file } of listed.files)
      digests.set(file, read.digests.get(file) ?? (await digestOfFile(file, source)));
  };
  for (const { data, compare } of config.tests) {
    const isFile = !/^(?:builtin|hf):/.test(data.source);
    if (isFile) await addFiles(data.source, data.overridden ? undefined : root);
    if (compare?.report !== undefined) await addFiles(compare.report, undefined);
  }
  return filesRead(config, { ...read, root, digests });
}

async function digestOfFile(file: string, source: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    const remedy = 'Check the permissions of the file.';
    throw new DataError('the data file cannot be read', { where: source, remedy, cause });
  });
  return hash('sha256', bytes);
}

/** Returns the configuration that judged, and the files that judged and are shipped otherwise. */
export function rulesBeside(judged: Files, shipped: Files, config: Config): Files {
  const beside = [...judged].filter(
    ([name, sha256]) => name === config.origin.path || shipped.get(name) !== sha256,
  );
  return new Map(beside.map(([name, sha256]) => [`rules/${name}`, sha256]));
}

export const NO_EVIDENCE = { 'predicate-path': '', 'subject-checksums': '' };

/** Limits of `actions/attest` (src/subject.ts): subjects, and bytes of a file of checksums. */
const MOST_SUBJECTS = 1024;
const MOST_BYTES = 512 * 1024;

/**
 * Writes `predicate.json` and `subjects.sha256`; undefined for a skipped run. @throws GateError for
 * files that are not known or cannot be stated
 */
export async function writeEvidence(
  results: Results,
  basis: Evidence,
  { place, url }: { place: ReportPlace; url: string | undefined },
) {
  if (results.outcome === 'skipped') return undefined;
  if ('problem' in basis) throw noEvidence(basis.problem.message, basis.problem.remedy);
  const subjects = checksums(basis);
  const predicate = await writeFileFor(
    { name: 'predicate.json', text: `${jsonText(predicateOf(results, basis, url), 2)}\n` },
    place,
  );
  const sums = await writeFileFor({ name: 'subjects.sha256', text: subjects }, place);
  return {
    outputs: { 'predicate-path': predicate, 'subject-checksums': sums },
    files: [predicate, sums],
  };
}

function noEvidence(why: string, remedy: string): ConfigError {
  return new ConfigError(`No evidence was written: ${why}`, { where: 'subjects.sha256', remedy });
}

export function checksums({ files, rules }: Pick<Basis, 'files' | 'rules'>): string {
  const both = [...rules.keys()].find((name) => files.has(name));
  if (both !== undefined)
    throw noEvidence(
      `${quoted(both)} is the name of a file and of rules of the default branch`,
      'Keep the files of the gate outside of the folder `rules`.',
    );
  const all = allOf({ files, rules });
  const names = all.map(({ name }) => name);
  // sha256sum escapes these, and actions/attest does not read its escapes.
  const strange = names.find((name) => /[\\\n\r]/.test(name));
  if (strange !== undefined)
    throw noEvidence(
      `the file name ${quoted(strange)} holds a backslash or a line break`,
      'Rename the file.',
    );
  const text = all.map(({ name, digest }) => `${digest.sha256}  ${name}\n`).join('');
  if (names.length > MOST_SUBJECTS || Buffer.byteLength(text) > MOST_BYTES) {
    const limit = `GitHub signs ${MOST_SUBJECTS} files and ${MOST_BYTES / 1024} KiB of checksums at most`;
    throw noEvidence(
      `there are ${names.length} files with ${Buffer.byteLength(text)} bytes of checksums, and ${limit}`,
      'Keep the rows in fewer files.',
    );
  }
  return text;
}

/** Returns resource descriptors of in-toto, by name. */
function allOf({ files, rules }: Pick<Basis, 'files' | 'rules'>) {
  return [...files, ...rules]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sha256]) => ({ name, digest: { sha256 } }));
}

/**
 * https://in-toto.io/attestation/test-result/v0.1, with figures of ours under `sensitivity`. Equal
 * results give equal text.
 */
export function predicateOf(results: Results, basis: Basis, url: string | undefined): object {
  const { outcome, model, report, seed, config } = results;
  const differ =
    basis.differs ||
    [results.rules_changed, results.rows_changed, results.base_rules].some(
      (one) => one !== undefined,
    );
  const passed = differ ? 'WARNED' : 'PASSED';
  const named = (isPassed: boolean) =>
    report.flatMap((test) => ((test.outcome === 'pass') === isPassed ? [testName(test)] : []));
  return {
    result: outcome === 'pass' ? passed : 'FAILED',
    configuration: allOf(basis),
    url,
    passedTests: named(true),
    warnedTests: [],
    failedTests: named(false),
    sensitivity: {
      version: VERSION,
      outcome,
      commit: basis.commit,
      model,
      rules: { ref: config.ref, differ, files: [...basis.rules.keys()].toSorted() },
      seed,
      tests: report.map(figuresOf),
    },
  };
}

const testName = ({ category, test_type }: ReportRow): string => `${category}.${test_type}`;

function figuresOf(test: ReportRow): object {
  const { outcome, pass_count, fail_count, error_count, pass_rate, minimum_pass_rate } = test;
  const plan_error = isSequential(test) ? test.plan_error : undefined;
  const rows = pass_count + fail_count + error_count;
  const figures = { rows, pass_count, fail_count, error_count, pass_rate, minimum_pass_rate };
  return { name: testName(test), outcome, ...figures, plan_error };
}
