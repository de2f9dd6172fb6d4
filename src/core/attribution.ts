import { editFields, joinParts, revert, type Fields, type Part } from './changed-parts.ts';
import { itemAt } from './random.ts';
import { fisher, holm } from './statistics.ts';

/**
 * Which part of a changed subject broke the rows, measured by reverting one part after the other.
 */

/** Rows are collected until there are 5, and a sixth where one more is known to be broken. */
const WANTED_ROWS = 5;
const MAX_ROWS = 6;
/** With fewer broken rows the test can hardly name a part. */
const MIN_ROWS = 3;
/** Rows that are asked at most beside those of the verdict, and how many at once. */
const MAX_MORE_ROWS = 20;
const WAVE = 5;
/** Requests of one attribution, everything included. */
export const MAX_REQUESTS = 250;
/** Probability that any part is named although none differs from the control. */
const ALPHA = 0.05;
/** The ask that confirms a row, the control's two, and room to ask two parts again. */
const ASKS_BESIDE_PARTS = 5;

/** True if an ask restored its row; null where a request failed. */
type Restored = boolean | null;

export interface Attributed<BrokenRow> {
  base: Fields;
  head: Fields;
  parts: readonly Part[];
  /** Rows of the verdict that the base answers right and the head does not. */
  broken: readonly BrokenRow[];
  /** Asks up to so many further rows of base and head, and gives those that are broken. */
  findBroken: (most: number) => Promise<{ broken: BrokenRow[]; asked: number }>;
  /** Requests of one ask of a row at most. */
  costOfRow: number;
  /** Requests that the attribution may take, at most `MAX_REQUESTS`. */
  most: number;
  /**
   * Opens a subject, asks it the row, and says whether the row passes. @throws if it cannot be
   * asked
   */
  passes: (row: BrokenRow, subject: Fields, edit: 1 | 2 | 3) => Promise<Restored>;
}

interface Count {
  restored: number;
  asked: number;
}

export interface PartFinding extends Count {
  part: Part;
  p: number;
  isNamed: boolean;
  /** Rows that every ask restored. */
  rows: readonly number[];
  /** Why the head with this part as in the base could not be asked. */
  untried?: string;
}

export type Attribution<BrokenRow> =
  | { kind: 'skipped'; why: string; moreRows: number }
  | {
      /** One part; several that break the same rows, or different ones; no part. */
      kind: 'one' | 'together' | 'apart' | 'none';
      rows: readonly BrokenRow[];
      moreRows: number;
      control: Count;
      parts: readonly PartFinding[];
      /** All parts reverted at once, where no single one explains it. */
      all?: Count;
    };

/**
 * Asks the broken rows with each part as in the base, against a control that is edited alone.
 */
export async function attribute<BrokenRow>(
  given: Attributed<BrokenRow>,
): Promise<Attribution<BrokenRow>> {
  return new Search(given).run();
}

class Search<BrokenRow> {
  private readonly given: Attributed<BrokenRow>;
  private parts: Part[];
  private requests = 0;
  private moreRows = 0;

  constructor(given: Attributed<BrokenRow>) {
    this.given = given;
    this.parts = [...given.parts];
  }

  async run(): Promise<Attribution<BrokenRow>> {
    if (this.parts.length === 0) return this.skipped('Nothing in the subject changed.');
    const rows = await this.confirmedRows();
    if (rows.length < MIN_ROWS)
      return this.skipped(
        `${rows.length} rows broke and broke again, of ${this.given.broken.length} and ${this.moreRows} more that were asked: too few to say which change did it.`,
      );
    const asked = this.affordable(rows);
    if (asked.length === 0)
      return this.skipped(
        `It would take more than the ${Math.min(MAX_REQUESTS, this.given.most)} requests that it may.`,
      );
    return this.compare(asked);
  }

  private skipped(why: string): Attribution<BrokenRow> {
    return { kind: 'skipped', why, moreRows: this.moreRows };
  }

  private get left(): number {
    return Math.min(MAX_REQUESTS, this.given.most) - this.requests;
  }

  private async ask(
    rows: readonly BrokenRow[],
    reverted: readonly Part[],
    edit: 1 | 2 | 3,
  ): Promise<Restored[]> {
    const { base, head, costOfRow, passes } = this.given;
    this.requests += rows.length * costOfRow;
    const subject = revert(head, reverted, base);
    const changed = this.given.parts.flat().map(({ field }) => field);
    const edited = editFields(subject, changed, edit);
    return Promise.all(rows.map((row) => passes(row, edited, edit)));
  }

  /** Rows that a harmlessly edited head fails again, in an ask of its own. */
  private async confirmedRows(): Promise<BrokenRow[]> {
    const waiting = [...this.given.broken];
    const rows: BrokenRow[] = [];
    while (rows.length < WANTED_ROWS || (rows.length < MAX_ROWS && waiting.length > 0)) {
      if (waiting.length === 0 && !(await this.findMore(waiting))) break;
      const wave = waiting.splice(0, MAX_ROWS - rows.length);
      const restored = await this.ask(wave, [], 3);
      rows.push(...wave.filter((_row, i) => restored[i] === false));
    }
    return rows;
  }

  /** Asks further rows, as far as enough requests are left to ask five rows. */
  private async findMore(waiting: BrokenRow[]): Promise<boolean> {
    const { costOfRow, findBroken } = this.given;
    const needed = WANTED_ROWS * costOfRow * (ASKS_BESIDE_PARTS + Math.min(this.parts.length, 4));
    const room = Math.floor((this.left - needed) / (3 * costOfRow));
    const most = Math.min(WAVE, MAX_MORE_ROWS - this.moreRows, room);
    if (most < 1) return false;
    const { broken, asked } = await findBroken(most);
    this.requests += 2 * costOfRow * asked;
    this.moreRows += asked;
    waiting.push(...broken);
    return asked > 0;
  }

  /** Six rows and all parts, else five rows and as many parts as there are requests for. */
  private affordable(rows: readonly BrokenRow[]): readonly BrokenRow[] {
    const partsFor = (count: number) =>
      Math.floor(this.left / (count * this.given.costOfRow)) - ASKS_BESIDE_PARTS + 1;
    if (partsFor(rows.length) >= this.parts.length) return rows;
    const fewer = rows.slice(0, WANTED_ROWS);
    const parts = partsFor(fewer.length);
    this.parts = joinParts(this.parts, parts);
    return parts < 1 ? [] : fewer;
  }

  private async compare(rows: readonly BrokenRow[]): Promise<Attribution<BrokenRow>> {
    const untried = new Map<Part, string>();
    const askPart = async (part: Part, edit: 1 | 2): Promise<Restored[][]> => {
      const answers = await this.ask(rows, [part], edit).catch((error: unknown) => {
        untried.set(part, error instanceof Error ? error.message : String(error));
        return rows.map(() => null);
      });
      return answers.map((answer) => [answer]);
    };
    const askControl = async (edit: 1 | 2) =>
      (await this.ask(rows, [], edit)).map((answer) => [answer]);
    const [control, ...asks] = await Promise.all([
      askControl(1),
      ...this.parts.map((part) => askPart(part, 1)),
    ]);
    // A part that restored no more than the control is not asked again.
    const again = this.parts
      .map((part, i) => ({ part, asks: itemAt(asks, i) }))
      .filter(({ asks: one }) => countOf(one).restored > countOf(control).restored)
      .toSorted((a, b) => countOf(b.asks).restored - countOf(a.asks).restored)
      .slice(0, Math.max(0, Math.floor(this.left / (rows.length * this.given.costOfRow)) - 1));
    if (again.length > 0) {
      const [second, ...secondAsks] = await Promise.all([
        askControl(2),
        ...again.map(({ part }) => askPart(part, 2)),
      ]);
      append(control, second);
      for (const [i, one] of again.entries()) append(one.asks, itemAt(secondAsks, i));
    }
    const findings = findingsOf(control, {
      parts: this.parts.map((part, i) => ({ part, asks: itemAt(asks, i) })),
      again: again.map(({ part }) => part),
    });
    for (const finding of findings) finding.untried = untried.get(finding.part);
    const kind = kindOf(findings);
    const end = { kind, rows, moreRows: this.moreRows, control: countOf(control), parts: findings };
    const canAskAll = rows.length * this.given.costOfRow <= this.left;
    if (kind !== 'none' || this.parts.length === 1 || !canAskAll) return end;
    const all = await this.ask(rows, this.parts, 1).catch(() => []);
    return { ...end, all: countOf(all.map((answer) => [answer])) };
  }
}

function append(asks: Restored[][], more: readonly Restored[][]): void {
  for (const [i, row] of asks.entries()) row.push(...itemAt(more, i));
}

function countOf(asks: readonly (readonly Restored[])[]): Count {
  const answered = asks.flat().filter((ask) => ask !== null);
  return { restored: answered.filter(Boolean).length, asked: answered.length };
}

interface AskedPart {
  part: Part;
  asks: readonly (readonly Restored[])[];
}

/** Fisher's exact test of each part against the control, one-sided, adjusted by Holm. */
export function findingsOf(
  control: readonly (readonly Restored[])[],
  { parts, again }: { parts: readonly AskedPart[]; again: readonly Part[] },
): PartFinding[] {
  const { restored, asked } = countOf(control);
  const pValues = holm(
    parts.map(({ part, asks }) => {
      if (!again.includes(part)) return 1;
      const count = countOf(asks);
      return fisher([count.restored, count.asked], [restored, asked]);
    }),
  );
  return parts.map(({ part, asks }, i) => {
    const p = pValues[i] ?? 1;
    const rows = asks.flatMap((ofRow, row) => (ofRow.every((ask) => ask === true) ? [row] : []));
    return { part, ...countOf(asks), rows, p, isNamed: p < ALPHA };
  });
}

/** Parts break rows together if reverting each of them restores mostly the same rows. */
export function kindOf(findings: readonly PartFinding[]): 'one' | 'together' | 'apart' | 'none' {
  const sets = findings.filter(({ isNamed }) => isNamed).map(({ rows }) => new Set(rows));
  if (sets.length <= 1) return sets.length === 0 ? 'none' : 'one';
  const common = sets.reduce((shared, set) => shared.intersection(set)).size;
  return 2 * common >= Math.max(...sets.map(({ size }) => size)) ? 'together' : 'apart';
}
