import {
  attribute,
  joinAsks,
  countOf,
  worthAsking,
  type Findings,
  type RestoredAnswer,
  type RestoredAsks,
} from './attribute.js';
import type { HarmlessEdit } from './harmless-edit.js';
import { range, sum } from '../lists.js';

/** Rows are collected until there are 5, and a sixth where one more is known to be broken. */
const WANTED_ROWS = 5;
const MOST_ROWS = 6;
/** With fewer broken rows the test can hardly name a part. */
export const FEWEST_ROWS = 3;
/** Rows that are asked at most beside those of the verdict. */
const MOST_MORE_ROWS = 20;
/** Requests of one attribution, everything included. */
export const MOST_REQUESTS = 250;
/** Rows that are asked at once in search of broken ones. */
const WAVE = 5;
/** Parts for whose second ask there has to be room. */
const PARTS_ASKED_AGAIN = 2;

/** The subject of an ask: the head as it is, with one part reverted, or with all of them. */
export type Reverted = 'nothing' | 'all' | number;

/** How the search asks. `Row` is a row of the caller's. */
export interface RowAsker<Row> {
  /** The most requests of one ask of a row. */
  costOf(row: Row): number;
  /** The most requests to see whether one further row is broken. */
  readonly costOfNew: number;
  /** Requests that the search may still send. */
  requestsLeft(): number;
  /** Whether each row is restored, or why the subject cannot be asked. */
  ask(
    rows: readonly Row[],
    reverted: Reverted,
    edit: HarmlessEdit,
  ): Promise<RestoredAnswer[] | { untried: string }>;
  /** Asks at most so many further rows of base and head, and returns those that are broken. */
  findBrokenRows(most: number): Promise<{ broken: Row[]; asked: number }>;
  /** Joins parts until so many are left; later asks number the joined ones. */
  joinParts(most: number): void;
}

export type SearchEnd<Row> =
  | { problem: SearchProblem }
  | {
      findings: Findings;
      rows: readonly Row[];
      /** Why a part could not be asked, by its number. */
      untried: ReadonlyMap<number, string>;
      /** The asks with all parts reverted; only if no part was named. */
      together?: { restored: number; asked: number };
    };

export type SearchProblem =
  | { kind: 'few rows'; broken: number; confirmed: number; more: number }
  | { kind: 'requests'; needed: number }
  | { kind: 'no answers'; message: string };

/** The requests that asking these rows may take, with room for the second asks of two parts. */
function costOfAsks(costs: readonly number[], parts: number): number {
  const roundCost = sum(costs, (cost) => cost);
  return roundCost * (parts + 1 + 1 + Math.min(parts, PARTS_ASKED_AGAIN));
}

/** Finds out which parts break the rows. `candidates`: rows of the verdict that broke. */
export async function searchParts<Row>(
  asker: RowAsker<Row>,
  { candidates, parts }: { candidates: readonly Row[]; parts: number },
): Promise<SearchEnd<Row>> {
  const collected = await collectRows(asker, { candidates, parts });
  if ('problem' in collected) return collected;
  const plan = planAsks(asker, { rows: collected.rows, parts });
  if ('problem' in plan) return plan;
  if (plan.parts < parts) asker.joinParts(plan.parts);
  return askParts(asker, plan);
}

async function collectRows<Row>(
  asker: RowAsker<Row>,
  { candidates, parts }: { candidates: readonly Row[]; parts: number },
): Promise<{ rows: Row[] } | { problem: SearchProblem }> {
  const waiting = [...candidates];
  const rows: Row[] = [];
  let broken = candidates.length;
  let more = 0;
  // A sixth row is taken where it is known already.
  while (rows.length < WANTED_ROWS || (rows.length < MOST_ROWS && waiting.length > 0)) {
    if (waiting.length === 0) {
      const most = Math.min(WAVE, MOST_MORE_ROWS - more, roomForMore(asker, rows, parts));
      if (most < 1) break;
      const further = await asker.findBrokenRows(most);
      if (further.asked === 0) break;
      more += further.asked;
      broken += further.broken.length;
      waiting.push(...further.broken);
      continue;
    }
    const wave = waiting.splice(0, MOST_ROWS - rows.length);
    const needed = sum(wave, (row) => asker.costOf(row));
    if (needed > asker.requestsLeft()) return { problem: { kind: 'requests', needed } };
    const restored = await asker.ask(wave, 'nothing', 3);
    if ('untried' in restored)
      return { problem: { kind: 'no answers', message: restored.untried } };
    rows.push(...wave.filter((_, i) => restored[i] === false));
  }
  if (rows.length >= FEWEST_ROWS) return { rows };
  return { problem: { kind: 'few rows', broken, confirmed: rows.length, more } };
}

/** Further rows that leave enough requests to ask five rows with at least one part reverted. */
function roomForMore<Row>(asker: RowAsker<Row>, rows: readonly Row[], parts: number): number {
  const [firstRow] = rows;
  const cost = firstRow === undefined ? asker.costOfNew : asker.costOf(firstRow);
  const asks = costOfAsks(new Array<number>(WANTED_ROWS).fill(cost), Math.min(parts, 4));
  return Math.floor((asker.requestsLeft() - asks) / (asker.costOfNew + cost));
}

/** Six rows and all parts, else five rows, else fewer parts. */
function planAsks<Row>(
  asker: RowAsker<Row>,
  { rows, parts }: { rows: readonly Row[]; parts: number },
): { rows: readonly Row[]; parts: number } | { problem: SearchProblem } {
  const isFit = (someRows: readonly Row[], most: number) =>
    costOfAsks(
      someRows.map((row) => asker.costOf(row)),
      most,
    ) <= asker.requestsLeft();
  const five = rows.slice(0, WANTED_ROWS);
  if (isFit(rows, parts)) return { rows, parts };
  for (let most = parts; most >= 1; most--)
    if (isFit(five, most)) return { rows: five, parts: most };
  const needed = costOfAsks(
    five.map((row) => asker.costOf(row)),
    1,
  );
  return { problem: { kind: 'requests', needed } };
}

async function askParts<Row>(
  asker: RowAsker<Row>,
  { rows, parts }: { rows: readonly Row[]; parts: number },
): Promise<SearchEnd<Row>> {
  const untried = new Map<number, string>();
  const askRows = async (
    reverted: number | 'nothing',
    edit: HarmlessEdit,
  ): Promise<RestoredAsks> => {
    const answers = await asker.ask(rows, reverted, edit);
    if (!('untried' in answers)) return answers.map((answer) => [answer]);
    untried.set(reverted === 'nothing' ? -1 : reverted, answers.untried);
    return rows.map(() => [null]);
  };
  const numbers = range(parts);
  const [control, ...firstAsks] = await Promise.all([
    askRows('nothing', 1),
    ...numbers.map(async (part) => askRows(part, 1)),
  ]);
  const message = untried.get(-1);
  if (message !== undefined) return { problem: { kind: 'no answers', message } };

  const roundCost = sum(rows, (row) => asker.costOf(row));
  const room = Math.floor(asker.requestsLeft() / roundCost) - 1;
  const askedAgain = worthAsking(control, firstAsks).slice(0, Math.max(0, room));
  const nothing: RestoredAsks = rows.map(() => []);
  let secondAsks = numbers.map((): RestoredAsks => nothing);
  let controlAgain: RestoredAsks = nothing;
  if (askedAgain.length > 0) {
    const [secondControl, ...secondParts] = await Promise.all([
      askRows('nothing', 2),
      ...askedAgain.map(async (part) => askRows(part, 2)),
    ]);
    controlAgain = secondControl;
    secondAsks = numbers.map((part) => secondParts[askedAgain.indexOf(part)] ?? nothing);
  }
  const findings = attribute(
    joinAsks(control, controlAgain),
    firstAsks.map((asks, part) => joinAsks(asks, secondAsks[part] ?? nothing)),
    askedAgain,
  );
  const end = { findings, rows, untried };
  if (findings.kind !== 'none' || parts === 1 || roundCost > asker.requestsLeft()) return end;
  const answers = await asker.ask(rows, 'all', 1);
  return 'untried' in answers
    ? end
    : { ...end, together: countOf(answers.map((answer) => [answer])) };
}
