import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../engine/run.js';

/** A bar on a terminal; nothing where the stream is a file or a pipe, whose reader wants no bar. */
export function progressBar(stream: NodeJS.WriteStream): { update: Progress; stop: () => void } {
  if (!stream.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    { stream, format: 'asking {bar} {value}/{total} requests, {eta_formatted} left', clearOnComplete: true, hideCursor: true, barsize: 24 },
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
