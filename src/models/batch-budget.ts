import { ModelError } from '../errors.js';
import type { BatchJob } from './batch-job.js';
import { overTheCap } from './batch-failures.js';
import type { Waiting } from './batch-lines.js';
import type { Reserved } from './ledger.js';
import { mostAnswerTokens, mostPromptTokens } from './tokens.js';

/**
 * Counts requests before any of them is sent, by the most that they may take: a batch cannot wait for what others leave over.
 * @returns what each may take, put aside, and why the others may not be sent.
 * @throws ConfigError where they could pass a cap, unless as many may be sent as it allows.
 */
export function afford(fresh: readonly Waiting[], { meter, settings, batches, shareOfPrice }: BatchJob) {
  const { ledger } = meter;
  const completion = mostAnswerTokens(settings) ?? Infinity;
  const reserved = new Map<Waiting, Reserved>();
  const refused = new Map<Waiting, ModelError>();
  const giveBack = (some: Iterable<Waiting>) => {
    for (const one of some) ledger.settle(reserved.get(one)!, 'nothing');
  };
  for (const one of fresh) {
    const prompt = ledger.hasCaps ? mostPromptTokens(one.body) : 0;
    try {
      reserved.set(one, ledger.take(settings.name, { prompt, completion }, shareOfPrice));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      refused.set(one, error);
    }
  }
  const [over = reserved.size > meter.left ? meter.capReached : undefined] = refused.values();
  if (over && !batches.isPartial) {
    giveBack(reserved.keys());
    throw overTheCap(fresh.length, over);
  }
  for (const one of [...reserved.keys()].slice(Math.max(0, meter.left))) {
    giveBack([one]);
    reserved.delete(one);
    refused.set(one, meter.capReached);
  }
  try {
    for (let count = reserved.size; count > 0; count--) meter.request();
  } catch (error) {
    // The run was halted.
    giveBack(reserved.keys());
    throw error;
  }
  return { reserved, refused };
}
