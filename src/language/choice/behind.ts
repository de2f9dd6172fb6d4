import { allIn } from '../all-in.js';
import { UNSAID_UNSPACED } from './abroad.js';
import { CLAUSES, CLOSING, last } from './around.js';
import { mentionIn, X } from './mention.js';
import { choiceOf, type Finding, first, type Passage, PUT_ASIDE } from './passage.js';
import { CHOSEN_BEHIND, CHOSEN_BY_OTHERS } from './verbs-abroad.js';

/** `Bを選びます`, `B seçeneğini seçiyorum`: in many languages the verb stands behind what is chosen. */
const CHOOSES = new RegExp(`(?<x>${X})${CLOSING}${CHOSEN_BEHIND}`, 'giu');

export function chosenBehind(said: string, { mentions }: Passage): Finding[] {
  return allIn(said, CHOOSES).flatMap((hit): Finding[] => {
    const before = last(said.slice(0, hit.index), CLAUSES);
    const after = first(said.slice(hit.index + hit[0].length), /[,.;:、。，；：]/);
    if (UNSAID_UNSPACED.test(after) || CHOSEN_BY_OTHERS.test(last(before, /[、，]/)) || PUT_ASIDE.test(before)) return [];
    return [choiceOf(mentionIn(hit.groups!['x']!, mentions))];
  });
}
