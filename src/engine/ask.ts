import type { Model } from './model.js';
import { pool } from './pool.js';
import { questionKey, type Question } from './questions.js';
import type { RowError } from './results.js';
import { lossResponse } from './scorers/loss.js';
import type { Response } from './scorers/scorer.js';

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

/** What one model has answered so far. Its failures stop the asking of this model, not of another. */
export class Answers {
  private readonly breaker = new Breaker();
  private readonly replies = new Map<string, Reply>();

  constructor(private readonly model: Model) {}

  has(question: Question): boolean {
    return this.replies.has(questionKey(question));
  }

  /** Undefined as long as it was not asked. */
  get(question: Question): Reply | undefined {
    return this.replies.get(questionKey(question));
  }

  async ask(question: Question): Promise<void> {
    this.replies.set(questionKey(question), await this.breaker.attempt(() => put(question, this.model)));
  }
}

/** A question, and whose answers it belongs to. */
export interface Asked {
  answers: Answers;
  question: Question;
}

/** Puts every question that has no answer yet to its model, once, at most `concurrency` at a time. */
export async function askAll(asked: readonly Asked[], { concurrency, onReply }: { concurrency: number; onReply: () => void }): Promise<void> {
  const fresh = distinct(asked).filter(({ answers, question }) => !answers.has(question));
  await pool(concurrency, fresh, async ({ answers, question }) => {
    await answers.ask(question);
    onReply();
  });
}

/** The same question to the same model once, in the order of their first appearance. */
export function distinct(asked: readonly Asked[]): Asked[] {
  const seen = new Map<Answers, Set<string>>();
  return asked.filter(({ answers, question }) => {
    const keys = seen.get(answers) ?? new Set();
    seen.set(answers, keys);
    const key = questionKey(question);
    return !keys.has(key) && keys.add(key);
  });
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
