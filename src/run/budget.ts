import type { PlannedSection } from '../report/story/plan.ts';
import type { Config, Overrides } from '../config/config.ts';
import type { Need, RequestCount } from '../engine/asking/budget.ts';
import { sum } from '../engine/lists.ts';
import type { TokenEstimate } from '../engine/results.ts';
import { ConfigError } from '../errors.ts';
import { estimatedTokens, isLocal, maxAnswerTokens, type ModelSettings } from '../models/index.ts';

/** Returns an error if the cap allows too few requests for any verdict. */
export function budgetProblem(
  { least }: Need,
  overrides: Overrides,
  { budget: { max_requests: cap = Infinity }, placeOf }: Pick<Config, 'budget' | 'placeOf'>,
): ConfigError | undefined {
  if (least.total <= cap) return undefined;
  const key = 'budget.max_requests';
  return new ConfigError(
    `The run needs ${least.total} requests, and the cap is ${cap}. Nothing was sent.`,
    {
      where: overrides.maxRequests === undefined ? (placeOf(key) ?? key) : "input 'max-requests'",
      remedy: `Raise ${key}, or take fewer rows (data.limit).`,
    },
  );
}

/**
 * Tokens of a judge's prompt without the answers: instructions, question, form of the verdict. Our
 * prompts have 250 to 900.
 */
const JUDGE_PROMPT_TOKENS = 700;

/** Estimated tokens of all requests to one model; `completion` is undefined without a bound. */
type ModelTokens = { prompt: number; completion: number | undefined };

type TokensBySection = Partial<Record<PlannedSection['section'], ModelTokens>>;

/** Estimates the prompt tokens of a run, and bounds its completion tokens. */
export function estimateOf(
  count: RequestCount,
  config: Config,
  base?: ModelSettings,
): TokenEstimate | undefined {
  if (isLocal(config.model)) return undefined;
  const parts = Object.values(tokensBySection(count, config, base));
  const isBounded = parts.every(({ completion }) => completion !== undefined);
  return {
    prompt_tokens: sum(parts, ({ prompt }) => prompt),
    completion_tokens: isBounded ? sum(parts, ({ completion = 0 }) => completion) : undefined,
  };
}

/** @param base the base's model */
export function tokensBySection(
  count: RequestCount,
  { model, embeddings, tests }: Config,
  base: ModelSettings = model,
): TokensBySection {
  const [judge] = tests.flatMap((test) => test.judge ?? []);
  const answerTokens = maxAnswerTokens(model);
  const judgeRequests = count.judge + count.calibration;
  const headRequests = { requests: count.answers - count.base, bytes: count.bytes.head };
  const sections: TokensBySection = { model: chatTokens(model, headRequests) };
  if (count.base > 0)
    sections.base = chatTokens(base, { requests: count.base, bytes: count.bytes.base });
  if (judgeRequests > 0 && judge)
    sections.judge = judgementTokens(judge, judgeRequests, answerTokens);
  if (count.embeddings > 0 && embeddings)
    sections.embeddings = { prompt: count.answers * (answerTokens ?? 0), completion: 0 };
  return sections;
}

function chatTokens(
  settings: ModelSettings,
  { requests, bytes }: { requests: number; bytes: number },
): ModelTokens {
  const { system_prompt, system_fill } = settings;
  const most = maxAnswerTokens(settings);
  // A system prompt that rows fill is a part of each question.
  const isFixedSystemPrompt = system_prompt !== undefined && system_fill === undefined;
  const systemBytes = isFixedSystemPrompt ? Buffer.byteLength(system_prompt) : 0;
  const messages = requests * (system_prompt === undefined ? 1 : 2);
  return {
    prompt: estimatedTokens({ bytes: bytes + requests * systemBytes, messages }),
    completion: most === undefined ? undefined : requests * most,
  };
}

function judgementTokens(
  judge: ModelSettings,
  requests: number,
  answerTokens: number | undefined,
): ModelTokens {
  const most = maxAnswerTokens(judge);
  const prompt = requests * (JUDGE_PROMPT_TOKENS + 2 * (answerTokens ?? 0));
  return {
    prompt,
    completion: most === undefined || answerTokens === undefined ? undefined : requests * most,
  };
}
