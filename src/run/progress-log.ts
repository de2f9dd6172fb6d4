import { progressLine, startLines, type Start } from '../report/formats/log.js';

const EVERY_MS = 30_000;

/**
 * Prints the start of a run, and its progress every half minute. `repeat: false` if a progress bar
 * shows it.
 */
export function progressLog(print: (line: string) => void, { repeat = true } = {}) {
  let start: Start | undefined;
  let timer: NodeJS.Timeout | undefined;
  const known = { done: 0, total: 0, since: 0 };
  return {
    onStart: (given: Start) => {
      start = given;
    },
    onProgress: (done: number, total: number) => {
      Object.assign(known, { done, total });
      if (!start) return;
      startLines(start, total).forEach(print);
      start = undefined;
      known.since = Date.now();
      // `prove` evaluates twice with one log: stop the timer of the first run.
      clearInterval(timer);
      if (!repeat || total === 0) return;
      timer = setInterval(() => {
        print(progressLine(known.done, known.total, (Date.now() - known.since) / 1000));
      }, EVERY_MS);
      timer.unref();
    },
    stop: () => {
      start = undefined;
      clearInterval(timer);
    },
  };
}
