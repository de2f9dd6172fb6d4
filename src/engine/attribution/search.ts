import {
  attribute,
  bothAsks,
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
  left(): number;
  /** Whether each row is restored, or why the subject cannot be asked. */
  ask(
    rows: readonly Row[],
    reverted: Reverted,
    edit: HarmlessEdit,
  ): Promise<RestoredAnswer[] | { untried: string }>;
  /** Asks at most so many further rows of base and head, and returns those that are broken. */
  more(most: number): Promise<{ broken: Row[]; asked: number }>;
  /** Joins parts until so many are left; later asks number the joined ones. */
  join(most: number): void;
}

export type SearchEnd<Row> =
  | { why: SearchProblem }
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
  const once = sum(costs, (cost) => cost);
  return once * (parts + 1 + 1 + Math.min(parts, PARTS_ASKED_AGAIN));
}

/** Finds out which parts break the rows. `candidates`: rows of the verdict that broke. */
export async function searchParts<Row>(
  asker: RowAsker<Row>,
  { candidates, parts }: { candidates: readonly Row[]; parts: number },
): Promise<SearchEnd<Row>> {
  const collected = await collectRows(asker, { candidates, parts });
  if ('why' in collected) return collected;
  const plan = planAsks(asker, { rows: collected.rows, parts });
  if ('why' in plan) return plan;
  if (plan.parts < parts) asker.join(plan.parts);
  return askParts(asker, plan);
}

async function collectRows<Row>(
  asker: RowAsker<Row>,
  { candidates, parts }: { candidates: readonly Row[]; parts: number },
): Promise<{ rows: Row[] } | { why: SearchProblem }> {
  const waiting = [...candidates];
  const rows: Row[] = [];
  let broken = candidates.length;
  let more = 0;
  // A sixth row is taken where it is known already.
  while (rows.length < WANTED_ROWS || (rows.length < MOST_ROWS && waiting.length > 0)) {
    if (waiting.length === 0) {
      const most = Math.min(WAVE, MOST_MORE_ROWS - more, roomForMore(asker, rows, parts));
      if (most < 1) break;
      const found = await asker.more(most);
      if (found.asked === 0) break;
      more += found.asked;
      broken += found.broken.length;
      waiting.push(...found.broken);
      continue;
    }
    const wave = waiting.splice(0, MOST_ROWS - rows.length);
    const needed = sum(wave, (row) => asker.costOf(row));
    if (needed > asker.left()) return { why: { kind: 'requests', needed } };
    const asked = await asker.ask(wave, 'nothing', 3);
    if ('untried' in asked) return { why: { kind: 'no answers', message: asked.untried } };
    rows.push(...wave.filter((_, i) => asked[i] === false));
  }
  if (rows.length >= FEWEST_ROWS) return { rows };
  return { why: { kind: 'few rows', broken, confirmed: rows.length, more } };
}

/** Further rows that leave enough requests to ask five rows with at least one part reverted. */
function roomForMore<Row>(asker: RowAsker<Row>, rows: readonly Row[], parts: number): number {
  const [first] = rows;
  const cost = first === undefined ? asker.costOfNew : asker.costOf(first);
  const asks = costOfAsks(new Array<number>(WANTED_ROWS).fill(cost), Math.min(parts, 4));
  return Math.floor((asker.left() - asks) / (asker.costOfNew + cost));
}

/** Six rows and all parts, else five rows, else fewer parts. */
function planAsks<Row>(
  asker: RowAsker<Row>,
  { rows, parts }: { rows: readonly Row[]; parts: number },
): { rows: readonly Row[]; parts: number } | { why: SearchProblem } {
  const isFit = (some: readonly Row[], most: number) =>
    costOfAsks(
      some.map((row) => asker.costOf(row)),
      most,
    ) <= asker.left();
  const five = rows.slice(0, WANTED_ROWS);
  if (isFit(rows, parts)) return { rows, parts };
  for (let most = parts; most >= 1; most--)
    if (isFit(five, most)) return { rows: five, parts: most };
  const needed = costOfAsks(
    five.map((row) => asker.costOf(row)),
    1,
  );
  return { why: { kind: 'requests', needed } };
}

async function askParts<Row>(
  asker: RowAsker<Row>,
  { rows, parts }: { rows: readonly Row[]; parts: number },
): Promise<SearchEnd<Row>> {
  const untried = new Map<number, string>();
  const asked = async (reverted: number | 'nothing', edit: HarmlessEdit): Promise<RestoredAsks> => {
    const found = await asker.ask(rows, reverted, edit);
    if (!('untried' in found)) return found.map((answer) => [answer]);
    untried.set(reverted === 'nothing' ? -1 : reverted, found.untried);
    return rows.map(() => [null]);
  };
  const numbers = range(parts);
  const [control, ...first] = await Promise.all([
    asked('nothing', 1),
    ...numbers.map(async (part) => asked(part, 1)),
  ]);
  const message = untried.get(-1);
  if (message !== undefined) return { why: { kind: 'no answers', message } };

  const once = sum(rows, (row) => asker.costOf(row));
  const room = Math.floor(asker.left() / once) - 1;
  const again = worthAsking(control, first).slice(0, Math.max(0, room));
  const nothing: RestoredAsks = rows.map(() => []);
  let second = numbers.map((): RestoredAsks => nothing);
  let controlAgain: RestoredAsks = nothing;
  if (again.length > 0) {
    const [ofControl, ...ofParts] = await Promise.all([
      asked('nothing', 2),
      ...again.map(async (part) => asked(part, 2)),
    ]);
    controlAgain = ofControl;
    second = numbers.map((part) => ofParts[again.indexOf(part)] ?? nothing);
  }
  const findings = attribute(
    bothAsks(control, controlAgain),
    first.map((asks, part) => bothAsks(asks, second[part] ?? nothing)),
    again,
  );
  const end = { findings, rows, untried };
  if (findings.kind !== 'none' || parts === 1 || once > asker.left()) return end;
  const all = await asker.ask(rows, 'all', 1);
  return 'untried' in all ? end : { ...end, together: countOf(all.map((answer) => [answer])) };
}
