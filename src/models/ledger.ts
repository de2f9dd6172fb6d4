import { ModelError } from '../errors.js';

/** What a million tokens cost, in the currency of whoever says so. */
export interface Price {
  input: number;
  output?: number | undefined;
}

/** What a run may take beside requests. */
export interface Caps {
  max_tokens?: number | undefined;
  max_cost?: number | undefined;
  /** By the name of a model. */
  prices?: Readonly<Record<string, Price>> | undefined;
}

/** What to do with a run that needs more than a cap allows. */
export const ON_BUDGET = ['refuse', 'partial'] as const;

/** Tokens of one request: of its prompt, and of what may come back. */
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

/** The price of a model, where there is one. */
export function priceOf(prices: Caps['prices'], name: string): Price | undefined {
  return prices && Object.hasOwn(prices, name) ? prices[name] : undefined;
}

/**
 * What requests took, and what those under way may take at the most: a cap is never passed, however many are under way. A request for which
 * nothing is left waits while others are under way, since most take less than they may, so that no verdict hangs on how many are.
 */
export class Ledger {
  private tokens = 0;
  private money = 0;
  private isUnpriced = false;
  private readonly underWay = new Set<Reserved>();
  private readonly waiting: (() => void)[] = [];
  /** Requests that were counted by the most that they may have taken: nobody said what they took. */
  unreported = 0;
  private readonly caps: Caps;

  constructor(caps: Caps = {}) {
    this.caps = caps;
  }

  get hasCaps(): boolean {
    return this.caps.max_tokens !== undefined || this.caps.max_cost !== undefined;
  }

  /** By the prices, of what was taken; undefined as soon as somebody took something who has no price. */
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
  return new ModelError(`The cap of ${what} is reached: the next request could pass it.`, {
    kind: 'budget',
    fatal: true,
    remedy: `Raise \`budget.${key}\`, lower \`max_tokens\` in the parameters, or test fewer rows.`,
  });
}
