import type { Model } from './model.js';
import { pool } from './pool.js';
import type { RowError } from './results.js';
import { lossResponse } from './scorers/loss.js';
import type { Response, Scorer } from './scorers/scorer.js';

export interface Question {
  asks: Scorer['asks'];
  prompt: string;
}

/** Identical questions are one. */
export function questionKey({ asks, prompt }: Question): string {
  return `${asks}\u0000${prompt}`;
}

export type Reply = Response | RowError;

export function isRowError(reply: Reply): reply is RowError {
  return 'kind' in reply;
}

/** So many questions failing one after another, none answered between them, is an endpoint that is down: stop paying for it. */
const GIVE_UP_AFTER = 10;

/** Reads a thrown error; the models room throws errors that carry `kind` and `fatal`. */
export function toRowError(error: unknown): RowError & { fatal: boolean } {
  if (!(error instanceof Error) || !('kind' in error)) throw error; // A defect of ours must not pass as a row in error.
  const { kind, fatal, message, remedy } = error as Error & { kind: unknown; fatal?: unknown; remedy?: unknown };
  return {
    kind: String(kind),
    message: typeof remedy === 'string' && remedy ? `${message} ${remedy}` : message,
    fatal: fatal === true,
  };
}

/**
 * Lets nothing through once asking has become pointless: after an error that the next request would meet too (a wrong
 * key, an unknown model), or after a run of failures.
 */
export class Breaker {
  private failuresInARow = 0;
  private reason: RowError | undefined;

  /** Runs `call` unless asking has stopped; a failure comes back as a row error. */
  async attempt<T>(call: () => Promise<T>): Promise<T | RowError> {
    if (this.reason) return this.reason;
    try {
      const value = await call();
      this.failuresInARow = 0;
      return value;
    } catch (thrown) {
      const { fatal, ...error } = toRowError(thrown);
      this.failuresInARow += 1;
      if (fatal) this.reason ??= { kind: error.kind, message: `Not asked, after: ${error.message}` };
      if (this.failuresInARow >= GIVE_UP_AFTER) {
        this.reason ??= {
          kind: error.kind,
          message: `Not asked: ${GIVE_UP_AFTER} requests in a row had failed, the last with: ${error.message}`,
        };
      }
      return error;
    }
  }
}

/** Puts every distinct question to the model once, at most `concurrency` at a time. */
export async function askAll(
  questions: readonly Question[],
  { model, concurrency, breaker, onReply }: { model: Model; concurrency: number; breaker: Breaker; onReply: () => void },
): Promise<ReadonlyMap<string, Reply>> {
  const distinct = new Map(questions.map((question) => [questionKey(question), question]));
  const replies = new Map<string, Reply>();
  await pool(concurrency, [...distinct], async ([key, question]) => {
    replies.set(key, await breaker.attempt(() => put(question, model)));
    onReply();
  });
  return replies;
}

async function put({ asks, prompt }: Question, model: Model): Promise<Response> {
  if (asks === 'answer') return { text: (await model.answer(prompt)).text };
  if (!model.loss) {
    throw Object.assign(new Error(`The hub ${model.hub} cannot give log-probabilities of a prompt.`), {
      kind: 'no_logprobs',
      fatal: true,
      remedy: "Use `scorer: embedding`, or a hub and API that can (`api: completions` on vLLM, SGLang or Together).",
    });
  }
  return lossResponse(await model.loss(prompt));
}
