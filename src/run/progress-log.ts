import type { Progress } from '../engine/run.js';
import { progressLine, startLines, type Start } from '../report/formats/log.js';

/** Shortest time between two lines of progress, in ms. */
const EVERY_MS = 30_000;

interface ProgressLog {
  onStart: (start: Start) => void;
  onProgress: Progress;
  stop: () => void;
}

/** What a run is about to do, and how far it is: a line every half minute, also while nothing moves. `repeat: false` where a bar is. */
export function progressLog(print: (line: string) => void, { repeat = true } = {}): ProgressLog {
  let start: Start | undefined;
  let timer: NodeJS.Timeout | undefined;
  const known = { done: 0, total: 0, since: 0 };
  return {
    onStart(given) {
      start = given;
    },
    onProgress(done, total) {
      Object.assign(known, { done, total });
      if (!start) return;
      startLines(start, total).forEach(print);
      start = undefined;
      known.since = Date.now();
      if (!repeat || total === 0) return;
      timer = setInterval(() => {
        print(progressLine(known.done, known.total, (Date.now() - known.since) / 1000));
      }, EVERY_MS);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
