// Measures which part of a changed subject broke the rows, by reverting one part at a time.

import { tryStep } from '../shared/errors.ts';
import {
  editFields,
  joinParts,
  splitChange,
  revert,
  type Fields,
  type Part,
} from './changed-parts.ts';
import { itemAt } from './random.ts';
import { fisher, holm, type Asks } from './statistics.ts';

/** The search collects 5 broken rows, and a sixth if one more is known to be broken. */
const WANTED_ROWS = 5;
export const MAX_ROWS = 6;
/** Maximum number of rows that the search asks in addition to those of the verdict. */
const MAX_MORE_ROWS = 20;
/** Maximum number of requests of one attribution, everything included. */
export const MAX_REQUESTS = 250;
/** The probability that one search names a part although no part differs from the control. */
const ALPHA = 0.05;

/**
 * How a search asks rows that a rate counts. If requests are scarce, rows are dropped until only
 * `least` are left. A part that does better than the control is asked in `rounds` rounds. In
 * addition to one ask for each part, a row takes `fixedAsks`: two of the control, and one for each
 * of two parts that are asked again.
 */
export const SEARCH_BY_RATES = { least: WANTED_ROWS, rounds: 2, fixedAsks: 4, testsEachRow: false };
/**
 * How a search tests each row by itself: rows that must hold, few rows, or rows that another part
 * may have broken. It happens by chance once in 252 that a part restores a row in 5 of 5 asks and
 * the control in none of 5. `fixedAsks`: five of the control, and four for one part that is asked
 * again.
 */
export const SEARCH_BY_ROW = { least: 1, rounds: 5, fixedAsks: 9, testsEachRow: true };
/** With fewer broken rows, two rounds can hardly name a part, so `SEARCH_BY_ROW` is used. */
const FEWEST_OF_RATES = 3;

/** A change, the rows that it broke, and how to ask them. */
export interface BrokenChange<BrokenRow, Side extends Fields> {
  base: Side;
  head: Side;
  /**
   * The rows must hold. One broken row fails the head, so few are known, and each part is asked
   * more often.
   */
  mustHold?: boolean;
  /** Rows of the verdict that the base gets right and the head gets wrong. */
  broken: readonly BrokenRow[];
  /** Further rows, which may be broken. */
  unsure: readonly BrokenRow[];
  /** Asks base and head a row of `unsure`. True if it is broken. */
  checkBroken: (row: BrokenRow) => Promise<boolean>;
  /** The most requests that one ask of a row takes. */
  costOfRow: number;
  /** The requests that are left, of which the attribution uses at most `MAX_REQUESTS`. */
  most: number;
  /** Asks a side a row; null if a request failed. @throws if the side cannot be asked */
  passes: (row: BrokenRow, side: Side) => Promise<boolean | null>;
}

/** The parts that one search compares, and the rows that it asks. */
interface Scope<BrokenRow> {
  parts: readonly Part[];
  /** Changes that an earlier search named. Every ask reverts them, too. */
  named: Part;
  limits: typeof SEARCH_BY_RATES;
  broken: readonly BrokenRow[];
  unsure: readonly BrokenRow[];
}

interface RowAsks extends Asks {
  /** The place of the row among those that are compared. */
  nth: number;
}

/** The head with some changes reverted, and the results of asking it about each row. */
interface Trial {
  part: Part;
  /** The part, and the changes that are already named. Every ask reverts both. */
  reverted: Part;
  asksOfRows: readonly RowAsks[];
  /** Why this head could not be asked. */
  untried?: string;
}

/**
 * Names the parts that broke the rows. Its state is the number of requests left, and of harmless
 * edits made.
 */
export class Search<BrokenRow, Side extends Fields> {
  private readonly change;
  private readonly parts;
  private requestsLeft;
  private edits = 0;

  constructor(change: BrokenChange<BrokenRow, Side>) {
    this.change = change;
    this.parts = splitChange(change.base, change.head);
    this.requestsLeft = Math.min(MAX_REQUESTS, change.most);
  }

  /**
   * Asks the broken rows with one part reverted at a time. Then keeps the named parts reverted, and
   * searches the rows that another part may have broken.
   */
  async run() {
    const { parts } = this;
    const { mustHold, broken, unsure } = this.change;
    const limits = mustHold ? SEARCH_BY_ROW : SEARCH_BY_RATES;
    const first = await this.search({ parts, named: [], limits, broken, unsure });
    const guilty = 'parts' in first.end ? first.end.parts.filter(({ is_named }) => is_named) : [];
    // Rows that must hold may have failed at random. If so, other rows may show the part.
    if (guilty.length === 0 && !mustHold) return first.end;
    const named = guilty.flatMap(({ part }) => part);
    const unnamed = parts.filter((part) => !part.some((change) => named.includes(change)));
    if (unnamed.length === 0) return first.end;
    const second = await this.search({
      parts: unnamed,
      named,
      limits: SEARCH_BY_ROW,
      broken: first.otherRows.slice(0, MAX_ROWS),
      unsure: [],
    });
    if (second.end.kind === 'skipped' || second.end.kind === 'none') return first.end;
    if (first.end.kind === 'skipped' || first.end.kind === 'none') return second.end;
    return {
      kind: 'several' as const,
      rows: [...first.end.rows, ...second.end.rows],
      control: sumOf([first.end.control, second.end.control]),
      parts: [...guilty, ...second.end.parts],
    };
  }

  /**
   * Searches the parts of a scope. `otherRows`: the rows that no named part restored, and those not
   * asked.
   */
  private async search(scope: Scope<BrokenRow>) {
    const requests = this.requestsLeft;
    const { rows, waiting, askedAgain, unanswered } = await this.confirmRows(scope);
    const limits = rows.length < FEWEST_OF_RATES ? SEARCH_BY_ROW : scope.limits;
    const { fitting, parts } = this.fitToRequests(rows, { ...scope, limits });
    if (fitting.length > 0 && parts.length > 0) {
      const end = await this.compare(fitting, { ...scope, limits, parts });
      return { end, otherRows: [...rows.filter((row) => !end.rows.includes(row)), ...waiting] };
    }
    let why = `The search would need more than the ${requests} requests that it may send.`;
    if (unanswered > 0)
      why = `Rows asked again: ${askedAgain}. Requests for ${unanswered} of them failed.`;
    else if (rows.length === 0 && this.asksLeft(1) > 0)
      why = `Rows asked again: ${askedAgain}. None of them failed again, so the model errs at random. Lower the \`temperature\` if it is above 0, or use a minimum instead of \`must\`.`;
    return { end: { kind: 'skipped' as const, why }, otherRows: waiting };
  }

  /** Asks the head rows, with some changes reverted and the current harmless edit. */
  private async ask(rows: readonly BrokenRow[], reverted: Part) {
    const { base, head, costOfRow, passes } = this.change;
    this.requestsLeft -= rows.length * costOfRow;
    const paths = this.parts.flat().map(({ path }) => path);
    const subject = editFields(revert(head, reverted, base), paths, this.edits);
    return Promise.all(rows.map((row) => passes(row, subject)));
  }

  /**
   * Asks broken rows again under a harmless edit.
   *
   * @returns the rows that fail again, those not asked yet, and how many asks got no answer
   */
  private async confirmRows(scope: Scope<BrokenRow>) {
    const { costOfRow, checkBroken } = this.change;
    const waiting = [...scope.broken];
    const rows: BrokenRow[] = [];
    let moreRows = 0;
    let askedAgain = 0;
    let unanswered = 0;
    while (rows.length < (waiting.length > 0 ? MAX_ROWS : WANTED_ROWS) && this.asksLeft(1) > 0) {
      if (waiting.length === 0) {
        const further = this.takeFurtherRows(scope, moreRows);
        if (further.length === 0) break;
        moreRows += further.length;
        this.requestsLeft -= 2 * costOfRow * further.length;
        const areBroken = await Promise.all(further.map(checkBroken));
        waiting.push(...further.filter((_row, i) => areBroken[i]));
      }
      const wave = waiting.splice(0, Math.min(MAX_ROWS - rows.length, this.asksLeft(1)));
      this.edits += 1;
      const restored = await this.ask(wave, scope.named);
      rows.push(...wave.filter((_row, i) => restored[i] === false));
      askedAgain += wave.length;
      unanswered += restored.filter((passed) => passed === null).length;
    }
    return { rows, waiting, askedAgain, unanswered };
  }

  /**
   * The next rows of `unsure`, as many as leave enough requests to compare `least` rows for four
   * parts.
   */
  private takeFurtherRows({ parts, limits, unsure }: Scope<BrokenRow>, taken: number) {
    const needed = limits.least * (1 + limits.fixedAsks + Math.min(parts.length, 4));
    // Each row takes three asks: of the base, of the head, and of the edited head.
    const room = Math.floor((this.asksLeft(1) - needed) / 3);
    const most = Math.min(WANTED_ROWS, MAX_MORE_ROWS - taken, room);
    return unsure.slice(taken, taken + Math.max(0, most));
  }

  /** How many more times this number of rows can be asked. */
  private asksLeft(rows: number) {
    return Math.floor(this.requestsLeft / (rows * this.change.costOfRow));
  }

  /**
   * All rows and all parts, if there are enough requests. Otherwise it first drops rows, and then
   * joins parts.
   */
  private fitToRequests(rows: readonly BrokenRow[], { parts, limits }: Scope<BrokenRow>) {
    let fitting = rows;
    const mostParts = () => this.asksLeft(fitting.length) - limits.fixedAsks;
    while (fitting.length > limits.least && mostParts() < parts.length)
      fitting = fitting.slice(0, -1);
    return { fitting, parts: mostParts() < 1 ? [] : joinParts(parts, mostParts()) };
  }

  /**
   * Compares the head with one part reverted, for each part, to a control: the head with just the
   * harmless edit.
   */
  private async compare(rows: readonly BrokenRow[], { parts, named, limits }: Scope<BrokenRow>) {
    const { rounds, testsEachRow } = limits;
    const control = startTrial([], named, rows);
    const trials = parts.map((part) => startTrial(part, named, rows));
    await this.askRound(rows, [control, ...trials]);
    // If each row is tested, a part is asked again only what it restored.
    const dueAgain = (trial: Trial) =>
      testsEachRow && trial !== control
        ? trial.asksOfRows.filter(({ restored }) => restored > 0)
        : trial.asksOfRows;
    // Each further round also asks the control.
    const room = this.asksLeft(1) / (rounds - 1) - rows.length;
    const finalists = chooseFinalists(trials, control, { room, dueAgain });
    for (let round = 2; round <= rounds && finalists.length > 0; round += 1)
      await this.askRound(rows, [control, ...finalists], dueAgain);
    // The probability that chance alone lets a part restore so much more than the control.
    const chanceOf = ({ asksOfRows }: Trial) => {
      if (!testsEachRow) return fisher([[sumOf(asksOfRows), sumOf(control.asksOfRows)]]);
      return fisher(asksOfRows.map((asks, i) => [asks, itemAt(control.asksOfRows, i)]));
    };
    const pValues = holm(trials.map((trial) => (finalists.includes(trial) ? chanceOf(trial) : 1)));
    const measured = trials.map((trial, i) => {
      const { part, untried, asksOfRows } = trial;
      const p = itemAt(pValues, i);
      const is_named = p < ALPHA;
      // The part broke a row if it restored it in most asks, less those that the control restored.
      const broken = rows.filter((_row, nth) => {
        const { restored, asked } = itemAt(asksOfRows, nth);
        const byControl = itemAt(control.asksOfRows, nth).restored;
        return is_named && 2 * (restored - byControl) > asked;
      });
      return { part, untried, p, is_named, broken, ...sumOf(asksOfRows) };
    });
    const guilty = measured.filter(({ is_named }) => is_named);
    const broken = guilty.flatMap((part) => part.broken);
    const comparison = {
      rows: broken.length > 0 ? rows.filter((row) => broken.includes(row)) : rows,
      control: sumOf(control.asksOfRows),
      parts: measured,
    };
    if (guilty.length > 1) return { kind: 'several' as const, ...comparison };
    if (guilty.length > 0) return { kind: 'one' as const, ...comparison };
    const end = { kind: 'none' as const, ...comparison };
    if (parts.length === 1 || this.asksLeft(rows.length) < 1) return end;
    const all = startTrial(parts.flat(), named, rows);
    await this.askRound(rows, [all]);
    return { ...end, all: sumOf(all.asksOfRows) };
  }

  /** Asks each trial its due rows, by default all, once more, all under the same new edit. */
  private async askRound(
    rows: readonly BrokenRow[],
    trials: readonly Trial[],
    dueIn = ({ asksOfRows }: Trial) => asksOfRows,
  ) {
    this.edits += 1;
    const askTrial = (trial: Trial) =>
      tryStep(
        async () => {
          const due = dueIn(trial);
          const dueRows = due.map(({ nth }) => itemAt(rows, nth));
          const answers = await this.ask(dueRows, trial.reverted);
          for (const [i, asks] of due.entries()) {
            if (answers[i] !== null) asks.asked += 1;
            if (answers[i]) asks.restored += 1;
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
  const asksOfRows = rows.map((_row, nth) => ({ nth, restored: 0, asked: 0 }));
  return { part, reverted: [...named, ...part], asksOfRows };
}

/**
 * The trials to ask in further rounds: those that restored more than the control, the best first,
 * as many as a round has room for.
 */
function chooseFinalists(
  trials: readonly Trial[],
  control: Trial,
  { room, dueAgain }: { room: number; dueAgain: (trial: Trial) => readonly RowAsks[] },
) {
  const restoredBy = ({ asksOfRows }: Trial) => sumOf(asksOfRows).restored;
  const better = trials
    .filter((trial) => restoredBy(trial) > restoredBy(control))
    .sort((a, b) => restoredBy(b) - restoredBy(a));
  const finalists: Trial[] = [];
  let asks = 0;
  for (const trial of better) {
    asks += dueAgain(trial).length;
    if (asks > room) break;
    finalists.push(trial);
  }
  return finalists;
}

function sumOf(rows: readonly Asks[]) {
  const sum = { restored: 0, asked: 0 };
  for (const { restored, asked } of rows) {
    sum.restored += restored;
    sum.asked += asked;
  }
  return sum;
}
