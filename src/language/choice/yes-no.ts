import { END, START, words } from './phrases.js';
import { DOUBTFUL } from './passage.js';
import { type Asked, inItsWords, isAmong, isNegated, meaning, withoutItsWords } from './question.js';
import { CROSSES } from './marks.js';

/** Answers to questions of yes or no that say neither: `It certainly is`, `This claim isn't true`, `¡Sí!`. */

const POSITIVE = /^(?:yes|true|correct|right)\W*$/iu;
const NEGATIVE = /^(?:no|false|incorrect|wrong|untrue)\W*$/iu;
const YES = words(
  's[ií]|oui|ja|jawohl|joo|jah|jā|taip|tak|ano|áno|да|так|ναι|igen|da|evet|hə|иә|ооба|тийм|כן|نعم|أجل|بله|ہاں|हाँ|हां|जी हाँ|হ্যাঁ|ஆம்|అవును|ಹೌದು|അതെ|હા|ਹਾਂ|होय|ඔව්|ဟုတ်(?:ကဲ့|တယ်)?|បាទ|ແມ່ນ|ใช่(?:ครับ|ค่ะ)?',
  'vâng|có|đúng vậy|ya|iya|opo|ndiyo|ndio|bẹ́ẹ̀ni|yebo|አዎ|კი|დიახ|այո|sim|sì|jes|はい|そうです|是的?|对|對|네|예',
);
const NO = words(
  "non|nein|nee|nej|nei|ei|ne|nie|nē|nu|não|нет|не|ні|όχι|nem|hayır|yox|yo[ʻ‘’']q|жоқ|жок|үгүй|לא|لا|كلا|نه|خیر|نہیں|नहीं|जी नहीं|না|இல்லை|కాదు|ಇಲ್ಲ|അല്ല|ના|ਨਹੀਂ|नाही|නැත|မဟုတ်(?:ဘူး|ပါ)|ទេ|ບໍ່|ไม่(?:ใช่)?|không|tidak|bukan|hindi|hapana|a[’']a|maya|cha|አይ|አይደለም|არა|ոչ|ez|いいえ|不是?|不对|不對|아니(?:요|오)|no",
);
const TRUE = words(
  'wahr|richtig|stimmt|vrai|verdadero|cierto|verdadeiro|vero|waar|правда|верно|истина|правильно|prawda|sant|sandt|doğru|对|對|正确|正確|正しい|真|참|맞습니다|صحيح|सही|सत्य|đúng|benar|kweli|αληθές|σωστό|igaz|pravda|adevărat|tosi|totta|נכון|verdader',
);
const FALSE = words(
  'falsch|unwahr|faux|falso|onwaar|ложь|неправда|неверно|неправильно|fałsz|nieprawda|falskt|falsk|usant|yanlış|错|錯|错误|錯誤|不对|不對|不正确|間違い|誤り|偽|거짓|틀렸습니다|خطأ|خاطئ|गलत|असत्य|sai|salah|uongo|ψευδές|λάθος|hamis|nepravda|fals|epätosi|לא נכון',
);
const STOP = '(?!,? [^.!?]{0,40}(?:Frage|question|pregunta|pergunta|domanda))(?=["”»*)]{0,3}(?:$|[.,;:!–—。，、！；،؛।۔-]| [-–—] |\\n))';
const AT_START = '^[\\s*_#>"“«¡(]{0,6}';
const BEHIND_COLON = '(?<=(?:[:=]|(?<!\\p{L})(?:ist|es|est|è|é|is|to|är|er)) ?["“«*]{0,3})';
/** @param first - what says it only where nothing goes before */
const spoken = (list: string, first = '(?!)'): RegExp =>
  new RegExp(`(?:(?:${AT_START}|${BEHIND_COLON})${list}|${AT_START}(?:${first}))${STOP}`, 'iu');
const SPOKEN = [spoken(YES), spoken(NO)] as const;
const SPOKEN_TRUTH = [
  spoken(TRUE, 'correct|accurate'),
  spoken(FALSE, 'wrong|incorrect|untrue|inaccurate|not (?:true|correct|right)'),
] as const;

const ADVERB = words(
  'sure|certainly|definitely|indeed|actually|really|clearly|surely|absolutely|most certainly|in fact|of course|simply|obviously|so|just|plainly|very much|without (?:a |any )?doubt',
);
const PRONOUN = words('it|they|he|she|this|that|there|these|those|you|we|i|one');
/** Nothing that limits it follows. */
const WHOLLY =
  '(?=["”*)]{0,3}(?:$|[.!;:–—]| [-–—] |\\n|, (?:and|because|since|as|for|which|this|that|it|they|he|she|the)(?!\\p{L})| (?:because|since)(?!\\p{L})))';
const THINKS =
  "(?:I(?:['’]d| would)? (?:think|believe|say|guess|suppose|reckon)|I(?:['’]m| am) (?:(?!not)\\p{L}+ )?(?:sure|certain|confident))(?: that)?";
const PLAIN_YES = new RegExp(
  `${AT_START}(?:${THINKS} so|absolutely|definitely|certainly|of course|indeed|sure(?: thing)?|exactly|correct|right|without (?:a |any )?doubt|that(?:['’]s| is) (?:\\p{L}+ly )?(?:right|correct|true))(?!\\W{1,3}(?:here|let|i|happy|glad|below|to|as)(?!\\p{L}))${WHOLLY}`,
  'iu',
);
const PLAIN_NO = new RegExp(
  `${AT_START}(?:(?:I )?do(?: not|n['’]t) think so|(?:I )?think not|not at all|by no means|in no way|on the contrary|far from it|not in the least|(?:absolutely|certainly|definitely|of course) not|that(?:['’]s| is)(?:n['’]t| not)? (?:\\p{L}+ly )?(?<quality>right|correct|true|wrong|false|incorrect))${WHOLLY}`,
  'iu',
);
const TRUTHS = words('true|correct|right|accurate|valid|a fact|factual');
const UNTRUTHS = words(
  'false|wrong|incorrect|inaccurate|untrue|mistaken|invalid|nonsense|(?:an? )?(?:\\p{L}+ )?(?:myth|misconception|falsehood|legend|error)',
);
/** `This claim isn't true`, wherever a sentence begins with it. */
const OF_CLAIM = new RegExp(
  `(?:${AT_START}(?:(?:yes|no|nope|well|actually|so),? )?(?:it|that|this)|(?<=^|[.!?*:] |\\n)["“*]{0,3}(?:the|this|that) (?:claim|statement|sentence|assertion|proposition|idea|belief|saying)(?: (?:above|given|here|in question))?)(?:['’]s| is| was| holds| rings| proves(?: to be)?)(?<not>n['’]t| not)?(?: ${ADVERB}){0,2} (?:(?<truth>${TRUTHS})|${UNTRUTHS})${WHOLLY}`,
  'giu',
);
const SOME = /(?<!\p{L})(?:some|few|most|many|half)(?!\p{L})/iu;
/** `Definitely false`, `Technically, yes`. */
const WITH_ADVERB = new RegExp(
  `${AT_START}(?!part|possib|hard|suppos|alleg|usual|most|general|main|rare|near)\\p{L}{2,20}ly,? (?:so,? )?(?:(?<yes>yes|true|correct)|no|false|incorrect|wrong)${WHOLLY}`,
  'iu',
);
const LIMITS = /(?<!\p{L})(?:but|however|unless|depends|depending|except|though|although|partly|wait|only|sometimes)(?!\p{L})/iu;
/** What only says it over again: `False ❌`. */
const MARKED = new RegExp(
  `(?<=${START}(?:false|no|incorrect|wrong|untrue)["'”*_]{0,3}) ?[${CROSSES}]\\ufe0f?|[${CROSSES}]\\ufe0f? ?(?=["'“*_]{0,3}(?:false|no|incorrect|wrong|untrue)${END})`,
  'giu',
);

/** Every form of `do` asks the same. */
const SHORT: Record<string, string> = { "'s": 'is', '’s': 'is', "'re": 'are', '’re': 'are', ca: 'can', wo: 'will' };
const formOf = (said: string): string => {
  const verb = said.trim();
  return /^do/.test(verb) ? 'do' : (SHORT[verb] ?? verb);
};
const ELLIPTIC = new RegExp(
  `${AT_START}(?:${THINKS} )?(?:${ADVERB},? )?(?:(?<who>${PRONOUN})(?: ${ADVERB})?(?: (?=\\p{L})|(?=['’]))|sure )(?<verb>['’](?:s|re)|is|are|was|were|do(?:es)?|did|has|have|had|can|could|will|would|should|must|may|ca|wo)(?<not>n['’]t| not|not)?(?: ${ADVERB}){0,2}${WHOLLY}`,
  'iu',
);

const OF_TRUTH = new Set(
  ['true', 'false', 'correct', 'incorrect', 'right', 'wrong', 'yes', 'no', 'statement', 'claim', 'sentence'].flatMap((word) =>
    meaning(word),
  ),
);

/** `It's not a fruit`. */
const OF_PRONOUN =
  /^\W*(?:it|they|he|she|that|this)(?<verb>['’](?:s|re)| (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should))(?!\p{L})/iu;

const SUBJECT = /^\W*(?:it|they|he|she)(?!\p{L})/iu;
/** `Botanically speaking, a tomato is a fruit`: the field that is asked about, or whatever is exact. */
const FIELD = /^(?<field>\p{L}{4,20}ly)(?: speaking)?, /u;
const EXACT = /^(?:strict|technical|proper|actual|formal|scientific)ly$/iu;

function withoutField(sentence: string, { said }: Asked): string {
  const field = FIELD.exec(sentence)?.groups!['field']!.toLowerCase();
  const isOwn = field !== undefined && (EXACT.test(field) || said.some((word) => word.length > 5 && word.startsWith(field.slice(0, 5))));
  return isOwn ? sentence.replace(FIELD, '') : sentence;
}

/** `A tomato is not a fruit`: the question over again, and whether it holds; undefined where the answer begins otherwise. */
function repeats(said: string, asked: Asked, isOfTruth: boolean): boolean | undefined {
  if (!isOfTruth && (asked.isNegated || asked.polar === undefined)) return undefined;
  const sentence = withoutField(said.split(/[.!;:\n]|,? (?:because|since|as) /u, 1)[0]!, asked);
  const [own, all] = [meaning(inItsWords(sentence, asked)), asked.words.filter((word) => !OF_TRUTH.has(word))];
  const verb = OF_PRONOUN.exec(sentence)?.groups!['verb'];
  const isOfIt = verb !== undefined && own.length > 0 && asked.polar !== undefined && formOf(verb.toLowerCase()) === formOf(asked.polar);
  // Of a statement that was given, a pronoun is its subject, and half of its words are enough.
  const isShort = isOfIt || (isOfTruth && SUBJECT.test(sentence) && own.length > 0 && own.length * 2 >= all.length);
  const least = isOfTruth || asked.about.length === 0 ? all : asked.about;
  if ((own.length < 2 && !isShort) || DOUBTFUL.test(withoutItsWords(sentence, asked))) return undefined;
  const isSame = own.every((word) => isAmong(word, all)) && (isShort || least.every((word) => isAmong(word, own)));
  return isSame ? isNegated(inItsWords(sentence, asked)) === (isOfTruth && asked.isDenial) : undefined;
}

/** The answer with its yes or no in the words of the options, where they are a yes and a no. */
export function inYesNo(said: string, options: readonly string[], asked: Asked): string {
  const [yes, no] = [options.find((option) => POSITIVE.test(option)), options.find((option) => NEGATIVE.test(option))];
  if (yes === undefined || no === undefined) return said;
  const isOfTruth = !/^yes/i.test(yes);
  const plain = said.trim().replace(MARKED, '');
  const [positive, negative] = isOfTruth ? SPOKEN_TRUTH : SPOKEN;
  const choose = (isYes: boolean): string => `The answer is ${isYes ? yes : no}`;
  if (positive.test(plain)) return plain.replace(positive, choose(true));
  if (negative.test(plain)) return plain.replace(negative, choose(false));
  if (asked.words.length === 0 || LIMITS.test(plain) || plain.includes('?')) return plain;
  const advised = WITH_ADVERB.exec(plain)?.groups;
  if (advised !== undefined && (isOfTruth || !asked.isNegated)) return plain.replace(WITH_ADVERB, choose(advised['yes'] !== undefined));
  const repeated = repeats(plain, asked, isOfTruth);
  if (repeated !== undefined) return `${choose(repeated)}. ${plain}`;
  if (isOfTruth || !asked.isNegated) {
    const claimed = plain.replace(OF_CLAIM, (...found: unknown[]) => {
      const { not, truth } = found.at(-1) as Record<string, string | undefined>;
      return choose((truth !== undefined) === (not === undefined));
    });
    if (claimed !== plain) return claimed;
  }
  if (isOfTruth || asked.isNegated || asked.polar === undefined) return plain;
  const { quality } = PLAIN_NO.exec(plain)?.groups ?? {};
  if (PLAIN_NO.test(plain) && (quality === undefined || !PLAIN_YES.test(plain))) return plain.replace(PLAIN_NO, choose(false));
  if (PLAIN_YES.test(plain)) return plain.replace(PLAIN_YES, choose(true));
  const elliptic = ELLIPTIC.exec(plain)?.groups;
  // `They do not`: whether none of them or only not all does.
  if (/(?<!\p{L})they(?!\p{L})/iu.test(plain) && options.some((option) => SOME.test(option))) return plain;
  // `I can't` speaks of the speaker, who is only sometimes asked.
  if (/^i$/iu.test(elliptic?.['who'] ?? '') && !asked.said.includes('you')) return plain;
  if (elliptic === undefined || formOf(elliptic['verb']!.toLowerCase()) !== formOf(asked.polar)) return plain;
  return plain.replace(ELLIPTIC, choose(elliptic['not'] === undefined));
}
