import { distinct, type Answers, type Asked } from './ask.js';
import { questionKey } from './questions.js';

interface Entry<Item> {
  item: Item;
  missing: number;
}

/** Items that wait for the answers to some questions, each with a count of those that are missing. */
export class Waiting<Item> {
  private readonly entries = new Map<Answers, Map<string, Entry<Item>[]>>();
  private readonly whole: Item[] = [];

  add(item: Item, asked: readonly Asked[]): void {
    const open = distinct(asked).filter(({ answers, question }) => !answers.has(question));
    if (open.length === 0) this.whole.push(item);
    const entry = { item, missing: open.length };
    for (const { answers, question } of open) {
      const own = this.entries.get(answers) ?? new Map<string, Entry<Item>[]>();
      this.entries.set(answers, own);
      const key = questionKey(question);
      own.set(key, [...(own.get(key) ?? []), entry]);
    }
  }

  /** Items that wait for nothing. */
  complete(): Item[] {
    return this.whole.splice(0);
  }

  /** Items for which this was the last answer. */
  answered({ answers, question }: Asked): Item[] {
    const own = this.entries.get(answers);
    const entries = own?.get(questionKey(question)) ?? [];
    own?.delete(questionKey(question));
    return entries.filter((entry) => --entry.missing === 0).map(({ item }) => item);
  }
}
