import { decidedRows } from '../engine/verdict/answer-and-refuse.ts';
import { failingStreams } from '../engine/verdict/own-outcome.ts';
import type { AttributedPart, Attribution } from '../engine/attribution/schema.ts';
import {
  MIN_ROWS,
  MAX_REQUESTS,
  searchParts,
  type SearchEnd,
  type SearchProblem,
} from '../engine/attribution/search.ts';
import { itemAt } from '../engine/lists.ts';
import { orderByLot } from '../engine/random.ts';
import type { ReportRow, ResultRow } from '../engine/results.ts';
import type { RunResults } from '../engine/verdict/report.ts';
import { quantity } from '../report/story/words.ts';
import { openRows, rowsOfTests, type BrokenRow } from './broken-rows.ts';
import { changedParts, partInReport } from './changed-parts.ts';
import { PartAsker } from './part-asker.ts';
import type { OpenRun } from './prepare.ts';
import type { SubjectAsker } from './subject-asker.ts';

/**
 * Finds the changed part that broke the rows of a red head. Returns undefined without a base, and
 * for a head that is not red.
 */
export async function attributionOf(
  run: OpenRun,
  runResults: RunResults,
): Promise<Attribution | undefined> {
  const { config, base, meter } = run;
  const red = redTests(run, runResults.report);
  if (!base || red.length === 0) return undefined;
  const worse = red.filter(isWorseThanBase);
  const why = whyNotSearched(run, { red, worse });
  if (why !== undefined) return skippedAttribution(why);

  const rows = rowsOfTests(run, worse, runResults.results);
  const broken = orderByLot(
    rows.filter(({ isBroken }) => isBroken),
    config.seed,
    ({ row }) => row.sample,
  );
  meter.allow(MAX_REQUESTS);
  const requestsBefore = meter.spent;
  const asker = new PartAsker(run, { base, report: runResults.report, openRows: openRows(rows) });
  const candidates = await asker.priced(broken);
  const parts = asker.subject.parts.length;
  const end = await searchParts<BrokenRow>(asker, { candidates, parts });
  const common = {
    // A repeated search whose replies are stored has the same figures.
    requests: meter.spent - requestsBefore,
    compared: comparisonCounts(rows.map(({ result }) => result)),
    more_rows: asker.moreRows || undefined,
  };
  if ('problem' in end) {
    const askedCount = rows.filter(({ result }) => result.status !== 'undecided').length;
    return { ...skippedAttribution(problemInWords(end.problem, run, askedCount)), ...common };
  }
  return { ...attributionFrom(end, asker.subject), ...common };
}

function attributionFrom(
  end: Extract<SearchEnd<BrokenRow>, { findings: object }>,
  { parts: askedParts, subjects }: SubjectAsker,
) {
  const { findings, rows, untried, together } = end;
  const parts = findings.parts.map((finding, i): AttributedPart => {
    const { isNamed, rows: rowIndexes, ...figures } = finding;
    return {
      ...partInReport(itemAt(askedParts, i), subjects),
      ...figures,
      named: isNamed,
      rows: rowIndexes.flatMap((row) => rows[row]?.index ?? []),
      untried: untried.get(i),
    };
  });
  const { kind, control } = findings;
  return { kind, control, together, rows: rows.length, parts };
}

function skippedAttribution(why: string): Attribution {
  return {
    kind: 'skipped',
    why,
    rows: 0,
    requests: 0,
    control: { restored: 0, asked: 0 },
    parts: [],
  };
}

/** Returns the red tests that compare with a base and do not turn attribution off. */
function redTests({ config }: OpenRun, report: readonly ReportRow[]): ReportRow[] {
  const searchedTests = config.tests.flatMap(({ test, attribution, compare }) =>
    attribution && compare ? [test.name] : [],
  );
  return report.flatMap(decidedRows).filter(({ test_type, outcome, advisory }) => {
    return outcome === 'fail' && !advisory && searchedTests.includes(test_type);
  });
}

/** True for a regression, and for a failing test that the base itself does not fail. */
function isWorseThanBase(test: ReportRow): boolean {
  const { baseline } = test;
  if (!baseline || baseline.unchanged) return false;
  return baseline.outcome === 'fail' || failingStreams(test).baseline.length === 0;
}

function whyNotSearched(
  { config, base, models }: OpenRun,
  { red, worse }: { red: readonly ReportRow[]; worse: readonly ReportRow[] },
): string | undefined {
  if (base && changedParts(base, config).length === 0)
    return 'nothing of the model and its prompts changed, so the cause is in rules, rows or the provider';
  if (!models.base) return 'the base cannot be asked';
  const isCompared = red.some(({ baseline }) => baseline && baseline.paired_count > 0);
  if (!isCompared) return 'no row has an answer of the base to compare with';
  if (worse.length === 0) return 'the base fails as well';
  return undefined;
}

/** @param askedCount number of rows that the verdict asked */
function problemInWords(why: SearchProblem, { meter }: OpenRun, askedCount: number): string {
  switch (why.kind) {
    case 'few rows': {
      const rowsInAll = askedCount + why.more;
      const unconfirmedInWords =
        why.confirmed === why.broken
          ? ''
          : `, and only ${why.confirmed} of them broke again when the head was asked once more`;
      return `too few rows broke to tell (${why.broken} of the ${quantity(rowsInAll, 'row')} that were asked${unconfirmedInWords}; ${MIN_ROWS} are needed)`;
    }
    case 'requests': {
      const cap = meter.maxRequests === undefined ? Infinity : meter.maxRequests - meter.spent;
      const limitInWords =
        cap <= meter.left
          ? `\`budget.max_requests\`, which leaves ${Math.max(0, cap)}`
          : `the ${MAX_REQUESTS} that a search may send, of which ${Math.max(0, meter.left)} are left`;
      return `its ${quantity(why.needed, 'request')} would pass ${limitInWords}`;
    }
    case 'no answers':
      return why.message;
  }
}

/** Counts the rows that the base answers right, those that broke, and those that were fixed. */
function comparisonCounts(results: readonly ResultRow[]): NonNullable<Attribution['compared']> {
  const scored = results.filter(({ status, baseline }) => status === 'scored' && baseline);
  const rightAtBase = scored.filter(({ baseline }) => baseline?.pass === true);
  const wrongAtBase = scored.filter(
    ({ baseline }) => baseline?.status === 'scored' && baseline.pass !== true,
  );
  return {
    right: rightAtBase.length,
    broken: rightAtBase.filter(({ pass }) => pass !== true).length,
    fixed: wrongAtBase.filter(({ pass }) => pass === true).length,
  };
}
