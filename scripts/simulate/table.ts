import type { Claim } from '../kit/figures.mjs';

/** Exports of a table. A cell is one setting, and its result a line of the table. */
export interface Table<Cell, Result> {
  /** `runs`: how many runs the first table makes of each cell; others take a multiple. */
  cells(runs: number): Cell[];
  simulate(cell: Cell): Promise<Result>;
  /** A title and a Markdown table. */
  tableText(played: (Result & { cell: Cell })[]): string;
  claims(played: (Result & { cell: Cell })[]): Claim[];
}

/** The result of `simulate`, with the cell that it belongs to. */
export type Played<Cell, Simulate extends (cell: Cell) => Promise<object>> = Awaited<
  ReturnType<Simulate>
> & { cell: Cell };

/** True with a given probability. */
export type Chance = (probability: number) => boolean;
