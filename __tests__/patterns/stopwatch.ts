import { Worker } from 'node:worker_threads';

/** Runs patterns over texts in a thread, so that a pattern that hangs can be stopped and named. */

/**
 * Runs in a thread of its own. It measures the processor time of this thread, so a busy machine
 * changes nothing.
 */
const WORKER = `
const { parentPort } = require('node:worker_threads');
const spent = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000; };
parentPort.on('message', ({ source, flags, texts }) => {
  // Searches the whole text, as a split does. A sticky pattern looks at one place only.
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
