import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../engine/run.js';
import { duration } from '../report/story/words.js';
import type { Terminal } from './command.js';

export async function withProgress<T>(
  terminal: Pick<Terminal, 'process'>,
  step: (onProgress: Progress) => Promise<T>,
): Promise<T> {
  const bar = progressBar(terminal.process.stderr);
  return step(bar.update).finally(bar.stop);
}

/** A progress bar on a terminal; no output on a file or a pipe. */
export function progressBar(stream: NodeJS.WriteStream): { update: Progress; stop: () => void } {
  if (!stream.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    {
      stream,
      // cli-progress passes a text while the time is unknown.
      formatTime: (seconds: number | string) =>
        typeof seconds === 'string' || !Number.isFinite(seconds)
          ? 'some time'
          : duration(1000 * seconds).replace('.0 s', ' s'),
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
    stop: bar.stop.bind(bar),
  };
}
