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
interface Search<BrokenRow> {
  asker: ReturnType<typeof createAsker<BrokenRow, Fields>>;
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
  asks: readonly RowAsks[];
  /** The rows that the next round asks. */
  due: readonly RowAsks[];
  /** Why this head could not be asked. */
  untried?: string;
}

/**
 * Names the parts that broke the rows: asks the broken rows with one part reverted at a time. Then
 * keeps the named parts reverted, and searches the rows that another part may have broken.
 */
export async function findCause<BrokenRow, Side extends Fields>(
  change: BrokenChange<BrokenRow, Side>,
) {
  const { base, head, mustHold, broken, unsure } = change;
  const parts = splitChange(base, head);
  const asker = createAsker(change, parts);
  const limits = mustHold ? SEARCH_BY_ROW : SEARCH_BY_RATES;
  const first = await searchParts({ asker, parts, named: [], limits, broken, unsure });
  const guilty = 'parts' in first.end ? first.end.parts.filter(({ isNamed }) => isNamed) : [];
  // Rows that must hold may have failed at random. If so, other rows may show the part.
  if (guilty.length === 0 && !mustHold) return first.end;
  const named = guilty.flatMap(({ part }) => part);
  const unnamed = parts.filter((part) => !part.some((changed) => named.includes(changed)));
  if (unnamed.length === 0) return first.end;
  const second = await searchParts({
    asker,
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

/** Asks rows of edited heads, and counts the requests that are left. */
function createAsker<BrokenRow, Side extends Fields>(
  { base, head, most, costOfRow, passes, checkBroken }: BrokenChange<BrokenRow, Side>,
  parts: readonly Part[],
) {
  const paths = parts.flat().map(({ path }) => path);
  const mostRequests = Math.min(MAX_REQUESTS, most);
  let requestsLeft = mostRequests;
  let rounds = 0;
  return {
    mostRequests,
    /** How many more times this number of rows can be asked. */
    asksLeft: (rows = 1) => Math.floor(requestsLeft / (rows * costOfRow)),
    /**
     * Starts a round. All its asks make the same harmless edit, which no other round makes, so that
     * no question is asked twice.
     */
    startRound() {
      rounds += 1;
      const edit = rounds;
      return async (rows: readonly BrokenRow[], reverted: Part) => {
        requestsLeft -= rows.length * costOfRow;
        const subject = editFields(revert(head, reverted, base), paths, edit);
        return Promise.all(rows.map((row) => passes(row, subject)));
      };
    },
    /** Asks base and head rows, and returns those that are broken. */
    async findBroken(rows: readonly BrokenRow[]) {
      requestsLeft -= 2 * rows.length * costOfRow;
      const areBroken = await Promise.all(rows.map(checkBroken));
      return rows.filter((_row, i) => areBroken[i]);
    },
  };
}

/** Runs a search. `otherRows`: the rows that no named part restored, and those not asked. */
async function searchParts<BrokenRow>(search: Search<BrokenRow>) {
  const { asker } = search;
  const { rows, waiting, askedAgain, unanswered } = await confirmRows(search);
  const limits = rows.length < FEWEST_OF_RATES ? SEARCH_BY_ROW : search.limits;
  const { fitting, parts } = fitToRequests(rows, { ...search, limits });
  if (fitting.length > 0 && parts.length > 0) {
    const end = await compareParts(fitting, { ...search, limits, parts });
    return { end, otherRows: [...rows.filter((row) => !end.rows.includes(row)), ...waiting] };
  }
  let why = `The search would need more than the ${asker.mostRequests} requests that it may send.`;
  if (unanswered > 0)
    why = `Rows asked again: ${askedAgain}. Requests for ${unanswered} of them failed.`;
  else if (rows.length === 0 && asker.asksLeft() > 0)
    why = `Rows asked again: ${askedAgain}. None of them failed again, so the model errs at random. Lower the \`temperature\` if it is above 0, or use a minimum instead of \`must\`.`;
  return { end: { kind: 'skipped' as const, why }, otherRows: waiting };
}

/**
 * Asks broken rows again under a harmless edit.
 *
 * @returns the rows that fail again, those not asked yet, and how many asks got no answer
 */
async function confirmRows<BrokenRow>(search: Search<BrokenRow>) {
  const { asker, parts, named, limits } = search;
  const waiting = [...search.broken];
  const further = search.unsure.slice(0, MAX_MORE_ROWS);
  // Enough asks are left to compare the least number of rows for four parts.
  const reserve = limits.least * (1 + limits.fixedAsks + Math.min(parts.length, 4));
  const rows: BrokenRow[] = [];
  let askedAgain = 0;
  let unanswered = 0;
  while (rows.length < (waiting.length > 0 ? MAX_ROWS : WANTED_ROWS) && asker.asksLeft() > 0) {
    if (waiting.length === 0) {
      // Each row takes three asks: of the base, of the head, and of the edited head.
      const room = Math.floor((asker.asksLeft() - reserve) / 3);
      const unsure = further.splice(0, Math.min(WANTED_ROWS, room));
      if (unsure.length === 0) break;
      waiting.push(...(await asker.findBroken(unsure)));
    }
    const wave = waiting.splice(0, Math.min(MAX_ROWS - rows.length, asker.asksLeft()));
    const passed = await asker.startRound()(wave, named);
    rows.push(...wave.filter((_row, i) => passed[i] === false));
    askedAgain += wave.length;
    unanswered += passed.filter((answer) => answer === null).length;
  }
  return { rows, waiting, askedAgain, unanswered };
}

/**
 * All rows and all parts, if there are enough requests. Otherwise it first drops rows, and then
 * joins parts.
 */
function fitToRequests<BrokenRow>(
  rows: readonly BrokenRow[],
  { asker, parts, limits }: Search<BrokenRow>,
) {
  let fitting = rows;
  const mostParts = () => asker.asksLeft(fitting.length) - limits.fixedAsks;
  while (fitting.length > limits.least && mostParts() < parts.length)
    fitting = fitting.slice(0, -1);
  return { fitting, parts: mostParts() < 1 ? [] : joinParts(parts, mostParts()) };
}

/** Compares the parts, and names those that broke rows. If none did, reverts all parts together. */
async function compareParts<BrokenRow>(rows: readonly BrokenRow[], search: Search<BrokenRow>) {
  const { control, trials } = await runTrials(rows, search);
  const parts = trials.map(({ part, untried, asks, p }) => {
    const isNamed = p < ALPHA;
    // The part broke a row if it restored it in most asks, less those that the control restored.
    const broken = rows.filter((_row, nth) => {
      const { restored, asked } = itemAt(asks, nth);
      return isNamed && 2 * (restored - itemAt(control.asks, nth).restored) > asked;
    });
    return { part, untried, p, isNamed, broken, ...sumOf(asks) };
  });
  const guilty = parts.filter(({ isNamed }) => isNamed);
  const broken = guilty.flatMap((part) => part.broken);
  const comparison = {
    rows: broken.length > 0 ? rows.filter((row) => broken.includes(row)) : rows,
    control: sumOf(control.asks),
    parts,
  };
  if (guilty.length > 0)
    return { kind: guilty.length > 1 ? ('several' as const) : ('one' as const), ...comparison };
  const end = { kind: 'none' as const, ...comparison };
  if (parts.length === 1 || search.asker.asksLeft(rows.length) < 1) return end;
  const all = startTrial(search.parts.flat(), rows);
  await askTrials([all], rows, search);
  return { ...end, all: sumOf(all.asks) };
}

/**
 * Asks the head with one part reverted, for each part, and as a control the head with just the
 * harmless edit. `p`: the probability that chance alone lets a part restore so much more than the
 * control, by Holm for all parts.
 */
async function runTrials<BrokenRow>(rows: readonly BrokenRow[], search: Search<BrokenRow>) {
  const { asker, parts, limits } = search;
  const control = startTrial([], rows);
  const trials = parts.map((part) => startTrial(part, rows));
  await askTrials([control, ...trials], rows, search);
  if (limits.testsEachRow)
    // A part is asked again only what it restored.
    for (const trial of trials) trial.due = trial.asks.filter(({ restored }) => restored > 0);
  // Each further round also asks the control.
  const room = asker.asksLeft() / (limits.rounds - 1) - rows.length;
  const finalists = chooseFinalists(trials, control, room);
  for (let round = 2; round <= limits.rounds && finalists.length > 0; round += 1)
    await askTrials([control, ...finalists], rows, search);
  const chanceOf = ({ asks }: Trial) =>
    limits.testsEachRow
      ? fisher(asks.map((ofRow, nth) => [ofRow, itemAt(control.asks, nth)]))
      : fisher([[sumOf(asks), sumOf(control.asks)]]);
  const pValues = holm(trials.map((trial) => (finalists.includes(trial) ? chanceOf(trial) : 1)));
  return { control, trials: trials.map((trial, i) => ({ ...trial, p: itemAt(pValues, i) })) };
}

function startTrial(part: Part, rows: readonly unknown[]): Trial {
  const asks = rows.map((_row, nth) => ({ nth, restored: 0, asked: 0 }));
  return { part, asks, due: asks };
}

/** Asks each trial its due rows once more. Every ask reverts the named changes, too. */
async function askTrials<BrokenRow>(
  trials: readonly Trial[],
  rows: readonly BrokenRow[],
  { asker, named }: Search<BrokenRow>,
) {
  const ask = asker.startRound();
  const askTrial = async ({ part, due }: Trial) => {
    const dueRows = due.map(({ nth }) => itemAt(rows, nth));
    const passed = await ask(dueRows, [...named, ...part]);
    for (const [i, asks] of due.entries()) {
      if (passed[i] !== null) asks.asked += 1;
      if (passed[i]) asks.restored += 1;
    }
  };
  await Promise.all(
    trials.map((trial) =>
      tryStep(
        () => askTrial(trial),
        ({ message }) => {
          trial.untried = message;
        },
      ),
    ),
  );
}

/**
 * The trials to ask in further rounds: those that restored more than the control, the best first,
 * as many as a round has room for.
 */
function chooseFinalists(trials: readonly Trial[], control: Trial, room: number) {
  const restoredBy = ({ asks }: Trial) => sumOf(asks).restored;
  const better = trials
    .filter((trial) => restoredBy(trial) > restoredBy(control))
    .sort((a, b) => restoredBy(b) - restoredBy(a));
  const finalists: Trial[] = [];
  let asks = 0;
  for (const trial of better) {
    asks += trial.due.length;
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
