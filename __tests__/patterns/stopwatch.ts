import { Worker } from 'node:worker_threads';

/** Runs patterns over texts beside the test, so that one that hangs can be stopped and named. */

/**
 * In a thread of its own; the time is the thread's own on the processor, whatever else the machine
 * does.
 */
const WORKER = `
const { parentPort } = require('node:worker_threads');
const spent = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000; };
parentPort.on('message', ({ source, flags, texts }) => {
  // All over the text, as in a split; one that is sticky looks at one place alone.
  const pattern = new RegExp(source, flags + (/[gy]/.test(flags) ? '' : 'g'));
  parentPort.postMessage(texts.map((text) => {
    const start = spent();
    pattern.lastIndex = 0;
    text.replace(pattern, '');
    return spent() - start;
  }));
});`;

export class Stopwatch {
  private worker: Worker | undefined;

  /** Milliseconds for each text; undefined where they take longer than `patience` together. */
  async times(
    pattern: { source: string; flags: string },
    texts: readonly string[],
    patience: number,
  ) {
    const worker = (this.worker ??= new Worker(WORKER, { eval: true }));
    let timer: NodeJS.Timeout | undefined;
    const took = await new Promise<number[] | undefined>((resolve, reject) => {
      timer = setTimeout(() => resolve(undefined), patience);
      worker.once('message', resolve).once('error', reject);
      worker.postMessage({ ...pattern, texts });
    }).finally(() => clearTimeout(timer));
    worker.removeAllListeners('message').removeAllListeners('error');
    if (took === undefined) await this.stop();
    return took;
  }

  async stop() {
    await this.worker?.terminate();
    this.worker = undefined;
  }
}
