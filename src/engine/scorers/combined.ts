import type { Failure } from '../breaker.js';
import { passes, ruleAt, type CombinedKind, type PassRule, type Threshold } from './rule.js';
import type { Pair, Score, Scorer, ScoringTools } from './scorer.js';

/** How several scorers make one verdict: a row fails if any fails it, if all do, or as the first says that can. */
export const COMBINATIONS = ['any', 'all', 'first'] as const;
export type Combination = (typeof COMBINATIONS)[number];

/** A scorer with what the configuration says for it. */
export interface Part {
  scorer: Scorer;
  threshold: Threshold;
  scorerOptions: Record<string, unknown>;
}

/** How the names of combined scorers are put together. */
const JOINTS: Record<Combination, string> = { any: ' or ', all: ' and ', first: ' else ' };
const KINDS = { any: 'any_of', all: 'all_of', first: 'first_of' } as const satisfies Record<Combination, CombinedKind>;

/** Returns the rule that the name of a combined scorer states; undefined for other names. */
export function combinedKind(name: string): CombinedKind | undefined {
  const how = COMBINATIONS.find((combination) => name.includes(JOINTS[combination]));
  return how && KINDS[how];
}

function ruleOf({ scorer, threshold }: Part): PassRule {
  return ruleAt(scorer.rule, threshold);
}

type Verdict = { eval_score: number; pass: boolean } | { error: Failure };

/** Several scorers as one: 1 where the row fails, else 0. A scorer without a verdict is an error unless the others settle it. */
export function combined(parts: readonly Part[], how: Combination): Scorer {
  return {
    name: parts.map(({ scorer }) => scorer.name).join(JOINTS[how]),
    asks: 'answer',
    classifies: parts.find(({ scorer }) => scorer.classifies)?.scorer.classifies,
    judgeCalls: parts.reduce((sum, { scorer }) => sum + scorer.judgeCalls, 0),
    judgesEach: true,
    calibration: parts.find(({ scorer }) => scorer.calibration)?.scorer.calibration,
    seesChange: false,
    rule: { kind: KINDS[how], scorers: Object.fromEntries(parts.map((part) => [part.scorer.name, ruleOf(part)])) },
    defaultThreshold: 0,
    score: (pairs, tools) => scoreAll(pairs, tools, { parts, how }),
  };
}

async function scoreAll(
  pairs: readonly Pair[],
  tools: ScoringTools,
  { parts, how }: { parts: readonly Part[]; how: Combination },
): Promise<Score[]> {
  const found: Score[][] = pairs.map(() => []);
  for (const part of parts) {
    const { scorer, scorerOptions } = part;
    const rule = ruleOf(part);
    // `first` pays a scorer only for what those before it left open.
    const open = pairs.flatMap((_pair, i) => (how !== 'first' || found[i]!.every(isPassedOn) ? [i] : []));
    const asked = open.map((i) => pairs[i]!);
    const scores = await scorer.score(asked, { ...tools, passes: (score) => passes(rule, score) }, scorerOptions);
    open.forEach((i, nth) => found[i]!.push(scores[nth]!));
  }
  return found.map((scores) => combine(scores, { parts, how }));
}

/** Errors that the answer causes. A failing endpoint is no reason to accept another scorer. */
const OF_THE_ANSWER = ['empty_answer', 'unreadable_judgement', 'unknown_label', 'missing_label', 'bad_request'];

function isPassedOn(score: Score): boolean {
  if ('eval_score' in score) return false;
  return 'not_applicable' in score || OF_THE_ANSWER.includes(score.error.kind);
}

function combine(scores: readonly Score[], { parts, how }: { parts: readonly Part[]; how: Combination }): Score {
  const verdicts = scores.map((score, i): Verdict => {
    if ('eval_score' in score) return { eval_score: score.eval_score, pass: passes(ruleOf(parts[i]!), score.eval_score) };
    return 'error' in score ? score : { error: { kind: 'not_applicable', message: 'The scorer does not apply to this row.' } };
  });
  const passed = verdicts.filter((verdict) => 'pass' in verdict && verdict.pass).length;
  const failed = verdicts.filter((verdict) => 'pass' in verdict && !verdict.pass).length;
  const isOpen = passed + failed < verdicts.length;
  const decided = { any: failed > 0 || !isOpen, all: passed > 0 || !isOpen, first: passed + failed > 0 }[how];
  if (!decided) {
    const errors = verdicts.filter((verdict): verdict is { error: Failure } => 'error' in verdict);
    // One that may pass is worth asking the row once more.
    return errors.find(({ error }) => error.passing) ?? errors[0]!;
  }
  const failing = { any: failed > 0, all: passed === 0, first: failed > 0 }[how];
  const telling = scores.find((score, i) => 'eval_score' in score && (verdicts[i] as { pass: boolean }).pass !== failing);
  return {
    eval_score: failing ? 1 : 0,
    ...(telling && 'judgement' in telling && { judgement: telling.judgement }),
    ...(telling && 'categories' in telling && { categories: telling.categories }),
    scores: Object.fromEntries(
      verdicts.map((verdict, i) => [parts[i]!.scorer.name, 'pass' in verdict ? verdict : { eval_score: null, pass: null }]),
    ),
  };
}
