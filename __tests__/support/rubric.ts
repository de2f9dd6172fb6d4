import { LABEL_CASES, labelPrompt } from '../../src/engine/judges/labels.ts';
import { STANCE_CASES, stancePrompt } from '../../src/engine/judges/stance.ts';
import { materialOf } from '../engine/material.ts';

/** Replies of a chat model to a rubric that asks it to read its own answers. */

const KNOWN: ReadonlyMap<string, readonly string[] | string> = new Map<
  string,
  readonly string[] | string
>([
  ...LABEL_CASES.map((one) => [labelPrompt(one), one.gives] as const),
  ...STANCE_CASES.map((one) => [stancePrompt(one), one.stance] as const),
]);

export function isRubric(prompt: string): boolean {
  return prompt.startsWith('You read what a language model answered');
}

export interface Judged {
  question: string;
  options: readonly string[];
  answer: string;
}

/** A reading in the JSON that the rubric asks for. */
export function inJson(reading: readonly string[] | string): string {
  if (typeof reading === 'string')
    return JSON.stringify({ reason: 'So it says.', stance: reading });
  return JSON.stringify({
    reason: 'So it says.',
    given: reading.length > 0 ? 'options' : 'unclear',
    labels: reading,
  });
}

/** The right reply for a known case; `meant` reads any other answer. */
export function replyTo(
  prompt: string,
  meant: (judged: Judged) => readonly string[] | string,
  form = inJson,
): string {
  return form(KNOWN.get(prompt) ?? meant(materialOf(prompt) as unknown as Judged));
}
