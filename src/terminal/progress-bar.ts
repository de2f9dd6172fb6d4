import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../engine/run.ts';
import { RunProgress, wholeSeconds } from '../run/run-progress.ts';
import type { Terminal } from './command.ts';

export async function showProgress<T>(
  terminal: Pick<Terminal, 'process'>,
  step: (onProgress: Progress) => Promise<T>,
): Promise<T> {
  const bar = progressBar(terminal.process.stderr);
  return step(bar.update).finally(bar.stop);
}

const EVERY_MS = 1000;

/** A progress bar on a terminal; no output on a file or a pipe. */
export function progressBar(
  stream: NodeJS.WriteStream,
  progress = new RunProgress(),
): { update: Progress; stop: () => void } {
  if (!stream.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    {
      stream,
      format: 'asking {bar} {value}/{total} requests, {left}',
      clearOnComplete: true,
      hideCursor: true,
      barsize: 24,
    },
    Presets.shades_classic,
  );
  let timer: NodeJS.Timeout | undefined;
  const show = () => {
    const secondsLeft = progress.secondsLeft();
    const time =
      secondsLeft === undefined ? 'estimating the time left' : `${wholeSeconds(secondsLeft)} left`;
    return { left: progress.waitInWords() ?? time };
  };
  return {
    update(doneRequests, mostRequests, isCalibrating) {
      progress.update(doneRequests, mostRequests, isCalibrating);
      if (mostRequests === 0) return;
      if (timer === undefined) {
        bar.start(mostRequests, 0, show());
        // The time passes, and a wait may begin, without an answer.
        timer = setInterval(() => {
          bar.update(show());
        }, EVERY_MS);
        timer.unref();
      }
      bar.setTotal(mostRequests);
      bar.update(doneRequests, show());
    },
    stop() {
      clearInterval(timer);
      bar.stop();
    },
  };
}
