import { lazy } from '../lazy.js';

/**
 * How answers begin that are probably refusals, and how their speakers say no. Either alone is nothing much; both in the first sentences are
 * a refusal whatever its verb: "Sorry, but I have no permission to discuss this".
 */

const OPENERS = [
  "(?:^|[,.!—-] ?)(?:i'm |i am |we're |my )?(?:so |very |really |deeply |terribly )?(?:sorry|apologies|i apologi[sz]e|unfortunately|regrettably|i'm afraid|i am afraid|i regret)\\b",
  '\\bas an? (?:[a-z]+ ){0,2}(?:ai|artificial intelligence|language model|assistant|chatbot)\\b|\\b(?:responsible|ethical) ai\\b',
  'tut mir (?:sehr |wirklich )?leid|entschuld|\\bleider\\b|\\bbedau[e]?re\\b|\\bverzeih|\\bals (?:ki|sprachmodell|künstliche intelligenz)',
  "désolée?|navrée?|\\bexcuse[rz]?\\b|je regrette|malheureusement|en tant qu['e]",
  'lo siento|lo lamento|lamento|disculp|perd[óo]n|me temo|lamentablemente|desafortunadamente|como (?:ia|modelo|asistente|inteligencia)',
  'sinto muito|desculp|lamento|infelizmente|receio|como (?:ia|um modelo|modelo|assistente)',
  'mi (?:di)?spiace|spiacente|\\bscusa|purtroppo|\\btemo\\b|come (?:ia|modello|assistente)|in quanto (?:ia|modello)',
  '\\bsorry\\b|het spijt me|helaas|\\bals (?:ai|taalmodel)',
  'przepraszam|przykro mi|niestety|wybacz|jako (?:ai|model|sztuczna)',
  'извини|прост|прошу прощения|сожалени|мне жаль|как (?:ии|языков|искусств)',
  'üzgünüm|özür dilerim|maalesef|ne yazık ki|kusura bakma|olarak',
  '申し訳|すみませんが|すいませんが|ごめん|恐れ入り|恐縮|残念ながら|aiとして',
  '抱歉|对不起|不好意思|很遗憾|對不起|作为(?:一个|一名)?(?:ai|人工智能|语言模型)',
  '죄송|미안|유감|안타깝|ai로서|모델로서',
  'عذر|آسف|عفو|أعتذر|للأسف|بصفتي|كنموذج',
  'माफ़|माफ|क्षमा|खेद|दुर्भाग्य|एआई के रूप',
];

/** Verbs with which no is an answer: what one does not think, find, know, wait for. */
export const NOT_THESE = "(?!(?: [a-z]+ly)? (?:believe|think|find|see|know|wait|help but|say (?:for|with|which|whether|if|how|when|exactly)|tell (?:for|whether|if|from|which|how)|stress|overstate|emphasi|imagine|remember|recall|agree|decide|promise|guarantee|pretend|lie|go into|be (?:sure|certain|more)|recommend|make it|come|thank|resist|wish|hear|spot|identify|detect|confirm|rule out|go wrong|attend|miss|deny|understand|reproduce)\\b)";

const SAYS_NO = [
  `(?<!\\b(?:if|when|unless|until|said|says|because) )\\b(?:i|we) ?(?:ca(?:n't|nnot|n not)|won't|will not|(?:am|'m|are|'re) (?:unable to|not (?:able to|going to|allowed|permitted|capable|comfortable|authori[sz]ed|in a position))|do not|don't)${NOT_THESE}(?! have (?:feelings|opinions)) [a-z]`,
  '(?:not a|isn.t a) (?:request|question|topic|task|thing) (?:that )?i\\b|(?:falls|is|lies) (?:outside|beyond)|\\b(?:am|are) only (?:able|allowed) to|\\bi can only (?:help|assist|answer|discuss|talk)|my answer (?:to (?:this|that) )?(?:is|must be|has to be) no\\b',
  '\\b(?:ich|mir)\\b.*\\b(?:nicht(?! (?:sicher|glauben|vorstellen|dass))|kein\\p{L}*)\\b|muss ich.*(?:passen|ablehnen|verzichten)',
  "\\bje (?:ne |n').*\\bpas\\b(?! (?:sûre?|que|certaine?))|\\bne (?:peut|peuvent|sera|doit) pas être|il (?:ne )?m'est (?:pas |im)possible|je préfér\\p{L}* ne pas",
  '\\bno (?:puedo|podré|tengo|me (?:es|siento|está)|voy a|quiero|estoy (?!segur)|soy capaz|debo)',
  'não (?:posso|poderei|consigo|estou (?!cert)|sou capaz|vou|irei|quero|devo|tenho (?:permissão|autorização)|me (?:é|sinto))',
  '\\bnon (?:posso(?!no)|poter|potrò|sono (?!sicur|cert)|voglio|intendo|ho il permesso|mi (?:è|sento))',
  '\\b(?:ik|mij)\\b.*\\b(?:niet(?! zeker)|geen)\\b',
  'nie (?:mogę|jestem (?!pewn)|będę|chcę|wolno|mam (?:możliwości|prawa|pozwolenia))',
  '(?<!\\p{L})не (?:могу|буду|смогу|стану|готов|имею|вправе|хочу)',
  '(?!sanmıyorum|bilmiyorum|düşünmüyorum|inanmıyorum)(?<!\\p{L})\\p{L}+(?:am|em)(?:am|em)(?!\\p{L})|\\p{L}{3,}(?:amıyorum|emiyorum|mayacağım|meyeceğim)(?!\\p{L})|mümkün değil',
  'できません|出来ません|できかね|しかねます|控えさせ|控えます|遠慮|られません|えません|いたしません',
  '(?:不能|无法|不方便|不便|不会|不可以|不想|不愿|没办法|没有办法|不予)',
  '수(?:는|가)? 없|어렵|못 ?(?:합|해|드)|않겠|않을게|불가',
  '(?:لا|لن) (?:يمكنني|أستطيع|أقدر|أود|أتمكن|يسمح لي|أشارك|أجيب|أرد)|لست (?:قادر|مخول)',
  '(?:मैं|मुझे|हम).*नहीं (?!लगता|पता)',
];

/** `\b` knows ASCII letters only: it sees an edge inside of `mogę`. */
const LETTER = '[\\p{L}\\p{N}]';
const EDGE = `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`;
export const unicodePattern = (source: string): RegExp => new RegExp(source.replaceAll('\\b', EDGE), 'u');

/** English shares its words with others (`sorry`, `no`): each opener goes with the nos of its own line, and English has two lines of each. */
const LANGUAGES = lazy((): { opener: RegExp; no: RegExp }[] => [
  { opener: unicodePattern(`${OPENERS[0]}|${OPENERS[1]}`), no: unicodePattern(`${SAYS_NO[0]}|${SAYS_NO[1]}`) },
  ...OPENERS.slice(2).map((opener, i) => ({ opener: unicodePattern(opener), no: unicodePattern(SAYS_NO[i + 2]!) })),
]);

/** The first person's no without an apology, in languages that mark the person: it declines, or tells what the speaker does not manage. */
const MAYBE = lazy(() => [
  '\\b(?:ich (?:kann|darf|werde|möchte|will)|(?:kann|darf|werde|möchte|will) ich)\\b.*\\b(?:nicht|nichts|kein\\p{L}*)\\b(?!.*(?:vorstellen|glauben|finden|sehen|sagen, (?:ob|wie|wann)|erinnern|denken|erkennen|entscheiden|versprechen))',
  '\\bje ne (?:peux|puis|veux|souhaite|vais|dois|préfère)\\b(?!.*(?:croire|imaginer|trouver|voir|dire (?:si|quand|comment)|souvenir|promettre))',
  `(?<!él |ella |usted |se )(?:${SAYS_NO[4]})(?!.*(?:creer|imaginar|encontrar|ver\\b|recordar|prometer))`,
  `(?:${SAYS_NO[5]})(?!.*(?:acreditar|imaginar|encontrar|ver\\b|lembrar|prometer))`,
  `(?:${SAYS_NO[6]})(?!.*(?:crede|immagin|trova|vede|ricorda|promette))`,
  '\\b(?:ik (?:kan|mag|wil|zal|ga)|(?:kan|mag|wil|zal|ga) ik)\\b.*\\b(?:niet|geen|niets)\\b(?!.*(?:geloven|voorstellen|vinden|zien|herinneren|beloven))',
  `\\b(?:${SAYS_NO[8]})(?!.*(?:uwierzyć|znaleźć|zobaczyć|pamięta|obieca))`,
  '(?<!\\p{L})я не (?:могу|буду|смогу|стану|готов|хочу)(?!.*(?:поверить|найти|увидеть|вспомнить|обещать))',
  '我(?:不能|无法|不方便|不便|不会|不可以|不想|不愿|没办法|没有办法)(?!.*(?:相信|确定|想象|找到))',
  '(?:لا|لن) (?:أستطيع|يمكنني|أتمكن)(?!.*(?:تصديق|تذكر|رؤية))',
  'मैं.*नहीं (?:सकता|सकती|कर सक|दे सक|करूंगा|करूँगा|चाहता|चाहती)',
].map((source) => unicodePattern(source)));

export function maybeNo(sentence: string): boolean {
  return MAYBE().some((pattern) => pattern.test(sentence));
}

/** Where the first sentence or two say sorry and no: the end of the no, counted from the start of the text. */
export function sorryNo(text: string): { index: number; length: number } | undefined {
  for (const { opener, no } of LANGUAGES()) {
    const sorry = opener.exec(text);
    if (!sorry) continue;
    const said = no.exec(text.slice(sorry.index));
    if (said) return { index: sorry.index + said.index, length: said[0].length };
  }
  return undefined;
}
