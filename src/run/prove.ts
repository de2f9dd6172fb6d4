import { configOf } from '../config/rules.js';
import type { Config } from '../config/config.js';
import { canShow, FAULT_NAMES, type Requirement } from '../engine/proof/faults.js';
import { proofOf, type MeasuredProof } from '../engine/proof/proof.js';
import { type AnyRun } from '../engine/methods/test-run.js';
import { sum } from '../engine/lists.js';
import { ConfigError } from '../errors.js';
import { jsonText } from '../json.js';
import { proofPage, proofPicture } from '../report/formats/proof.js';
import { withBudgetOfShard } from './budget.js';
import type { EvaluateOptions, Evaluation } from './options.js';
import { writeFileFor, type ReportPlace } from './report-files.js';
import { evaluate } from './run.js';
import { undecided, refuseUnanswered } from './suggest.js';

interface ProveOptions extends EvaluateOptions {
  rows?: number;
  /** How often each row is asked: 2 or more. */
  repeat?: number;
  requirements: readonly Requirement[];
}

export type Proven = Evaluation & { proof: MeasuredProof };

/**
 * Asks every row on every arm several times, without the base and without stored replies, then
 * proves the gate from these recordings.
 */
export async function prove({
  cacheDirectory: _,
  repeat = 2,
  ...options
}: ProveOptions): Promise<Proven> {
  const config = configOf(options.config.rules, options.config.path);
  const first = await record(options, config, repeat);
  const all = [first];
  while (all.length < repeat) all.push(await record(options, config, repeat));
  const recorded = first.tests.map(({ run }, i) => ({
    run,
    recordings: all.map(({ tests }) => tests[i]?.rows ?? []),
  }));
  const proof = proofOf(recorded, { seed: config.seed, requirements: options.requirements });
  const rows = recorded.flatMap(({ recordings }) => recordings.flat());
  const errors = rows.filter(({ status }) => status === 'error').length;
  const { model } = first.results;
  const requests = sum(all, ({ results }) => results.usage.requests);
  const measured = { model, recordings: repeat, requests, errors, ...proof };
  return { config, results: first.results, proof: measured };
}

/**
 * @returns tests by the rules of the gate, and the rows of each. @throws GateError where the run
 * has a problem or no row has an answer
 */
async function record(
  { rows: limit, requirements, ...options }: Omit<ProveOptions, 'cacheDirectory' | 'repeat'>,
  config: Config,
  recordings: number,
) {
  const runs: AnyRun[] = [];
  const gateRun = (run: AnyRun): AnyRun => {
    const { cases = [], notApplicable = [] } = run.cases ?? {};
    const gate: AnyRun = { ...run, cases: { cases: cases.slice(0, limit), notApplicable } };
    const compare = config.tests.find(({ test }) => test.name === run.test.name)?.compare;
    if (compare) gate.compare = { with: 'base', max_regression: compare.max_regression };
    return gate;
  };
  // One recording takes the place of the base, which is not asked. They share the caps.
  const gated = config.tests.map(({ compare, ...test }) => ({
    ...test,
    compare: compare && { with: 'base' as const, max_regression: compare.max_regression },
  }));
  const rules = {
    config: { ...withBudgetOfShard(config, { index: 1, count: recordings }), tests: gated },
  };
  const { results } = await evaluate({
    ...options,
    resume: false,
    config: { ...options.config, rules, base: undefined, baseRules: undefined },
    narrow: (all) => {
      runs.push(...all.map(gateRun));
      checkFaults(runs, requirements);
      return runs.map(({ compare: _compare, ...run }): AnyRun => {
        const open = undecided(run);
        return open.method === 'triplet'
          ? { ...open, minimum_valid_rate: 0, minimum_steady_rate: 0 }
          : open;
      });
    },
  });
  refuseUnanswered(results);
  const left = [...results.results];
  const tests = runs.map((run) => ({ run, rows: left.splice(0, run.cases?.cases.length) }));
  return { tests, results };
}

/** @throws ConfigError where no test can show a required fault */
function checkFaults(runs: readonly AnyRun[], requirements: readonly Requirement[]): void {
  const shown = FAULT_NAMES.filter((fault) => runs.some((run) => canShow(fault, run)));
  const stray = requirements.find(({ fault }) => !shown.includes(fault));
  if (runs.length > 0 && !stray) return;
  throw new ConfigError(
    stray
      ? `no test of this configuration can show the fault ${stray.fault}`
      : 'no test gates anything',
    {
      where: stray ? '--require' : undefined,
      remedy: `These tests can show ${shown.join(', ') || 'no fault'}. Require one of them, or add a test.`,
    },
  );
}

/**
 * Writes the data, the page and the picture. @returns their absolute paths. @throws ConfigError
 * where they cannot be written
 */
export async function writeProof(proof: MeasuredProof, place: ReportPlace): Promise<string[]> {
  const files = {
    'proof.json': `${jsonText(proof, 2)}\n`,
    'report.html': proofPage(proof),
    'proof.svg': `${proofPicture(proof)}\n`,
  };
  const written: string[] = [];
  for (const [name, text] of Object.entries(files))
    written.push(await writeFileFor({ name, text }, place));
  return written;
}
