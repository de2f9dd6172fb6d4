import { LABEL_CASES, labelPrompt } from '../../src/engine/judges/labels.ts';
import { STANCE_CASES, stancePrompt } from '../../src/engine/judges/stance.ts';
import { materialOf } from '../engine/material.ts';

/**
 * A chat model that is asked to read its own answers: what a rubric asks of it, and how it replies.
 */

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

/** In the JSON that is asked for. */
export function inJson(reading: readonly string[] | string): string {
  if (typeof reading === 'string')
    return JSON.stringify({ reason: 'So it says.', stance: reading });
  return JSON.stringify({
    reason: 'So it says.',
    given: reading.length > 0 ? 'options' : 'unclear',
    labels: reading,
  });
}

/** Knows the known cases; of any other answer `meant` says what it gives. */
export function replyTo(
  prompt: string,
  meant: (judged: Judged) => readonly string[] | string,
  form = inJson,
): string {
  return form(KNOWN.get(prompt) ?? meant(materialOf(prompt) as unknown as Judged));
}
