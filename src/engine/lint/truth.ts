import type { LintRule } from './finding.js';
import type { NegatedRow } from './row.js';

const guesses: LintRule[] = [
  {
    rule: 'no_truth',
    message: 'The "not" stands in a condition or supposition (such as "if"), so the row claims nothing that the "not" could make false.',
    isUnfit: isSupposed,
  },
  {
    rule: 'no_truth',
    message: 'This is a command and not a statement, so there is nothing true that the "not" could make false.',
    isUnfit: isCommand,
  },
  {
    rule: 'no_truth',
    message: 'This is a wish or an opinion, so no answer shows whether the model read the "not" or only sees the matter otherwise.',
    isUnfit: isWishOrOpinion,
  },
  {
    rule: 'no_truth',
    message: 'The row hedges (such as "some", "may" or "often"), so it can be true both with and without the "not".',
    isUnfit: isHedged,
  },
  {
    rule: 'no_truth',
    message: 'The sentence is unfinished and has no options, so almost anything completes it once it is negated.',
    isUnfit: isFragment,
  },
];

/** Rules about what there is to be true. All of them are guesses by wording, and silent where options decide. */
export const truthRules: LintRule[] = guesses.map((guess) => ({ ...guess, isUnfit: (row) => !row.hasOptions && guess.isUnfit(row) }));

/**
 * To deny a condition leaves open what follows: "if it is (not) a square, it has four sides". Behind "then" or a comma stands a claim
 * again.
 */
function isSupposed({ before }: NegatedRow): boolean {
  const clause = before.split(/[,;:]|\bthen\b/i).at(-1) ?? '';
  return (
    /\b(?:if|unless|whether|as though|provided that|assuming|in case)\b/i.test(clause) ||
    /^(?:please )?(?:imagine|suppose|assume|pretend)\b(?! (?:is|are|was|were)\b)/i.test(before)
  );
}

const IMPERATIVE = [
  'explain|describe|list|name|write|tell|give|summari[sz]e|translate|discuss|find|show|prove|define|compare|identify|create|make|compose|draw',
  'pick|choose|select|recommend|suggest|keep|bring|let|call|check|go|buy|read|use|put|wait|stop|avoid|open|close|leave|send|vote',
].join('|');
const OBJECT =
  'a|an|the|me|us|him|her|it|them|one|two|three|four|five|ten|some|any|all|every|each|how|why|what|who|which|where|when|whether|if|this|these|those|your|my|our|until|at least|for';
const COMMAND = new RegExp(`^(?:${IMPERATIVE}|${IMPERATIVE.replaceAll(/(^|\|)\w/g, (head) => head.toUpperCase())}) (?:${OBJECT}) `);

/**
 * Only a known verb before a word that marks an object, in small letters: "List the …" is a command, "List A is …" is none.
 * Behind a comma or a colon may stand a statement ("Close the door, it is …").
 */
function isCommand({ before }: NegatedRow): boolean {
  return !/[:,;]/.test(before) && beginsWithCommand(before);
}

export function beginsWithCommand(text: string): boolean {
  return COMMAND.test(text) || /^(?:please|kindly) (?!note\b|remember\b|rest\b|be\b)\p{Ll}/iu.test(text);
}

/** The first person's attitude, or a predicate of taste straight behind the "not"; "best" and "great" are facts too often. */
function isWishOrOpinion({ before, after }: NegatedRow): boolean {
  return (
    /\b(?:I|[Ww]e|[Dd]o you)(?: \w+ly| do| also| still)? (?:wish|hope|think|believe|feel|guess|suppose|prefer|doubt|fear|reckon|suspect)\b/.test(
      before,
    ) ||
    /\b(?:if only|(?:in|to) my (?:\w+ )?(?:opinion|view|mind|taste|eyes)|(?:I|we) would (?:like|love|rather)|(?:my|our|your) favou?rite)\b/i.test(
      before,
    ) ||
    /\b(?:in my (?:\w+ )?(?:opinion|view)|my favou?rite|if you ask me|I (?:think|believe|guess|hope|suppose))\b/.test(after) ||
    /^(?:(?:a|an|the|so|very|really|quite|rather|more|most|such|too|truly|absolutely) ){0,3}(?:beautiful|ugly|boring|delicious|awesome|lovely|wonderful|terrible|awful|amazing|adorable|cute|overrated|underrated|disgusting|gorgeous|hilarious|fantastic|fun|tasty|tasteless|stupid|annoying)\b/.test(
      after,
    )
  );
}

const SOME = '(?:some|many|several|a few|certain|numerous|various|a number of)';
const PREPOSITION = '(?:in|on|at|for|under|among|to|with|during|according to|by)';
/** "Many years ago" and "in some ways" count nothing that the statement is about. */
const OF_THINGS = '(?!(?:ways|respects|times|years|months|weeks|days|hours|decades|centuries)\\b)\\p{Ll}';
const HEDGED_SUBJECT = new RegExp(`^${SOME} ${OF_THINGS}`, 'iu');
const HEDGED_PLACE = new RegExp(`^${PREPOSITION} (?:\\w+ ){0,4}${SOME} ${OF_THINGS}`, 'iu');

/**
 * "Some birds are (not) black": both hold. "Most birds" is no such case, nor is "some" anywhere but at the head. A modal counts
 * where it stands over the "not" ("may mean that it is not"), or behind a relative clause with it ("pans that are not hot can").
 */
function isHedged({ before, after }: NegatedRow): boolean {
  const clause =
    before
      .split(/[,;:]|\b(?:and|but|because|although|while)\b/)
      .at(-1)
      ?.trimStart() ?? '';
  return (
    HEDGED_PLACE.test(before) ||
    HEDGED_SUBJECT.test(clause) ||
    /\bsome(?:one|body|thing|times) (?:is|are|was|were) $/i.test(before) ||
    /^(?:often|sometimes|occasionally|possibly|perhaps|maybe)\b/.test(after) ||
    /\b(?:often|sometimes|occasionally|perhaps|maybe|possibly)\b/i.test(clause) ||
    /^(?:perhaps|maybe|possibly|sometimes|occasionally|often)\b/i.test(before) ||
    /\b(?:may|might) (?:also |well |\w+ly )?(?!is\b|are\b|was\b|were\b|of\b|and\b|or\b)\w+ |\bcould (?:be|have) /.test(clause) ||
    (/\b(?:that|which|who) (?:is|are|was|were) $/.test(before) && /^[^,;]{0,60} (?:may|might|can|could|should) \p{Ll}/u.test(after))
  );
}

const NEEDS_MORE =
  /\b(?:a|an|the|to|of|by|with|from|than|is|are|was|were|not|and|or|but|because|that|so|as|for|into|which|when|means|called)$/i;

/** Left for the reader to complete, by a blank or by its last word or sign. */
export function isCutOff(text: string): boolean {
  const end = text.trimEnd();
  return /(?<!\w)_{2,}(?!\w)|(?:\.\.\.|…|:)$/.test(end) || NEEDS_MORE.test(end);
}

/** A blank, a last word that needs another behind it, or a clause that hangs on nothing. A missing full stop alone says nothing. */
function isFragment({ before, after }: NegatedRow): boolean {
  if (/(?<!\w)_{2,}(?!\w)|(?:\.\.\.|…|:)$/.test(after)) return true;
  if (/[.?!]["'”’)]*$/.test(after)) return false;
  const whole = `${before}not ${after}`.trimEnd();
  return (
    NEEDS_MORE.test(whole) ||
    (/^(?:because|when|while|although|though|since|until|after|before)\b/i.test(before) &&
      !whole.includes(',') &&
      whole.split(/\s+/).length < 8) ||
    /^(?:(?:a|an|the|this|these|those|people) )[^,]* (?:who|that|which) (?:is|are|was|were) not (?:(?:a|an|the|in|at|from|my|your|very) )?[\w-]+$/i.test(
      whole,
    )
  );
}
