interface Refusal {
  says: RegExp;
  reason: string;
}

const UNABLE = "can(?:not|['’]t| not)|could(?:n['’]t| not)|unable to|not able to|won['’]t|will not";
const CHOOSES = 'answer|help|choose|say|tell|determine|provide|assist|decide|pick|select|identify|be determined';
const UNKNOWING =
  "(?:do not|don['’]t) (?:know|have (?:enough|access))|not (?:sure|certain|enough information)|unclear|impossible to|needs? (?:more|to)|no idea|nobody knows|no one knows";
const ABROAD = 'kann .{0,40}nicht|weiß nicht|ne (?:peux|sais) pas|no (?:puedo|sé)(?!\\p{L})|无法|不能|不知道|не могу|не знаю';

const MANY = '(?:none|neither|all|both|any|two|several) (?:of )?(?:the |these |those |them)?\\s*(?:above|options|choices|answers|statements|of them|fit|are)';

/** What an answer says instead of choosing. An option may say the same; then it is no refusal. */
export const REFUSALS: readonly Refusal[] = [
  {
    says: new RegExp(`\\b(?:${UNABLE})\\s+(?:\\w+\\s+)?(?:${CHOOSES})\\b|\\b(?:${UNKNOWING})\\b|${ABROAD}`, 'iu'),
    reason: 'the answer refuses to choose',
  },
  {
    says: new RegExp(`\\b${MANY}\\b|\\bnone of (?:these|them|those)\\b`, 'iu'),
    reason: 'the answer rejects the options or takes them all',
  },
];
