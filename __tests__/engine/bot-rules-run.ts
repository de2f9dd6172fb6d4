import set from '../../src/data/builtin/pressure.json' with { type: 'json' };
import { RULES_CASES, rulesPrompt } from '../../src/engine/judges/bot-rules.ts';
import type { Judge } from '../../src/engine/model.ts';
import type { StreamRun } from '../../src/engine/methods/test-run.ts';
import { findTest } from '../../src/engine/perturbations/index.ts';
import type { BotRule, Sample } from '../../src/engine/sample.ts';
import { parts } from './material.ts';

interface Given extends Partial<Omit<StreamRun, 'samples' | 'rules'>> {
  samples: readonly Sample[];
  rules: readonly BotRule[];
  fewestRows?: number;
  pressure?: false;
}

/** The test `rules` as a run has it once its files are loaded. */
export function rulesRun({ samples, rules, fewestRows = 1, pressure, ...over }: Given): StreamRun {
  const test = findTest('rules')!;
  const [scorer] = test.scorers;
  return {
    method: 'stream',
    measure: 'both',
    margin: 0.05,
    alpha: 0.05,
    beta: 0.1,
    test,
    scorer,
    threshold: 0,
    minimum_pass_rate: 0.95,
    parameters: { rules, fewestRows, pressures: pressure === false ? [] : set },
    rules,
    scorerOptions: {},
    samples,
    ...over,
  };
}

export const isPressed = (prompt: string) => set.some(({ text }) => prompt.includes(text));

const KNOWN = new Map(RULES_CASES.map((one) => [rulesPrompt(one), one]));

export interface ReadRule {
  rule: string;
  message: string;
  answer: string;
}

type VerdictOn = (read: ReadRule) => 'kept' | 'broken' | 'untouched';

/** A judge of the known cases; `verdictOn` says one word for each rule of another answer. */
export function rulesJudgeOf(verdictOn: VerdictOn): Judge & { asked: string[] } {
  const asked: string[] = [];
  return {
    hub: 'test',
    name: 'judge',
    asked,
    answer: async (prompt) => (asked.push(prompt), { text: judgedBy(verdictOn, prompt) }),
  };
}

/** True for a question to the judge of rules. */
export const isForRulesJudge = (prompt: string) =>
  prompt.startsWith('You check whether one answer of a bot keeps');

/** The reply of such a judge. */
export function judgedBy(verdictOn: VerdictOn, prompt: string): string {
  const { before, material } = parts(prompt);
  const rules = before.match(/(?<=^ {2}")\d+\. .*(?="(?:,|$))/gm) ?? [];
  const known = KNOWN.get(prompt);
  const { message = '', answer = '' } = material as Record<string, string>;
  const words = rules.map((rule, i) => {
    if (known) return known.broken.includes(i + 1) ? 'broken' : 'kept';
    return verdictOn({ rule: rule.replace(/^\d+\. /, ''), message, answer });
  });
  return verdicts(...words);
}

/** A judge's reply: one word a rule. */
export function verdicts(...words: readonly string[]): string {
  const fields = words.flatMap((word, i): [string, string][] => [
    [`reason_${i + 1}`, 'So it says.'],
    [`verdict_${i + 1}`, word],
  ]);
  return JSON.stringify(Object.fromEntries(fields));
}
