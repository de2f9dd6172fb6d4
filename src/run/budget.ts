import type { Config, Overrides } from '../config/config.ts';
import type { Need, RequestCount } from '../engine/asking/budget.ts';
import { sum } from '../engine/lists.ts';
import type { Shard } from '../engine/verdict/shard.ts';
import type { TokenEstimate } from '../engine/results.ts';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import {
  costOf,
  estimatedTokens,
  isLocal,
  maxAnswerTokens,
  priceOf,
  concurrencyOf,
  type ModelSettings,
} from '../models/index.ts';

/**
 * @throws ConfigError for a cap on tokens or cost if the length or the price of an answer is
 * unbounded
 */
export function checkBudget(config: Config): void {
  const { budget, model, embeddings, tests } = config;
  const problem = [model, ...tests.flatMap(({ judge }) => judge ?? [])]
    .map((settings) => unboundedProblem(settings, budget))
    .find(Boolean);
  if (problem)
    throw new ConfigError(problem.message, {
      where: config.placeOf(problem.key) ?? problem.key,
      remedy: problem.remedy,
    });
  if (budget.max_cost === undefined || !embeddings || priceOf(budget.prices, embeddings.name))
    return;
  throw new ConfigError(`there is no price for the embeddings of ${quoted(embeddings.name)}`, {
    where: config.placeOf('budget.max_cost') ?? 'budget.max_cost',
    remedy: `Under budget.prices, write for ${quoted(embeddings.name)}: \`{ input: … }\`, for a million tokens.`,
  });
}

/** Returns why the tokens or the cost of a model cannot be bounded, if a cap needs that. */
export function unboundedProblem(
  settings: ModelSettings,
  { max_tokens, max_cost, prices }: Config['budget'],
) {
  const { section = 'model', name } = settings;
  if (max_tokens === undefined && max_cost === undefined) return undefined;
  const key = max_tokens === undefined ? 'budget.max_cost' : 'budget.max_tokens';
  if (maxAnswerTokens(settings) === undefined) {
    const remedy = `Set max_tokens (or max_completion_tokens) in ${section}.parameters: how long an answer may be.`;
    return { message: `${key} needs a bound on the answers of ${quoted(name)}`, remedy, key };
  }
  const price = priceOf(prices, name);
  if (max_cost === undefined || price?.output !== undefined) return undefined;
  const remedy = `Under budget.prices, write for ${quoted(name)}: \`{ input: …, output: … }\`, for a million tokens each.`;
  return {
    message: `budget.max_cost needs the price of ${quoted(name)}, in and out`,
    remedy,
    key: 'budget.max_cost',
  };
}

/**
 * Returns an error if the caps allow too few requests, tokens or too little money for any verdict.
 */
export function budgetProblem(
  { least }: Need,
  { overrides, shard }: { overrides: Overrides; shard?: Shard | undefined },
  config: Config,
): ConfigError | undefined {
  if (config.budget.on_budget === 'partial') return undefined;
  const tooLow = lowCap(least, config);
  if (!tooLow) return undefined;
  const { key, needs, cap } = tooLow;
  const runInWords = shard ? `Shard ${shard.index} of ${shard.count}` : 'The run';
  const capInWords = shard ? 'its part of the cap' : 'the cap';
  const isOverridden = key === 'budget.max_requests' && overrides.maxRequests !== undefined;
  return new ConfigError(
    `${runInWords} needs ${needs}, and ${capInWords} is ${cap}. Nothing was sent.`,
    {
      where: isOverridden ? "input 'max-requests'" : (config.placeOf(key) ?? key),
      remedy: `Raise ${key}, take fewer rows (data.limit), or set \`on-budget: partial\` (budget.on_budget): as much as it allows is asked then, and the rest is in error.`,
    },
  );
}

/** Returns the first cap that is too low for the fewest requests of a verdict. */
function lowCap(
  least: Need['least'],
  { budget, model }: Config,
): { key: string; needs: string; cap: number } | undefined {
  const { max_requests = Infinity, max_tokens = Infinity, max_cost = Infinity, prices } = budget;
  if (least.total > max_requests)
    return {
      key: 'budget.max_requests',
      needs: `${least.total} requests`,
      cap: max_requests,
    };
  const answers = least.answers - least.base;
  const tokens = {
    prompt: estimatedTokens({ bytes: least.bytes.head, messages: answers }),
    completion: answers,
  };
  if (tokens.prompt + tokens.completion > max_tokens)
    return {
      key: 'budget.max_tokens',
      needs: `about ${tokens.prompt} tokens for its prompts alone`,
      cap: max_tokens,
    };
  const cost = costOf(tokens, priceOf(prices, model.name));
  if (cost <= max_cost) return undefined;
  const needs = `about ${cost.toPrecision(2)} for its prompts alone`;
  return { key: 'budget.max_cost', needs, cap: max_cost };
}

function partOfShard(total: number, { index, count }: Shard): number {
  return Math.floor((total + count - index) / count);
}

/** Returns the configuration with the shard's part of each cap of the budget. */
export function scaleBudgetToShard<T extends Pick<Config, 'budget'>>(
  config: T,
  shard: Shard | undefined,
): T {
  if (shard === undefined) return config;
  const { max_requests, max_tokens, max_cost, ...otherSettings } = config.budget;
  const budget = {
    ...otherSettings,
    max_requests: max_requests && partOfShard(max_requests, shard),
    max_tokens: max_tokens && partOfShard(max_tokens, shard),
    max_cost: max_cost && max_cost / shard.count,
  };
  return { ...config, budget };
}

/** Returns how many requests of the shard may be on the way at once: at first, and at most. */
export function paceOfShard(
  concurrency: Config['concurrency'],
  shard: Shard | undefined,
): ReturnType<typeof concurrencyOf> {
  const { start, maximum } = concurrencyOf(concurrency);
  if (shard === undefined) return { start, maximum };
  return {
    start: Math.max(1, partOfShard(start, shard)),
    maximum: Math.max(1, partOfShard(maximum, shard)),
  };
}

/**
 * Tokens of a judge's prompt without the answers: instructions, question, form of the verdict. Our
 * prompts have 250 to 900.
 */
const JUDGE_PROMPT_TOKENS = 700;

/** Estimated tokens of all requests to one model; `completion` is undefined without a bound. */
type ModelTokens = { name: string; prompt: number; completion: number | undefined };

/**
 * Estimates the prompt tokens of a run, and bounds its completion tokens. `base`: the base's model.
 */
export function estimateOf(
  count: RequestCount,
  config: Config,
  base?: ModelSettings,
): TokenEstimate | undefined {
  const { model, embeddings, tests, budget } = config;
  if (isLocal(model)) return undefined;
  const judges = tests.flatMap(({ judge }) => judge ?? []);
  const answerTokens = maxAnswerTokens(model);
  const judgeRequests = count.judge + count.calibration;
  const judgeTokens = judges.map((judge) => judgementTokens(judge, judgeRequests, answerTokens));
  const parts: ModelTokens[] = [
    chatTokens(model, { requests: count.answers - count.base, bytes: count.bytes.head }),
  ];
  if (count.base > 0)
    parts.push(chatTokens(base ?? model, { requests: count.base, bytes: count.bytes.base }));
  if (judgeRequests > 0)
    parts.push(
      ...judgeTokens.toSorted((a, b) => mostCost(b, config) - mostCost(a, config)).slice(0, 1),
    );
  if (count.embeddings > 0 && embeddings)
    parts.push({
      name: embeddings.name,
      prompt: count.answers * (answerTokens ?? 0),
      completion: 0,
    });
  const isBounded = parts.every(({ completion }) => completion !== undefined);
  const hasPrices = parts.every(({ name }) => priceOf(budget.prices, name) !== undefined);
  return {
    prompt_tokens: sum(parts, ({ prompt }) => prompt),
    completion_tokens: isBounded ? sum(parts, ({ completion = 0 }) => completion) : undefined,
    cost: isBounded && hasPrices ? sum(parts, (part) => mostCost(part, config)) : undefined,
  };
}

function chatTokens(
  settings: ModelSettings,
  { requests, bytes }: { requests: number; bytes: number },
): ModelTokens {
  const { name, system_prompt, system_fill } = settings;
  const most = maxAnswerTokens(settings);
  // A system prompt that rows fill is a part of each question.
  const isFixedSystemPrompt = system_prompt !== undefined && system_fill === undefined;
  const systemBytes = isFixedSystemPrompt ? Buffer.byteLength(system_prompt) : 0;
  const messages = requests * (system_prompt === undefined ? 1 : 2);
  return {
    name,
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
    name: judge.name,
    prompt,
    completion: most === undefined || answerTokens === undefined ? undefined : requests * most,
  };
}

function mostCost({ name, prompt, completion = 0 }: ModelTokens, { budget }: Config): number {
  return costOf({ prompt, completion }, priceOf(budget.prices, name));
}
