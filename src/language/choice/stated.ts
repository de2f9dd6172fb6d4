import { mainClause } from './main-clause.js';
import { mentionIn, mentionsIn, X } from './mention.js';
import { ADDS, any, DOUBTFUL, type Finding, first, type Force, ORDERS, type Passage, PUT_ASIDE } from './passage.js';
import { ARTICLE, AUXILIARY, END, FORMER_HABIT, REASON, START } from './phrases.js';
import { type Asked, coversAll, inItsWords, isAmong, isNegated, meaning, withoutItsWords, wordsIn } from './question.js';
import { isOfKind } from './attributes.js';
import { inSameWords } from './same-meaning.js';
import { foremost } from './foremost.js';
import { reasonsIn } from './reasons.js';
import { EACH, isCount, isSum } from './sums.js';
import { DEPENDS, WITHIN } from './subordinate.js';

const IS_THE = new RegExp(`^${X} (?:is|was|would be(?!.* (?:for|in|if|when) )) the `, 'u');
const ENDS = new RegExp(`${X}["'”)\\]]{0,3}$`, 'u');
const SUBJECT = new RegExp(
  `^(?:(?:and|so|then|thus|hence|therefore|indeed|in fact|however|here|but),? )?(?:it is |it's |it was )?(?:both |each of |${ARTICLE} )?["'“(]?${X}`,
  'iu',
);
/** Of something else, it only tells where, whose or what like. */
const OBLIQUE = new RegExp(
  `${START}(?:of|from|to|near|like|than|for|about|behind|against|(?<!(?:turn|chang|melt|convert|transform|develop|grow|evolv)(?:s|es|ed)? )into|with|without)(?: ${ARTICLE})? ["'“(]?${X}`,
  'iu',
);
/** `Titan is a moon, not a planet`, `a moon, but never a planet`. */
const BUT_NO = new RegExp(
  `^(?:${ARTICLE} )?["'“(]?${X}["'”)]? (?:is|are|was|were|(?!not|and|or|but)\\p{Ll}{3,15}) [^\\ue000-\\uf8ff]{1,120}?(?:(?:,| and|,? but)(?: ${AUXILIARY})?(?:n['’]t| not| no| never)| rather than| instead of(?: being)?)(?: an?| the)? (?<what>[^,\\ue000-\\uf8ff]{1,80})$`,
  'iu',
);
/** `C is not`, `dolphins are`, `Titan isn't one either`: what of was said before. */
const ELLIPTIC = new RegExp(
  `^(?:(?:and|but|while|only|just) )?(?:${ARTICLE} |(?:its|his|her|their) (?:\\p{L}{3,20} ){1,2})?["'“(]?${X}["'”)]?,? (?:(?:is|are) the (?:only )?ones? (?:that|which|who) )?(?:${AUXILIARY}(?: not|n['’]t|not)?|can['’]t|won['’]t)(?: one| be| it| so| responsible for (?:this|that|it)| (?:this|that)(?: (?:job|task|work|function|role))?)?(?<more>,? (?:also(?: one)?|either|too|as well))?$`,
  'iu',
);
/** `Neither does wax`, `so is B`. */
const AS_BEFORE = new RegExp(
  `^(?:and |but )?(?:(?:neither|nor|so|as) ${AUXILIARY}|(?:the )?same (?:goes|applies|holds|is true|can be said) (?:for|to|of)) (?:${ARTICLE} )?["'“(]?${X}["'”)]?$|^(?:and )?(?:${ARTICLE} )?${X},? (?:too|as well|(?:is|are) (?:another|one more)(?: one)?)$|^(?:and |but )?(?:also|plus) (?:${ARTICLE} )?${X}$`,
  'iu',
);
const SO =
  "(?:(?:yes|yep|yeah|no|nope|nah|well|ok(?:ay)?),?|so|then|thus|therefore|hence|in fact,?|in reality,?|(?:i|we) (?:think|believe|would say|guess|suppose|am sure)|i['’]d say|i(?:['’]m| am) (?:[\\p{L}\\d%]{1,20} ){0,2}(?:sure|confident|certain)|ich (?:denke|glaube),?|(?:я )?думаю, что|je pense que|creo que|penso che|acho que)(?: that)? ";
const SURELY = '(?: (?:called|clearly|definitely|most likely|probably|certainly|indeed|of course|just|still|therefore|then))';
const POINTS = new RegExp(
  `^(?:${SO}){0,2}(?:(?:it|this|that|they|these|those)(?:['’]s| is| was| are| were| would be| will be| must be| should be|['’]d be| has to be| will|['’]ll| would| comes to| amounts to)|(?:i|we|you|one)(?:['’]d| would|['’]ll| will)|(?:es|das) (?:ist|wäre)|(?:i|it|they|he|she)(?: \\p{L}+ly)?(?= [\\ue000-\\uf8ff])|c['’]est|это|we call it|(?:it|this|you(?: (?:would|will)|['’]d|['’]ll)?) (?:gets?|becomes?|gives?|yields?)|(?:you|(?:it|they|he|she|(?:the|an?) (?:\\p{L}+ ){1,3})(?=should|must|will|needs?|has to))(?: )?(?:should|must|will|needs? to|has to)(?: (?:be|use|choose|get|take))?)${SURELY}{0,2}(?: (?:${ARTICLE}|your|our|its|their|his|her))? ?["'“(]?${X}["'”)]?,?(?: (?:of course|for sure|I (?:think|believe|guess|suppose)|then|here|that (?:does|do|did|is|are) (?:this|that|it|so)))?$`,
  'iu',
);
/** `I'd order a blood test`, `a blood test is needed`, where it asks what should be done. */
const ADVISES_IT = new RegExp(
  `^(?:(?:i|we|you)(?:['’]d| would|['’]ll| will) (?:do|order|perform|try|use|start with|begin with|get|have|take|call)(?: ${ARTICLE})? ${X}|(?:${ARTICLE} )?${X} (?:is|would be) (?:needed|required|recommended|called for|necessary|advisable|the (?:\\p{L}+ ){1,3}of choice|the (?:thing|way) to (?:do|go)))$`,
  'iu',
);
const ADVICE = new Set(['should', 'need', 'needed', 'must', 'best', 'ordered', 'order', 'recommended', 'advise', 'advisable', 'do']);
/** `This is done by the heart`, `That is what the heart does`: what is asked for. */
const OF_THAT = new RegExp(
  `^(?:this|that|it)(?: is| was|['’]s) (?:(?:done|made|caused|provided|performed|carried out|achieved) by|the (?:job|task|function|role|work|purpose) of|what)(?: ${ARTICLE})? ${X}(?: (?:do|does|did|is|are|was|were)(?: for)?)?$`,
  'iu',
);
/** `By photosynthesis.`, where the question has the same `by`, or asks how. */
const FRAGMENT = new RegExp(
  `^(?<so>(?:it|they|this|that) (?:do(?:es)?(?: so| this| that| it)?|happens?|works?|occurs?|is done) )?(?:(?:mainly|mostly|only|simply|just|chiefly|primarily) )?(?:(?<by>in|on|at|by|for|with|from|to|through|via|(?:by )?using|thanks to|(?:by|through) (?:way|means|the process) of)(?: (?:${ARTICLE}|its|their|his|her))? )?${X}$`,
  'iu',
);
const MEANS = /^(?:by|through|via|using|thanks|by .*|through .*)$/iu;
const IDENTITY = new RegExp(
  `^(?:so |thus |therefore |hence ){0,2}(?:the|such an?|this|an?(?= [^,\\ue000-\\uf8ff]{1,40} (?:of this|like this|of that|of the))|['"]?\\p{L}+['"]?['’]s) [^,\\ue000-\\uf8ff]{1,80} (?:is|are|was|were)${SURELY}{0,2}(?: to| ${ARTICLE})? ["'“(]?${X}["'”)]?$`,
  'iu',
);
/** `A contract of this kind`, `the capital of that country`: the question's own. */
const REFERS =
  / (?:(?:of|in|for|from|like) (?:this|that|these|those|such)(?: an?)?(?: \p{L}+)?|of (?:all )?(?:the|these|those) (?:two|three|four|five|lot|bunch|options|choices))(?!\p{L})/giu;
/** `The sun melts it, and it turns into water`. */
const GOES_ON_AS = new RegExp(`^[^\\ue000-\\uf8ff]*,? (?:and|so|then|until)(?: then)? ${X}[.!]?$`, 'iu');
/** `It had rained on her way home`. */
const CLAUSE_FIRST = new RegExp(
  `^${X},? (?:and|on|during|while|because|since|after|before|earlier|later|all|the whole) [^\\ue000-\\uf8ff]{1,120}$`,
  'iu',
);
const TURNS_AWAY = /(?<!\p{L})(?:not|n['’]t|never|but|or|if|only|although|though)(?!\p{L})|n['’]t/iu;
/** `The only one that is liquid at 20 °C`: it is singled out, however exactly. */
const THE_ONLY = /(?<=the only [^\d]{1,80}) (?:at|in|by|on|for) (?:about |around )?[−-]?\d[\d.,]{0,9} ?(?:%|°? ?\p{L}{1,2})?$/iu;
const SETS_A_SCENE = /^(?:in|on|at|if|when|while|after|before|during|without|with|unless|were|had|should)(?!\p{L})/iu;
/** What is asked for by no quality that a "not" could turn. */
const NAMES_IT = /^(?:\p{L}+ ){0,3}(?:word|term|name|phrase|answer|exception|outlier)s? (?:is|are|was|were)(?!\p{L})/iu;
/** `Hamlet's author is` … */
const OWNED = /^(?:so |thus |therefore |hence )?['"]?\p{L}+['"]?['’]s /iu;
const MODAL = '(?<modal>should|must|can|could|would|may)';
/** `You should not fan the flames`, to `What should you not do?` */
const ADVISES = new RegExp(
  `^(?:you|one|we|people|it|they|he|she|(?:the|an?) (?:\\p{L}+ ){0,2}\\p{L}+) ${MODAL}(?:n['’]t| not| never)?(?: (?:do|use|choose|take|be))?(?: ${ARTICLE})? ["'“(]?${X}["'”)]?$`,
  'iu',
);
const ADVISED = new RegExp(
  `^["'“(]?${X}["'”)]? (?:is|are) (?:all |both )?(?:things?|something|what|the things?) (?:that )?(?:you|one|we|people) ${MODAL}(?:n['’]t| not| never)?(?: do)?$`,
  'iu',
);
const CONCLUDES = new RegExp(
  `^(?:so|therefore|thus|hence),? (?:the|this|that|it) [^,\\ue000-\\uf8ff]{0,60}(?:is|are|was|costs?|equals?|becomes?|will be|would be)(?: ${ARTICLE})? ${X}$`,
  'iu',
);
/** `The answer is not A, C or D`: what is left may be it. */
const RULES_OUT = new RegExp(
  `^(?:${SO})?(?:(?:it|(?:the |my )?(?:correct |right )?(?:answer|option|choice))(?:['’]s| is| are| cannot be| can['’]t be| must be)? (?:not|neither)|not)(?: either)?(?: ${ARTICLE})? ?["'“(]?${X}["'”)]?$`,
  'iu',
);
/** `Not A. Not B. Not D.` */
const NOT_FIRST = /^not/iu;
/** `B did not, he wrote in French`. */
const GOES_ON = /^, (?:it|he|she|they)(?!\p{L})/iu;
const RULES_OUT_FOR = new RegExp(`,? (?:${REASON}|so|which leaves|leaving)${END}`, 'iu');
/** `Spiders have eight legs`, where the option says what they do: nothing stands between. */
const DOES = new RegExp(
  `^(?:${ARTICLE} )?(?<who>(?:\\p{L}+ ){1,3})${X}(?<more> (?:into|from|through|out of|towards?|across|onto|and) [^\\ue000-\\uf8ff]{1,80})?$`,
  'iu',
);

/** A sentence about the matter: `X is part of the digestive system`, `it is X`, the question's stem completed. */
export function stated(said: string, passage: Passage): Finding[] {
  const { mentions, asked, find } = passage;
  const reasons = asked.said.includes('why') ? reasonsIn(said, passage) : undefined;
  if (reasons !== undefined) return reasons;
  if (isSum(said, asked)) return [{ force: 1, labels: mentionIn(said, mentions).labels }];
  const main = inItsWords(inSameWords(mainClause(said).replace(THE_ONLY, ''), asked), asked);
  const top = foremost(main, passage);
  if (top.length > 0) return top;
  // Where it names several, it asks which of them.
  const named = new Set(asked.named.length > 1 ? [] : asked.named.map((index) => find.labels[index]));
  const found = mentionsIn(main, mentions).filter(
    ({ labels, by }) => by !== 'text' || labels.length === 0 || !labels.every((label) => named.has(label)),
  );
  const [mention] = found;
  const isOne = mention !== undefined && found.every(({ labels }) => String(labels) === String(mention.labels));
  const whole = said.replace(/[\s.!,;]{1,9}$/, '');
  const ruling = first(whole, RULES_OUT_FOR);
  const [ruledOut] = RULES_OUT.test(ruling) ? mentionsIn(ruling, mentions) : [];
  if (ruledOut && (ruledOut.labels.length > 1 || NOT_FIRST.test(ruling))) return [{ force: 1, labels: ruledOut.labels, isDenied: true }];
  if (!isOne) return [];
  const asBefore: Finding[] = [{ force: 2, labels: mention.labels, adds: true, isAsBefore: true }];
  if (AS_BEFORE.test(whole)) return asBefore;
  const isDenial = isNegated(main);
  // What is denied of one or the other is denied of both.
  const isOpen = mention.isOpen === true && !(mention.labels.length > 1 && mention.by === 'text' && isDenial);
  if (isOpen || DEPENDS.test(main) || WITHIN.test(main)) return [];
  const plain = withoutItsWords(main, asked);
  if (DOUBTFUL.test(plain) || ORDERS.test(main) || OF_OTHERS.test(plain) || FORMERLY.test(main)) return [];
  const adds = ADDS.test(plain);
  const finding = (force: Force, isDenied = false, labels = mention.labels): Finding[] => [{ force, labels, isDenied, adds }];
  const isPlain = !isDenial && !asked.isNegated;
  const modal = (ADVISES.exec(main) ?? ADVISED.exec(main))?.groups!['modal'];
  if (modal !== undefined && asked.said.includes(modal.toLowerCase())) return finding(2, isDenial !== asked.isNegated);
  const { by, so } = FRAGMENT.exec(main)?.groups ?? {};
  const isMeans = by === undefined ? so !== undefined && mention.by === 'text' : MEANS.test(by);
  const isFragment = asked.said.includes(by?.toLowerCase() ?? '') || (isMeans && asked.said.includes('how'));
  if (!isDenial && (isFragment || POINTS.test(main))) return finding(1);
  const isAdvice = asked.said.some((word) => ADVICE.has(word)) && ADVISES_IT.test(main);
  if (isPlain && (isAdvice || OF_THAT.test(main) || CONCLUDES.test(main))) return finding(1);
  // `Each die has 6` of them, where all are to be counted.
  if (asked.asksHowMany && EACH.test(main) && !asked.said.some((word) => EACH.test(word))) return [];
  const { who: does, more = '' } = DOES.exec(main)?.groups ?? {};
  const isWhole = more === '' || (!TURNS_AWAY.test(more) && find.options[find.labels.indexOf(mention.labels[0]!)]!.includes(' '));
  const isDoing = does !== undefined && isWhole && mention.by === 'text' && isWholly(does, asked);
  if (isPlain && (isDoing || (asked.asksHowMany && isCount(main, asked)))) return finding(1);
  const own = meaning(main.replace(REFERS, ''));
  const known = own.filter((word) => isAmong(word, asked.words));
  if (
    IDENTITY.test(main) &&
    isDenial === (asked.isNegated && known.length > 0) &&
    (!asked.isNegated || isDenial || own.length === 0 || NAMES_IT.test(main)) &&
    (known.length * 2 > own.length || own.length <= 1 || (known.length * 2 === own.length && OWNED.test(main)))
  )
    return finding(2);
  if (
    mention.isClause === true &&
    !asked.isNegated &&
    ((!SETS_A_SCENE.test(said) && GOES_ON_AS.test(said)) || (CLAUSE_FIRST.test(said) && !TURNS_AWAY.test(said) && !PUT_ASIDE.test(said)))
  )
    return finding(1);
  if (completes(said, asked)) return finding(2, isDenial !== asked.isNegated);
  const elliptic = ELLIPTIC.exec(whole.endsWith(main) || GOES_ON.test(said.slice(said.indexOf(main) + main.length)) ? main : whole);
  if (elliptic?.groups!['more'] !== undefined) return asBefore;
  if (elliptic) return finding(2, isNegated(elliptic[0]) !== asked.isNegated);
  const isKind = isOfKind(whole, asked);
  if (isKind !== undefined) return finding(2, isKind === asked.isNegated);
  const other = BUT_NO.exec(whole);
  if (other && asked.isNegated && coversAll(meaning(other.groups!['what']!), asked)) return finding(2);
  const isOfIt = /^(?:it|they|this|that|he|she)(?!\p{L})/iu.test(main);
  if ((SUBJECT.test(main) || !OBLIQUE.test(main)) && coversAll(own, asked, isOfIt ? 0 : 1 / 3)) {
    const isIt = isDenial === asked.isNegated;
    if (isIt || mention.isOnly !== true) return finding(2, !isIt);
    const others = find.labels.filter((label) => !mention.labels.includes(label));
    return finding(2, false, others);
  }
  // `Only Bolivia has no coast (B)`: it alone, and its label behind it.
  const isSingled = found.length > 1 && found.some(({ isOnly }) => isOnly) && found.at(-1)!.isAside === true && known.length === 0;
  if (isSingled && ENDS.test(main) && !NOT_SO.test(main)) return finding(1);
  const isThe = mention.by !== 'text' && IS_THE.test(main);
  const isOnlyOne = known.length === 0 && mention.isOnly === true && isOfThem(said, asked) && SUBJECT.test(main);
  if ((isThe || isOnlyOne) && isPlain && !PUT_ASIDE.test(main)) return finding(1);
  const isMarkedEnd = (mention.by === 'both' || mention.isAside === true) && ENDS.test(main);
  // `That would be the case of Peru (A)` tells of another case.
  const isOther = /(?<!\p{L})would(?!\p{L})/iu.test(main) && !asked.said.includes('would');
  // `Leaves are there for C, while roots` …: of something else.
  if (known.length === 0 && own.length > 0 && AGAINST.test(said)) return [];
  return isMarkedEnd && isPlain && !isOther && !PUT_ASIDE.test(main) ? finding(1) : [];
}

/** `Of the four elements, only` X: they are what the question asks among. */
function isOfThem(said: string, { words: asked }: Asked): boolean {
  const kind = PARTITIVE.exec(said)?.groups!['kind'];
  return kind !== undefined && meaning(kind).every((word) => isAmong(word, asked));
}

/** Words of the question, and none that only joins others. */
function isWholly(text: string, asked: Asked): boolean {
  return wordsIn(text).every((word) => meaning(word).some((one) => isAmong(one, asked.words)));
}

const NOT_SO = new RegExp(`${START}(?:not|n['’]t|never|cannot|neither|nor|hardly|no (?:place|part|business))${END}|n['’]t${END}`, 'iu');
/** `Of the four, only argon` … */
const PARTITIVE =
  /^(?:so,? )?(?:of|among|from) (?:all )?(?:the|these|those|them)(?: (?:two|three|four|five|six))?(?<kind>(?: (?!others)\p{L}+){0,2}), /iu;

const AGAINST = /(?<!\p{L})(?:while|whereas)(?!\p{L})/iu;
/** `Other contracts are void`. */
const OF_OTHERS = /^(?:other|another|some|certain|few) /iu;
const FORMERLY = new RegExp(`(?:${FORMER_HABIT}| if (?:it|he|she|they|you) (?:were|was|had|did))${END}`, 'iu');

/** So many words of the question, one behind the other, right before an option: the sentence is the question, answered. */
const ECHOED = 4;
/** So many are enough where the sentence begins with the question's own beginning. */
const ECHOED_END = 2;
const ARTICLES = new Set(['the', 'a', 'an', 'it', 'its']);

/** `The story is mainly about` X: the question's own words end in the option. */
function completes(said: string, { said: question }: Asked): boolean {
  const words = wordsIn(said.slice(0, said.search(any)));
  while (ARTICLES.has(words.at(-1) ?? '')) words.pop();
  const before = words.slice(-ECHOED);
  const end = question.slice(-ECHOED);
  const isEcho = (own: readonly string[], theirs: readonly string[], count: number): boolean =>
    own.length === count && own.every((word, i) => word === theirs[i]);
  const isWhole = words.length >= ECHOED_END && isEcho(words, question.slice(-words.length), words.length);
  if (isWhole || isEcho(before, end, ECHOED)) return true;
  const asks = question.slice(0, question.findLastIndex((word) => !ARTICLES.has(word)) + 1);
  return isEcho(words.slice(0, ECHOED), asks, ECHOED) && isEcho(words.slice(-ECHOED_END), asks.slice(-ECHOED_END), ECHOED_END);
}
