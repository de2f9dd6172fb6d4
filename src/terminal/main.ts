import path from 'node:path';
import { readCommandLine, USAGE, type CliOptions } from './options.js';
import { demo } from './demo.js';
import { readConfigFile } from '../config/load.js';
import { promptsBelow } from '../config/prompt-files.js';
import { readRules } from '../config/rules.js';
import type { Outcome, Results } from '../engine/results.js';
import { GateError } from '../errors.js';
import { compareReportFiles } from '../evaluate/compare-reports.js';
import { evaluate, failedResults, type EvaluateOptions, type Evaluation } from '../evaluate/evaluate.js';
import { evaluateShard, type ShardEvaluation, type ShardPart } from '../evaluate/shard.js';
import { Interruption, type Signals } from '../evaluate/interruption.js';
import { baseFromGit, headCommit } from './git-base.js';
import { readSecrets } from '../models/keys.js';
import { plan } from '../evaluate/plan.js';
import { progressLog } from '../evaluate/progress-log.js';
import type { Progress } from '../engine/run.js';
import { say } from '../report/layout.js';
import { progressBar } from './progress.js';
import { logLine } from '../report/escape.js';
import { renderCompared } from '../report/compared-reports.js';
import { renderPlan } from '../report/plan.js';
import { isInVain, shardLines } from '../report/shard.js';
import { renderTerminal } from '../report/terminal.js';
import { foulWordsToMask } from '../evaluate/foul-words.js';
import { writeReportFiles, writeShardFile } from '../evaluate/report-files.js';
import { useProxyFromEnvironment } from '../models/proxy.js';
import { redact, scrubber } from '../secrets.js';
import { VERSION } from '../version.js';

const EXIT: Record<Outcome, number> = { pass: 0, fail: 1, inconclusive: 3, error: 3, skipped: 3 };
const EXIT_USAGE = 2;

/** What the command touches of its process. */
export type Process = Pick<NodeJS.Process, 'argv' | 'env' | 'cwd' | 'stdout' | 'stderr'> & Signals;

/** The terminal's story. Returns the exit status; throws nothing but our own defects. */
export async function main(process: Process): Promise<number> {
  const secrets = readSecrets(process.env);
  const scrub = scrubber(secrets);
  const terminal: Terminal = {
    secrets,
    root: process.cwd(),
    process,
    progress: process.stderr,
    print: (text) => void process.stdout.write(scrub(text)),
    complain: (text) => void process.stderr.write(`${logLine(scrub(text))}\n`),
    layout: {
      columns: Math.min(process.stdout.columns || 80, 80),
      color: process.stdout.isTTY && process.env.NO_COLOR === undefined,
    },
  };
  try {
    const warning = useProxyFromEnvironment(process.env);
    if (warning) process.stderr.write(`${warning}\n`);
    return await obey(readCommandLine(process.argv.slice(2), process.env), terminal);
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    terminal.complain(error.describe());
    return EXIT_USAGE;
  }
}

interface Terminal {
  process: Signals;
  secrets: readonly string[];
  /** Absolute: the folder in which the command was given. */
  root: string;
  progress: NodeJS.WriteStream;
  print: (text: string) => void;
  complain: (text: string) => void;
  layout: { columns: number; color: boolean };
}

async function obey(options: CliOptions, terminal: Terminal): Promise<number> {
  const { print, layout } = terminal;
  switch (options.command) {
    case 'help':
      print(USAGE);
      return 0;
    case 'version':
      print(`${VERSION}\n`);
      return 0;
    case 'plan':
      print(renderPlan(await plan(await evaluateOptions(options, terminal)), layout));
      return 0;
    case 'demo': {
      const { reportDirectory } = options;
      return demo({ print, layout, saveReport: (name, evaluation) => saveReport(path.join(reportDirectory, name), evaluation, terminal) });
    }
    case 'compare': {
      const { reports, format } = options;
      print(renderCompared(await compareReportFiles(reports, terminal.root), format, layout));
      return 0;
    }
    case 'run':
    case 'merge':
      return run(options, terminal);
  }
}

async function run(options: CliOptions, terminal: Terminal): Promise<number> {
  const { print, layout, progress, secrets } = terminal;
  const bar = progressBar(progress);
  const log = progressLog(
    (line) => {
      print(`${say(logLine(redact(line, secrets)), layout, 0).join('\n')}\n`);
    },
    { repeat: !progress.isTTY },
  );
  const onProgress: Progress = (done, total) => {
    log.onProgress(done, total);
    bar.update(done, total);
  };
  const stop = () => {
    log.stop();
    bar.stop();
  };
  const asked = await evaluateOptions(options, terminal);
  const interruption = new Interruption(terminal.process, {
    remedy: 'Go on with the same command and --resume: what was answered is not asked again.',
    exitCode: EXIT.error,
    restore: stop,
  });
  const { halt } = interruption;
  const { share } = options;
  const working = { ...asked, onStart: log.onStart, onProgress, halt };
  const evaluated = (share ? evaluateShard({ ...working, share }) : evaluate(working)).finally(stop);
  const evaluation: ShardEvaluation = (await interruption.inTime(evaluated)) ?? {
    results: failedResults({ path: options.config, ref: 'local' }, interruption.reason!),
  };
  stop();
  const results = redact(evaluation.results, secrets);
  if (evaluation.part) {
    const handed = await endShard(evaluation.part, results, { options, terminal });
    const status = interruption.reason ? EXIT.error : handed;
    await interruption.end(status);
    return status;
  }
  print(renderTerminal(results, { ...layout, maxRows: options.all ? Infinity : undefined, passing: options.all }));
  await saveReport(options.reportDirectory, { ...evaluation, results }, terminal);
  await interruption.end(exitStatus(results));
  return exitStatus(results);
}

/** A shard is in order where it hands on what it was told, be that what it may: the merge decides. */
async function endShard(
  part: ShardPart,
  results: Results,
  { options: { reportDirectory }, terminal: { root, secrets, print, complain, layout } }: { options: CliOptions; terminal: Terminal },
): Promise<number> {
  for (const line of shardLines(part, results)) print(`${say(logLine(line), layout, 0).join('\n')}\n`);
  try {
    const text = part.sealed(redact(part.body, secrets));
    const place = { directory: reportDirectory, checkout: root, where: '--report-directory' };
    print(`Shard: ${await writeShardFile({ name: part.file, text }, place)}\n`);
    return isInVain(part) ? EXIT.error : EXIT.pass;
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    complain(error.describe());
    return EXIT_USAGE;
  }
}

/** What cannot be written is said, and changes no exit status: the verdict stands above. */
async function saveReport(directory: string, { results, config }: Evaluation, { root, print, complain }: Terminal): Promise<void> {
  try {
    const reports = await writeReportFiles(results, {
      directory,
      checkout: root,
      where: '--report-directory',
      find: foulWordsToMask(config),
    });
    Object.values(reports).forEach((report) => {
      print(`Report: ${report}\n`);
    });
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    complain(error.describe());
  }
}

/** A run that met its error before any row: the configuration's, the data's or the command line's fault is 2, an endpoint's 3. */
function exitStatus({ outcome, problem }: Results): number {
  return problem && problem.name !== 'ModelError' ? EXIT_USAGE : EXIT[outcome];
}

async function evaluateOptions(options: CliOptions, { root }: Terminal): Promise<EvaluateOptions> {
  const { config: file, base: ref } = options;
  const rules = await readRules({
    read: () => readConfigFile({ root, file, confined: false }),
    readPrompt: promptsBelow(root),
    file,
    overrides: options,
  });
  const base = ref === undefined ? undefined : () => baseFromGit(ref, { root, file, overrides: options });
  const origin = options.share || options.merge !== undefined ? { commit: await headCommit(root) } : {};
  const config = { path: file, ref: 'local', rules, base };
  return { ...options, config, overrides: options, root, confined: false, missingKey: 'fail', origin };
}
