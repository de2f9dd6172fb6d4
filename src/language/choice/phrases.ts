import { ANNOUNCED_ABROAD, CHANGED_ABROAD, DENIED_ABROAD, IS_BEHIND } from './abroad.js';
import { CHOOSES_ABROAD } from './verbs-abroad.js';
import { CROSSES, TICKS } from './marks.js';

/** Words around a choice, in the languages in which models answer. Texts have single spaces when they are compared with these. */

export function words(...list: string[]): string {
  return `(?:${list.join('|')})`;
}

const SIGN = '[\\ue000-\\uf8ff]';
/** No letter before, no letter after: `\b` knows ASCII only. */
export const START = '(?<![\\p{L}\\p{N}_])';
export const END = '(?![\\p{L}\\p{N}_])';

export const NOUN = words(
  'option|opt|choice|letter|statement|sentence|answer choice|number|conclusion',
  "Buchstabe|Option|l'option|alternative|opción|opcion|letra|alternativa|opção|opzione|lettera|optie|opcja|вариант|seçenek|opsi|选项|選項|選択肢",
  'lettre|alternativ(?:et)?|(?:svar)?(?:mulighed|mulighet)(?:en)?|bokstav(?:en)?|bogstav(?:et)?|vaihtoehto|kirjain|variant[aă]?|możliwość|litera|písmeno|možnost|možnosť|opcija|slovo',
  'опция|опція|варіант|буква|літера|επιλογή|γράμμα|الخيار|الحرف|אפשרות|האפשרות|האות|گزینه(?:ٔ|ی)?|گزینۀ|विकल्प|pilihan|huruf|lựa chọn|phương án|chữ cái',
);
export const ARTICLE = words(
  'the|an?|der|die|das|den|dem|ein|eine|le|la|les|un|une|el|los|las|una|il|lo|gli|o|os|as|de|het|een|az|η|ο|το|οι|τα|την|τη|τον',
);

/** Before a statement of what a list of options has in common, or does not have. */
export const AUXILIARY = words('is|are|was|were|do|does|did|has|have|had|can|could|will|would|should');

/** Behind these a letter is the name of something else: `vitamin A`, `plan B`. */
export const NAMED_BY_LETTER =
  /(?<!\p{L})(?:vitamins?|hepatitis|type|group|plan|grade|class|figure|team|point|section|appendix|exhibit|phase|part|row|column|blood)\s$/iu;

/** A word that may follow a bare label: `A because` is an answer, `A cactus` is not. */
export const REASON = words(
  'because|since|as(?! well)|given|due|based|without (?:a |any )?doubt|weil|denn|da|porque|ya que|pois|car|parce|puisque|perché|poiché|omdat|want',
  'потому|так как|поскольку|ponieważ|bo|çünkü|karena|vì',
);
const AFTER_LABEL = words(
  REASON,
  "(?:is|was|are|were|do|does|did|has|have|had|would|could|should)(?:n['’]t)?|will|won['’]t|can|can['’]t|cannot|must|seems|gets?|wins?|takes|comes|stays|stands|goes|alone|each|all|both|remain|qualif(?:y|ies)|looks|appears|fits|matches|works|applies|describes|makes|remains|best|also|and|or|but|not|nor|then|too|for sure|I (?:think|guess|suppose|believe|reckon|would say)|for|in|on|here|rather|instead|ahead|as opposed to|over|either|if|unless|which|that|who|by|it is|\\d+ ?%",
  'stimmt|sagen|ist|sind|est|es|è|é|jest|und|oder|et|ou|o|u|y|e|og|och|veya|nicht|sondern|pas|mais|richtig|wählen|nehmen|или|и|не|а|это',
  IS_BEHIND,
);
export const STOPS_A_LABEL = new RegExp(
  `^(?:["'’”»]? ?(?:$|[.,;:!?)\\]}、。…–—(/|+&=→⇒，${TICKS}${CROSSES}]|- |\\p{Extended_Pictographic})|["'”»]? ${AFTER_LABEL}${END}| ?[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}])`,
  'iu',
);

const THINGS = '(?:above|options|choices|answers|statements|alternatives|items|them|these|those|the above)';
const ONES = `(?: of)?(?: the| these| those)?(?: (?:other|given|listed|above|four|three|five))?(?: ${THINGS})?(?: (?:above|listed|given))?`;
/** All of them but the ones named. */
export const BUT_FOR = new RegExp(
  `${START}(?:all|every(?:thing|one|body)?|any(?:thing|one|body)?|each|alle[ns]?|tou(?:te)?s|todas?|todos|tutt[ie])(?: \\p{L}+){0,5}?,? (?:but|except(?: for)?|excluding|besides|save(?: for)?|bar(?:ring)?|minus|with the exception of|excepting|other than|apart from|aside from|außer|sauf|excepto|tranne|menos)(?: for)? (?:${ARTICLE} )?${SIGN}`,
  'giu',
);
export const ALL = new RegExp(
  `${START}(?:all (?:(?:of )?(?:the |these |those )?(?:given |listed )?(?:four |three |five )?${THINGS}(?: above)?|(?:four|three|five)(?: of ${THINGS})?)|every (?:one of (?:them|these)|option|choice)|each of (?:them|these)|they all|todas las anteriores|alle (?:vier|Optionen|Antworten)|toutes les réponses)${END}`,
  'giu',
);
export const NONE = new RegExp(
  `${START}(?:none|neither|not (?:a single )?one|no option|no answer|no choice|not any|keine(?: der Antworten| davon)|aucune?(?: des réponses| de ces réponses)|ninguna(?: de las anteriores)?)${ONES}(?! ?${SIGN}| ${AUXILIARY} (?:${ARTICLE} )?${SIGN})${END}`,
  'giu',
);
/** `None of them but B`, `I can't see how it could be anything but B`. */
export const NONE_BUT = new RegExp(
  `${START}(?:(?:it(?: is|['’]s) )?(?:none|nothing|nobody|no one|no other(?: \\p{L}+)?)(?: of (?:them|these|those|the \\p{L}+))?|(?:I |we |you )?(?:just |really |simply )?(?:can(?:not|['’]t| not)|don['’]t|do not|hardly) (?:see|imagine|think|believe|be|picture|find)(?: [^\\s,.;\\ue000-\\uf8ff]+){0,6}? any(?:thing|one|body)?(?: else)?),? (?:but|than|except(?: for)?|besides|other than|apart from) (?:${ARTICLE} )?${SIGN}`,
  'giu',
);
/** What was not named so far. */
export const REST = new RegExp(
  `${START}(?:all )?the (?:rest|others|remaining (?:ones|options|choices|answers|statements|two|three|four|five)|other (?:ones|options|choices|answers|statements|two|three|four|five)(?: (?:options|choices|ones))?)${END}`,
  'giu',
);
/** `Only B`, `just B`, `the only … is B` is no less. */
export const ONLY = new RegExp(
  `${START}(?:only|just|solely|nur|seule?(?:ment)?|sólo|solo|только) (?:one is )?(?:${ARTICLE} )?${SIGN}`,
  'giu',
);

const VERB = words(
  'is|was|would be|should be|must be|will be|has to be|seems to be|appears to be|are|would therefore be|(?:would|will) have to be|(?:has )?got to be|can only be',
);
const SURELY = words(
  'most likely|likely|probably|clearly|definitely|actually|indeed|therefore|thus|then|simply|still|now|hence|obviously|certainly|undoubtedly',
);
const IS = `(?:['’]s(?= )| ?(?:${VERB}(?: ${SURELY}){0,2} ?:?|:|=+>?|[-–—]+>?|→|['"] ?:))`;
const KIND = words(
  'final|correct|right|best|my|chosen|selected|most likely|most appropriate|most accurate|incorrect|false|wrong|only|best fitting',
);
const ANSWER = words(
  'answers?|choices?|options?|selections?|response|pick|vote|guess|verdict|conclusion|ans|correction|letters?|statements?|solution',
);

/** Before a `choice` that is not the first. */
export const LATER_CHOICE = words('(?<!number )one|2nd|weaker|worse|second|3rd|third|next|other|alternative|another|previous');

/** Words that announce the choice. */
export const ANNOUNCED = words(
  `(?<!${LATER_CHOICE} )(?:${KIND} ){0,4}${ANSWER}(?: choice)?(?: (?:here|(?:to|for) (?:this|the|your) question|from the (?:options|list)))?${IS}`,
  `${words('answer|choice|option')} ${words('to|for|from|among|of|in|that|after')} [^.!?;\\ue000-\\uf8ff]{0,200} (?:is|would(?: have to)? be) ?:?`,
  `${words('correct|correct (?:one|ones)|right one|closest|best fit|winner')}${IS}`,
  `the ${words('(?:most|best)(?!-)|better|correct|right|incorrect|false|wrong|odd')} [^.!?,;:\\ue000-\\uf8ff]{0,60} (?:is|are|would be) ?:?`,
  '(?:correct|right|possible|valid|acceptable|suitable) (?:answers|options|choices)(?= \\([\\ue000-\\uf8ff]\\))',
  `(?:1st|first) choice${IS}`,
  `mine${IS}`,
  `(?:two|three|four)(?: ${words('options?|answers?|choices?|of (?:them|these|the \\p{L}+)')})?(?: (?:that|which))? ${words('fit|apply|match|qualify|work|are (?:right|correct)')} ?[:,–—-]`,
  `the (?:usual |general |normal |standard |basic |legal )?(?:rule|result|outcome|upshot|bottom line|rule of thumb)${IS}`,
  'ans\\)|(?<=^|[:.,;] |so )(?:the )?(?:final |correct )?(?:answer|Antwort|réponse)(?= [\\ue000-\\uf8ff])',
  ANNOUNCED_ABROAD,
);
const I_WILL = "(?:I['’]d|I would|I['’]ll|I will|let['’]s|I|we|one should|you should)";
/** Words of a speaker who chooses. */
export const CHOSEN = words(
  `${I_WILL}(?: (?:have to|definitely|probably|still|must|therefore|now)){0,2} (?:(?:go|going|stick) (?:with|for)|(?:settle|land|decide) (?:on|for)|side with|end up with|take|choose|pick|select|recommend|suggest|say|answer|guess|chose|picked|opt for|lean (?:towards?|to)|(?:put|bet|stake) (?:my|our|all my) (?:money|bet|chips|house|life) on|bet on|vote for|call it|call this|think it(?:['’]s| is)|believe it(?:['’]s| is)|think the answer is)`,
  "(?:I['’]m|I am|we['’]re) (?:going with|going for|going to (?:go with|choose|pick|say|select)|picking|choosing|sticking with|opting for)",
  CHOOSES_ABROAD,
  `(?:my )?(?<!${LATER_CHOICE} )(?:choice|pick|vote) (?:is|goes to)|going with|^(?:choose|pick|select)|which (?:matches|fits)|you(?:['’]re| are) looking for|supports?|points? to|(?:(?<!^|(?:the|its|their|green|plant|while|whereas|as|of|in|on) |^[^\\ue000-\\uf8ff]{0,200}and )leaves|leaving)(?: (?:us|me|you|her|him|them|it) with)?(?: only| just)?|corresponds? to|that is option|must be|should be|has to be|can only be|(?:got to|gotta) be|gives(?: us)?|yields|(?:only )?remaining (?:option|choice|one) is`,
);
const FROM = `(?: from (?:${ARTICLE} )?["'(]?(?:${SIGN}|[\\p{L}\\p{N}]{1,20})["')]?)?`;
const CHANGES = '(?:chang|switch|revis|amend|correct|updat|alter)(?:e|ed|ing)?(?: over)?';
const MY_ANSWER = '(?:my|the|our) (?:\\p{L}+ )?(?:answer|choice|pick|guess|selection|vote|response|mind)';
/** It changes its mind, and says what to. */
export const CHANGED = words(
  `(?:(?:I|we)(?:['’](?:m|ll|ve|re)| am| are| will| have| must)?|let me|let['’]s|(?:I|we)(?:['’]d| would) like)(?: (?:now|therefore|thus|then|to|going|have|must|need|want)){0,3} ${CHANGES}(?: (?:${MY_ANSWER}|this|that|it))?${FROM} (?:to|in favou?r of)`,
  `(?<=^|[,;:–—-] |(?:and|so|but|now) )${CHANGES} ${MY_ANSWER}${FROM} to`,
  `(?:my|the) (?:\\p{L}+ )?(?:answer|choice|pick|guess|selection|vote|response) (?:changes|(?:has|is)(?: now)? changed|switches|becomes|moves)${FROM}(?: to)?`,
  "I(?:['’](?:m|ve)| am| have)? (?:now |finally |therefore ){0,2}(?:settl(?:e|ed|ing)|land(?:ed|ing)|decid(?:ed|ing)) (?:on|for)",
  CHANGED_ABROAD,
);
/** `if` only one may be given, it chooses all the same */
export const FOR_ONE = '(?:[^\\s,:;]+ ){0,8}?(?:one|single)(?! of)(?: [^\\s,:;]+){0,5}(?=[,:] )';
/** Words that lead from reasons to the choice, which is all that follows. */
export const LED_UP_TO = words(
  `if ${FOR_ONE}`,
  'if you ask me|if (?:I|we) (?:had|have|must|were) (?:to )?(?:choose|guess|pick|answer)(?: (?:just |only )?one)?',
  "if I(?:[’']m| am) not (?:mistaken|wrong)|if I (?:remember|recall)(?: \\p{L}+)?|as far as I (?:know|can tell|remember)|(?:in my opinion|to my knowledge|I (?:think|believe|guess|suppose))",
  "therefore|thus|hence|so|to sum up|so it(?:[’']s| is| must be)|in conclusion|overall|on balance|i\\.e\\.|that is|which is|which means|also|donc|entonces|portanto|quindi|поэтому|значит",
  '(?:by|through) (?:(?:the |a )?process of |simple |pure )?elimination|all in all|all things considered|in (?:short|sum|the end)|as a result|consequently|accordingly|bottom line|long story short|(?:simple|piece of cake|no[- ]brainer)(?=[,:]| [-–—])|prob',
  'without (?:a |any )?doubt|most likely|likely|presumably|probably|definitely|clearly|certainly|obviously|sure|surely|easy|(?:of|among|from|out of) (?:all )?(?:them|these|those|(?:the|these|those) \\p{L}+)|wahrscheinlich|probablemente|probablement',
);
/** Behind a choice, what it is chosen before, and nothing else: `C rather than A or D`. */
export const AND_NOT = `(?:rather than|instead of|as opposed to|(?:and )?not|in preference to|anstatt|statt|au lieu de|plutôt que|en lugar de|en vez de|em vez de|invece di|in plaats van|а не|вместо) (?:${ARTICLE} )?["'“(]?${SIGN}["'”)]{0,2}(?:[.,;!]|$| ${REASON}${END})`;
export const LEADS_TO = `(?:→|⇒|={1,2}>|-{1,2}>|(?<![\\ue000-\\uf8ff] ?)[${TICKS}]\\ufe0f?)`;

/** `Roots are used to` is no habit of former times. */
export const FORMER_HABIT = "(?<!(?:is|are|was|were|be|been|get|gets)(?:n['’]t)?(?: \\p{L}+)? )used to";
/** Before a mention, in its clause: it is put aside, supposed, or somebody else's. */
export const DENIAL = words(
  "not|(?:is|are|was|were|do|does|did|would|could|should|has|have|can|ca|wo|ai)n['’]t|cannot|never|neither|nor|hardly|without",
  DENIED_ABROAD,
);
/** `Cross out D`, `B is struck off`. */
export const STRUCK_OUT = '(?:cross|strik|throw|toss)(?:e|es|ed|ing|s)? (?:out|off|away)|struck (?:out|off)';
export const WRONG = words(
  `wrong|incorrect|false|out|ruled out|${STRUCK_OUT}|eliminated|impossible|unlikely|not|untrue|falsch|faux|falso|неверн\\p{L}*`,
);
export const RIGHT = words(
  '(?:(?:therefore|thus|clearly|definitely|probably|indeed|certainly|obviously|most likely) ){0,2}(?:the )?(?:(?:clearly|definitely|most|only|also|single) ){0,2}(?:correct(?:ly)?|right|true|(?:best|better|closest)(?= ?(?:[.,;:!]|$)| (?:answer|choice|option|one|fit|match))|most (?:accurate|appropriate|suitable|likely|plausible|logical))(?: (?:answer|choice|option|one|statement|fit|match|response|answers|choices|options|ones|statements|term|word))?',
  '(?:(?:therefore|thus|clearly|definitely|probably|indeed|certainly|obviously|most likely) ){0,2}(?:the|my|our) (?:(?:final|clear|obvious|odd|only|safest?|strongest|sensible|logical|natural|wise|proper) )?(?:answer|choice|answers|odd one out|outlier|exception|one(?= ?(?:[.,;!]|$)))|spot on',
  '(?:the )?(?:only |most |more )?(?:plausible|suitable|reasonable|sensible|natural|logical|appropriate|likely|accurate) (?:choice|option|answer|one)(?! too)',
  '(?:die )?(?:richtig\\p{L}*|korrekt\\p{L}*)(?: Antwort)?|(?:la )?(?:bonne|juste|correcte?)(?: réponse)?|(?:la )?(?:respuesta )?(?:correct[ao]s?)|giust[ao]|corrett[ao]|corret[ao]',
);
export const SUITS = words(
  "(?:would )?qualify|is what (?:(?:you|we)(?:['’]re| are) (?:looking for|after|seeking)|you (?:want|need)|is (?:asked|wanted)|was asked)|fits?|matches|match|works?|applies|apply|answers?|qualif(?:y|ies)|suits?|remains?(?= ?(?:[.,;:!)]|$)| (?:and|because|since|as|the (?:only|best))(?!\\p{L}))|passt|stimmt|is left|makes (?:the most |perfect |most )?sense|stands? out|does not belong|doesn[’']t belong",
);

/** A sentence with one of these asserts nothing of its own. */
export const DOUBTS = words(
  'perhaps|maybe|possibly|conceivably|might|may|could|would(?! (?:[\\ue000-\\uf8ff]|be|say|go|choose|pick|answer|call|select|qualify|fit|count|match|apply))|almost|nearly|partly|partially|(?:sort|kind) of|seemingly|supposedly|allegedly|so-called',
  'falsch\\p{L}*|faux|fausse|incorrect[ao]s?|errad[ao]|sbagliat[ao]|onjuist|błędn\\p{L}*|неправильн\\p{L}*|неверн\\p{L}*|невірн\\p{L}*|грешн\\p{L}*|yanlış|forkert|λάθος|خطأ|غلط|salah|गलत',
  'sometimes|often|frequently|usually|generally|normally|mostly|commonly|typically|rarely|seldom|in theory|at (?:first|times)|at first glance|tied?|torn',
  'vielleicht|könnte|peut-être|pourrait|quizás?|tal vez|podría|talvez|poderia|forse|potrebbe|misschien|может|возможно|manche|viele|einige|certains|beaucoup|algunos|muchos',
  'wrong|incorrect|false|(?:best|well|better)-\\p{L}+|least|worst|weakest|weaker|like|alike|unlike|similar\\p{L}*|resembl\\p{L}*|compar\\p{L}*|versus|opposite|same|such as|including|for example|e\\.g|one of|another|example',
  STRUCK_OUT,
  'rule[sd]? out|ruling out|left out|(?:must|has to|have to|should|can) go|exclud\\p{L}*|eliminat\\p{L}*|discard\\p{L}*|reject\\p{L}*|dismiss\\p{L}*|besides|avoid\\p{L}*|refus\\p{L}*|ignore|pretend|imagine|suppose|assume',
  '(?:class|room|team)?mates?|people|students?|employees|others|someone|somebody|every(?:one|body)|textbooks?|teachers?|professor|authors|experts?|critics?|friends?|beginners?|nobody|no one|they (?:say|think)|some (?:say|think|would|might)|many (?:say|think|would|might)|most (?:say|think|would|might|choose)',
  'said|says|thinks|thought|claims?|claimed|argues?|argued|suggested|believed|considered|assumed|according|asked|mention(?:s|ed)|reported\\p{L}*|told|wrote that',
  `(?<!(?:no|without|without a|without any|beyond|beyond any) )doubt\\p{L}*|disagree\\p{L}*|den(?:y|ies|ied)|disput\\p{L}*|refut\\p{L}*|contrary|distract\\p{L}*|misconception|mistak\\p{L}*|mistook|trap|trick|confus\\p{L}*|decoy|myth|tempt\\p{L}*|popular|to mind|first (?:guess|thought|instinct|idea|choice)|initial\\p{L}*|originally|formerly|previously|once|${FORMER_HABIT}|until|no longer|anymore|previous|earlier|yesterday|last (?:time|week|year)|should have|was going to`,
  'depend\\p{L}*|whether|unclear|unsure|uncertain|unknown|hint|rather than|instead of|than',
);
/** Of the choice of others and of other times, even `the answer is B` is none. */
export const NOT_ITS_OWN = words(
  'runners?[- ]up|second[- ]best|(?:class|room|team)?mates?|people|students?|others|someone|somebody|every(?:one|body)|textbooks?|teachers?|professor|experts?|friends?|beginners?|nobody|no one|you(?! should|.re looking| are looking)|some|many',
  `(?<!(?:I|we|to|would|I[’']d) )(?:say|says|said|think|thinks|thought|claims?|claimed|argues?|argued|suggested|believed|assumed|told)|according|tempt\\p{L}*|(?<!not )mistak\\p{L}*|mistook|trap|trick|initial\\p{L}*|originally|at first|first (?:guess|thought|instinct|idea)|previous\\p{L}*|earlier|yesterday|last (?:time|week|year)|${FORMER_HABIT}|refus\\p{L}*|(?<!(?:no|without|without a|without any|beyond|beyond any) )doubt\\p{L}*|disagree|deny|ignore|pretend|imagine|suppose|whether|if(?! (?:I|we|one|forced|pressed|only)(?!\\p{L}))|least|worst|incorrectly|distract\\p{L}*|(?:common|popular|typical|frequent)`,
);
/** Only true of some case. */
export const CONDITION = words(
  'if|unless|whether|suppose|supposing|assuming|provided|in case|otherwise|had|were|should|when|once|wenn|falls|ob|sofern|si|lorsque|cuando|se|quando|если|когда|如果|若',
);
/** What an answer without a choice says. An option may say the same: it is masked then. */
export const UNKNOWING = words(
  "(?:do not|don['’]t|cannot|can['’]t|can not|could not|couldn['’]t) (?:really |actually |possibly |reliably )?(?:know|have (?:enough|access)|say|tell|determine|decide|answer|choose|pick|help|identify|be determined)|not (?:at all |really |entirely )?(?:sure|certain|able)|(?:not|(?:is|are|was|were|do|does|did)n['’]t|no|without) (?:really |provide |give |have |contain |any )?(?:enough|sufficient) (?:information|context|details?|data)|unable to|no idea|no clue|unclear|impossible to|hard to (?:say|tell)|nobody knows|no one knows|(?:I|we|it) won['’]t (?:be able|help|answer|say|choose|pick|guess|tell|do|comply|provide|give|take part|assist)|I won['’]t|refuse|(?:rather|prefer) not(?: to)? (?:say|answer|choose|pick|guess|respond)",
  'weiß (?:es )?nicht|keine Ahnung|kann .{0,40}nicht|ne (?:peux|sais) pas|no (?:puedo|sé)|não sei|non (?:lo )?so|weet (?:het )?niet|nie wiem|не могу|не знаю',
);
export const UNKNOWING_UNSPACED = '无法|不能|不知道|わかりません|모르겠';

/** Words with which an answer takes back what it said; after the first ones it has to say something else. */
export const STOPS = words(
  'wait|h+m+|hold on|scratch that|strike that|let me (?:re|think|look|check|double)\\p{L}*|on second thoughts?|on reflection|my (?:mistake|bad)|that was (?:a mistake|wrong)|no,? sorry',
  "I take (?:that|it|this) back|(?:(?:I|I['’]ve|I have|I['’]m|I am) )?chang(?:e|ed|ing) my mind(?= ?[,:;.!–—-])|I stand corrected|I(?: must| have to)? correct myself|I(?:['’]ve| have)? reconsidered|(?:up)?on reconsideration|after reconsidering",
  "(?:I(?:['’]d| would) like to|I (?:want|need|have) to|I(?:['’]ll| will| must)|let me|I['’]m|I am) (?:chang|revis|correct|amend)(?:e|ing)? (?:that|this|it|myself|my (?:\\p{L}+ )?(?:answer|choice|response))(?= ?[:;.!–—-])",
  `sorry(?=[:,.–—-]+ (?:(?:the (?:correct )?answer is|it is|it['’]s|I mean(?:t)?) )?["'(]?${SIGN})|(?:(?:I beg your )?pardon(?: me)?|excuse me|I mean|make (?:that|it)|or rather)(?=[:,]? (?:the |an? )?["'(]?${SIGN})|or(?= (?:is|was|could|should|might|maybe|perhaps)[^.!?]{0,40}${SIGN}[^.!?]{0,20}\\?)`,
  'then again|come to think of it|oops|I meant|moment mal|attends|espera|non attends',
);
export const TURNS = words('actually|correction|korrektur|eigentlich|en fait|en realidad|edit|no|nein|non');
