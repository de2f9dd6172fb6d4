import type { Config } from '../config/config.js';
import type { Answer } from '../engine/model.js';
import { GateError, ModelError } from '../errors.js';
import { removeThinking } from '../language/plain.js';
import {
  Accounts,
  createModel,
  Halt,
  Meter,
  mostAnswerTokens,
  type ModelSettings,
} from '../models/index.js';
import { formatNumber } from '../report/story/words.js';
import type { EvaluateOptions } from './options.js';
import { connectionOf } from './run-connection.js';

/** The room that the limit of tokens leaves for an answer, measured by one request. */
export interface AnswerRoom {
  /** The limit in the configuration, in tokens; absent if it sets none. */
  limit?: number;
  /** True if the model reasons before it answers. The limit then includes the reasoning. */
  reasons: boolean;
  /** True if the answer to a short question ends at the limit. */
  isCut: boolean;
}

/** A short question, which a model without reasoning answers in a few tokens. */
export const SHORT_QUESTION = 'Is water wet? Answer with yes or no.';

/** Tokens that leave room for a model that reasons. */
export const ROOM_TO_REASON = 1024;

const PROBE_TIMEOUT_MS = 60_000;

export function roomOf(settings: ModelSettings, answer: Answer): AnswerRoom {
  const { text, isCut = false } = answer;
  const hasReasoned = answer.isReasoned === true || removeThinking(text) !== text;
  const room: AnswerRoom = { reasons: hasReasoned, isCut };
  const limit = mostAnswerTokens(settings);
  if (limit !== undefined) room.limit = limit;
  return room;
}

/** Returns the room of a model whose reply has no text: its reasoning took the whole limit. */
export function roomOfEmptyAnswer(settings: ModelSettings, error: unknown): AnswerRoom | undefined {
  if (!(error instanceof ModelError) || error.kind !== 'empty_answer') return undefined;
  return roomOf(settings, { text: '', isReasoned: true, isCut: true });
}

/** Sends one request. Returns undefined if it fails: the run reports the error. */
export async function probeRoom(
  { model: settings, ...config }: Config,
  options: EvaluateOptions,
): Promise<AnswerRoom | undefined> {
  const halt = new Halt();
  const meter = new Meter(undefined, new Accounts({ proxy: options.proxy }), { halt });
  const timer = setTimeout(() => {
    halt.stop(new ModelError('No answer in time.', { kind: 'timeout', remedy: '' }));
  }, PROBE_TIMEOUT_MS);
  try {
    const connection = connectionOf(options, { model: settings, ...config });
    const model = await createModel({ ...settings, retries: 0 }, connection, meter);
    return roomOf(settings, await model.answer(SHORT_QUESTION));
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    return roomOfEmptyAnswer(settings, error);
  } finally {
    clearTimeout(timer);
    await meter.accounts.wire.close();
  }
}

/** Returns a sentence on the limit; undefined if it leaves room for answers. */
export function roomSentence({ limit, reasons, isCut }: AnswerRoom): string | undefined {
  const limitInWords =
    limit === undefined ? 'no limit of tokens' : `the limit of ${formatNumber(limit)} tokens`;
  const advice = `set \`max_tokens\` (or \`max_completion_tokens\`) to ${formatNumber(ROOM_TO_REASON)} or more`;
  if (reasons && limit !== undefined && limit < ROOM_TO_REASON)
    return `The model reasons before it answers, and ${limitInWords} includes that: ${advice}.`;
  if (reasons) return `The model reasons before it answers; ${limitInWords} leaves room for that.`;
  return isCut ? `The answer to a short question ends at ${limitInWords}: raise it.` : undefined;
}
