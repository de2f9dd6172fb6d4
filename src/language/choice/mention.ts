import { CLOSE } from './signs.js';
import { NOUN } from './wording.js';

/** Options named at one place: two are a hedge, or a letter beside another option's text. */
export interface Named {
  labels: string[];
  /** What follows in the line. */
  rest: string;
}

export interface Mention extends Named {
  /** What stands before it in the line. */
  before: string;
  /** Its label stands beside its text. */
  isLabelled?: boolean;
}

/** Options of a question about grammar, but elsewhere just words. */
export const COMMON =
  /^(?:is|are|was|were|be|been|am|has|have|had|do|does|did|will|would|can|could|may|might|must|shall|should|the|an?|of|in|on|at|to|by|for|from|with|and|or|but|so|if|as|that|this|these|those|it|its|he|she|they|we|you|his|her|their|who|which|what|up|down|left|right|out|off|over|under|here|there|then|than|more|less|most|least|all|some|any|many|few|much|each|every|one|both|other|first|last|same|never|always|good|well)$/i;

const BETWEEN_BOTH = new RegExp(`^["'”’»)\\]]*[\\s.,:;–—-]*(?:${NOUN}\\s*)?(?:(?:[“«(\\[]|(?<!["'])["'])["'“«(\\[]*)?$`, 'iu');

/** A label with its text, or a text with its label, is one mention. */
export function merged(mentions: readonly Mention[], line: string): Mention[] {
  return mentions.reduce<Mention[]>((found, mention) => {
    const last = found.at(-1);
    const isSame = last?.labels.length === 1 && mention.labels.length === 1 && last.labels[0] === mention.labels[0];
    const between = isSame ? line.slice(line.length - last.rest.length, mention.before.length) : '';
    // `A fruit` has an article, not a label.
    if (!isSame || (between.trim() === '' && !/^[([]/.test(line.slice(mention.before.length))) || !BETWEEN_BOTH.test(between)) return [...found, mention];
    return [...found.slice(0, -1), { ...last, rest: mention.rest.replace(CLOSE, ''), isLabelled: true }];
  }, []);
}
