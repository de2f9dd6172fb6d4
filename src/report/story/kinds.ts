/** Rates by kind of perturbation, for tests of several kinds. */
import type { ReportRow, Results } from '../../engine/results.js';
import { oneLine } from '../formats/escape.js';
import { type Block, numbers } from './blocks.js';
import { wordsFor } from './sides.js';
import { counts, isOf } from './states.js';
import { number, percent, sentenceCase } from './words.js';

const LONGEST_KIND = 60;

/** A table for each test of several kinds, with the worst first. */
export function kindBlocks({ report, results }: Pick<Results, 'report' | 'results'>): Block[] {
  return report.flatMap((test) => kindBlock(test, results) ?? []);
}

function kindBlock(test: ReportRow, results: Results['results']): Block | undefined {
  const rows = results.filter(
    (row) => isOf(row, test) && counts(row) && row.kind !== undefined && row.pass !== null,
  );
  if (rows.length === 0) return undefined;
  const kinds = [...Map.groupBy(rows, ({ kind }) => oneLine(kind!, LONGEST_KIND))].map(
    ([kind, all]) => {
      const passed = all.filter(({ pass }) => pass).length;
      return { kind, passed, all: all.length, rate: passed / all.length };
    },
  );
  return {
    place: 'details',
    title: `${sentenceCase(wordsFor(test).label)}, by kind`,
    table: {
      columns: [{ name: 'kind' }, ...numbers('result', 'passed')],
      rows: kinds
        .toSorted((one, other) => one.rate - other.rate)
        .map(({ kind, passed, all, rate }) => ({
          cells: [kind, percent(rate), `${number(passed)} of ${number(all)}`],
        })),
      noun: 'kind',
    },
  };
}
