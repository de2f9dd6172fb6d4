import type { Config } from '../config/config.ts';
import { configOf } from '../config/rules.ts';
import { sum } from '../engine/lists.ts';
import { type AnyRun } from '../engine/methods/test-run.ts';
import { canShow, FAULT_NAMES, type Requirement } from '../engine/proof/faults.ts';
import { proofOf, type MeasuredProof } from '../engine/proof/proof.ts';
import { ConfigError } from '../errors.ts';
import { jsonText } from '../json.ts';
import { proofPage } from '../report/formats/proof.ts';
import { proofPicture } from '../report/formats/proof-picture.ts';
import { scaleBudgetToShard } from './budget.ts';
import { leaveUndecided, refuseUnanswered } from './measurement.ts';
import type { EvaluateOptions, Evaluation } from './options.ts';
import { writeReportFile, type ReportPlace } from './report-files.ts';
import { evaluate } from './run.ts';

interface ProveOptions extends EvaluateOptions {
  rows?: number;
  /** How often each row is asked: 2 or more. */
  repeat?: number;
  requirements: readonly Requirement[];
}

type ProofEvaluation = Evaluation & { proof: MeasuredProof };

/**
 * Asks every row on every arm several times, without the base and without stored replies, then
 * proves the gate from these recordings.
 */
export async function prove({
  cacheDirectory: _cacheDirectory,
  repeat = 2,
  ...options
}: ProveOptions): Promise<ProofEvaluation> {
  const config = configOf(options.config.rules, options.config.path);
  const firstRecording = await recordRows(options, config, repeat);
  const recordings = [firstRecording];
  while (recordings.length < repeat) recordings.push(await recordRows(options, config, repeat));
  const recordedTests = firstRecording.tests.map(({ run }, i) => ({
    run,
    recordings: recordings.map(({ tests }) => tests[i]?.rows ?? []),
  }));
  const proof = proofOf(recordedTests, { seed: config.seed, requirements: options.requirements });
  const rows = recordedTests.flatMap((test) => test.recordings.flat());
  const errors = rows.filter(({ status }) => status === 'error').length;
  const { model } = firstRecording.results;
  const requests = sum(recordings, ({ results }) => results.usage.requests);
  const measured = { model, recordings: repeat, requests, errors, ...proof };
  return { config, results: firstRecording.results, proof: measured };
}

/**
 * Asks every row once. Returns the tests by the rules of the gate, and the rows of each.
 * @throws GateError if the run has a problem, or no row has an answer
 */
async function recordRows(
  { rows: limit, requirements, ...options }: Omit<ProveOptions, 'repeat'>,
  config: Config,
  recordings: number,
) {
  const gates: AnyRun[] = [];
  const rules = { config: recordingConfig(config, recordings) };
  const { results } = await evaluate({
    ...options,
    resume: false,
    config: { ...options.config, rules, base: undefined, baseRules: undefined },
    narrowTests: (tests) => {
      gates.push(...tests.map((run) => gateRun(run, config, limit)));
      checkFaults(gates, requirements);
      return gates.map(recordingRun);
    },
  });
  refuseUnanswered(results);
  const remainingRows = [...results.results];
  const tests = gates.map((run) => ({
    run,
    rows: remainingRows.splice(0, run.cases?.cases.length),
  }));
  return { tests, results };
}

/** Returns the configuration of one recording, with its part of the caps. */
function recordingConfig(config: Config, recordings: number): Config {
  // A second recording takes the place of the base, which is not asked.
  const tests = config.tests.map(({ compare, ...test }) => ({
    ...test,
    compare: compare && { with: 'base' as const, max_regression: compare.max_regression },
  }));
  return { ...scaleBudgetToShard(config, { index: 1, count: recordings }), tests };
}

/** Returns the test by the rules of the gate, over its first rows. */
function gateRun(run: AnyRun, config: Config, limit: number | undefined): AnyRun {
  const { cases = [], notApplicable = [] } = run.cases ?? {};
  const gate: AnyRun = { ...run, cases: { cases: cases.slice(0, limit), notApplicable } };
  const compare = config.tests.find(({ test }) => test.name === run.test.name)?.compare;
  if (compare) gate.compare = { with: 'base', max_regression: compare.max_regression };
  return gate;
}

/** Returns the test without rules that could decide before its last row. */
function recordingRun({ compare: _compare, ...run }: AnyRun): AnyRun {
  const undecided = leaveUndecided(run);
  if (undecided.method !== 'triplet') return undecided;
  return { ...undecided, minimum_valid_rate: 0, minimum_steady_rate: 0 };
}

/** @throws ConfigError if no test can show a required fault */
function checkFaults(runs: readonly AnyRun[], requirements: readonly Requirement[]): void {
  const showableFaults = FAULT_NAMES.filter((fault) => runs.some((run) => canShow(fault, run)));
  const unshownRequirement = requirements.find(({ fault }) => !showableFaults.includes(fault));
  if (runs.length > 0 && !unshownRequirement) return;
  throw new ConfigError(
    unshownRequirement
      ? `no test of this configuration can show the fault ${unshownRequirement.fault}`
      : 'no test gates anything',
    {
      where: unshownRequirement ? '--require' : undefined,
      remedy: `These tests can show ${showableFaults.join(', ') || 'no fault'}. Require one of them, or add a test.`,
    },
  );
}

/**
 * Writes the data, the page and the picture. Returns their absolute paths.
 * @throws ConfigError if they cannot be written
 */
export async function writeProof(proof: MeasuredProof, place: ReportPlace): Promise<string[]> {
  const files = {
    'proof.json': `${jsonText(proof, 2)}\n`,
    'report.html': proofPage(proof),
    'proof.svg': `${proofPicture(proof)}\n`,
  };
  const paths: string[] = [];
  for (const [name, text] of Object.entries(files))
    paths.push(await writeReportFile({ name, text }, place));
  return paths;
}
