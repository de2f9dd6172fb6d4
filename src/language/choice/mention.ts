/** Options named at one place of an answer. */
export interface Mention {
  labels: readonly string[];
  by: 'label' | 'text' | 'both';
  /** `A or B`, or a label beside another option's text: nobody can tell which is meant. */
  isOpen?: boolean;
  /** `option B` may also be the beginning of what is said about it. */
  isNamed?: boolean;
  /** `B. liquid`: nobody begins like that but to choose, or to go through all of them. */
  isLabelFirst?: boolean;
  /** `the plant wilts (B)`: it stands in brackets behind words of its own. */
  isAside?: boolean;
  /** `It turns into water`: the option is a whole clause, and stands as one. */
  isClause?: boolean;
  /** `only B`: the others are denied what B is granted. */
  isOnly?: boolean;
}

/** One private letter stands for each mention in a text, so that rules about sentences need not know any option: the first one's. */
export const FIRST = 0xe000;
/** The letter of a mention, in a pattern. */
export const X = '[\\ue000-\\uf8ff]';

/** The mentions of a masked text, in order. */
export function mentionsIn(text: string, mentions: readonly Mention[]): Mention[] {
  return Array.from(text.matchAll(/[\ue000-\uf8ff]/gu), ([sign]) => mentions[sign.charCodeAt(0) - FIRST]!);
}

/** The first of them, of a text that has one. */
export function mentionIn(text: string, mentions: readonly Mention[]): Mention {
  return mentionsIn(text, mentions)[0]!;
}
