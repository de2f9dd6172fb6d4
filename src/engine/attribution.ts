// Which part of a changed subject broke the rows, measured by reverting one part after the other.

import { orTell } from '../errors.ts';
import {
  editFields,
  joinParts,
  partsOfChange,
  revert,
  type Fields,
  type Part,
} from './changed-parts.ts';
import { itemAt } from './random.ts';
import { fisher, holm, type Asks } from './statistics.ts';

/** Rows are collected until there are 5, and a sixth where one more is known to be broken. */
const WANTED_ROWS = 5;
export const MAX_ROWS = 6;
/** Rows that are asked at most beside those of the verdict. */
const MAX_MORE_ROWS = 20;
/** Requests of one attribution, everything included. */
export const MAX_REQUESTS = 250;
/** Probability that any part is named although none differs from the control. */
const ALPHA = 0.05;

/**
 * With few requests, rows are left out down to `least`. Each row is asked in `rounds` for each
 * part, and takes `asksBeside` more: the control's two, and room to ask two parts again.
 */
export const OF_RATES = { least: WANTED_ROWS, rounds: 2, asksBeside: 4 };
/**
 * Rows that are tested each by itself, since they must hold, or are few, or may have a part of
 * their own: 5 of 5 against none of 5 are one chance in 252. The control's five, and room to ask
 * one part again.
 */
export const OF_MUST = { least: 1, rounds: 5, asksBeside: 9 };
/** With fewer broken rows, two rounds can hardly name a part. */
const FEWEST_OF_RATES = 3;

export interface Attributed<BrokenRow, Subject extends Fields> {
  base: Subject;
  head: Subject;
  /** One of the rows alone fails the head, so that few are known: each part is asked more often. */
  mustHold?: boolean;
  /** Rows of the verdict that the base answers right and the head does not. */
  broken: readonly BrokenRow[];
  /** Further rows, of which it is not known whether they are broken. */
  unsure: readonly BrokenRow[];
  /** Asks base and head such a row; true if it is broken. */
  breaks: (row: BrokenRow) => Promise<boolean>;
  /** Requests of one ask of a row at most. */
  costOfRow: number;
  /** Requests that the attribution may take, at most `MAX_REQUESTS`. */
  most: number;
  /** Asks a subject the row; null where a request failed. @throws if it cannot be asked */
  passes: (row: BrokenRow, subject: Subject) => Promise<boolean | null>;
}

interface AskedRow<BrokenRow> extends Asks {
  row: BrokenRow;
}

/** A part that is reverted, and what its asks gave: of all rows, and of each. */
interface AskedPart<BrokenRow> extends Asks {
  part: Part;
  rows: readonly AskedRow<BrokenRow>[];
  /** Rows that are still asked. */
  due: readonly AskedRow<BrokenRow>[];
  /** Why the head with this part as in the base could not be asked. */
  untried?: string;
}

/**
 * Asks the broken rows with each part as in the base, against a control that is edited alone. Then,
 * without the parts that are named, it asks rows that may have a part of their own.
 */
export class Search<BrokenRow, Subject extends Fields> {
  private readonly given: Attributed<BrokenRow, Subject>;
  private readonly changes: Part;
  private parts: readonly Part[];
  /** Changes that are named: the second search reverts them in every ask. */
  private named: Part = [];
  private limits: typeof OF_RATES;
  /** Broken rows that were not asked, and those that no part restored. */
  private waiting: BrokenRow[];
  private unsure: readonly BrokenRow[];
  private moreRows = 0;
  private left: number;
  private edits = 0;

  constructor(given: Attributed<BrokenRow, Subject>) {
    this.given = given;
    this.parts = partsOfChange(given.base, given.head);
    this.changes = this.parts.flat();
    this.limits = given.mustHold ? OF_MUST : OF_RATES;
    this.waiting = [...given.broken];
    this.unsure = given.unsure;
    this.left = Math.min(MAX_REQUESTS, given.most);
  }

  async run() {
    const first = await this.search();
    const named = first.kind === 'skipped' ? [] : first.parts.filter(({ isNamed }) => isNamed);
    // Rows that must hold may fail at random: then others show the part.
    if (named.length === 0 && !this.given.mustHold) return first;
    this.named = named.flatMap(({ part }) => part);
    this.parts = this.parts.filter((part) => !part.some((one) => this.named.includes(one)));
    if (this.parts.length === 0) return first;
    this.waiting.splice(MAX_ROWS);
    this.unsure = [];
    this.limits = OF_MUST;
    const second = await this.search();
    if (second.kind === 'skipped' || second.kind === 'none') return first;
    if (first.kind === 'skipped' || first.kind === 'none') return second;
    return {
      kind: 'several' as const,
      rows: [...first.rows, ...second.rows],
      control: totalOf([first.control, second.control]),
      parts: [...named, ...second.parts],
    };
  }

  private async search() {
    const requests = this.left;
    const rows = await this.confirmedRows();
    if (rows.length < FEWEST_OF_RATES) this.limits = OF_MUST;
    const { asked, parts } = this.affordable(rows);
    if (asked.length > 0 && parts.length > 0) {
      const end = await this.compare(asked, parts);
      // Rows that no named part restored may have a part of their own.
      this.waiting.unshift(...rows.filter((row) => !end.rows.includes(row)));
      return end;
    }
    const isKnown = rows.length === 0 && this.asksLeft(1) > 0;
    const tooMany = `It would take more than the ${requests} requests that it may.`;
    return { kind: 'skipped' as const, why: isKnown ? this.whyNone() : tooMany };
  }

  private whyNone(): string {
    if (this.given.mustHold)
      return 'What must hold failed twice, and passed when it was asked again. Where the model errs at random, lower its `temperature`.';
    const asked = this.given.broken.length + this.moreRows;
    return `None of the ${asked} rows that were asked again broke again. Where the model errs at random, lower its \`temperature\`, or add rows.`;
  }

  private async ask(rows: readonly BrokenRow[], part: Part) {
    const { base, head, costOfRow, passes } = this.given;
    this.left -= rows.length * costOfRow;
    const reverted = this.changes.filter((one) => this.named.includes(one) || part.includes(one));
    const changed = this.changes.map(({ path }) => path);
    const subject = editFields(revert(head, reverted, base), changed, this.edits);
    return Promise.all(rows.map((row) => passes(row, subject)));
  }

  /** Rows that a harmlessly edited head fails again, in an ask of its own. */
  private async confirmedRows() {
    const { waiting } = this;
    const rows: BrokenRow[] = [];
    while (rows.length < (waiting.length > 0 ? MAX_ROWS : WANTED_ROWS) && this.asksLeft(1) > 0) {
      if (waiting.length === 0 && !(await this.findMore())) break;
      const wave = waiting.splice(0, Math.min(MAX_ROWS - rows.length, this.asksLeft(1)));
      this.edits += 1;
      const restored = await this.ask(wave, []);
      rows.push(...wave.filter((_row, i) => restored[i] === false));
    }
    return rows;
  }

  /** Asks further rows, as far as enough requests are left to ask the fewest with four parts. */
  private async findMore() {
    const { costOfRow, breaks } = this.given;
    const { least, asksBeside } = this.limits;
    const needed = least * (1 + asksBeside + Math.min(this.parts.length, 4));
    const room = Math.floor((this.asksLeft(1) - needed) / 3);
    const most = Math.min(WANTED_ROWS, MAX_MORE_ROWS - this.moreRows, room);
    if (most < 1) return false;
    const rows = this.unsure.slice(this.moreRows, this.moreRows + most);
    this.left -= 2 * costOfRow * rows.length;
    this.moreRows += rows.length;
    const areBroken = await Promise.all(rows.map(breaks));
    this.waiting.push(...rows.filter((_row, i) => areBroken[i]));
    return rows.length > 0;
  }

  /** How often so many rows can still be asked. */
  private asksLeft(rows: number): number {
    return Math.floor(this.left / (rows * this.given.costOfRow));
  }

  /** All rows and all parts, else fewer rows, and then as many parts as there are requests for. */
  private affordable(rows: readonly BrokenRow[]) {
    const { least, asksBeside } = this.limits;
    let asked = rows;
    const mostParts = () => this.asksLeft(asked.length) - asksBeside;
    while (asked.length > least && mostParts() < this.parts.length) asked = asked.slice(0, -1);
    return { asked, parts: mostParts() < 1 ? [] : joinParts(this.parts, mostParts()) };
  }

  /** Asks the rows that are due with each part as in the base: all by one edit. */
  private async askParts(parts: readonly AskedPart<BrokenRow>[]) {
    this.edits += 1;
    const askPart = (one: AskedPart<BrokenRow>) =>
      orTell(
        async () => {
          const rows = one.due.map(({ row }) => row);
          const round = await this.ask(rows, one.part);
          for (const [i, isRestored] of round.entries())
            for (const count of [one, itemAt(one.due, i)]) {
              if (isRestored !== null) count.asked += 1;
              if (isRestored) count.restored += 1;
            }
        },
        ({ message }) => {
          one.untried = message;
        },
      );
    await Promise.all(parts.map(askPart));
  }

  private async compare(rows: readonly BrokenRow[], parts: readonly Part[]) {
    const control = unasked([], rows);
    const asked = parts.map((part) => unasked(part, rows));
    await this.askParts([control, ...asked]);
    const again = this.partsToAskAgain(asked, control);
    for (let round = 2; round <= this.limits.rounds && again.length > 0; round += 1)
      await this.askParts([control, ...again]);
    const pValues = holm(
      asked.map((one) => (again.includes(one) ? this.chanceOf(one, control) : 1)),
    );
    const measured = asked.map((one, i) => {
      const p = itemAt(pValues, i);
      const isNamed = p < ALPHA;
      const broken = isNamed ? restoredRows(one, control) : [];
      const { part, untried, due } = one;
      return { part, untried, p, isNamed, broken, ...totalOf(due) };
    });
    const restored = measured.flatMap(({ broken }) => broken);
    const named = measured.filter(({ isNamed }) => isNamed).length;
    const kind = itemAt(['none', 'one', 'several'] as const, Math.min(named, 2));
    const shown = restored.length > 0 ? rows.filter((row) => restored.includes(row)) : rows;
    const end = { kind, rows: shown, control: totalOf(control.rows), parts: measured };
    if (kind !== 'none' || parts.length === 1 || this.asksLeft(rows.length) < 1) return end;
    const all = unasked(parts.flat(), rows);
    await this.askParts([all]);
    return { ...end, all: totalOf(all.rows) };
  }

  /**
   * A part that restored no more than the control is not asked again; nor is a row that it did not
   * restore, where each row is tested by itself.
   */
  private partsToAskAgain(asked: readonly AskedPart<BrokenRow>[], control: AskedPart<BrokenRow>) {
    let room = Math.floor(this.asksLeft(1) / (this.limits.rounds - 1)) - control.due.length;
    const again: AskedPart<BrokenRow>[] = [];
    for (const one of asked.toSorted((a, b) => b.restored - a.restored)) {
      if (one.restored <= control.restored) break;
      if (this.limits === OF_MUST) one.due = one.due.filter(({ restored }) => restored > 0);
      room -= one.due.length;
      if (room >= 0) again.push(one);
    }
    return again;
  }

  /** How probable it is that a part restores so much more than the control by chance. */
  private chanceOf(one: AskedPart<BrokenRow>, control: AskedPart<BrokenRow>): number {
    if (this.limits === OF_RATES) return fisher([[one, control]]);
    return fisher(one.rows.map((row, i) => [row, itemAt(control.rows, i)]));
  }
}

function unasked<BrokenRow>(part: Part, rows: readonly BrokenRow[]): AskedPart<BrokenRow> {
  const none = { restored: 0, asked: 0 };
  const counts = rows.map((row) => ({ row, ...none }));
  return { part, ...none, rows: counts, due: counts };
}

function totalOf(rows: readonly Asks[]): Asks {
  const total = { restored: 0, asked: 0 };
  for (const { restored, asked } of rows) {
    total.restored += restored;
    total.asked += asked;
  }
  return total;
}

/** Rows that a part restored in most asks, those aside that the control restored. */
function restoredRows<BrokenRow>({ rows }: AskedPart<BrokenRow>, control: AskedPart<BrokenRow>) {
  return rows.flatMap(({ row, restored, asked }, i) => {
    const more = restored - itemAt(control.rows, i).restored;
    return 2 * more > asked ? [row] : [];
  });
}
