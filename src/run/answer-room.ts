import type { Config } from '../config/config.ts';
import type { Answer } from '../engine/model.ts';
import { GateError, ModelError } from '../errors.ts';
import { removeThinking } from '../language/plain.ts';
import { createModel, maxAnswerTokens, type ModelSettings } from '../models/index.ts';
import { formatNumber } from '../report/story/words.ts';
import { withCheckMeter } from './check-meter.ts';
import { connectionOf } from './connect-models.ts';
import type { EvaluateOptions } from './options.ts';

/** The room that the limit of tokens leaves for an answer, measured by one request. */
interface AnswerRoom {
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

/** Reads the room from the answer to `SHORT_QUESTION`. */
export function roomOf(settings: ModelSettings, answer: Answer): AnswerRoom {
  const { text, isCut = false } = answer;
  const hasReasoned = answer.isReasoned === true || removeThinking(text) !== text;
  return { limit: maxAnswerTokens(settings), reasons: hasReasoned, isCut };
}

/** Sends one request. Returns undefined if it fails: the run reports the error. */
export async function probeRoom(
  config: Config,
  options: EvaluateOptions,
): Promise<AnswerRoom | undefined> {
  const { model: settings } = config;
  try {
    const connection = connectionOf(options, config);
    const answer = await withCheckMeter(options.proxy, async (meter) => {
      const model = await createModel({ ...settings, retries: 0 }, connection, meter);
      return model.answer(SHORT_QUESTION);
    });
    return roomOf(settings, answer);
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    const isEmpty = error instanceof ModelError && error.kind === 'empty_answer';
    // The reasoning took the whole limit.
    return isEmpty ? roomOf(settings, { text: '', isReasoned: true, isCut: true }) : undefined;
  }
}

const LIMIT_KEYS = '`max_tokens` (or `max_completion_tokens`)';

/** Returns a sentence on the limit; undefined if it leaves room for answers. */
export function roomSentence({ limit, reasons, isCut }: AnswerRoom): string | undefined {
  const advice = `set ${LIMIT_KEYS} to ${formatNumber(ROOM_TO_REASON)} or more`;
  if (limit === undefined) {
    if (!isCut) return undefined;
    return reasons
      ? `The model reasons before it answers, and the server's default limit of tokens ends the answer to a short question: ${advice}.`
      : `The answer to a short question ends at the server's default limit of tokens: set ${LIMIT_KEYS}.`;
  }
  const limitInWords = `the limit of ${formatNumber(limit)} tokens`;
  if (reasons && limit < ROOM_TO_REASON)
    return `The model reasons before it answers, and ${limitInWords} includes that: ${advice}.`;
  if (!isCut) return undefined;
  return reasons
    ? `The model reasons before it answers, and ${limitInWords} ends the answer to a short question: raise it.`
    : `The answer to a short question ends at ${limitInWords}: raise it.`;
}
