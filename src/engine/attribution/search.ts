import {
  attribute,
  joinAsks,
  countOf,
  worthAsking,
  type Findings,
  type RestoredAnswer,
  type RestoredAsks,
} from './attribute.ts';
import type { HarmlessEdit } from './harmless-edit.ts';
import { itemAt, range, sum, zip } from '../lists.ts';

/** Rows are collected until there are 5, and a sixth where one more is known to be broken. */
const WANTED_ROWS = 5;
const MAX_ROWS = 6;
/** With fewer broken rows the test can hardly name a part. */
export const MIN_ROWS = 3;
/** Rows that are asked at most beside those of the verdict. */
const MAX_MORE_ROWS = 20;
/** Requests of one attribution, everything included. */
export const MAX_REQUESTS = 250;
/** Rows that are asked at once in search of broken ones. */
const WAVE = 5;
/** Parts for whose second ask there has to be room. */
const PARTS_ASKED_AGAIN = 2;

/** The subject of an ask: the head as it is, with one part reverted, or with all of them. */
export type RevertedParts = 'nothing' | 'all' | number;

/** True for each row that is restored, or the reason why the subject cannot be asked. */
type AskedRows = readonly RestoredAnswer[] | { untried: string };

/** How the search asks. `Row` is a row of the caller's. */
export interface RowAsker<Row> {
  /** Maximum number of requests of one ask of a row. */
  costOf(row: Row): number;
  /** Maximum number of requests to see whether one further row is broken. */
  readonly costOfNew: number;
  /** Requests that the search may still send. */
  requestsLeft(): number;
  ask(rows: readonly Row[], reverted: RevertedParts, edit: HarmlessEdit): Promise<AskedRows>;
  /** Asks up to `maxRows` further rows of base and head, and returns those that are broken. */
  findBrokenRows(maxRows: number): Promise<{ broken: Row[]; asked: number }>;
  /** Joins parts until `maxParts` are left; later asks number the joined ones. */
  joinParts(maxParts: number): void;
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

/** Returns the maximum number of requests to ask each row once. */
function costOfRound<Row>(asker: RowAsker<Row>, rows: readonly Row[]): number {
  return sum(rows, (row) => asker.costOf(row));
}

/** The requests of the control and of the parts, with room for the second asks of two parts. */
function costOfAsks(roundCost: number, parts: number): number {
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
  while (rows.length < WANTED_ROWS || (rows.length < MAX_ROWS && waiting.length > 0)) {
    if (waiting.length === 0) {
      const maxRows = Math.min(WAVE, MAX_MORE_ROWS - more, roomForMore(asker, rows, parts));
      if (maxRows < 1) break;
      const further = await asker.findBrokenRows(maxRows);
      if (further.asked === 0) break;
      more += further.asked;
      broken += further.broken.length;
      waiting.push(...further.broken);
      continue;
    }
    const wave = waiting.splice(0, MAX_ROWS - rows.length);
    const needed = costOfRound(asker, wave);
    if (needed > asker.requestsLeft()) return { problem: { kind: 'requests', needed } };
    const restored = await asker.ask(wave, 'nothing', 3);
    if ('untried' in restored)
      return { problem: { kind: 'no answers', message: restored.untried } };
    rows.push(...wave.filter((_, i) => restored[i] === false));
  }
  if (rows.length >= MIN_ROWS) return { rows };
  return { problem: { kind: 'few rows', broken, confirmed: rows.length, more } };
}

/** Further rows that leave enough requests to ask five rows with at least one part reverted. */
function roomForMore<Row>(asker: RowAsker<Row>, rows: readonly Row[], parts: number): number {
  const [firstRow] = rows;
  const cost = firstRow === undefined ? asker.costOfNew : asker.costOf(firstRow);
  const asks = costOfAsks(WANTED_ROWS * cost, Math.min(parts, 4));
  return Math.floor((asker.requestsLeft() - asks) / (asker.costOfNew + cost));
}

/** Six rows and all parts, else five rows, else fewer parts. */
function planAsks<Row>(
  asker: RowAsker<Row>,
  { rows, parts }: { rows: readonly Row[]; parts: number },
): { rows: readonly Row[]; parts: number } | { problem: SearchProblem } {
  const left = asker.requestsLeft();
  if (costOfAsks(costOfRound(asker, rows), parts) <= left) return { rows, parts };
  const fewerRows = rows.slice(0, WANTED_ROWS);
  const roundCost = costOfRound(asker, fewerRows);
  for (let fewerParts = parts; fewerParts >= 1; fewerParts--)
    if (costOfAsks(roundCost, fewerParts) <= left) return { rows: fewerRows, parts: fewerParts };
  return { problem: { kind: 'requests', needed: costOfAsks(roundCost, 1) } };
}

async function askParts<Row>(
  asker: RowAsker<Row>,
  { rows, parts }: { rows: readonly Row[]; parts: number },
): Promise<SearchEnd<Row>> {
  const untried = new Map<number, string>();
  const toAsks = (answers: AskedRows): RestoredAsks =>
    'untried' in answers ? rows.map(() => [null]) : answers.map((answer) => [answer]);
  const askControl = async (edit: HarmlessEdit) => asker.ask(rows, 'nothing', edit);
  const askPart = async (part: number, edit: HarmlessEdit) => {
    const answers = await asker.ask(rows, part, edit);
    if ('untried' in answers) untried.set(part, answers.untried);
    return toAsks(answers);
  };
  const [firstControl, ...partAsks] = await Promise.all([
    askControl(1),
    ...range(parts).map(async (part) => askPart(part, 1)),
  ]);
  if ('untried' in firstControl)
    return { problem: { kind: 'no answers', message: firstControl.untried } };

  let control = toAsks(firstControl);
  const roundCost = costOfRound(asker, rows);
  const room = Math.floor(asker.requestsLeft() / roundCost) - 1;
  const askedAgain = worthAsking(control, partAsks).slice(0, Math.max(0, room));
  if (askedAgain.length > 0) {
    const [secondControl, ...secondAsks] = await Promise.all([
      askControl(2),
      ...askedAgain.map(async (part) => askPart(part, 2)),
    ]);
    control = joinAsks(control, toAsks(secondControl));
    for (const [part, asks] of zip(askedAgain, secondAsks))
      partAsks[part] = joinAsks(itemAt(partAsks, part), asks);
  }
  const end = { findings: attribute(control, partAsks, askedAgain), rows, untried };
  if (end.findings.kind !== 'none' || parts === 1 || roundCost > asker.requestsLeft()) return end;
  const answers = await asker.ask(rows, 'all', 1);
  return 'untried' in answers ? end : { ...end, together: countOf(toAsks(answers)) };
}
