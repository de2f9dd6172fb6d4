import type { RestoredAnswer } from '../../../src/engine/attribution/attribute.ts';
import {
  MAX_REQUESTS,
  searchParts,
  type RevertedParts,
  type RowAsker,
} from '../../../src/engine/attribution/search.ts';

interface Scripted {
  /** Parts whose reverting restores every row. */
  guilty?: readonly RevertedParts[];
  cost?: number;
  budget?: number;
  /** Rows that further asking finds, each of which is broken. */
  open?: number;
  /** Whether the head fails a row again. */
  isSteady?: (row: number) => boolean;
  untried?: readonly RevertedParts[];
}

class Asker implements RowAsker<number> {
  sent = 0;
  parts = 0;
  readonly asks: { reverted: RevertedParts; edit: number; rows: number }[] = [];
  readonly costOfNew = 6;
  private readonly script: Scripted;
  private more_ = 0;

  constructor(script: Scripted) {
    this.script = script;
  }

  costOf(): number {
    return this.script.cost ?? 2;
  }

  requestsLeft(): number {
    return (this.script.budget ?? MAX_REQUESTS) - this.sent;
  }

  joinParts(most: number): void {
    this.parts = most;
  }

  async ask(
    rows: readonly number[],
    reverted: RevertedParts,
    edit: number,
  ): Promise<RestoredAnswer[] | { untried: string }> {
    const { guilty = [], isSteady = () => true, untried = [] } = this.script;
    this.asks.push({ reverted, edit, rows: rows.length });
    if (untried.includes(reverted)) return Promise.resolve({ untried: 'it is refused' });
    this.sent += rows.length * this.costOf();
    const isConfirming = edit === 3;
    return Promise.resolve(
      rows.map((row) => (isConfirming ? !isSteady(row) : guilty.includes(reverted))),
    );
  }

  async findBrokenRows(most: number): Promise<{ broken: number[]; asked: number }> {
    const { open = 0 } = this.script;
    const asked = Math.min(most, open - this.more_);
    const broken = Array.from({ length: asked }, (_, i) => 100 + this.more_ + i);
    this.more_ += asked;
    this.sent += asked * this.costOfNew;
    return Promise.resolve({ broken, asked });
  }
}

const rows = (n: number) => Array.from({ length: n }, (_, i) => i);

describe('the search for the part that broke rows', () => {
  it('confirms six rows with an edit of their own, asks each part once, and the guilty one again', async () => {
    const asker = new Asker({ guilty: [1] });
    const end = await searchParts(asker, { candidates: rows(9), parts: 3 });
    expect(end).toMatchObject({
      findings: { kind: 'one', parts: [{ p: 1 }, { isNamed: true, restored: 12 }, { p: 1 }] },
      rows: rows(6),
    });
    expect(asker.asks).toEqual([
      { reverted: 'nothing', edit: 3, rows: 6 },
      { reverted: 'nothing', edit: 1, rows: 6 },
      { reverted: 0, edit: 1, rows: 6 },
      { reverted: 1, edit: 1, rows: 6 },
      { reverted: 2, edit: 1, rows: 6 },
      { reverted: 'nothing', edit: 2, rows: 6 },
      { reverted: 1, edit: 2, rows: 6 },
    ]);
  });

  it('asks further rows until five are broken again', async () => {
    const asker = new Asker({ guilty: [0], open: 20, isSteady: (row) => row % 2 === 0 });
    const end = await searchParts(asker, { candidates: rows(4), parts: 1 });
    expect(end).toMatchObject({ findings: { kind: 'one' } });
    expect('rows' in end && end.rows.length).toBeGreaterThanOrEqual(5);
  });

  it('too few rows: says how many broke, broke again, and were asked', async () => {
    const asker = new Asker({ isSteady: (row) => row === 0 });
    expect(await searchParts(asker, { candidates: rows(4), parts: 2 })).toEqual({
      problem: { kind: 'few rows', broken: 4, confirmed: 1, more: 0 },
    });
  });

  it('too many requests: five rows, then fewer parts, then a reason', async () => {
    const some = new Asker({ guilty: [0], cost: 5 });
    await searchParts(some, { candidates: rows(6), parts: 8 });
    expect(some.parts).toBe(4);
    expect(some.sent).toBeLessThanOrEqual(MAX_REQUESTS);
    const none = new Asker({ cost: 20 });
    expect(await searchParts(none, { candidates: rows(6), parts: 8 })).toEqual({
      problem: { kind: 'requests', needed: 400 },
    });
    expect(none.sent).toBeLessThanOrEqual(MAX_REQUESTS);
  });

  it('none is guilty: all are reverted together, once', async () => {
    const together = new Asker({ guilty: ['all'] });
    expect(await searchParts(together, { candidates: rows(6), parts: 2 })).toMatchObject({
      findings: { kind: 'none' },
      together: { restored: 6, asked: 6 },
    });
    const moved = new Asker({});
    expect(await searchParts(moved, { candidates: rows(6), parts: 2 })).toMatchObject({
      together: { restored: 0, asked: 6 },
    });
  });

  it('a part that cannot be asked is untried; a control that cannot be asked ends the search', async () => {
    const asker = new Asker({ guilty: [1], untried: [0] });
    const end = await searchParts(asker, { candidates: rows(6), parts: 2 });
    expect(end).toMatchObject({ findings: { kind: 'one' } });
    expect('untried' in end && [...end.untried]).toEqual([[0, 'it is refused']]);
    const control = new Asker({ untried: ['nothing'] });
    expect(await searchParts(control, { candidates: rows(6), parts: 2 })).toEqual({
      problem: { kind: 'no answers', message: 'it is refused' },
    });
  });
});
