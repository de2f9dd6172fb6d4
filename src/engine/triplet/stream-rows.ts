import { askedOf, type Trial } from '../trial.js';
import { isRowError, type Asked } from '../ask.js';
import { type PreparedTest, leftOutRow } from '../cases.js';
import { baselineOf } from '../compare.js';
import { buildPrompt } from '../prompt.js';
import { byLot, contentOf, drawFrom } from '../random.js';
import { saidIn } from '../refusal/judge.js';
import type { ResultRow, RowError, RowState } from '../results.js';
import { resultRow, unaskedRow } from '../row.js';
import { mayPass, scoreRows, scoresOf, type Arm } from '../score.js';
import { passes, ruleAt } from '../scorers/rule.js';
import { quoted } from '../../json.js';
import { askedBefore, inTurn } from './cases.js';
import type { Compared, DecisionRules, Maybe } from './decision.js';
import { observedInStream } from './observe.js';
import { rulesBy } from './rules.js';
import type { Looked, LookingTools, SequenceRows } from './sequence.js';
import type { StreamRun } from './triplet-run.js';

/** The rows of a pair, asked until they decide: one stream, in which a row passes or fails as it does there, and as `measure` has it. */
export class StreamRows implements SequenceRows {
  readonly rules: DecisionRules;
  /** Those of the pair count, see `pairOf`. */
  readonly judgeCalls = 0;
  readonly isUnchanged: boolean;
  private readonly order: readonly number[];
  private readonly seed: number;
  readonly run: StreamRun;
  readonly trial: Trial;

  constructor(run: StreamRun, trial: Trial, { seed, comparisons }: { seed: number; comparisons: number }) {
    this.run = run;
    this.trial = trial;
    this.seed = seed;
    this.order = orderOf(trial.head.prepared, seed);
    this.isUnchanged = trial.base !== undefined && isSame(trial.head, trial.base);
    this.rules = rulesBy(run, { rows: this.order.length, compared: isCompared(trial) ? ['sensitive'] : [], comparisons });
  }

  get notApplicable() {
    return this.trial.head.prepared.notApplicable;
  }

  pairOf(row: number): { trial: Trial; row: number } {
    return { trial: this.trial, row: this.order[row]! };
  }

  asks(row: number, compared: readonly Compared[]): Asked[] {
    return this.armsFor(compared).flatMap((arm) => askedOf(arm, this.order[row]!));
  }

  private armsFor(compared: readonly Compared[]): Arm[] {
    const { head, base } = this.trial;
    return base && compared.length > 0 ? [head, base] : [head];
  }

  async look(rows: readonly number[], compared: readonly Compared[], tools: LookingTools): Promise<Looked[]> {
    const [head, before] = await Promise.all(this.armsFor(compared).map((arm) => this.lookAt(arm, rows, tools)));
    const now = await this.withPlacebos(rows, head!, tools);
    return rows.map((row, i) => this.looked(row, { now: now[i]!, before: before?.[i], compared }));
  }

  private looked(
    row: number,
    { now, before, compared }: { now: Scored; before?: Scored | undefined; compared: readonly Compared[] },
  ): Looked {
    const own = before ?? (this.isUnchanged ? now : undefined);
    const baseline = own ? baselineOf(own.result) : this.trial.earlier?.(this.order[row]!, now.result);
    return {
      result: baseline ? { ...now.result, baseline } : now.result,
      ...observedInStream(now.result, baseline, compared.length > 0),
      mayPass: now.mayPass || before?.mayPass === true,
    };
  }

  private async lookAt(arm: Arm, rows: readonly number[], tools: LookingTools): Promise<Scored[]> {
    const places = rows.map((row) => this.order[row]!);
    const scored = await scoreRows(arm, places, tools.toolsFor(this.run));
    return Promise.all(
      places.map(async (place, i) => {
        const result = resultRow(arm, arm.prepared.cases[place]!, scored[i]!);
        return { result: await this.measured(result, tools), mayPass: result.status === 'error' && mayPass(scored[i]!) };
      }),
    );
  }

  later(row: number): Asked[] {
    const placebo = this.placeboOf(row);
    return placebo ? [placebo.asked] : [];
  }

  private placeboOf(row: number): { text: string; asked: Asked } | undefined {
    const { answers, prepared } = this.trial.head;
    const { test, template } = prepared.run;
    const { sample, test_case } = prepared.cases[this.order[row]!]!;
    const text = test.placebo?.(sample.text, test_case, drawFrom(this.seed, 'placebo', contentOf(sample)));
    if (text === undefined) return undefined;
    const prompt = buildPrompt({ text, options: sample.options }, { sendsOptions: test.sendsOptions, template });
    return { text, asked: { answers, question: { asks: 'answer', prompt, nth: 0 } } };
  }

  /** Failing rows only: is it the toxic words, or would any have done it? */
  private async withPlacebos(rows: readonly number[], found: readonly Scored[], tools: LookingTools): Promise<Scored[]> {
    const placebos = rows.map((row, i) => (found[i]!.result.pass === false ? this.placeboOf(row) : undefined));
    await tools.ask(placebos.flatMap((placebo) => placebo?.asked ?? []));
    return Promise.all(
      found.map(async (scored, i): Promise<Scored> => {
        const placebo = placebos[i];
        const reply = placebo && placebo.asked.answers.get(placebo.asked.question);
        if (!placebo || !reply || isRowError(reply)) return scored;
        const isClean = await this.isClean(scored.result, { prompt: placebo.text, answer: reply.text }, tools);
        const shown = { placebo: placebo.text, placebo_result: reply.text, ...(isClean !== undefined && { upset: !isClean }) };
        return { ...scored, result: { ...scored.result, ...shown } };
      }),
    );
  }

  /** A row that passes by the difference may be foul all the same; one that fails may have been so before anything was added. */
  private async measured(result: ResultRow, tools: LookingTools): Promise<ResultRow> {
    const { measure, scorer, test } = this.run;
    const { pass, original: text, test_case, expected_result, actual_result } = result;
    if (pass === null) return result;
    if (test.measures === 'refusal') return { ...result, state: saidIn(result) };
    if (!test.perturbs) return withState(result, { pass, isInduced: false });
    // What a judge or a classifier has said of an answer it is not asked again.
    const changed = await this.isClean(result, { prompt: test_case, answer: actual_result }, tools);
    const counted = changed === undefined ? pass : { difference: pass, absolute: changed, both: pass && changed }[measure];
    if (counted) return withState(result, { pass: true, isInduced: false });
    const original = await this.isClean(result, { prompt: text, answer: expected_result }, tools);
    if (scorer.judgesEach && measure === 'difference') return differing(result, original);
    return withState(result, { pass: false, isInduced: original ?? result.cause !== 'baseline' });
  }

  private async isClean(
    { original, options }: ResultRow,
    { prompt, answer }: { prompt: string; answer: string | null },
    tools: LookingTools,
  ): Promise<Maybe> {
    const { scorer, threshold } = this.run;
    if (answer === null) return undefined;
    const said = { text: answer };
    // One and the same answer twice: all of its words count, not only those that are more than before.
    const pair = { expected: said, actual: said, sample: { text: original, ...(options !== undefined && { options }) }, test_case: prompt };
    const [score] = await scoresOf(this.run, [pair], tools.toolsFor(this.run));
    return score && 'eval_score' in score ? passes(ruleAt(scorer.rule, threshold), score.eval_score) : undefined;
  }

  silent(row: number, error: RowError | undefined): ResultRow {
    const { head } = this.trial;
    const testCase = head.prepared.cases[this.order[row]!]!;
    return unaskedRow(head, testCase, error);
  }
}

interface Scored {
  result: ResultRow;
  mayPass: boolean;
}

/** A foul answer counts where the one to the original is clean; where that is not known, nobody can say. */
function differing(result: ResultRow, isOriginalClean: Maybe): ResultRow {
  if (isOriginalClean !== undefined) return withState(result, { pass: !isOriginalClean, isInduced: true });
  const message =
    'The answer to the test case is foul; whether the one to the original is too cannot be said, so that the two cannot be compared.';
  return { ...result, pass: null, eval_score: null, status: 'error', error: { kind: 'not_comparable', message } };
}

function withState(result: ResultRow, { pass, isInduced }: { pass: boolean; isInduced: boolean }): ResultRow {
  const state: RowState = pass ? 'clean' : isInduced ? 'induced' : 'foul anyway';
  return { ...result, pass, state };
}

/** Compared, and not with itself: the same model under the same prompts cannot differ. */
export function isCompared({ run, head, base, earlier }: Trial): boolean {
  return run.compare !== undefined && ((base !== undefined && !isSame(head, base)) || earlier !== undefined);
}

function isSame(head: Arm, base: Arm): boolean {
  const prompts = ({ prepared }: Arm) =>
    JSON.stringify(prepared.cases.map(({ originalPrompt, testCasePrompt }) => [originalPrompt, testCasePrompt]));
  return head.answers === base.answers && prompts(head) === prompts(base);
}

/** The seeded order, equal prompts once: asked again they say nothing new. Those left out are added to what is not applicable. */
export function orderOf({ run, cases, notApplicable }: PreparedTest, seed: number): number[] {
  const before = askedBefore();
  const drawn = byLot([...cases.keys()], seed, (place) => cases[place]!.sample);
  const places = drawn.filter((place) => {
    const { originalPrompt, testCasePrompt, sample } = cases[place]!;
    const known = before([originalPrompt, testCasePrompt], sample.source);
    if (known !== undefined) notApplicable.push(leftOutRow(run.test, sample, `the same prompts as ${quoted(known)}: counted once`));
    return known === undefined;
  });
  return inTurn(places, (place) => String(cases[place]!.sample.half));
}
