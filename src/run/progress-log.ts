import { progressLine, startLines, type Start } from '../report/formats/log.js';
import { RunProgress } from './run-progress.js';

const EVERY_MS = 30_000;

/**
 * Prints the start of a run, and its progress every half minute. `repeat: false` if a progress bar
 * shows it.
 */
export function progressLog(
  print: (line: string) => void,
  { repeat = true, progress = new RunProgress() } = {},
) {
  let start: Start | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    onStart: (given: Start) => {
      start = given;
    },
    onProgress: (done: number, total: number, isCalibrating?: boolean) => {
      if (start) progress.start();
      progress.update(done, total, isCalibrating);
      if (!start) return;
      startLines(start, total).forEach(print);
      if (start.pausedUntil) progress.pausedUntil = start.pausedUntil;
      start = undefined;
      // `prove` evaluates twice with one log: stop the timer of the first run.
      clearInterval(timer);
      if (!repeat || total === 0) return;
      timer = setInterval(() => {
        const line = progressLine(progress.done, progress.total, progress.seconds);
        const more = progress.inWords();
        print(more === '' ? line : `${line}; ${more}`);
      }, EVERY_MS);
      timer.unref();
    },
    stop: () => {
      start = undefined;
      clearInterval(timer);
    },
  };
}
