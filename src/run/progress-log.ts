import { progressLine, startLines, type Start } from '../report/story/run-start.ts';
import { RunProgress } from './run-progress.ts';

const LOG_INTERVAL_MS = 30_000;

/**
 * Prints the start of a run, and its progress every half minute. With `repeat: false`, prints no
 * progress, since a progress bar shows it.
 */
export function progressLog(
  print: (line: string) => void,
  { repeat = true, progress = new RunProgress() } = {},
) {
  let start: Start | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    onStart: (runStart: Start) => {
      start = runStart;
    },
    onProgress: (doneCount: number, total: number, isCalibrating?: boolean) => {
      if (start) progress.start();
      progress.update(doneCount, total, isCalibrating);
      if (!start) return;
      startLines(start, total).forEach(print);
      if (start.pausedUntil) progress.pausedUntil = start.pausedUntil;
      start = undefined;
      clearInterval(timer);
      if (!repeat || total === 0) return;
      timer = setInterval(() => {
        const line = progressLine(progress.doneCount, progress.total, progress.seconds);
        const waitInWords = progress.describe();
        print(waitInWords === '' ? line : `${line}; ${waitInWords}`);
      }, LOG_INTERVAL_MS);
      timer.unref();
    },
    stop: () => {
      start = undefined;
      clearInterval(timer);
    },
  };
}
