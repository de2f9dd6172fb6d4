import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { findFiles } from '../data/files.ts';
import { isSequential, type ReportRow } from '../engine/verdict/report-row.ts';
import type { Results } from '../engine/results.ts';
import { ConfigError, DataError, type GateError } from '../errors.ts';
import { jsonText, quoted } from '../json.ts';
import type { IsTracked } from '../path-safety.ts';
import { VERSION } from '../version.ts';
import { writeReportFile, type ReportPlace } from './report-files.ts';

/** SHA-256 in hexadecimal, by path from the root of the repository. */
export type FileDigests = ReadonlyMap<string, string>;

/** The files and the commit that a verdict rests on. */
interface Basis {
  /** The files that the head ships: configuration, prompts and data. */
  files: FileDigests;
  /** Files of the default branch that judged a head in the place of its own, as `rules/PATH`. */
  rules: FileDigests;
  /** The commit that was judged; undefined if it is not known. */
  commit: string | undefined;
  /**
   * True if the rules, rows or files that judged differ from those of the commit or the default
   * branch, or were not compared.
   */
  rulesDiffer: boolean;
}

/** The basis of a verdict, or the reason why it is not known. */
export type Evidence = Basis | { problem: GateError };

interface ReadFiles {
  root: string;
  /** Digests of the prompts and of the other files that the configuration names. */
  namedFiles: FileDigests;
  /** SHA-256 of the data that was parsed, in hexadecimal, by absolute path. */
  dataDigests: ReadonlyMap<string, string>;
}

/** Lists the files that a run parsed. Data sets of Hugging Face are not files. */
export function listReadFiles(
  { origin }: Config,
  { root, namedFiles, dataDigests }: ReadFiles,
): FileDigests {
  const files = new Map([[origin.path, origin.sha256], ...namedFiles]);
  for (const [file, sha256] of dataDigests)
    files.set(path.relative(root, file).split(path.sep).join('/'), sha256);
  return files;
}

/**
 * Lists the files that the head ships. The run may have parsed other data.
 * @throws GateError for a file that cannot be read
 */
export async function listShippedFiles(
  config: Config,
  { root, isTracked, namedFiles, dataDigests }: ReadFiles & { isTracked: IsTracked },
): Promise<FileDigests> {
  const shippedData = new Map<string, string>();
  const addFiles = async (source: string, boundary: string | undefined) => {
    const foundFiles = await findFiles({ source, root, confinedTo: boundary, isTracked, seed: 0 });
    for (const { path: file } of foundFiles.files)
      shippedData.set(file, dataDigests.get(file) ?? (await digestOfFile(file, source)));
  };
  for (const { data } of config.tests) {
    const isFile = !/^(?:builtin|hf):/.test(data.source);
    if (isFile) await addFiles(data.source, data.overridden ? undefined : root);
  }
  return listReadFiles(config, { root, namedFiles, dataDigests: shippedData });
}

async function digestOfFile(file: string, source: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    const remedy = 'Check the permissions of the file.';
    throw new DataError('the data file cannot be read', { where: source, remedy, cause });
  });
  return hash('sha256', bytes);
}

/**
 * Lists the configuration that judged, and each judging file that the head ships with other bytes.
 */
export function listJudgingFiles(
  judgingFiles: FileDigests,
  shipped: FileDigests,
  config: Config,
): FileDigests {
  const differingFiles = [...judgingFiles].filter(
    ([name, sha256]) => name === config.origin.path || shipped.get(name) !== sha256,
  );
  return new Map(differingFiles.map(([name, sha256]) => [`rules/${name}`, sha256]));
}

/** The outputs of a run without evidence. */
export const NO_EVIDENCE = { 'predicate-path': '', 'subject-checksums': '' };

/** Limits of `actions/attest` (src/subject.ts): subjects, and bytes of a file of checksums. */
const MAX_SUBJECTS = 1024;
const MAX_CHECKSUM_BYTES = 512 * 1024;

/**
 * Writes `predicate.json` and `subjects.sha256`; undefined for a skipped run.
 * @throws GateError for files that are not known or cannot be stated
 */
export async function writeEvidence(
  results: Results,
  basis: Evidence,
  { place, url }: { place: ReportPlace; url: string | undefined },
) {
  if (results.outcome === 'skipped') return undefined;
  if ('problem' in basis) throw noEvidenceError(basis.problem.message, basis.problem.remedy);
  const subjects = checksums(basis);
  const predicateFile = await writeReportFile(
    { name: 'predicate.json', text: `${jsonText(predicateOf(results, basis, url), 2)}\n` },
    place,
  );
  const checksumsFile = await writeReportFile({ name: 'subjects.sha256', text: subjects }, place);
  return {
    outputs: { 'predicate-path': predicateFile, 'subject-checksums': checksumsFile },
    files: [predicateFile, checksumsFile],
  };
}

function noEvidenceError(reason: string, remedy: string): ConfigError {
  return new ConfigError(`No evidence was written: ${reason}`, {
    where: 'subjects.sha256',
    remedy,
  });
}

export function checksums({ files, rules }: Pick<Basis, 'files' | 'rules'>): string {
  const sharedName = [...rules.keys()].find((name) => files.has(name));
  if (sharedName !== undefined)
    throw noEvidenceError(
      `${quoted(sharedName)} is the name of a file and of rules of the default branch`,
      'Keep the files of the gate outside of the folder `rules`.',
    );
  const descriptors = descriptorsOf({ files, rules });
  const names = descriptors.map(({ name }) => name);
  // sha256sum escapes these, and actions/attest does not read its escapes.
  const unlistableName = names.find((name) => /[\\\n\r]/.test(name));
  if (unlistableName !== undefined)
    throw noEvidenceError(
      `the file name ${quoted(unlistableName)} holds a backslash or a line break`,
      'Rename the file.',
    );
  const text = descriptors.map(({ name, digest }) => `${digest.sha256}  ${name}\n`).join('');
  if (names.length > MAX_SUBJECTS || Buffer.byteLength(text) > MAX_CHECKSUM_BYTES) {
    const limit = `GitHub signs ${MAX_SUBJECTS} files and ${MAX_CHECKSUM_BYTES / 1024} KiB of checksums at most`;
    throw noEvidenceError(
      `there are ${names.length} files with ${Buffer.byteLength(text)} bytes of checksums, and ${limit}`,
      'Keep the rows in fewer files.',
    );
  }
  return text;
}

/** Returns a descriptor of each file, in the order of their names. */
function descriptorsOf({ files, rules }: Pick<Basis, 'files' | 'rules'>): ResourceDescriptor[] {
  return [...files, ...rules]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sha256]) => ({ name, digest: { sha256 } }));
}

/** A file as in-toto describes it. */
interface ResourceDescriptor {
  name: string;
  digest: { sha256: string };
}

/**
 * Returns the predicate of a verdict in the form of
 * https://in-toto.io/attestation/test-result/v0.1, with figures of the gate as `sensitivity`. Equal
 * results give equal predicates.
 */
export function predicateOf(results: Results, basis: Basis, url: string | undefined) {
  const { outcome, model, report, seed, config } = results;
  const isDifferent =
    basis.rulesDiffer ||
    [results.rules_changed, results.rows_changed, results.base_rules].some(
      (change) => change !== undefined,
    );
  const passResult = isDifferent ? 'WARNED' : 'PASSED';
  const passed = report.filter((test) => test.outcome === 'pass');
  const notPassed = report.filter((test) => test.outcome !== 'pass');
  return {
    result: outcome === 'pass' ? passResult : 'FAILED',
    configuration: descriptorsOf(basis),
    url,
    passedTests: passed.map(testName),
    // An advisory test decides nothing, so it fails no run.
    warnedTests: notPassed.filter(({ advisory }) => advisory).map(testName),
    failedTests: notPassed.filter(({ advisory }) => !advisory).map(testName),
    sensitivity: {
      version: VERSION,
      outcome,
      commit: basis.commit,
      model,
      rules: { ref: config.ref, differ: isDifferent, files: [...basis.rules.keys()].toSorted() },
      seed,
      tests: report.map(figuresOf),
    },
  };
}

function testName({ category, test_type }: ReportRow): string {
  return `${category}.${test_type}`;
}

function figuresOf(test: ReportRow) {
  const { outcome, pass_count, fail_count, error_count, pass_rate, minimum_pass_rate } = test;
  const plan_error = isSequential(test) ? test.plan_error : undefined;
  const rows = pass_count + fail_count + error_count;
  const figures = { rows, pass_count, fail_count, error_count, pass_rate, minimum_pass_rate };
  return { name: testName(test), outcome, ...figures, plan_error };
}
