import { enumerate } from '../enumerate.js';
import { withoutThinking } from './clean.js';
import type { Option } from './options.js';
import { readLabels } from './read-labels.js';

export type Choice = { label: string } | { unreadable: string };

/** The one option that an answer chooses, for a method that knows but one; several are none, and the reason says so. */
export function readChoice(answer: string, options: readonly Option[], question = ''): Choice {
  if (options.length === 0) return { unreadable: 'the options cannot be told apart' };
  if (!/[\p{L}\p{N}]/u.test(answer)) return { unreadable: 'the answer is empty' };
  if (withoutThinking(answer) === undefined) return { unreadable: 'the answer ends before its thinking does' };
  const labels = readLabels(answer, { text: question, options });
  if (labels === undefined) return { unreadable: 'no option is named in a way that can be read with certainty' };
  if (labels.length === 0) return { unreadable: 'the answer chooses none of the options' };
  if (labels.length > 1) return { unreadable: `the answer names ${enumerate(labels)}` };
  return { label: labels[0]! };
}
