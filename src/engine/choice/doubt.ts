import { CLAUSES, lastSentence, REACH } from './context.js';
import { END, REASON, START, words } from './wording.js';

/**
 * Words that make a sentence speak of an option without choosing it. An answer that only mentions one option is a choice
 * where it plainly asserts it; any of these is reason enough to refuse.
 */

const HEDGE = words(
  'perhaps|maybe|possibly|conceivabl[ey]|might|may|could|would|can|wouldn|almost|nearly|partly|partially|(?:sort|kind) of|seemingly|seems?|appears?',
  'at (?:best|least|most|first)|more or less|roughly|sometimes|often|frequently|rarely|seldom|occasionally|in theory|in part',
  'vielleicht|könnte|würde|peut-être|pourrait|serait|quizás?|tal vez|podría|sería|talvez|poderia|forse|potrebbe|misschien|может|возможно|可能|也许|或许',
);
const COMPARISON = words(
  '(?<!rather )than|like|alike|unlike|similar\\p{L}*|resembl\\p{L}*|compar\\p{L}*|contrast\\p{L}*|versus|vs|analog\\p{L}*|akin|opposite|same|differ\\p{L}*|counterpart',
  'alternative\\p{L}*|related|close(?:r|ly)?|reminiscent|instead of|as (?!a |an |the )\\p{L}+ as|wie|als|comme|como|как|像',
);
const EXCLUSION = words(
  'rul(?:e|es|ed|ing) (?:\\p{L}+ )?out|exclu\\p{L}*|eliminat\\p{L}*|discard\\p{L}*|reject\\p{L}*|dismiss\\p{L}*|(?:apart|aside) from|except\\p{L}*|besides|avoid\\p{L}*|lacks?|lacking|absent',
);
const PEOPLE = words(
  'people|students?|others|someone|somebody|every(?:one|body)|textbooks?|teachers?|professor|authors?|experts?|critics?|friends?|public|beginners?',
  '(?:some|many|most|few|they)(?: of \\p{L}+)? (?:\\p{L}+ )?(?:think|say|guess|assume|believe|choose|pick|argue|claim|call|go|answer|opt)',
);
/** The choice of somebody else, or of another time. */
const ATTRIBUTION = words(
  PEOPLE,
  'according|reported\\p{L}*|alleged\\p{L}*|supposed\\p{L}*|so-called',
  '(?<!that )(?:say|says|said|tell|tells|told|ask|asks|asked|think|thinks|claims?|claimed|argues?|argued|suggest(?:s|ed)?|believe[sd]?|thought|assumed|considered|regarded|expected|proposed|mentioned|discussed)',
  'manche|viele|einige|certains|beaucoup|algunos|muchos|alcuni|многие|некоторые',
);
/** Nouns for what an answer falls for. */
const TRAP = words(
  'distract\\p{L}*|misconception|mistak\\p{L}*|trap|trick|error|confus\\p{L}*|mix(?:ed|es)? (?:\\p{L}+ )?up|decoy|herring|fallacy|myth|tempt\\p{L}*|lure|overlooked|popular|alternative|runner-up',
  '(?:common|typical|frequent|first|second|third|next|initial|wild|random) (?:\\p{L}+ )?(?:guess|choice|answer|option|pick|thought|idea|suspicion)',
);
const TIME = words('until|till|before|no longer|no more|formerly|previously|once|initially|originally|(?<!(?:is|are|was|be) )used to|in the past|for now|anymore|not yet');
const CONDITION = words(
  'if|unless|whether|when|whenever|once|provided|depend\\p{L}*|assum\\p{L}*|suppos\\p{L}*|only (?:in|at|if|when|for|where|under)|in case|otherwise|before|after|until|had|were (?:the|it)',
  'wenn|falls|ob|sofern|nur|si|lorsque|cuando|se|quando|если|когда|als|如果|若',
);

/** A clause with one of these chooses nothing. */
export const DOUBTS = new RegExp(`${START}${words(HEDGE, COMPARISON, EXCLUSION, ATTRIBUTION, TRAP, TIME)}${END}|很多人|许多人|有人|大家|不是|并非|とは限らない`, 'iu');

/** Even `the answer is B` is none in a clause with these: `the answer most people give is B`, `B is the best distractor`. */
export const NOT_ITS_OWN = new RegExp(`${START}${words(PEOPLE, TRAP)}${END}`, 'iu');

/** A sentence with one of these is true of some case, not of the question. */
const CONDITIONS = new RegExp(`${START}${CONDITION}${END}`, 'iu');

/** A short answer with one of these has not answered, whatever it names. */
export const EVADES = new RegExp(
  `[?？]|${START}${words(
    '(?<!in )question|unlike (?:this|that|these|those|it|what)|asked|asks|asking|hint|(?:something|somewhere|someone|anything|anyone|nothing) else|elsewhere|another|the other(?: \\p{L}+)?|others',
    "(?:hard|difficult|impossible|too early) to \\p{L}+|depends?|depending|unclear|unknown|unsure|uncertain|not given|remains? to be|let (?:us|me|['’]s)|let['’]s|please|remember|sorry",
    'Frage|gefragt|pregunta|domanda|pergunta|вопрос|etwas anderes|autre chose|otra cosa',
  )}${END}|问题|題目|题目`,
  'iu',
);

/** An order or a speaker's own story is no statement about the matter. */
const NO_STATEMENT = new RegExp(
  `^\\W*${words('compare|consider|think|imagine|take|look|recall|note|see|check|try|say|start|begin|picture|forget|keep|I|my|your|you|here|what|there')}${END}(?! ?=)`,
  'iu',
);

/** The option is beside or outside of what the clause speaks of: `allergic to amoxicillin`, `beyond Mars`, `in contrast to mitosis`. */
const BESIDE = new RegExp(
  `${START}${words('with|between|beyond|near|without|about|against|beside|toward|towards|for|on|over|under|behind|despite|via|twice|half|double|next|past|around|mit|nach|ohne|avec|sans|con|sin|sem')}\\s+(?:\\p{L}+\\s+)?$|${START}to\\s+(?:(?:the|an?|his|her|its|their)\\s+)?$`,
  'iu',
);
/** Part of a noun's description, and more follows: `the first step of budding is …`. */
const DESCRIBES = new RegExp(`${START}(?:of|in|from|at|by|into|through|as|during|inside|within|von|in|de|du|des|di|da|do)\\s+(?:\\p{L}+\\s+)?$`, 'iu');
/** A phrase before the main clause sets the scene. */
const SETS_SCENE = new RegExp(`^\\W*${words('in|at|on|from|as|with|for|by|among|while|although|though|even|given|seen|considering|despite|since|because|when|\\p{L}+ing|\\p{L}+ed')}${END}`, 'iu');
/** A definite predicate identifies (`Canberra is the capital`), an indefinite one only describes (`Sydney is a city`). */
const ONLY_DESCRIBED = /^["')\]]*\s+(?:is|was|are|were)\s+(?:\p{L}+ly\s+)?(?:an?|one of|the (?:first|second|third|last|other|next))\s/iu;

/** Clauses of one sentence that stand on their own feet. */
const MAIN = /(?<!\p{L})(?:but|so|however|therefore|thus|hence|yet|and)(?!\p{L})/iu;
const GIVES_REASON = new RegExp(`,?\\s${REASON}${END}`, 'iu');
const ADVERBS = new RegExp(`^\\W*(?:${words('only|just|then|that|the|an?|thus|clearly|indeed|of course|obviously|therefore|hence|so|and|but|it is|it was')}\\s*)*\\W*$`, 'iu');

/** Whether the sentence that names an option between these asserts it. */
export function isAsserted(before: string, rest: string): boolean {
  const ahead = before.slice(-REACH).split(CLAUSES).at(-1)!;
  const near = rest.slice(0, REACH);
  const sentence = near.split(/[.!…]\s|\n/)[0]!;
  const behind = near.split(GIVES_REASON)[0]!.split(CLAUSES)[0]!;
  if (DOUBTS.test(ahead) || DOUBTS.test(behind)) return false;
  if (CONDITIONS.test(lastSentence(before).split(MAIN).at(-1)!) || CONDITIONS.test(sentence.split(GIVES_REASON)[0]!.split(MAIN)[0]!)) return false;
  if (ONLY_DESCRIBED.test(near) && ADVERBS.test(ahead)) return false;
  if (NO_STATEMENT.test(ahead) || BESIDE.test(ahead)) return false;
  const goesOn = /^\W*[\p{L}\p{N}]/u.test(behind);
  if (DESCRIBES.test(ahead) && goesOn) return false;
  return !(SETS_SCENE.test(ahead) && /^,\s+\p{L}/u.test(near));
}
