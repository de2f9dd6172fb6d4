import type { Config, Overrides } from '../config/config.js';
import type { RequestCount } from '../engine/budget.js';
import type { TokenEstimate } from '../engine/results.js';
import { costOf, estimatedTokens, isLocal, mostAnswerTokens, priceOf } from '../models/index.js';
import type { ModelSettings } from '../models/settings.js';
import type { Need } from '../engine/budget.js';
import type { Share } from '../engine/parse-share.js';
import { budgetProblem } from './budget.js';

/** Tokens of a judge's prompt without the answers: instructions, question, form of the verdict. Our prompts have 250 to 900. */
const AROUND_A_JUDGEMENT = 700;

type Part = { name: string; prompt: number; completion: number | undefined };

/** Estimates the prompt tokens of a run, and bounds its completion tokens. `base`: the base's model. */
export function estimateOf(count: RequestCount, config: Config, base?: ModelSettings): TokenEstimate | undefined {
  const { model, embeddings, tests, budget } = config;
  if (isLocal(model)) return undefined;
  const judges = tests.flatMap(({ judge }) => judge ?? []);
  const answer = mostAnswerTokens(model);
  const judged = count.judge + count.calibration;
  const byEach = judges.map((judge) => judgements(judge, judged, answer));
  const parts: Part[] = [
    chats(model, { requests: count.answers - count.base, bytes: count.bytes.head }),
    ...(count.base > 0 ? [chats(base ?? model, { requests: count.base, bytes: count.bytes.base })] : []),
    // The most expensive judge bounds the cost, since the share of each judge is not known.
    ...(judged > 0 ? [dearest(byEach, config)] : []),
    ...(count.embeddings > 0 && embeddings ? [{ name: embeddings.name, prompt: count.answers * (answer ?? 0), completion: 0 }] : []),
  ];
  const completion = parts.map((part) => part.completion);
  const isBounded = completion.every((most) => most !== undefined);
  const hasPrices = parts.every(({ name }) => priceOf(budget.prices, name) !== undefined);
  return {
    prompt_tokens: sum(parts.map(({ prompt }) => prompt)),
    ...(isBounded && { completion_tokens: sum(completion) }),
    ...(isBounded && hasPrices && { cost: sum(parts.map((part) => mostOf(part, config))) }),
  };
}

function chats(settings: ModelSettings, { requests, bytes }: { requests: number; bytes: number }): Part {
  const { name, system_prompt } = settings;
  const most = mostAnswerTokens(settings);
  const before = system_prompt === undefined ? 0 : Buffer.byteLength(system_prompt);
  const messages = requests * (system_prompt === undefined ? 1 : 2);
  return {
    name,
    prompt: estimatedTokens({ bytes: bytes + requests * before, messages }),
    completion: most === undefined ? undefined : requests * most,
  };
}

function judgements(judge: ModelSettings, requests: number, answer: number | undefined): Part {
  const most = mostAnswerTokens(judge);
  const prompt = requests * (AROUND_A_JUDGEMENT + 2 * (answer ?? 0));
  return { name: judge.name, prompt, completion: most === undefined || answer === undefined ? undefined : requests * most };
}

function dearest(parts: readonly Part[], config: Config): Part {
  return parts.reduce((most, part) => (mostOf(part, config) > mostOf(most, config) ? part : most));
}

function mostOf({ name, prompt, completion = 0 }: Part, { budget }: Config): number {
  return costOf({ prompt, completion }, priceOf(budget.prices, name));
}

function sum(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((total, one) => total + (one ?? 0), 0);
}

type ExpectedOf = { config: Config; overrides: Overrides; base: Config | undefined; share?: Share | undefined };

export class Expected {
  estimate: TokenEstimate | undefined;
  private readonly of: ExpectedOf;

  constructor(of: ExpectedOf) {
    this.of = of;
  }

  /** @throws ConfigError if the caps allow no verdict */
  readonly check = (need: Need): void => {
    this.look(need);
    const problem = budgetProblem(need, this.of, this.of.config);
    if (problem) throw problem;
  };

  /** Estimates only: a merge sends nothing. */
  readonly look = (need: Need): void => {
    const { config, base } = this.of;
    this.estimate = estimateOf(need.count, config, base?.model);
  };
}
