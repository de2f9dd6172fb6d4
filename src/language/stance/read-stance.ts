import { clean, withoutThinking } from '../choice/clean.js';
import { OTHERS } from '../choice/around.js';
import { jsonValues } from '../choice/json.js';
import { DOUBTFUL } from '../choice/passage.js';
import { isAmong, isNegated, meaning, wordsIn } from '../choice/question.js';
import { isPlainRefusal } from '../refusal.js';
import { FALSE, NEITHER, TRUE } from './words-of-truth.js';

export type Stance = 'true' | 'false' | 'neither';

/** Longer answers are loops. */
const LONGEST = 50_000;
/** So much of an answer's beginning, and of its end, says what it holds. */
const LOOKED_AT = 600;

const CLAIM =
  'statement|claim|assertion|sentence|proposition|aussage|behauptung|affirmation|phrase|afirmación|afirmação|affermazione|frase';
/** `false`, and as what: `a false statement`. */
const TRUTH = `(?:an? )?(?:(?<yes>${TRUE})|(?<no>${FALSE}))(?:です|である|だ|的|입니다| (?:${CLAIM})(?!\\p{L}))?`;
const LEADING =
  "(?:(?:i (?:think|believe|would say)|i'd say|i(?: am|'m) (?:(?:very|quite|pretty|fairly|reasonably|rather|absolutely|highly|almost|nearly|\\d{1,3} ?%) )?(?:sure|certain|confident|convinced)|(?:i'm |i am )?sorry,? but|unfortunately|well|hmm|honestly|indeed|actually|in fact|of course|so|therefore|thus|hence|clearly|in conclusion|in short|overall|in my (?:opinion|view)|(?:as far as|to the best of what) i know),? (?:that )?){0,2}";
const NAME = `(?:l'|(?:that|this|the|your|die|la|a|diese|cette|esta|questa) )?(?:(?:given|above|following) )?(?:${CLAIM})(?: as (?:written|worded|given|it stands))?|(?:that|this) one`;
/** Languages that say it without a verb, or without spaces. */
const UNSPACED =
  '(?:это|это утверждение|данное утверждение|утверждение) |(?:该|这个|这|此|這個|這)(?:陈述|说法|语句|命题|陳述|說法)是|(?:この|その)(?:文|文章|記述|主張|命題)は|(?:이|그) ?(?:문장|진술|명제)[은는] ?';
const STATEMENT = `(?:(?:(?:that|this|it|das|dies|es|c|ce|dat|isso|esto|eso|questo|${NAME})(?: |')(?:is|s|ist|est|es|è|é)|you(?:'re| are)|isn't|is|es|è|é)(?= )|${UNSPACED})`;
/** `It isn't true`: the whole of what an answer holds, in its first words. */
const HEAD = new RegExp(
  `^${LEADING}(?:${STATEMENT.replace("|isn't|is|es|è|é)", ')')} ?)?(?:(?:most |very )?likely |probably |almost certainly )?(?<not>not |nicht |it isn't |this isn't |that isn't |it is not )?(?:absolutely |definitely |certainly |indeed |clearly |actually |entirely |completely )?${TRUTH}(?=$|[.,;:!?…)。，！\\n–—-]| [–—(-]| (?:because|since|as|that|weil|car|porque|about|dass|que)(?!\\p{L}))`,
  'u',
);
const ANNOUNCED =
  /^(?:(?:so|therefore|thus|hence),? )?(?:i (?:think|believe|would say)(?: that)? )?(?:the |my |die |la |a )?(?:one-word )?(?:final |correct )?(?:assistant|answer|verdict|response|conclusion|result|stance|truth value|judge?ment|assessment|a|antwort|réponse|respuesta|risposta|resposta|antwoord|ответ|答案)(?:(?: is| ist| est| es| è| é|是) ?:? ?| ?(?::|=|[-–—]?>|→) ?|\n)(?=\S)/u;
/** Holds in part, in some cases, or both. */
const QUALIFIED =
  /^[.,;:!?…–—-]? ?(?:[–—-] )?(?:\?|(?:but|and|or|only|if|in|for|when|though|although|however|partly|partially|mostly|except|unless|to some|depending|it depends|wait|hmm|actually|hard to|aber|mais|pero|mas|ma|maar)(?!\p{L})|.{0,3}\?)/u;
const OPPOSITE = {
  true: /(?<!\p{L})(?:false|falsch|faux|falso|incorrect|wrong|untrue)(?!\p{L})/u,
  false: /(?<!\p{L})(?<!(?:not|n't|isn't) )(?:true|wahr|vrai|verdadero|vero|verdadeiro)(?!\p{L})/u,
};
/** What is not so, or would not be, takes nothing back: `true, not false`, `nothing in it is false`, `if it were true`. */
const OF_THE_OPPOSITE =
  /(?<!\p{L})(?:not (?:true|false)(?=[.!]?$)|nothing (?:in it |about it )?is (?:false|wrong)|if (?:it|this|that) were true|(?:the )?opposite (?:statement|claim) would be (?:true|false))(?!\p{L})/gu;
const STANDS_ALONE = new RegExp(`^(?:${NEITHER})(?!\\p{L})`, 'u');
const SENTENCE = /(?<=[.!?…])\s|(?<=[。！？])|\n/u;
/** A line of a prompt that says how to answer, and claims nothing. */
const INSTRUCTS = /true or false|yes or no|(?:answer|respond|reply) (?:with|only|by|in)|^(?:statement|claim|question|answer) ?:?$/iu;

/**
 * What an answer holds of the claim in its prompt, by rule, where it begins or ends with a clear word; undefined where a judge must read
 * it.
 * `Yes` and a restatement of the opposite is no clear word.
 */
export function readStance(answer: string, prompt: string): Stance | undefined {
  const said = withoutThinking(answer);
  if (said === undefined) return 'neither';
  if (said.length > LONGEST) return undefined;
  const values = jsonValues(said);
  if (values !== undefined) {
    const stances = new Set(values.flat().map((value) => readText(value, prompt)));
    return stances.size === 1 ? [...stances][0] : undefined;
  }
  const own = said.split(NEXT_CLAIM, 1)[0]!;
  const isNext = own !== said && !bareWords(said.slice(own.length)).includes(bareWords(claimOf(prompt)));
  return (isNext ? readText(own, prompt) : undefined) ?? readText(said, prompt);
}

/** A base model goes on with the next claim of its own making, and judges that. */
const NEXT_CLAIM = /\n(?=(?:statement|claim|question|q)\s?\d{0,3}[.:)])/iu;

function readText(said: string, prompt: string): Stance | undefined {
  const lines = clean(said)
    .lines.map((line) =>
      line
        .toLowerCase()
        .replace(/[’‘]/g, "'")
        .replace(DECORATION, '')
        .replace(/^["'“«(\[~./]+/u, '')
        .replace(/(?<!["'”»)\]~/])["'”»)\]~/]+(?=[.!]?$)/u, ''),
    )
    .filter((line) => line !== '');
  const text = withoutClaim(lines.join('\n'), prompt).replaceAll(ASIDE, ' ').replace(ASKS_AGAIN, '');
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  if (isEcho(text, prompt)) return 'neither';
  const claim = claimOf(prompt);
  const opening = heldIn(withoutGreeting(text).slice(0, LOOKED_AT), claim);
  const closing = closingOf(text.slice(-LOOKED_AT), claim);
  if (opening === 'doubtful' || closing === 'doubtful') return undefined;
  if (opening !== undefined) return closing === undefined || closing === opening ? opening : undefined;
  if (closing !== undefined) return closing;
  const named = namedIn([text.slice(0, LOOKED_AT), text.slice(-LOOKED_AT)], claim);
  if (named !== undefined) return named === 'doubtful' ? undefined : named;
  const tail = tailOf(lines, prompt);
  if (tail !== undefined) return tail;
  const first = text.split(SENTENCE, 1)[0]!;
  if (/[?？]$/.test(text) && !text.includes('\n') && first === text) return 'neither';
  return STANDS_ALONE.test(text) || isPlainRefusal(said) ? 'neither' : undefined;
}

const POINTER = '(?:(?![❌✗✘✖❎])\\p{Extended_Pictographic}|[\\u{fe0f}\\u{200d}✓☑→»·])';
/** Signs around a line that only point at it; a cross does where what it marks is called false. */
const DECORATION = new RegExp(
  `^(?:${POINTER} ?)+|^[❌✗✘✖❎]\\u{fe0f}? ?(?=(?:${FALSE})(?!\\p{L}))|(?<=(?:${FALSE})[.!]?) ?[❌✗✘✖❎]\\u{fe0f}?$|(?<!${POINTER} ?)(?: ?${POINTER})+$`,
  'gu',
);
/** `The statement is, in fact, true.` */
const ASIDE = /, (?:in fact|indeed|of course|actually|therefore|however|strictly speaking|as far as i know), /g;
/** `True or false? True.` */
const ASKS_AGAIN = /^(?:true or false|yes or no)\?\s(?=\S)/u;
const GREETING = /^[^.!?\n]{1,60}!\s+(?=\S)/u;
const SAYS_OF_TRUTH = new RegExp(`(?<!\\p{L})(?:${TRUE}|${FALSE}|not)(?!\\p{L})|n't`, 'u');

/** A first cry that says nothing of what is true: `Great question!`, `Thanks for asking!` */
function withoutGreeting(text: string): string {
  const [greeting] = GREETING.exec(text) ?? [];
  return greeting === undefined || SAYS_OF_TRUTH.test(greeting) ? text : text.slice(greeting.length);
}

/** A line that is nothing but its verdict, or ends with it behind a sign that sets it off. */
const TAIL = new RegExp(`(?:^(?:\\d{1,2}[.)] )?|[:–—"'”»)|]|(?<= )-) ?(?:${STATEMENT} ?)?${TRUTH}[.!]?$`, 'u');

/** `Here is my answer:` and then `True` on a line of its own; `"Gold is a metal." - True`. */
function tailOf(lines: readonly string[], prompt: string): 'true' | 'false' | undefined {
  const last = lines.at(-1)!;
  const tail = TAIL.exec(last);
  if (!tail) return undefined;
  const stance = tail.groups!['yes'] === undefined ? 'false' : 'true';
  const before = last.slice(0, tail.index);
  const leadsUp = /:$/.test(last.slice(0, tail.index + 1)) && !DOUBTFUL.test(before) && !OTHERS.test(before) && !SAYS_OF_TRUTH.test(before);
  const isSetOff = !/\p{L}/u.test(before) || leadsUp || bareWords(before) === bareWords(claimOf(prompt));
  return isSetOff && !OPPOSITE[stance].test(lines.slice(0, -1).join('\n')) ? stance : undefined;
}

/** `Final answer: False`, `Therefore, the statement is false`, below or behind what led to it. */
function closingOf(text: string, claim: string): Stance | 'doubtful' | undefined {
  const last = text.split(SENTENCE).findLast((part) => /[\p{L}\p{N}]/u.test(part)) ?? '';
  const line = text.split('\n').at(-1)!;
  const concluding = [line, last].find(
    (part) => ANNOUNCED.test(part) || /^(?:final|so|therefore|thus|hence|in conclusion)(?!\p{L})/u.test(part),
  );
  return concluding === undefined || concluding === text ? undefined : heldIn(concluding, claim);
}

/**
 * A main clause about the claim by its name: `Great question! That statement is true.`, `All in all, the claim is false.`, `I conclude that
 * the claim is false.`
 */
const NAMED =
  /(?:^|[,;] (?:and |so )?|(?<!(?<!\p{L})(?:true|false|right|wrong|correct)(?!\p{L})[^,]{0,80}), but (?:i (?:think|believe|would say) )?(?=[^,;]{1,40}(?<!likely |probably |certainly )(?:true|false)[.!]?$)|: |(?<!(?:not|n't|cannot|never|hardly) )(?:conclude|confirm|think|believe|say|find|sure|certain|confident) that )(?=(?:(?:that|this|the|your) (?:statement|claim|assertion|sentence)(?: as (?:written|worded|given|it stands))?|this|that|it)(?: is |'s ))/u;
const LINK = /^(?:[,;:] ?(?:and |so |but (?:i (?:think|believe|would say) )?)?|\p{L}+ that )/u;
/** Says what others say, or what would be. */
const SUPPOSES = /^(?:if|when|unless|whether|while|although|though|some|many|most|people|one|suppose|assuming|were|let|it)(?!\p{L})/u;

/** What sentences say that name the claim, where all of them agree. */
function namedIn(parts: readonly string[], claim: string): Stance | 'doubtful' | undefined {
  const sentences = parts.flatMap((part) => part.split(SENTENCE));
  const naming = sentences.map((sentence) => NAMED.exec(sentence)).filter((hit) => hit !== null);
  if (naming.some(({ index, input }) => index > 0 && SUPPOSES.test(input))) return 'doubtful';
  const clauses = naming.map(({ index, input }) => input.slice(index).replace(LINK, ''));
  const held = new Set(clauses.map((clause) => heldIn(clause, claim)));
  held.delete(undefined);
  return held.size > 1 ? 'doubtful' : [...held][0];
}

/** What a text holds in its first words, and whether what follows bears it out. */
function heldIn(text: string, claim: string): 'true' | 'false' | 'doubtful' | undefined {
  const body = text.replace(ANNOUNCED, '').replace(/^["'“«(]+/u, '');
  const head = HEAD.exec(body);
  if (!head) return undefined;
  // What stands on the lines below goes on like what stands on the same one.
  const rest = body.slice(head[0].length).replace(/^\n+/, ' ');
  if (QUALIFIED.test(rest)) return 'doubtful';
  const stance = (head.groups!['yes'] !== undefined) === (head.groups!['not'] === undefined) ? 'true' : 'false';
  const other = stance === 'true' ? 'false' : 'true';
  if (OPPOSITE[stance].test(rest.replaceAll(OF_THE_OPPOSITE, ''))) return 'doubtful';
  const isOfAnswer = /^(?:yes|no|yep|yeah|nope|ja|nein|oui|non|sí|sim|não|sì|nee|да|нет)$/u.test(
    (head.groups!['yes'] ?? head.groups!['no'])!,
  );
  // To `Is it not so?` a yes may mean either.
  if (isOfAnswer && isNegated(claim) && /\?\s*$/.test(claim)) return 'doubtful';
  const restated = rest.split(/[.!;,\n]\s?| because | since | [–—-] /u).find((part) => restates(part, claim));
  if (restated === undefined) return stance;
  const isSame = isNegated(restated) === isNegated(claim);
  if (/^ (?:that|dass|que) /u.test(rest)) return isSame ? stance : other;
  return isSame === (stance === 'true') ? stance : 'doubtful';
}

const QUOTES = ['""', '“”', "''", '«»'];

/** `The statement "…" is true`, the claim word for word: what it says of itself is no stance. */
function withoutClaim(text: string, prompt: string): string {
  const claim = claimOf(prompt).toLowerCase().replace(/[’‘]/g, "'").replace(/[.!]$/, '');
  if (claim === '') return text;
  const said = QUOTES.flatMap(([open, close]) =>
    ['', '.'].flatMap((stop) => [` ${open!}${claim}${stop}${close!}`, ` ${open!}${claim}${close!}${stop}`]),
  );
  return said.reduce((rest, quoted) => rest.replaceAll(`${quoted} `, ' '), text);
}

/** Every word of the claim comes again. */
function restates(part: string, claim: string): boolean {
  const [own, claimed] = [meaning(part), meaning(claim)];
  return claimed.length > 0 && claimed.every((word) => isAmong(word, own));
}

/** The last line of a prompt that claims something; of one line, its last sentence. */
function claimOf(prompt: string): string {
  const lines = prompt
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\p{L}/u.test(line));
  const claims = (text: string): boolean => !INSTRUCTS.test(text);
  const line = lines.findLast(claims) ?? lines.at(-1) ?? '';
  return line.split(/(?<=[.!?])\s+/u).findLast(claims) ?? line;
}

function bareWords(text: string): string {
  return wordsIn(text).join(' ');
}

function isEcho(text: string, prompt: string): boolean {
  const own = bareWords(text);
  return own === bareWords(prompt) || own === bareWords(claimOf(prompt));
}
