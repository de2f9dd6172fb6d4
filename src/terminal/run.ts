import type { Progress } from '../engine/run.ts';
import type { EvaluateOptions, Evaluation } from '../run/options.ts';
import { evaluate } from '../run/run.ts';
import { Interruption } from '../run/interruption.ts';
import { progressLog } from '../run/progress-log.ts';
import { RunProgress } from '../run/run-progress.ts';
import { failedResults } from '../run/results.ts';
import { logLine } from '../report/formats/escape.ts';
import { jsonReport } from '../report/formats/formats.ts';
import { renderTerminal } from '../report/formats/terminal.ts';
import { redact } from '../secrets.ts';
import { EXIT, EXIT_USAGE, type CommandLine, type Terminal, paragraph } from './command.ts';
import { nameOptionsInResults } from './option-names.ts';
import { withBaseRules } from './base-rules.ts';
import { evaluateOptions } from './evaluate-options.ts';
import type { Options } from './options.ts';
import { saveReport } from './saved-reports.ts';
import { progressBar } from './progress-bar.ts';

export async function runGate({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { onStart, onProgress, stop } = progressOf(terminal);
  const ownRules = await evaluateOptions(options, terminal);
  const { options: runOptions, cleanUp } = await withBaseRules(ownRules, {
    ref: options.base,
    env: terminal.process.env,
  });
  const interruption = new Interruption(terminal.process, {
    remedy: 'Run the same command again: answered requests are not sent again.',
    exitCode: EXIT.error,
    restore: stop,
  });
  const { halt } = interruption;
  const running = evaluateAndEnd({ ...runOptions, onStart, onProgress, halt }, async () => {
    stop();
    await cleanUp();
  });
  const config = { path: options.config, ref: 'local' };
  const outcome = await interruption.resultOrReason(running);
  const evaluation: Evaluation =
    'interrupted' in outcome ? { results: failedResults(config, outcome.interrupted) } : outcome;
  stop();
  const results = nameOptionsInResults(redact(evaluation.results, terminal.secrets));
  const status = await endRun({ ...evaluation, results }, options, terminal);
  await interruption.end(status);
  return status;
}

async function evaluateAndEnd(
  options: EvaluateOptions,
  end: () => Promise<void>,
): Promise<Evaluation> {
  try {
    return await evaluate(options);
  } finally {
    await end();
  }
}

/** Shows the progress in the log and, on a terminal, as a bar. */
function progressOf({ process: { stderr }, note, layout, secrets }: Terminal) {
  const progress = new RunProgress();
  const bar = progressBar(stderr, progress);
  const log = progressLog(
    (line) => {
      note(paragraph(logLine(redact(line, secrets)), layout));
    },
    { repeat: !stderr.isTTY, progress },
  );
  const onProgress: Progress = (...state) => {
    log.onProgress(...state);
    bar.update(...state);
  };
  const stop = () => {
    log.stop();
    bar.stop();
  };
  return { onStart: log.onStart, onProgress, stop };
}

/** Prints the results and writes the report files. Returns the exit status of the run. */
async function endRun(
  evaluation: Evaluation,
  { showRows: showsRows, json, reportDirectory }: Options,
  terminal: Terminal,
): Promise<number> {
  const { print, layout } = terminal;
  const { results } = evaluation;
  print(json ? jsonReport(results) : renderTerminal(results, { ...layout, showsRows }));
  await saveReport(reportDirectory, evaluation, terminal);
  const { outcome, problem } = results;
  // An error in configuration, data or command line is not one of an endpoint.
  return problem && problem.name !== 'ModelError' ? EXIT_USAGE : EXIT[outcome];
}
