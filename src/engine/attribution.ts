// Which part of a changed subject broke the rows, measured by reverting one part after the other.

import { orTell } from '../shared/errors.ts';
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
export const OF_RATES = { least: WANTED_ROWS, rounds: 2, asksBeside: 4, isByRow: false };
/**
 * Rows that are tested each by itself, since they must hold, or are few, or may have a part of
 * their own: 5 of 5 against none of 5 are one chance in 252. The control's five, and room to ask
 * one part again.
 */
export const OF_MUST = { least: 1, rounds: 5, asksBeside: 9, isByRow: true };
/** With fewer broken rows, two rounds can hardly name a part. */
const FEWEST_OF_RATES = 3;

/** A change, the rows that it broke, and how they are asked. */
export interface BrokenChange<BrokenRow, Subject extends Fields> {
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

/** The parts that one search compares, and the rows that it asks. */
interface Scope<BrokenRow> {
  parts: readonly Part[];
  /** Changes that are named already: every ask reverts them. */
  named: Part;
  limits: typeof OF_RATES;
  broken: readonly BrokenRow[];
  unsure: readonly BrokenRow[];
}

/** The asks of one row. */
interface RowAsks extends Asks {
  /** The row is asked in further rounds. */
  isDue: boolean;
}

/** The head with changes as in the base, and what its asks gave: of all rows, and of each. */
interface Trial extends Asks {
  part: Part;
  /** The part, and what is named already. */
  reverted: Part;
  asksOfRows: readonly RowAsks[];
  /** Why it could not be asked. */
  untried?: string;
}

/** By the number of parts that are named. */
const KINDS = ['none', 'one'] as const;

/** Names the parts that broke the rows. Its state is what it has spent: requests, and edits. */
export class Search<BrokenRow, Subject extends Fields> {
  private readonly given: BrokenChange<BrokenRow, Subject>;
  private readonly parts: readonly Part[];
  private left: number;
  private edits = 0;

  constructor(given: BrokenChange<BrokenRow, Subject>) {
    this.given = given;
    this.parts = partsOfChange(given.base, given.head);
    this.left = Math.min(MAX_REQUESTS, given.most);
  }

  /**
   * Asks the broken rows with each part as in the base. Then, without the parts that are named, it
   * asks rows that may have a part of their own.
   */
  async run() {
    const { parts } = this;
    const { mustHold, broken, unsure } = this.given;
    const limits = mustHold ? OF_MUST : OF_RATES;
    const { end: first, others } = await this.search({ parts, named: [], limits, broken, unsure });
    const guilty = first.kind === 'skipped' ? [] : first.parts.filter(({ is_named }) => is_named);
    // Rows that must hold may fail at random: then others show the part.
    if (guilty.length === 0 && !mustHold) return first;
    const named = guilty.flatMap(({ part }) => part);
    const unnamed = parts.filter((part) => !part.some((change) => named.includes(change)));
    if (unnamed.length === 0) return first;
    const { end: second } = await this.search({
      parts: unnamed,
      named,
      limits: OF_MUST,
      broken: others.slice(0, MAX_ROWS),
      unsure: [],
    });
    if (second.kind === 'skipped' || second.kind === 'none') return first;
    if (first.kind === 'skipped' || first.kind === 'none') return second;
    return {
      kind: 'several' as const,
      rows: [...first.rows, ...second.rows],
      control: totalOf([first.control, second.control]),
      parts: [...guilty, ...second.parts],
    };
  }

  /** Names parts of the scope; `others`: rows that no named part restored, and rows not asked. */
  private async search(scope: Scope<BrokenRow>) {
    const requests = this.left;
    const { rows, waiting, moreRows } = await this.confirmedRows(scope);
    const limits = rows.length < FEWEST_OF_RATES ? OF_MUST : scope.limits;
    const { asked, parts } = this.affordable(rows, { ...scope, limits });
    if (asked.length > 0 && parts.length > 0) {
      const end = await this.compare(asked, { ...scope, limits, parts });
      return { end, others: [...rows.filter((row) => !end.rows.includes(row)), ...waiting] };
    }
    let why = `It would take more than the ${requests} requests that it may send.`;
    if (rows.length === 0 && this.asksLeft(1) > 0)
      why = `Rows that were asked again: ${scope.broken.length + moreRows}. None broke again, so the model errs there by chance. Lower a \`temperature\` above 0, or write a minimum in place of \`must\`.`;
    return { end: { kind: 'skipped' as const, why }, others: waiting };
  }

  /** Asks the rows of a head whose reverted changes are as in the base, under the current edit. */
  private async ask(rows: readonly BrokenRow[], reverted: Part) {
    const { base, head, costOfRow, passes } = this.given;
    this.left -= rows.length * costOfRow;
    const paths = this.parts.flat().map(({ path }) => path);
    const subject = editFields(revert(head, reverted, base), paths, this.edits);
    return Promise.all(rows.map((row) => passes(row, subject)));
  }

  /** Rows that a harmlessly edited head fails again, in an ask of its own; and those that wait. */
  private async confirmedRows(scope: Scope<BrokenRow>) {
    const { costOfRow, breaks } = this.given;
    const waiting = [...scope.broken];
    const rows: BrokenRow[] = [];
    let moreRows = 0;
    while (rows.length < (waiting.length > 0 ? MAX_ROWS : WANTED_ROWS) && this.asksLeft(1) > 0) {
      if (waiting.length === 0) {
        const further = this.furtherRows(scope, moreRows);
        if (further.length === 0) break;
        moreRows += further.length;
        this.left -= 2 * costOfRow * further.length;
        const areBroken = await Promise.all(further.map(breaks));
        waiting.push(...further.filter((_row, i) => areBroken[i]));
      }
      const wave = waiting.splice(0, Math.min(MAX_ROWS - rows.length, this.asksLeft(1)));
      this.edits += 1;
      const restored = await this.ask(wave, scope.named);
      rows.push(...wave.filter((_row, i) => restored[i] === false));
    }
    return { rows, waiting, moreRows };
  }

  /** The next rows to ask, as far as enough requests are left to ask the fewest with four parts. */
  private furtherRows({ parts, limits, unsure }: Scope<BrokenRow>, asked: number) {
    const needed = limits.least * (1 + limits.asksBeside + Math.min(parts.length, 4));
    // Each takes an ask of the base, of the head, and of the edited head.
    const room = Math.floor((this.asksLeft(1) - needed) / 3);
    const most = Math.min(WANTED_ROWS, MAX_MORE_ROWS - asked, room);
    return unsure.slice(asked, asked + Math.max(0, most));
  }

  /** How often so many rows can still be asked. */
  private asksLeft(rows: number) {
    return Math.floor(this.left / (rows * this.given.costOfRow));
  }

  /** All rows and all parts, else fewer rows, and then as many parts as there are requests for. */
  private affordable(rows: readonly BrokenRow[], { parts, limits }: Scope<BrokenRow>) {
    let asked = rows;
    const mostParts = () => this.asksLeft(asked.length) - limits.asksBeside;
    while (asked.length > limits.least && mostParts() < parts.length) asked = asked.slice(0, -1);
    return { asked, parts: mostParts() < 1 ? [] : joinParts(parts, mostParts()) };
  }

  /** Compares each part as in the base with a control, which is edited alone. */
  private async compare(rows: readonly BrokenRow[], { parts, named, limits }: Scope<BrokenRow>) {
    const { rounds, isByRow } = limits;
    const control = startTrial([], named, rows);
    const trials = parts.map((part) => startTrial(part, named, rows));
    await this.askRound(rows, [control, ...trials]);
    const better = trials
      .filter(({ restored }) => restored > control.restored)
      .sort((a, b) => b.restored - a.restored);
    // A row that a part did not restore is not asked again with it.
    if (isByRow)
      for (const asks of better.flatMap(({ asksOfRows }) => asksOfRows))
        asks.isDue = asks.restored > 0;
    /** Asks of a round that are left for parts. */
    let room = this.asksLeft(1) / (rounds - 1) - rows.length;
    const again = better.filter((trial) => {
      room -= dueIn(trial).length;
      return room >= 0;
    });
    for (let round = 2; round <= rounds && again.length > 0; round += 1)
      await this.askRound(rows, [control, ...again]);
    /** How probable it is that a part restores so much more than the control by chance. */
    const chanceOf = (trial: Trial) => {
      if (!isByRow) return fisher([[trial, control]]);
      return fisher(trial.asksOfRows.map((asks, i) => [asks, itemAt(control.asksOfRows, i)]));
    };
    const pValues = holm(trials.map((one) => (again.includes(one) ? chanceOf(one) : 1)));
    const measured = trials.map((trial, i) => {
      const { part, untried } = trial;
      const p = itemAt(pValues, i);
      const is_named = p < ALPHA;
      const broken = rows.filter((_row, nth) => is_named && isRestored(nth, trial, control));
      return { part, untried, p, is_named, broken, ...totalOf(dueIn(trial)) };
    });
    const restored = measured.flatMap(({ broken }) => broken);
    const end = {
      kind: KINDS[measured.filter(({ is_named }) => is_named).length] ?? ('several' as const),
      rows: restored.length > 0 ? rows.filter((row) => restored.includes(row)) : rows,
      control: totalOf(control.asksOfRows),
      parts: measured,
    };
    if (end.kind !== 'none' || parts.length === 1 || this.asksLeft(rows.length) < 1) return end;
    const all = startTrial(parts.flat(), named, rows);
    await this.askRound(rows, [all]);
    return { ...end, all: totalOf(all.asksOfRows) };
  }

  /** Asks the rows that are due with each trial once more: all by one edit. */
  private async askRound(rows: readonly BrokenRow[], trials: readonly Trial[]) {
    this.edits += 1;
    const askTrial = (trial: Trial) =>
      orTell(
        async () => {
          const due = rows.filter((_row, i) => trial.asksOfRows[i]?.isDue);
          const answers = await this.ask(due, trial.reverted);
          for (const [i, asks] of dueIn(trial).entries())
            for (const count of [trial, asks]) {
              if (answers[i] !== null) count.asked += 1;
              if (answers[i]) count.restored += 1;
            }
        },
        ({ message }) => {
          trial.untried = message;
        },
      );
    await Promise.all(trials.map(askTrial));
  }
}

function startTrial(part: Part, named: Part, rows: readonly unknown[]): Trial {
  const none = { restored: 0, asked: 0 };
  const asksOfRows = rows.map(() => ({ ...none, isDue: true }));
  return { part, reverted: [...named, ...part], ...none, asksOfRows };
}

function dueIn({ asksOfRows }: Trial) {
  return asksOfRows.filter(({ isDue }) => isDue);
}

function totalOf(rows: readonly Asks[]) {
  const total = { restored: 0, asked: 0 };
  for (const { restored, asked } of rows) {
    total.restored += restored;
    total.asked += asked;
  }
  return total;
}

/** True if the part restored the row in most asks, beyond those that the control restored. */
function isRestored(nth: number, trial: Trial, control: Trial) {
  const { restored, asked } = itemAt(trial.asksOfRows, nth);
  return 2 * (restored - itemAt(control.asksOfRows, nth).restored) > asked;
}
