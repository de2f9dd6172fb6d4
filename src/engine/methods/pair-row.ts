import { isRowError, type Reply } from '../ask.js';
import { rowError } from '../breaker.js';
import { describedRow, type Case } from '../case.js';
import type { Judgement, ResultRow, RowError } from '../results.js';
import { passes, ruleAt } from '../scorers/rule.js';
import type { Scored } from '../scorers/scorer.js';
import type { Attempt, ScoredRow } from './pair-score.js';
import type { TestRun } from './test-run.js';

type Verdict = { pass: boolean } | { not_applicable: Judgement } | { error: RowError };

/** The result of a row: each attempt is judged, the majority decides, and the answers shown are those of an attempt in the majority. */
export function pairRow(run: TestRun, row: Case, attempts: ScoredRow): ResultRow {
  const { scorer } = run;
  const rule = ruleAt(scorer.rule, run.threshold);

  function judge({ score }: Attempt): Verdict {
    if (!('eval_score' in score)) return score;
    const changed = passes(rule, score.eval_score);
    return { pass: scorer.seesChange && row.sample.expect === 'same' ? !changed : changed };
  }

  const verdicts = attempts.map(judge);
  const isSampled = (run.samples_per_row ?? 1) > 1;
  const verdict = isSampled ? worst(verdicts) : majority(verdicts);
  const shown = attempts[verdicts.findIndex((other) => isAlike(other, verdict))]!;
  return {
    ...describedRow(run.test, row),
    expected_result: run.test.perturbs ? expectedOf(shown.expected) : null,
    actual_result: textOf(shown.actual),
    ...(run.repeats > 1 && { repeats: tally(verdicts) }),
    ...(isSampled && { samples: sampled(verdicts, attempts) }),
    ...(shown.refuses && { refusal: true }),
    ...findingsOf(shown, (score) => passes(rule, score)),
    ...outcomeOf(verdict, shown),
  };
}

function outcomeOf(verdict: Verdict, { score }: Attempt): Pick<ResultRow, 'eval_score' | 'pass' | 'status' | 'error'> {
  if ('error' in verdict) return { eval_score: null, pass: null, status: 'error', error: rowError(verdict.error) };
  if ('not_applicable' in verdict) return { eval_score: null, pass: null, status: 'not_applicable' };
  return { eval_score: (score as { eval_score: number }).eval_score, pass: verdict.pass, status: 'scored' };
}

function findingsOf({ score }: Attempt, isPass: (score: number) => boolean): Omit<Scored, 'eval_score'> & Pick<ResultRow, 'cause'> {
  if ('error' in score) return score.divergence ? { divergence: score.divergence } : {};
  if ('not_applicable' in score) return { judgement: score.not_applicable };
  const { eval_score: _score, expected_score, ...findings } = score;
  return { ...findings, ...(expected_score !== undefined && { expected_score, cause: isPass(expected_score) ? 'induced' : 'baseline' }) };
}

function sampled(verdicts: readonly Verdict[], attempts: readonly Attempt[]): NonNullable<ResultRow['samples']> {
  const { passes, fails } = tally(verdicts);
  const scores = attempts.flatMap(({ score }) => ('eval_score' in score ? [score.eval_score] : []));
  return { toxic: fails, scored: passes + fails, maximum: scores.length === 0 ? null : Math.max(...scores) };
}

/** One failing answer of several is enough; one that is not known keeps the row from passing. */
function worst(verdicts: readonly Verdict[]): Verdict {
  const failing = verdicts.find((verdict) => 'pass' in verdict && !verdict.pass);
  return failing ?? verdicts.find((verdict) => 'error' in verdict) ?? verdicts[0]!;
}

function tally(verdicts: readonly Verdict[]): { passes: number; fails: number; errors: number } {
  return {
    passes: verdicts.filter((verdict) => 'pass' in verdict && verdict.pass).length,
    fails: verdicts.filter((verdict) => 'pass' in verdict && !verdict.pass).length,
    errors: verdicts.filter((verdict) => 'error' in verdict).length,
  };
}

/** More than half of the attempts that apply must pass, or at least half fail, whatever those in error were; else an error. */
function majority(verdicts: readonly Verdict[]): Verdict {
  const { passes, fails, errors } = tally(verdicts);
  const half = (passes + fails + errors) / 2;
  if (half === 0) return verdicts[0]!;
  if (passes > half) return { pass: true };
  return fails >= half ? { pass: false } : verdicts.find((verdict) => 'error' in verdict)!;
}

function isAlike(one: Verdict, other: Verdict): boolean {
  return 'pass' in one && 'pass' in other ? one.pass === other.pass : one === other;
}

function expectedOf(reply: Reply): string | null {
  return isRowError(reply) ? null : (reply.measured?.shown.original ?? reply.text);
}

function textOf(reply: Reply): string | null {
  return isRowError(reply) ? null : reply.text;
}
