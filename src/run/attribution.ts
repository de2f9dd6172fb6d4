import {
  attribute,
  fewestBroken,
  MOST_BROKEN_ROWS,
  type RestoredAnswer,
  type RestoredAsks,
} from '../engine/attribution/attribute.js';
import { edited, revert, type ChangedPart, type Subject } from '../engine/attribution/parts.js';
import type { AttributedPart, Attribution } from '../engine/attribution/schema.js';
import type { Case } from '../engine/case.js';
import { forOneSample, type AnyRun } from '../engine/methods/test-run.js';
import { byLot } from '../engine/random.js';
import type { ReportRow, ResultRow } from '../engine/results.js';
import { runTests, type RunResults } from '../engine/run.js';
import { decidedRows, failingStreams } from '../engine/answer-and-refuse.js';
import { ConfigError, orProblem } from '../errors.js';
import {
  changedParts,
  editableTexts,
  partInReport,
  partsOfSubject,
  settingsOf,
} from './changed-parts.js';
import { promptForRows } from './filled-rows.js';
import { askingOf, type OpenRun } from './prepare.js';

/** A row that the base answers right and the head does not, under its test. */
interface Broken {
  test: AnyRun;
  row: Case;
  index: number;
}

const MOST_ARMS = 3;

/**
 * Upper bound of the requests of an attribution. Each row is asked twice for each part. A judge
 * reads each answer once, and the answer to the test case twice.
 */
export function mostRequests(
  parts: number,
  rows: readonly { repeats: number; isJudged: boolean }[],
): number {
  let ofOnePart = 0;
  for (const { repeats, isJudged } of rows)
    ofOnePart += repeats * (isJudged ? 2 * MOST_ARMS + 1 : MOST_ARMS);
  return 2 * (parts + 1) * ofOnePart;
}

/**
 * Asks broken rows again with each changed part reverted. A head with only blank lines added is the
 * control. Undefined without a regression, and for a change in one place.
 */
export async function attributionOf(
  run: OpenRun,
  ended: RunResults,
): Promise<Attribution | undefined> {
  const { config, base, meter } = run;
  const isRed = ended.outcome === 'fail' && ended.report.flatMap(decidedRows).some(isWorse);
  if (!base || !isRed) return undefined;
  const parts = changedParts(base, config);
  if (parts.length < 2) return undefined;
  const broken = brokenRows(run, ended.results);
  if (broken.length === 0) return undefined;
  const why = whyNotAsked(run, ended, { parts: parts.length, broken });
  if (why !== undefined) return skipped(why, broken.length);

  const sent = meter.requests;
  const isSameHub = base.model.hub === config.model.hub;
  const [before, now] = [partsOfSubject(base, isSameHub), partsOfSubject(config, isSameHub)];
  const edit = (subject: Subject, blankLines: number) =>
    edited(subject, editableTexts(parts, now), blankLines);
  const tryReverted = async (part: ChangedPart) => {
    const subject = revert(now, [part], before);
    return { part, arm: await tryOut(run, broken, [subject, edit(subject, 1)]) };
  };
  const [control, ...tried] = await Promise.all([
    tryOut(run, broken, [edit(now, 1), edit(now, 2)]),
    ...parts.map(tryReverted),
  ]);
  const requests = meter.requests - sent;
  if ('untried' in control) return { ...skipped(control.untried, broken.length), requests };

  const nothing = broken.map(() => [null, null]);
  const asks = tried.map(({ arm }) => ('asks' in arm ? arm.asks : nothing));
  const { parts: figures, ...findings } = attribute(control.asks, asks);
  const described = tried.map(({ part, arm }, i): AttributedPart => {
    const { isNamed, rows, ...figure } = figures[i]!;
    return {
      ...partInReport(part, { config, base, before, now }),
      ...figure,
      named: isNamed,
      rows: rows.flatMap((row) => broken[row]?.index ?? []),
      untried: 'untried' in arm ? arm.untried : undefined,
    };
  });
  return { ...findings, rows: broken.length, requests, parts: described };
}

function skipped(why: string, rows: number): Attribution {
  const control = { restored: 0, asked: 0 };
  return { kind: 'skipped', why, rows, requests: 0, control, parts: [] };
}

/**
 * Returns the reason why the rows are not asked again: too few rows, or a cap. Undefined if they
 * are.
 */
function whyNotAsked(
  { meter }: OpenRun,
  { report }: RunResults,
  { parts, broken }: { parts: number; broken: readonly Broken[] },
): string | undefined {
  const fewest = fewestBroken(parts);
  if (broken.length < fewest) return `too few broken rows to tell: ${broken.length} of ${fewest}`;
  const isJudged = ({ judge, test }: AnyRun) =>
    judge !== undefined &&
    report.some((row) => {
      const isReadByRule = row.method === 'triplet' && row.read_counts?.judge === 0;
      return row.test_type === test.name && !isReadByRule;
    });
  const rows = broken.map(({ test }) => ({ repeats: test.repeats, isJudged: isJudged(test) }));
  const most = mostRequests(parts, rows);
  return meter.requests + most > (meter.maxRequests ?? Infinity)
    ? `its ${most} requests would pass \`budget.max_requests\``
    : undefined;
}

/** A regression, or a failing test in which the base does not fail by itself. */
function isWorse(test: ReportRow): boolean {
  const { outcome, baseline } = test;
  if (baseline?.source !== 'base') return false;
  if (baseline.outcome === 'fail') return true;
  return outcome === 'fail' && failingStreams(test).before.length === 0;
}

function brokenRows({ config, tests }: OpenRun, results: readonly ResultRow[]): Broken[] {
  const attributed = config.tests.flatMap((test) => (test.attribution ? test.test.name : []));
  const cases = new Map(
    tests.flatMap((test) =>
      (test.cases?.cases ?? []).map(
        (row) => [keyOf(test.test.name, row.sample.source, row.test_case), { test, row }] as const,
      ),
    ),
  );
  const broken = results.flatMap((result, index): Broken[] => {
    const { test_type, source, test_case, pass, status, baseline } = result;
    const testCase = cases.get(keyOf(test_type, source, test_case));
    const isBroken = baseline?.pass === true && pass !== true && status === 'scored';
    return isBroken && testCase && attributed.includes(test_type) ? [{ ...testCase, index }] : [];
  });
  return byLot(broken, config.seed, ({ row }) => row.sample).slice(0, MOST_BROKEN_ROWS);
}

/** One text may stand in several rows. */
const keyOf = (...row: [test: string, source: string, testCase: string]) => JSON.stringify(row);

/**
 * Asks the rows once of each subject. A mixture of base and head may be a model that no hub can
 * make, or one that refuses the requests.
 */
async function tryOut(
  run: OpenRun,
  broken: readonly Broken[],
  subjects: readonly [Subject, Subject],
): Promise<{ asks: RestoredAsks } | { untried: string }> {
  const attempt = await orProblem(async () => {
    const [first, second] = await Promise.all([
      ask(run, broken, subjects[0]),
      ask(run, broken, subjects[1]),
    ]);
    const asks: RestoredAsks = first.map((answer, i) => [answer, second[i] ?? null]);
    return { asks };
  }, ConfigError);
  if ('problem' in attempt) return { untried: attempt.problem.message };
  const answered = attempt.asks.flat().filter((answer) => answer !== null);
  if (answered.length < broken.length) return { untried: 'too many of its requests had no answer' };
  return attempt;
}

/** Asks all arms of the rows of one subject. No stored reply is used. */
async function ask(
  run: OpenRun,
  broken: readonly Broken[],
  subject: Subject,
): Promise<RestoredAnswer[]> {
  const model = await run.models.freshModel(
    settingsOf(run.config, run.base ?? run.config, subject),
  );
  const { base: _base, freshModel: _fresh, ...models } = run.models;
  const config = { ...run.config, template: undefined };
  const tests = broken.map(({ test, row }): AnyRun => {
    const { template: _head, ...alone } = forOneSample(test, row.sample);
    const text = subject.texts[`${test.test.name}.prompt`] ?? subject.texts['prompt'];
    const { template } = promptForRows(config, { test: test.test, template: text }, [row.sample]);
    const cases = { cases: [row], notApplicable: [] };
    return template ? { ...alone, template, cases } : { ...alone, cases };
  });
  const { results } = await runTests(
    { ...askingOf(run), tests, maxRequests: undefined },
    { ...models, model },
  );
  return results.map(({ pass, error }) => (error ? null : pass === true));
}
