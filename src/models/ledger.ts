import { ModelError } from '../errors.js';
import type { Settings, ModelSettings } from './settings.js';

export interface Price {
  input: number;
  output?: number | undefined;
}

export interface Caps {
  max_tokens?: number | undefined;
  max_cost?: number | undefined;
  prices?: Readonly<Record<string, Price>> | undefined;
}

export const ON_BUDGET = ['refuse', 'partial'] as const;

export interface Tokens {
  prompt: number;
  completion: number;
}

/** What a request may take, put aside until it is known what it took. */
export interface Reserved {
  price: Price | undefined;
  most: Tokens;
}

const MILLION = 1_000_000;

export function costOf({ prompt, completion }: Tokens, price: Price | undefined): number {
  return price === undefined ? 0 : (prompt * price.input + completion * (price.output ?? 0)) / MILLION;
}

export function priceOf(prices: Caps['prices'], name: string): Price | undefined {
  return prices && Object.hasOwn(prices, name) ? prices[name] : undefined;
}

/** Tokens and money of all requests. The caps hold for the maximum of those under way; a request without room waits for them. */
export class Ledger {
  private tokens = 0;
  private money = 0;
  private isUnpriced = false;
  private readonly underWay = new Set<Reserved>();
  private readonly waiting: (() => void)[] = [];
  unreported = 0;
  private readonly caps: Caps;

  constructor(caps: Caps = {}) {
    this.caps = caps;
  }

  get hasCaps(): boolean {
    return this.caps.max_tokens !== undefined || this.caps.max_cost !== undefined;
  }

  /** The cost of the used tokens by the prices; undefined once a model without a price was asked. */
  get cost(): number | undefined {
    return this.caps.prices === undefined || this.isUnpriced ? undefined : this.money;
  }

  /** Resolves when the request may be sent; it must be settled. @throws ModelError `budget` where nothing that is under way makes room. */
  async reserve(name: string, most: Tokens): Promise<Reserved> {
    const reserved = { price: priceOf(this.caps.prices, name), most };
    while (this.hasCaps) {
      const over = this.over(reserved);
      if (over === undefined) break;
      if (this.underWay.size === 0) throw over;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.underWay.add(reserved);
    return reserved;
  }

  /** @param took what the server said, nothing where none was taken; `unknown` counts as the most. */
  settle(reserved: Reserved, took: Tokens | 'nothing' | 'unknown'): void {
    this.underWay.delete(reserved);
    if (took === 'unknown') this.unreported += 1;
    if (took !== 'nothing') {
      const counted = took === 'unknown' ? (this.hasCaps ? reserved.most : { prompt: 0, completion: 0 }) : took;
      this.tokens += counted.prompt + counted.completion;
      this.money += costOf(counted, reserved.price);
      this.isUnpriced ||= reserved.price === undefined;
    }
    for (const tryAgain of this.waiting.splice(0)) tryAgain();
  }

  private over({ most, price }: Reserved): ModelError | undefined {
    const { max_tokens = Infinity, max_cost = Infinity } = this.caps;
    const [tokens, cost] = [...this.underWay, { most, price }].reduce(
      ([tokens, cost], one) => [tokens + one.most.prompt + one.most.completion, cost + costOf(one.most, one.price)],
      [this.tokens, this.money],
    );
    if (tokens > max_tokens) return capReached(`${max_tokens} tokens`, 'max_tokens');
    return cost > max_cost ? capReached(`a cost of ${max_cost}`, 'max_cost') : undefined;
  }
}

function capReached(what: string, key: string): ModelError {
  const remedy = `Raise \`budget.${key}\`, lower \`max_tokens\` in the parameters, or test fewer rows.`;
  return new ModelError(`The cap of ${what} is reached: the next request could pass it.`, { kind: 'budget', fatal: true, remedy });
}

/** OpenAI's rule of thumb for English: a token is about four letters. Of a text in UTF-8, where other scripts take more bytes a letter. */
const BYTES_PER_TOKEN = 4;

/** What a chat puts around a message: its role, and where it begins and ends. */
const AROUND_A_MESSAGE = 4;

export function estimatedTokens({ bytes, messages }: { bytes: number; messages: number }): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN) + AROUND_A_MESSAGE * messages;
}

/** Room for what a server adds to a prompt: Llama's date, Qwen's greeting, its instructions for a `response_format`. */
const UNSEEN = 64;

/** No tokenizer over bytes makes more tokens of a text than it has bytes, and the body is longer than what is in it. */
export function mostPromptTokens(body: string | Uint8Array | null): number {
  return Buffer.byteLength(body ?? '') + UNSEEN;
}

/** Under these names endpoints are told how long an answer may be. */
export const BOUNDS = ['max_completion_tokens', 'max_tokens', 'max_new_tokens'] as const;

/** The most tokens that one reply can be billed for beside its prompt; undefined where nothing bounds an answer. */
export function mostAnswerTokens(settings: Settings): number | undefined {
  // Embeddings and classifications are no text: only what is sent is billed.
  if (!('parameters' in settings)) return 0;
  const { parameters, body = {} } = settings;
  const said: Record<string, unknown> = { ...body, ...parameters };
  const bounds = BOUNDS.map((name) => said[name]).filter((value) => typeof value === 'number');
  if (bounds.length === 0) return undefined;
  const draws = ['n', 'best_of'].map((name) => said[name]).filter((value) => typeof value === 'number');
  return Math.max(...bounds) * Math.max(1, ...draws);
}

/** The output limit of a run's own model as a judge, in tokens; and where a reply of its calibration was cut while it thought. */
const SELF_TOKENS = 512;
export const ROOMY_SELF_TOKENS = 4096;

/** What a team asks of its answers has no place in a judge's. */
const OF_ANSWERS = ['stop', 'response_format', 'logit_bias', 'n'];

/** An application is no judge: a question about an answer may open a ticket there. */
const NO_JUDGES = ['http'];

/** A run's own model as a judge, with the rubric alone; undefined for a hub whose models are no judges. */
export function selfJudge(model: ModelSettings, tokens = SELF_TOKENS): ModelSettings | undefined {
  if (NO_JUDGES.includes(model.hub)) return undefined;
  const { system_prompt: _system, parameters, ...settings } = model;
  const own = Object.entries(parameters).filter(([name]) => !OF_ANSWERS.includes(name));
  const bounded = own.map(([name, value]) => [name, (BOUNDS as readonly string[]).includes(name) ? tokens : value]);
  return { ...settings, section: 'judge', isSelf: true, parameters: Object.fromEntries(bounded) as Record<string, unknown> };
}
