/** The chosen words of a rule, and whether each of its conditions holds. */
interface RuleCase {
  /** The words of the rule that replace the brackets. */
  words: string;
  x: boolean;
  y: boolean;
  z: boolean;
}

export interface Form {
  /**
   * The rule: `R` grants, `no R` denies, `x`, `y` and `z` are its conditions. The words in brackets
   * may be exchanged for one another.
   */
  rule: string;
  /** True if the rule grants, by its words and by the conditions that hold. */
  grants: (ruleCase: RuleCase) => boolean;
}

/**
 * The forms of a rule. One rule decides every case, so "if" means "if and only if". Left out are
 * forms that people read in two ways: "only if", "not a or b", "but not if … unless", "may not",
 * "either", and "and" beside "or".
 */
export const FORMS: readonly Form[] = [
  {
    rule: '{R} [if|unless] {x}.',
    grants: ({ words, x }) => (words === 'if' ? x : !x),
  },
  {
    rule: '{R} if {x} [and|or] {y}.',
    grants: ({ words, x, y }) => joinConditions(words, x, y),
  },
  {
    rule: '{R} unless {x} [and|or] {y}.',
    grants: ({ words, x, y }) => !joinConditions(words, x, y),
  },
  {
    rule: '{R} if [both of these hold|at least one of these holds|neither of these holds|exactly one of these holds]: (1) {x}; (2) {y}.',
    grants: ({ words, x, y }) => countHolds(words, [x, y]),
  },
  {
    rule: '{R} if [all of these hold|at least one of these holds|none of these holds|not all of these hold]: (1) {x}; (2) {y}; (3) {z}.',
    grants: ({ words, x, y, z }) => countHolds(words, [x, y, z]),
  },
  {
    rule: '{R} if {x}. One exception: {no R} if {y}.',
    grants: ({ x, y }) => x && !y,
  },
  {
    rule: '{R} if {x}. One exception: {no R} if {y} [and|or] {z}.',
    grants: ({ words, x, y, z }) => x && !joinConditions(words, y, z),
  },
  {
    rule: '{R} if {x}. One exception: {no R} if {y}. The exception does not apply [if|unless] {z}.',
    grants: ({ words, x, y, z }) => x && !(y && (words === 'unless' ? z : !z)),
  },
  {
    rule: '{R} if {x} and, in addition, [both of these hold|at least one of these holds]: (1) {y}; (2) {z}.',
    grants: ({ words, x, y, z }) => x && countHolds(words, [y, z]),
  },
  {
    rule: 'If {x}, {R} unless {y} [and|or] {z}. If {not x}, {no R}.',
    grants: ({ words, x, y, z }) => x && !joinConditions(words, y, z),
  },
];

function joinConditions(words: string, a: boolean, b: boolean): boolean {
  return words === 'and' ? a && b : a || b;
}

function countHolds(words: string, conditions: readonly boolean[]): boolean {
  const count = conditions.filter(Boolean).length;
  if (words.startsWith('at least one')) return count > 0;
  if (words.startsWith('exactly one')) return count === 1;
  if (words.startsWith('not all')) return count < conditions.length;
  if (words.startsWith('neither') || words.startsWith('none')) return count === 0;
  return count === conditions.length;
}

export interface Domain {
  grants: string;
  denies: string;
  question: string;
  person: string;
  /** Noun for a case, before its number. */
  file: string;
  /** Deeds of the person, independent of each other. */
  deeds: readonly string[];
}

export const SHOP: Domain = {
  grants: 'the shop gives a refund',
  denies: 'it gives no refund',
  question: 'Does the shop give a refund?',
  person: 'the customer',
  file: 'order',
  deeds: [
    'kept the receipt',
    'paid online',
    'opened the box',
    'signed for the parcel',
    'used a voucher',
    'sent a photo',
    'complained in writing',
    'joined the loyalty scheme',
    'chosen express delivery',
    'asked for gift wrapping',
  ],
};

export const HOTEL: Domain = {
  grants: 'the hotel allows a late check-out',
  denies: 'it allows no late check-out',
  question: 'Does the hotel allow a late check-out?',
  person: 'the guest',
  file: 'booking',
  deeds: [
    'paid a deposit',
    'booked by phone',
    'shown a passport',
    'brought a pet',
    'ordered breakfast',
    'rented a bicycle',
    'stayed there before',
    'used the minibar',
    'left a review',
    'parked in the garage',
  ],
};
