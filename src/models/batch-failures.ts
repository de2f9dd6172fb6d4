import { ConfigError, ModelError } from '../errors.js';
import { quoted } from '../json.js';
import type { Batch } from './batch-api.js';
import type { BatchJob } from './batch-job.js';
import type { BatchResult } from './batch-lines.js';
import type { Link } from './connect.js';
import { statusFailure } from './failures.js';
import type { HubFacts } from './hub.js';

/** How to go on, in the words of the action; the terminal has options by these names. */
const GO_ON = 'Run again with `batch: true` and `resume: true`: what was answered is kept, and the rest goes in a new batch.';

/** Why one request of a batch has no answer, by its own line. */
export function failedLine({ status, body, error }: BatchResult, link: Link, hub: HubFacts): ModelError {
  const { where, clean, section, endpoint: url, key } = link;
  if (status === undefined || error !== undefined) {
    const words = quoted(clean(error ?? 'no reason is given'));
    return new ModelError(`The batch ended before this was asked: ${words}.`, { kind: 'batch', where, remedy: GO_ON });
  }
  const context = { url, section, hub, hasKey: key !== undefined, timeout: 0, clean };
  const { message, kind, remedy } = statusFailure(status, body, context);
  return new ModelError(message, { kind, where, remedy });
}

const WORDS: Readonly<Record<string, string>> = {
  completed: 'is completed and says nothing of this request',
  expired: 'expired after 24 hours, before this was asked',
  cancelled: 'was cancelled before this was asked',
};

/** The same of requests that no line speaks of. */
export function endedWithout({ id, status, errors }: Batch, { where, clean, endpoint }: Link): ModelError {
  const said = `The batch ${quoted(id)} `;
  if (status !== 'failed') return new ModelError(`${said}${WORDS[status]}.`, { kind: 'batch', where, remedy: GO_ON });
  const [first] = errors?.data ?? [];
  const words = quoted(clean(first?.message ?? first?.code ?? 'no reason is given'));
  const remedy = /token_limit/.test(first?.code ?? '')
    ? `Wait until other batches of the account are done, or take fewer rows (data.limit). ${GO_ON}`
    : `Check that the model may be asked in batches, and \`model.parameters\`. ${GO_ON}`;
  return new ModelError(`${said}was refused by ${quoted(endpoint.host)} as a whole: ${words}.`, { kind: 'batch', where, remedy });
}

export function waitedTooLong(id: string, hours: number, { where }: Link): ModelError {
  return new ModelError(`The batch ${quoted(id)} has not ended within ${hours} hours.`, { kind: 'timeout', where, remedy: GO_ON });
}

/** A batch is sent whole: a cap that could be passed is no cap. */
export function overTheCap(requests: number, { message, remedy }: Pick<ModelError, 'message' | 'remedy'>): ConfigError {
  return new ConfigError(`A batch is sent whole, and ${requests} requests could pass a cap. ${message} Nothing was uploaded.`, {
    where: 'budget',
    remedy: `${remedy} With \`on-budget: partial\` as many are sent as it allows.`,
  });
}

/** Nobody waits for it any more, on purpose. */
export function leftRunning(id: string, requests: number, { endpoint }: Link): string {
  return (
    `The batch ${quoted(id)} with ${requests.toLocaleString('en')} requests was left running at ${quoted(endpoint.host)}, which bills what it answers. ` +
    'Run again with `batch: true` and `resume: true` to collect it, or cancel it there.'
  );
}

/** What there is to say of one that ended. */
export function wentTo(id: string, requests: number, { link: { endpoint }, shareOfPrice }: BatchJob): string {
  return `${requests.toLocaleString('en')} requests went in the batch ${quoted(id)} to ${quoted(endpoint.host)}${shareOfPrice < 1 ? ', at half their price' : ''}.`;
}
