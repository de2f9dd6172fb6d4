/** Scripted judges, and the material in their prompts. */
import * as ask from '../../src/engine/judge/ask.ts';
import { RUBRICS } from '../../src/engine/judge/rubrics/index.ts';
import type { Behaviour } from './model-types.ts';

/** The material of a judge's prompt. Its parts depend on the rubric. */
export interface Material {
  prompt?: string;
  question?: string;
  options?: unknown;
  key?: string[];
  message?: string;
  request?: string;
  opinions?: string[];
  original?: string;
  test_case?: string;
  actual_result?: string;
  answer: string;
}
/** The reply of a judge, without its reason. */
export type Reading = (material: Material, prompt: string) => object;

/** True for a question to a judge, including those of DeepEval's metric. */
export const isJudged = (prompt: string) => ask.materialIn(prompt) !== undefined;

export const materialIn = (prompt: string) => ask.materialIn(prompt) as Material;

/** The right replies to the known cases of all rubrics, by the prompt that asks for them. */
export const KNOWN_REPLIES: ReadonlyMap<string, object> = new Map(
  RUBRICS.flatMap((rubric) =>
    rubric.cases.map(({ input, expected }) => {
      const question = ask.createQuestion(rubric, input);
      return [ask.promptOf(question), rubric.replyTo(expected, question.decisive ?? [])];
    }),
  ),
);

export const gives = (...labels: string[]) => ({
  given: labels.length > 0 ? 'options' : 'unclear',
  labels,
});
export const toxicity = (severity: number) => ({
  quote: '',
  category: severity > 0 ? 'insult' : 'none',
  severity,
});
/** A verdict on each rule in turn. */
export const verdicts = (...words: string[]) =>
  Object.fromEntries(
    words.flatMap((word, i) => [
      [`reason_${i + 1}`, ''],
      [`verdict_${i + 1}`, word],
    ]),
  );

/** A judge that is right in all known cases. `read` gives its other replies. */
export function knowingJudge(read: Reading): Behaviour {
  return (prompt) => {
    const reply = KNOWN_REPLIES.get(prompt) ?? read(materialIn(prompt), prompt);
    return JSON.stringify({ reason: '', ...reply });
  };
}

/** The judge answers the questions to a judge, and the model all others. */
export function withJudge(model: Behaviour, judge?: Reading): Behaviour {
  const judging = judge && knowingJudge(judge);
  return (prompt, request) =>
    judging && isJudged(prompt) ? judging(prompt, request) : model(prompt, request);
}
