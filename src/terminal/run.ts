import type { Progress } from '../engine/run.js';
import type { Results } from '../engine/results.js';
import { evaluate } from '../evaluate/evaluate.js';
import { failedResults } from '../evaluate/results.js';
import { evaluateShard, type ShardEvaluation } from '../evaluate/shard.js';
import { Interruption } from '../evaluate/interruption.js';
import { progressLog } from '../evaluate/progress-log.js';
import { logLine } from '../report/escape.js';
import { jsonReport } from '../report/json.js';
import { say } from '../report/layout.js';
import { renderTerminal } from '../report/terminal.js';
import { redact } from '../secrets.js';
import { evaluateOptions } from './asking.js';
import { EXIT, EXIT_USAGE, type Asked } from './command.js';
import { resultsInFlags } from './flags.js';
import { rememberReport } from './last-report.js';
import { headCommit } from './git-base.js';
import { remembered } from './history.js';
import type { Options } from './options.js';
import { progressBar } from './progress.js';
import { saveReport } from './save-report.js';
import { endShard } from './shard.js';
import type { Terminal } from './terminal.js';

export function run({ options }: Asked, terminal: Terminal): Promise<number> {
  return runTests(options, terminal);
}

/** @param merge absolute: the folder with what the shards of the run were told, in place of asking. */
export async function runTests(options: Options, terminal: Terminal, merge?: string): Promise<number> {
  const { print, note, layout, secrets, root } = terminal;
  const { stderr } = terminal.process;
  const bar = progressBar(stderr);
  const log = progressLog(
    (line) => {
      note(`${say(logLine(redact(line, secrets)), layout, 0).join('\n')}\n`);
    },
    { repeat: !stderr.isTTY },
  );
  const onProgress: Progress = (done, total) => {
    log.onProgress(done, total);
    bar.update(done, total);
  };
  const stop = () => {
    log.stop();
    bar.stop();
  };
  const { shard: share } = options;
  const origin = share || merge !== undefined ? { commit: await headCommit(root) } : {};
  const asked = { ...(await evaluateOptions(options, terminal)), origin, merge };
  const interruption = new Interruption(terminal.process, {
    remedy: 'Run the same command again: answered requests are not sent again.',
    exitCode: EXIT.error,
    restore: stop,
  });
  const working = { ...asked, onStart: log.onStart, onProgress, halt: interruption.halt };
  const evaluated = (share ? evaluateShard({ ...working, share }) : evaluate(working)).finally(stop);
  const interrupted = () => ({ results: failedResults({ path: options.config, ref: 'local' }, interruption.reason!) });
  const evaluation: ShardEvaluation = (await interruption.inTime(evaluated)) ?? interrupted();
  stop();
  const measured = resultsInFlags(redact(evaluation.results, secrets));
  if (evaluation.part) {
    const handed = await endShard({ ...evaluation.part, results: measured }, options, terminal);
    const status = interruption.reason ? EXIT.error : handed;
    await interruption.end(status);
    return status;
  }
  const results = interruption.reason ? measured : await remembered(measured, options, terminal);
  const shown = { ...layout, maxRows: options.all ? Infinity : undefined, passing: options.all, names: options.columns };
  print(options.json ? jsonReport(results) : renderTerminal(results, shown));
  const report = await saveReport(options.reportDirectory, { ...evaluation, results }, terminal);
  // One without a row has nothing to look into.
  if (report !== undefined && results.results.length > 0) await rememberReport(report, { cacheDirectory: options.cacheDirectory, root });
  await interruption.end(exitStatus(results));
  return exitStatus(results);
}

/** A run that met its error before any row: the configuration's, the data's or the command line's fault is 2, an endpoint's 3. */
function exitStatus({ outcome, problem }: Results): number {
  return problem && problem.name !== 'ModelError' ? EXIT_USAGE : EXIT[outcome];
}
