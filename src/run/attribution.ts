import {
  FEWEST_ROWS,
  MOST_REQUESTS,
  searchParts,
  type SearchEnd,
  type SearchProblem,
} from '../engine/attribution/search.js';
import type { AttributedPart, Attribution } from '../engine/attribution/schema.js';
import { byLot } from '../engine/random.js';
import type { ReportRow, ResultRow } from '../engine/results.js';
import type { RunResults } from '../engine/run.js';
import { decidedRows, failingStreams } from '../engine/answer-and-refuse.js';
import { quantity } from '../report/story/words.js';
import { changedParts, partInReport } from './changed-parts.js';
import { openRows, rowsOfTests, type BrokenRow } from './broken-rows.js';
import type { OpenRun } from './prepare.js';
import { PartAsker } from './part-asker.js';

/**
 * Finds out which changed part of a red head's subject broke its rows. Undefined for a head that is
 * not red, and without a base to compare with.
 */
export async function attributionOf(
  run: OpenRun,
  found: RunResults,
): Promise<Attribution | undefined> {
  const { config, base, meter } = run;
  const red = redTests(run, found.report);
  if (!base || red.length === 0) return undefined;
  const worse = red.filter(isWorse);
  const why = whyNotSearched(run, { red, worse });
  if (why !== undefined) return skipped(why);

  const rows = rowsOfTests(run, worse, found.results);
  const broken = byLot(
    rows.filter(({ isBroken }) => isBroken),
    config.seed,
    ({ row }) => row.sample,
  );
  meter.allow(MOST_REQUESTS);
  const before = meter.spent;
  const asker = new PartAsker(run, { base, report: found.report, open: openRows(rows) });
  const candidates = await asker.priced(broken);
  const end = await searchParts<BrokenRow>(asker, { candidates, parts: asker.parts.length });
  const common = {
    // A search whose replies are stored has the figures of the run that it repeats.
    requests: meter.spent - before,
    compared: comparedIn(rows.map(({ result }) => result)),
    more_rows: asker.moreRows || undefined,
  };
  if ('why' in end) {
    const asked = rows.filter(({ result }) => result.status !== 'undecided').length;
    return { ...skipped(problemInWords(end.why, run, asked)), ...common };
  }
  return { ...attributed(end, asker), ...common };
}

function attributed(end: Extract<SearchEnd<BrokenRow>, { findings: object }>, asker: PartAsker) {
  const { findings, rows, untried, together } = end;
  const parts = findings.parts.map(({ isNamed, rows: own, ...figures }, i): AttributedPart => {
    const part = asker.parts[i];
    if (!part) throw new RangeError(`there is no part ${i}`);
    return {
      ...partInReport(part, asker.sides),
      ...figures,
      named: isNamed,
      rows: own.flatMap((row) => rows[row]?.index ?? []),
      untried: untried.get(i),
    };
  });
  const { kind, control } = findings;
  return { kind, control, together, rows: rows.length, parts };
}

function skipped(why: string): Attribution {
  return {
    kind: 'skipped',
    why,
    rows: 0,
    requests: 0,
    control: { restored: 0, asked: 0 },
    parts: [],
  };
}

/** The red tests of which a base was to be asked, and whose attribution is not turned off. */
function redTests({ config }: OpenRun, report: readonly ReportRow[]): ReportRow[] {
  const searched = config.tests.flatMap(({ test, attribution, compare }) =>
    attribution && compare?.with === 'base' ? [test.name] : [],
  );
  return report.flatMap(decidedRows).filter(({ test_type, outcome, advisory }) => {
    return outcome === 'fail' && !advisory && searched.includes(test_type);
  });
}

/** A regression, or a failing test in which the base does not fail by itself. */
function isWorse(test: ReportRow): boolean {
  const { baseline } = test;
  if (baseline?.source !== 'base' || baseline.unchanged) return false;
  return baseline.outcome === 'fail' || failingStreams(test).before.length === 0;
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

/** `asked`: rows of the verdict. */
function problemInWords(why: SearchProblem, { meter }: OpenRun, asked: number): string {
  switch (why.kind) {
    case 'few rows': {
      const all = asked + why.more;
      const again =
        why.confirmed === why.broken
          ? ''
          : `, and only ${why.confirmed} of them broke again when the head was asked once more`;
      return `too few rows broke to tell (${why.broken} of the ${quantity(all, 'row')} that were asked${again}; ${FEWEST_ROWS} are needed)`;
    }
    case 'requests': {
      const cap = meter.maxRequests === undefined ? Infinity : meter.maxRequests - meter.spent;
      const which =
        cap <= meter.left
          ? `\`budget.max_requests\`, which leaves ${Math.max(0, cap)}`
          : `the ${MOST_REQUESTS} that a search may send, of which ${Math.max(0, meter.left)} are left`;
      return `its ${quantity(why.needed, 'request')} would pass ${which}`;
    }
    case 'no answers':
      return why.message;
  }
}

/** The rows that the base answers right, and those that changed sides. */
function comparedIn(results: readonly ResultRow[]): NonNullable<Attribution['compared']> {
  const scored = results.filter(({ status, baseline }) => status === 'scored' && baseline);
  const right = scored.filter(({ baseline }) => baseline?.pass === true);
  const others = scored.filter(
    ({ baseline }) => baseline?.status === 'scored' && baseline.pass !== true,
  );
  return {
    right: right.length,
    broken: right.filter(({ pass }) => pass !== true).length,
    fixed: others.filter(({ pass }) => pass === true).length,
  };
}
