/** Words around a choice, in the languages in which models answer. Longer lists first where one begins another. */

export function words(...list: string[]): string {
  return `(?:${list.join('|')})`;
}

/** No letter before, no letter after: `\b` knows ASCII only. */
export const START = '(?<![\\p{L}\\p{N}_])';
export const END = '(?![\\p{L}\\p{N}_])';

export const NOUN = words(
  'option|choice|letter|sentence|statement|conclusion|ending|answer|number|answer choice|no\\.(?=\\s?\\d)|#(?=\\d)',
  "Antwort|Buchstabe|réponse|l'option|alternative|opción|opcion|respuesta|letra|alternativa|opção|resposta|opzione|risposta|lettera",
  'optie|antwoord|opcja|odpowiedź|вариант|ответ|seçenek|opsi|选项|選項|選択肢',
);
export const ARTICLE = words('the|an?|der|die|das|den|ein|eine|le|la|les|un|une|el|los|las|una|il|lo|o|os|as|de|het');

/** Between two choices: both are named, neither is chosen. */
export const JOIN = words(
  '\\s*(?:,\\s*)?(?:and/or|or|and|oder|und|ou|et|or else|of|en|veya|ve|atau|dan|lub|или|и)\\s+(?:(?:possibly|maybe|perhaps|even|also)\\s+)?',
  '\\s+(?:o|u|y|e|i)\\s+',
  '\\s*(?:[,/&|、]|\\+|或者?|和|又は|または|또는)\\s*',
);

/** A word that may follow a bare label: `A because` is an answer, `A cactus` is not. */
export const REASON = words(
  'because|since|as(?! well)|given|due|based|without (?:a |any )?doubt|weil|denn|da|porque|ya que|pois|car|parce|puisque|perché|poiché|omdat|want',
  'потому|так как|поскольку|ponieważ|bo|çünkü|karena|vì',
);

export const NOT = words('not|never|neither|nicht|pas|no|non|não|niet|не|nie|değil|bukan|không phải');
/** After `not A`: what is said instead follows. */
export const BUT = words(
  ',?\\s*(?:but|sondern|mais|sino|ma|bensì|mas|maar|а|lecz)(?:\\s+(?:rather|instead))?',
  "[,;]\\s*(?:rather|instead|it is|it's)",
  ',?\\s*而是',
  '\\.\\s',
);

const DENIAL = words(
  "not|(?:is|are|was|do|does|did|would|could|should|ca|wo|ai)n['’]t|cannot|never|neither|nor|hardly|without(?! (?:a |any )?doubt)",
  'nicht|kein\\p{L}*|pas|não|niet|не|nie|değil',
);
const OTHERS = words('might|may|could|would|people|some|many|students?|tempt\\p{L}*|first|initially');
const THINK = words('think|thought|say|said|guess|assume|believe|answer|choose|pick|seem');

/** Before a choice in its own clause: it is put aside, supposed, or somebody else's. */
export const PUT_ASIDE = new RegExp(
  `${START}${words(
    DENIAL,
    '(?:(?:every|any)\\p{L}*|all|nothing|no one)(?: \\p{L}+)? but|no|if|whether|unless|suppose|(?<!I )assume|pretend|imagine|assuming|rather than|instead of|unlike|except|than',
    'rule[sd]? out|ruling out|eliminat\\p{L}*|exclud\\p{L}*|tempt\\p{L}*|wrong|incorrect|least|worst|unlikely|mistake\\p{L}*',
    `${OTHERS}\\s+(?:\\p{L}+\\s+)?${THINK}\\p{L}*`,
    '(?:you|one|some|they|people)\\s+(?:might|may|could|would)|nobody|no one|(?:why|who|how) would',
    '(?<!I (?:have|had|want|wish|need|am going|would like) )to(?= $)|refus\\p{L}*|(?<!in )question (?:about|of|is)',
    'wenn|ob|statt|anstatt|si|se|если',
  )}${END}`,
  'iu',
);

const WRONG = words('wrong|incorrect|false|out|ruled out|eliminated|impossible|unlikely|falsch|faux|неверн\\p{L}*');
const COPULA = words('is|are|was|would be|seems?|must be|can|does|did|ist|est|es|è|é');
/** After a choice: it is judged, and against it. */
export const JUDGED_WRONG = new RegExp(
  `^[)\\]"']*${words(
    `\\s*(?:${COPULA}\\s+(?:\\p{L}+ly\\s+)?)?(?:${DENIAL}|${WRONG})${END}`,
    `\\s*[:,–—-]\\s*${WRONG}${END}`,
    `\\s*[:–—-]\\s*(?:not|no)${END}`,
    '\\s*(?:❌|✗|✘)',
  )}`,
  'iu',
);
export const NEGATES = new RegExp(`${START}${words(DENIAL, 'wrong|incorrect|false|elsewhere|lack\\p{L}*|mistake|nobody')}${END}`, 'iu');

const SEEMS = words('is|was|would be|must be|might be|may be|could be|has to be|should be|(?:seems|looks|appears)(?: to be| like)?|remains|ist|est|es|è|é|是');
const FILLER = words('the|clearly|definitely|most|more|likely|probably|also|only|indeed|therefore|thus|one|single|la|le|die|a|o|il|el|my|our');
const RIGHT = words(
  'correct\\p{L}*|right(?! (?:next|after|before|now|there|here|behind|above|below|beside|in|on|at)\\b)|best|better|answer|true(?! (?:of|for|only|in|when|if|to)\\b)|closest|accurate|appropriate|likely|final|what (?:the|it|is|I(?:.d| would))',
  '(?:plausible|suitable|reasonable|sensible|natural|logical) (?:\\p{L}+ )?(?:choice|option|answer|one)',
  '(?!worst|least|weakest|lowest)\\p{L}+est (?:choice|option|answer|and)',
  'richtig\\p{L}*|korrekt|bonne|juste|correcta|réponse|respuesta|giust\\p{L}|correto|正确|对的',
);
/** After a choice: it is judged, and for it. */
export const JUDGED_RIGHT = new RegExp(
  `^[)\\]"']*${words('が正解|が正しい|为正确|正确|正解', `(?:\\s*[,–—-])?\\s*${SEEMS}\\s*(?:${FILLER}\\s+)*${RIGHT}`)}`,
  'iu',
);
const SUITS = words('fits|matches|works|applies|describes|answers|completes|suits|passt');
const WELL = words('best|perfectly|correctly|exactly|well|the (?:\\p{L}+ )?(?:description|definition|question|sentence|blank|context|criteria|passage|text|data|facts?|picture|image|figure|diagram|table|evidence)|am besten');
/** After a choice: it is said to fit, not merely what it is about (`B describes what roots do`). */
export const FITS = new RegExp(
  `^[)\\]"']*\\s+(?:(?:best|clearly|perfectly|correctly|exactly)\\s+${SUITS}|${SUITS}\\s+${WELL}|${SUITS}(?=\\s*(?:$|[.,;!]))|it is|makes (?:the most|perfect|most|the best )?\\s*sense|remains|is left|is the only (?:one|option|choice|answer)(?: (?:that|which) ${SUITS})?)${END}`,
  'iu',
);
/** The same of an option's text, about which more can be said that is no judgement of the answer. */
export const TEXT_JUDGED_RIGHT = new RegExp(
  `^["')\\]]*,?\\s+${SEEMS}\\s+(?:${FILLER}\\s+)*(?:(?:correct|right|best|appropriate|suitable|logical|accurate|likely)\\s+(?:\\p{L}+\\s+)?${words('answer|choice|option|one|fit|match')}|(?<=the\\s)answer|(?:correct|right) (?:term|word|form|name|spelling|value|result|label|conclusion|statement)|(?:correct|right|richtig|korrekt|correcte?|correcta|correto|correta|corretta|giusta)(?=\\s*(?:$|[.,;!])))${END}`,
  'iu',
);
