#!/usr/bin/env node
import path from 'node:path';
import { readCommandLine, USAGE, type CliOptions } from './terminal/options.js';
import { demo } from './terminal/demo.js';
import type { Outcome, Results } from './engine/results.js';
import { GateError } from './errors.js';
import { evaluate, type EvaluateOptions, type Evaluation } from './evaluate/evaluate.js';
import { baseFromGit } from './terminal/git-base.js';
import { readSecrets } from './action/inputs.js';
import { plan } from './evaluate/plan.js';
import { progressBar } from './terminal/progress.js';
import { logLine } from './report/escape.js';
import { renderPlan } from './report/plan.js';
import { renderTerminal } from './report/terminal.js';
import { foulWordsToMask } from './evaluate/foul-words.js';
import { writeReportFiles } from './evaluate/report-files.js';
import { useProxyFromEnvironment } from './models/proxy.js';
import { redact, scrubber } from './secrets.js';
import { VERSION } from './version.js';

const secrets = readSecrets(process.env);
const scrub = scrubber(secrets);

const EXIT: Record<Outcome, number> = { pass: 0, fail: 1, inconclusive: 3, error: 3, skipped: 3 };
const EXIT_USAGE = 2;

/** The terminal's story. Returns the exit status. */
async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const warning = useProxyFromEnvironment(env);
  if (warning) process.stderr.write(`${warning}\n`);
  const options = readCommandLine(args, env);
  switch (options.command) {
    case 'help':
      print(USAGE);
      return 0;
    case 'version':
      print(`${VERSION}\n`);
      return 0;
    case 'plan':
      print(renderPlan(await plan(evaluateOptions(options)), layout()));
      return 0;
    case 'demo':
      return demo({ print, layout: layout(), saveReport: (name, evaluation) => saveReport(path.join(options.reportDirectory, name), evaluation) });
    case 'run':
      return run(options);
  }
}

async function run(options: CliOptions): Promise<number> {
  const bar = progressBar(process.stderr);
  const evaluation = await evaluate({ ...evaluateOptions(options), onProgress: bar.update }).finally(bar.stop);
  const results = redact(evaluation.results, secrets);
  print(renderTerminal(results, { ...layout(), maxRows: options.all ? Infinity : undefined, passing: options.all }));
  await saveReport(options.reportDirectory, { ...evaluation, results });
  return exitStatus(results);
}

/** What cannot be written is said, and changes no exit status: the verdict stands above. */
async function saveReport(directory: string, { results, config }: Evaluation): Promise<void> {
  try {
    const report = await writeReportFiles(results, { directory, checkout: process.cwd(), where: '--report-directory', find: foulWordsToMask(config) });
    print(`Report: ${report}\n`);
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    process.stderr.write(`${logLine(scrub(error.describe()))}\n`);
  }
}

/** A run that met its error before any row: the configuration's, the data's or the command line's fault is 2, an endpoint's 3. */
function exitStatus({ outcome, problem }: Results): number {
  return problem && problem.name !== 'ModelError' ? EXIT_USAGE : EXIT[outcome];
}

function evaluateOptions(options: CliOptions): EvaluateOptions {
  const { config: file, base: ref } = options;
  const root = process.cwd();
  const base = ref === undefined ? undefined : () => baseFromGit(ref, { root, file });
  return { ...options, config: { path: file, ref: 'local', base }, overrides: options, root, confined: false, missingKey: 'fail' };
}

function layout(): { columns: number; color: boolean } {
  const { isTTY, columns } = process.stdout;
  return { columns: Math.min(columns || 80, 80), color: isTTY && process.env.NO_COLOR === undefined };
}

// `sensitivity run | head`: whoever reads no more wants no stack either.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

function print(text: string): void {
  process.stdout.write(scrub(text));
}

try {
  process.exitCode = await main(process.argv.slice(2), process.env);
} catch (error) {
  if (!(error instanceof GateError)) throw error;
  process.stderr.write(`${logLine(scrub(error.describe()))}\n`);
  process.exitCode = EXIT_USAGE;
}
