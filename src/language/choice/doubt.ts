import { END, START, words } from './wording.js';

/** Words that make a sentence speak of an option without choosing it: any of them is reason enough to refuse. */

const HEDGE = words(
  'perhaps|maybe|possibly|conceivabl[ey]|might|may|could|would(?!\\s*$)|can|almost|nearly|partly|partially|(?:sort|kind) of|seemingly|seems?|appears?',
  'at (?:best|least|most|first)|more or less|roughly|sometimes|often|frequently|usually|generally|normally|mostly|commonly|typically|rarely|seldom|occasionally|in (?:theory|part)',
  'vielleicht|könnte|würde|peut-être|pourrait|serait|quizás?|tal vez|podría|sería|talvez|poderia|forse|potrebbe|misschien|может|возможно|可能|也许|或许',
);
const COMPARISON = words(
  '(?<!rather )than|like|alike|unlike|similar\\p{L}*|resembl\\p{L}*|compar\\p{L}*|contrast\\p{L}*|versus|vs|analog\\p{L}*|akin|opposite|same|differ\\p{L}*|counterpart',
  'related|close(?:r|ly)?|remin\\p{L}*|instead of|as (?!a |an |the )\\p{L}+ as|comme|como|как|像',
);
/** One of several. */
const EXAMPLE = words('also|too|as well|another|other|such as|examples?(?! of $)|each|every|first|second|third|previous|e\\.g|including|includes?|one of|^\\W*(?:one|some|several)|typical|common|famous|well-known|likewise');
const EXCLUSION = words(
  'rul(?:e|es|ed|ing) (?:\\p{L}+ )?out|exclud\\p{L}*|eliminat\\p{L}*|discard\\p{L}*|reject\\p{L}*|dismiss\\p{L}*|(?:apart|aside) from|except\\p{L}*|besides|avoid\\p{L}*|lacks?|lacking|absent',
);
const PEOPLE = words(
  '(?:class|room|team)?mates?|\\p{L}+(?:ians|ists)|people|students?|employees|others|someone|somebody|every(?:one|body)|textbooks?|teachers?|professor|authors|experts?|critics?|reviewers?|friends?|public|beginners?',
  '(?:some|many|most|few|they)(?: of (?:\\p{L}+ ){0,2}\\p{L}+)? (?:(?:would|will|might|may|could|often|usually|first|also|still) )*(?:think|say|guess|assume|believe|choose|pick|argue|claim|call|go|answer|opt|do)(?:ed)?',
);
/** The choice of somebody else. */
const ATTRIBUTION = words(
  PEOPLE,
  'according|reported\\p{L}*|alleged\\p{L}*|supposed\\p{L}*|so-called|called it|manche|viele|einige|certains|beaucoup|algunos|muchos|alcuni|многие|некоторые',
  '(?:say|says|said|tell|tells|told|ask|asks|asked|think|thinks|claims?|claimed|argues?|argued|suggest(?:s|ed)?|believe[sd]?|thought|assumed|considered|regarded|expect(?:s|ed)?|been proposed|mentioned|discussed|credited)',
);
/** What an answer falls for. */
const TRAP = words(
  'distract\\p{L}*|misconception|mistak\\p{L}*|trap|trick|error|confus\\p{L}*|mix(?:ed|es)? (?:\\p{L}+ )?up|decoy|herring|fallacy|myth|tempt\\p{L}*|lure|overlooked|popular|alternatives?|runner-up|favou?rite|comes to mind',
  '(?:common|typical|frequent|first|second|third|next|initial|wild|random) (?:\\p{L}+ )?(?:guess|choice|answer|option|pick|thought|idea|suspicion)',
);
const ANOTHER_TIME = words('until|till|before|no longer|no more|formerly|previously|once|initially|originally|(?<!(?:is|are|was|be) )used to|in the past|for now|anymore|not yet|was going to|should have');
/** What only stands beside what is asked for. */
const BESIDE_IT = words('followed|preceded|accompanied|surrounded|replaced|joined|inspired|influenced|admired|needs?|needed|requires?|required|follows|precedes|joins|uses|(?:parts?|half|most|much|some) of|colleague|near');

const CONDITION = words(
  '(?<!even )if|unless|whether|when(?:ever)?(?<!^\\W*when(?:ever)?)|once|provided|depend\\p{L}*|assum\\p{L}*|suppos\\p{L}*|only (?:in|at|if|when|for|where|under)|in case|otherwise|had (?:it|he|she|they|the|there)|were (?:the|it)',
  'wenn|falls|ob|sofern|si|lorsque|cuando|se|quando|если|когда|als|如果|若',
);

/** A clause with one of these asserts no option. */
export const DOUBTS = new RegExp(
  `${START}${words(HEDGE, COMPARISON, EXAMPLE, EXCLUSION, ATTRIBUTION, TRAP, ANOTHER_TIME, BESIDE_IT)}${END}|很多人|许多人|有人|大家|不是|并非`,
  'iu',
);

/** Even `the answer is B` is none in a clause with these: `the answer most people give is B`, `B is the best distractor`. */
export const NOT_ITS_OWN = new RegExp(`${START}${words(PEOPLE, TRAP, 'last \\p{L}+|earlier|yesterday|previous|old')}${END}`, 'iu');

/** A sentence with one of these is true of some case, not of the question. */
export const CONDITIONS = new RegExp(`${START}${CONDITION}${END}|^\\W*(?:before|after|until)${END}`, 'iu');

/** At the beginning of a sentence, or behind its main clause: even `the answer is B` holds only then. */
export const SUPPOSES = new RegExp(`^\\W*${words('if(?! (?:I|we) (?:had|have|must|were)| forced| pressed)|unless|suppos\\p{L}*|assum\\p{L}*|should|had|were|wenn|falls|si|se|если|如果')}${END}`, 'iu');

const SAYS = words("say|says|said|think|thinks|thought|claims?|claimed|argues?|argued|believes?|believed|insists?|told (?:me|us)|answered|wrote(?= that)");
/** What somebody else says, up to the choice: `my friend thinks that …`. */
export const SAID_BY_OTHERS = new RegExp(
  `(?<!${START}(?:I|we|would|I['’]d|to)(?: \\p{L}+)?\\s)(?<=\\p{L}\\s)${START}${SAYS}(?: that)?[\\s:,"“]*(?:the )?$|according to (?:my|your|his|her|him|them|some|the (?:forum|internet|user|students?|key))${END}`,
  'iu',
);
/** `"…," said the boy`. */
export const QUOTED = new RegExp(`^[.,!]?["”»],?\\s*(?:\\p{L}+\\s)?${SAYS}${END}`, 'iu');

/** A short answer with one of these has not answered, whatever it names. */
export const EVADES = new RegExp(
  `[?？]|${START}${words(
    '(?<!in )question|unlike (?:this|that|these|those|it|what)|asked|asks|asking|hint|(?:something|somewhere|someone|anything|anyone|nothing) else|elsewhere|another|the other(?: \\p{L}+)?',
    "(?:hard|difficult|impossible|too early) to \\p{L}+|depends?|depending|unclear|unknown|unsure|uncertain|not (?:given|stated|said)|remains? to be|let (?:us|me|['’]s)|let['’]s|please|remember|sorry",
    'Frage|gefragt|pregunta|domanda|pergunta|вопрос|etwas anderes|autre chose|otra cosa',
  )}${END}|问题|題目|题目`,
  'iu',
);
