import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../engine/run.js';
import { duration } from '../report/words.js';

/** A bar on a terminal; nothing where the stream is a file or a pipe, whose reader wants no bar. */
export function progressBar(stream: NodeJS.WriteStream): { update: Progress; stop: () => void } {
  if (!stream.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    {
      stream,
      formatTime: inWords,
      format: 'asking {bar} {value}/{total} requests, {eta_formatted} left',
      clearOnComplete: true,
      hideCursor: true,
      barsize: 24,
    },
    Presets.shades_classic,
  );
  let started = false;
  return {
    update(done, total) {
      if (total === 0) return;
      if (!started) bar.start(total, 0);
      started = true;
      bar.update(done);
    },
    stop: () => {
      bar.stop();
    },
  };
}

/** Before the first answer nobody knows how long it takes, and the bar has a word for it that is no number. */
function inWords(seconds: number | string): string {
  if (typeof seconds === 'string' || !Number.isFinite(seconds)) return 'some time';
  return duration(1000 * seconds).replace('.0 s', ' s');
}
