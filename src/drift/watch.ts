import { requestSettings } from '../config/changed-subject.ts';
import type { Config } from '../config/config.ts';
import { configOf } from '../config/rules.ts';
import { decidedRows } from '../engine/verdict/answer-and-refuse.ts';
import type { Outcomes } from '../engine/drift/drift.ts';
import { type AnyRun } from '../engine/methods/test-run.ts';
import { findTest } from '../engine/perturbations/index.ts';
import { isSequential } from '../engine/verdict/report-row.ts';
import { isBlankText } from '../engine/visible-text.ts';
import type { BaselineResult, ReportRow, ResultRow, Results } from '../engine/results.ts';
import type { WatchNight } from '../engine/drift/watch.ts';
import { canonical } from '../json.ts';
import { leaveUndecided, removeMinima } from '../run/measurement.ts';
import type { EvaluateOptions, Evaluation } from '../run/options.ts';
import { subjectOf } from '../run/run-store.ts';
import { evaluate } from '../run/run.ts';
import { digest } from './record.ts';

/**
 * Asks the first `watch_rows` rows, each test in turn, without a comparison or a stored reply.
 * @throws ConfigError
 */
export async function evaluateWatch(options: EvaluateOptions): Promise<Evaluation> {
  const { rules, path, ref } = options.config;
  const config = configOf(rules, path);
  const { results } = await evaluate({
    ...options,
    cacheDirectory: undefined,
    config: { path, ref, rules: { config: removeMinima(config) } },
    narrowTests: (tests) => firstRows(tests, config.watch_rows),
  });
  return { config, results: passAllTests(results) };
}

function firstRows(tests: readonly AnyRun[], maxRows: number): AnyRun[] {
  const casesOfTests = takeInTurn(
    tests.map((run) => run.cases?.cases ?? []),
    maxRows,
  );
  return tests.flatMap((run, i): AnyRun[] => {
    const cases = casesOfTests[i] ?? [];
    if (cases.length === 0) return [];
    const narrowed: AnyRun = {
      ...run,
      samples: cases.map(({ sample }) => sample),
      cases: { cases, notApplicable: [] },
    };
    return [leaveUndecided(narrowed)];
  });
}

/** Returns the beginnings of lists that have `most` entries in all, one of each list in turn. */
function takeInTurn<T>(lists: readonly (readonly T[])[], maxRows: number): T[][] {
  const turns = lists.flatMap((list, listIndex) => list.map((_, turn) => ({ turn, listIndex })));
  const taken = turns.toSorted((a, b) => a.turn - b.turn).slice(0, maxRows);
  const countsByList = Map.groupBy(taken, ({ listIndex }) => listIndex);
  return lists.map((list, i) => list.slice(0, countsByList.get(i)?.length ?? 0));
}

/** Lets every test pass: the record decides a night of `watch`, and no minimum does. */
function passAllTests(results: Results): Results {
  if (results.problem !== undefined || results.outcome === 'skipped') return results;
  const report = results.report.map((test): ReportRow => {
    const { sides: _sides, baseline: _baseline, ...row } = test;
    const passed: ReportRow = { ...row, minimum_pass_rate: 0, outcome: 'pass', pass: true };
    if (isSequential(passed)) delete passed.streams;
    return passed;
  });
  return { ...results, report, outcome: 'pass' };
}

/** The watched rows of a run. */
export interface WatchedRows {
  /** Digest of the rows and of how they are scored. */
  rows: string;
  outcomes: Outcomes;
  /** Indexes of the rows to which the endpoint, or a judge, gave no answer. */
  silent: ReadonlySet<number>;
  /** Outcomes of the base's subject, which this run asked. */
  base: Outcomes;
}

export function watchedRows({ results, report }: Results, config: Config): WatchedRows {
  const rowsByTest = Map.groupBy(results, ({ test_type, should = '' }) => `${test_type} ${should}`);
  const watched = takeInTurn([...rowsByTest.values()], config.watch_rows).flat();
  const outcomes = watched.map((row) => outcomeOf(row, row, config));
  const silent = watched.flatMap(({ status }, i) =>
    status === 'error' && outcomes[i] === '-' ? [i] : [],
  );
  const testsWithBase = report.filter((test) =>
    decidedRows(test).some(({ baseline }) => baseline?.source === 'base'),
  );
  const baseOutcomes = watched.map((row) => {
    // The answers of an earlier report are older than tonight.
    if (!testsWithBase.some(({ test_type }) => test_type === row.test_type)) return '-';
    return outcomeOf(row, row.baseline?.unchanged ? row : row.baseline, config);
  });
  return {
    rows: digestOfRows(watched, config),
    outcomes: outcomes.join(''),
    silent: new Set(silent),
    base: baseOutcomes.join(''),
  };
}

function digestOfRows(watched: readonly ResultRow[], config: Config): string {
  const texts = watched.map((row) => [
    row.test_type,
    row.original,
    row.test_case,
    row.options,
    row.placebo,
  ]);
  return digest(texts, scoringOf(config), canonical(requestSettings(config.embeddings) ?? null));
}

function scoringOf({ tests }: Config): unknown[] {
  return tests.map(({ test, candidates, judge, judgeContext, repeats, parameters, asking }) => {
    const scorers = candidates.map(({ scorer, scorerOptions, threshold }) => [
      scorer.name,
      scorerOptions,
      threshold,
    ]);
    const judgeRules: unknown[] = [requestSettings(judge), repeats, parameters, asking.method];
    // An absent context adds no item, so that older records stay comparable.
    if (judgeContext !== undefined) judgeRules.push(judgeContext);
    return [test.name, scorers, judgeRules];
  });
}

type RowAnswers = ResultRow | BaselineResult;

/**
 * `1` for a row that passed, else `0`, also if the model's answer cannot be read: such a model has
 * drifted. `-` for a row whose endpoint or judge failed.
 */
function outcomeOf(row: ResultRow, answers: RowAnswers | undefined, config: Config): string {
  if (answers?.status === 'scored') return answers.pass === true ? '1' : '0';
  if (!answers?.error || answers.error.unasked) return '-';
  const test = config.tests.find(({ test: { name } }) => name === row.test_type);
  const isFaultOfModel = test?.judge?.isSelf
    ? SELF_JUDGE_ERRORS.includes(answers.error.kind)
    : isUnread(answers.error.kind, row, answers);
  return isFaultOfModel ? '0' : '-';
}

/** Errors of a model that was asked and whose answer cannot be read, or that refused (400). */
const UNREAD_ERRORS = ['unreadable', 'truncated', 'empty_answer', 'bad_request'];
/** Errors that no judge has. */
const MODEL_ONLY_ERRORS = ['unreadable', 'truncated'];
/** The same errors for a model that judges its own answers. */
const SELF_JUDGE_ERRORS = [...UNREAD_ERRORS, 'unreadable_judgement', 'judge_not_calibrated'];

/** True if the model's answer cannot be read. A judge's error of this kind leaves answers. */
function isUnread(kind: string, { test_type }: ResultRow, answers: RowAnswers): boolean {
  if (MODEL_ONLY_ERRORS.includes(kind)) return true;
  if (!UNREAD_ERRORS.includes(kind)) return false;
  const texts = [answers.actual_result];
  if (findTest(test_type)?.perturbation) texts.push(answers.expected_result);
  if ('placebo_result' in answers) texts.push(answers.placebo_result ?? null);
  return texts.some((text) => text === null || isBlankText(text));
}

export function subjectDigest(config: Config, baseUrl: string | undefined): WatchNight['subject'] {
  return digest(subjectOf(config, baseUrl));
}
