/** A thread that counts the steps of a kind of text: of a short text and of a long one. */
import { parentPort } from 'node:worker_threads';
import { countSteps } from '../support/steps.ts';

// What is loaded from here on is counted.
const { OUTSIDE_TEXTS, SIGNS, between } = await import('./outside-texts.ts');

export interface Steps {
  size: number;
  steps: number;
  most: number;
}

/** What grows with the square takes a hundred times what is allowed at this length already. */
const LONG = process.env.THOROUGH ? Infinity : 16 * 1024;
const EACH = 120;
const ALWAYS = 1_000_000;

async function stepsOf(name: string): Promise<Steps[]> {
  const kind = OUTSIDE_TEXTS[name]!;
  const { each = EACH, always = ALWAYS, signs = SIGNS, text = between(''), read } = kind;
  await read(text(signs[0]!, 100)); // Loads what is loaded late.
  const long = Math.min(kind.cap, LONG);
  const counted: Steps[] = [];
  // What grows with the square fails at a small size, and ends.
  for (const size of [long / 32, long]) {
    const most = signs.length * (always + each * size);
    const steps = await countSteps(async () => {
      for (const sign of signs) await read(text(sign, size));
    });
    counted.push({ size, steps, most });
    if (steps >= most) break;
  }
  return counted;
}

parentPort!.on('message', (name: string) => {
  const post = (said: unknown) => parentPort!.postMessage(said);
  void stepsOf(name).then(post, post);
});
