/** Rates by kind of perturbation, for tests of several kinds or strengths. */
import { summarizeDivergences } from '../../engine/divergence/probe.ts';
import type { ReportRow, ResultRow, Results } from '../../engine/results.ts';
import { findTest } from '../../engine/perturbations/index.ts';
import { REQUESTED } from '../../engine/sample.ts';
import { oneLine } from './truncate.ts';
import { type Block, numberColumns } from './blocks.ts';
import { wordsFor } from './test-words.ts';
import { isCounted, isOfTest } from './states.ts';
import { formatNumber, formatPercent, sentenceCase } from './words.ts';

const MAX_KIND_LENGTH = 60;

/**
 * A table for each test of several kinds. Strengths stand in their order, other kinds with the
 * worst first.
 */
export function kindBlocks({ report, results }: Pick<Results, 'report' | 'results'>): Block[] {
  return report.flatMap((test) => kindBlock(test, results) ?? []);
}

function kindBlock(test: ReportRow, results: Results['results']): Block | undefined {
  const rows = results.filter(
    (row) =>
      isOfTest(row, test) && isCounted(row) && row.kind !== undefined && isPassed(row) !== null,
  );
  const definition = findTest(test.test_type);
  const rowsByKind = Map.groupBy(rows, kindName);
  const kinds = [...rowsByKind].map(([kind, kindRows]) => {
    const rowCount = kindRows.length;
    const passed = kindRows.filter(isPassed).length;
    const rate = passed / rowCount;
    const divergence = definition?.figure && summarizeDivergences(definition.figure, kindRows);
    // A kind that names no strength has its place by its rate.
    const place = definition?.strengthOf?.(kind) || rate;
    return { kind, passed, rowCount, rate, divergence, place };
  });
  const [firstKind] = kinds;
  if (!firstKind) return undefined;
  const figures = firstKind.divergence ? [`${firstKind.divergence.figure}, nats`] : [];
  return {
    place: test.outcome === 'pass' ? 'report' : 'details',
    title: `${sentenceCase(wordsFor(test).label)}, by kind`,
    isFolded: test.outcome === 'pass',
    table: {
      columns: [{ name: 'kind' }, ...numberColumns('result', 'passed', ...figures)],
      rows: kinds
        .toSorted((a, b) => a.place - b.place)
        .map(({ kind, passed, rowCount, rate, divergence }) => {
          const figure = divergence ? (divergence.value?.toFixed(4) ?? '—') : '';
          const cells = [
            kind,
            formatPercent(rate),
            `${formatNumber(passed)} of ${formatNumber(rowCount)}`,
          ];
          return { cells: [...cells, ...figures.map(() => figure)] };
        }),
      noun: 'kind',
    },
  };
}

/** A row that asks for the foul words has a state, and neither passed nor failed. */
function isPassed({ kind, pass, state }: ResultRow): boolean | null {
  return kind === REQUESTED && state !== undefined ? state === 'clean' : pass;
}

function kindName({ kind = '' }: ResultRow): string {
  return kind === REQUESTED ? `${REQUESTED} (not counted)` : oneLine(kind, MAX_KIND_LENGTH);
}
