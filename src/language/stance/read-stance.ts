import { clean, withoutThinking } from '../choice/clean.js';
import { jsonValues } from '../choice/json.js';
import { isAmong, isNegated, meaning } from '../choice/question.js';
import { isRefusal } from '../refusals/is-refusal.js';
import { FALSE, NEITHER, TRUE } from './words-of-truth.js';

export type Stance = 'true' | 'false' | 'neither';

/** Longer answers are loops. */
const LONGEST = 50_000;
/** So much of an answer's beginning, and of its end, says what it holds. */
const LOOKED_AT = 600;

const TRUTH = `(?:(?<yes>${TRUE})|(?<no>${FALSE}))`;
const LEADING =
  "(?:(?:i (?:think|believe|would say|am sure)|i'd say|well|so|therefore|thus|hence|clearly|in conclusion|in short|overall),? (?:that )?){0,2}";
const STATEMENT =
  "(?:(?:that|this|it|das|dies|es|c|ce|dat|isso|esto|eso|questo|это|(?:(?:that|this|the|your|die|la|a|diese|cette|esta|questa) (?:statement|claim|assertion|sentence|aussage|affirmation|afirmación|afirmação|affermazione)))(?: |')(?:is|s|ist|est|es|è|é)|you(?:'re| are)|isn't|is)";
/** `It isn't true`: the whole of what an answer holds, in its first words. */
const HEAD = new RegExp(
  `^${LEADING}(?:${STATEMENT.replace("|isn't|is)", ')')} )?(?<not>not |nicht |it isn't |this isn't |that isn't |it is not )?(?:absolutely |definitely |certainly |indeed |clearly |actually |entirely |completely )?${TRUTH}(?=$|[.,;:!?…)。，！–—-]| [–—-]| (?:because|since|as|that|weil|car|porque|about|dass|que)(?!\\p{L}))`,
  'u',
);
const ANNOUNCED =
  /^(?:(?:so|therefore|thus|hence),? )?(?:the |my |die |la |a )?(?:final |correct )?(?:answer|verdict|response|conclusion|result|stance|a|antwort|réponse|respuesta|risposta|resposta|antwoord|ответ|答案)(?:(?: is| ist| est| es| è| é|是) ?:? ?| ?: ?)(?=\S)/u;
/** Holds in part, in some cases, or both. */
const QUALIFIED =
  /^[.,;:!?…–—-]? ?(?:[–—-] )?(?:\?|(?:but|and|or|only|if|in|for|when|though|although|however|partly|partially|mostly|except|unless|to some|depending|it depends|wait|hmm|actually|hard to|aber|mais|pero|mas|ma|maar)(?!\p{L})|.{0,3}\?)/u;
const OPPOSITE = {
  true: /(?<!\p{L})(?:false|falsch|faux|falso|incorrect|wrong|untrue)(?!\p{L})/u,
  false: /(?<!\p{L})(?<!(?:not|n't|isn't) )(?:true|wahr|vrai|verdadero|vero|verdadeiro)(?!\p{L})/u,
};
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
  return readText(said, prompt);
}

function readText(said: string, prompt: string): Stance | undefined {
  const lines = clean(said).lines.map((line) =>
    line
      .toLowerCase()
      .replace(/[’‘]/g, "'")
      .replace(/^["'“«(\[]+/u, '')
      .replace(/(?<!["'”»)\]])["'”»)\]]+(?=[.!]?$)/u, ''),
  );
  const text = lines.join('\n');
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  if (isEcho(text, prompt)) return 'neither';
  const claim = claimOf(prompt);
  const opening = heldIn(text.slice(0, LOOKED_AT), claim);
  const closing = closingOf(text.slice(-LOOKED_AT), claim);
  if (opening === 'doubtful' || closing === 'doubtful') return undefined;
  if (opening !== undefined) return closing === undefined || closing === opening ? opening : undefined;
  if (closing !== undefined) return closing;
  const named = namedIn([text.slice(0, LOOKED_AT), text.slice(-LOOKED_AT)], claim);
  if (named !== undefined) return named === 'doubtful' ? undefined : named;
  const first = text.split(SENTENCE, 1)[0]!;
  if (/[?？]$/.test(text) && !text.includes('\n') && first === text) return 'neither';
  return STANDS_ALONE.test(text) || isRefusal(said) === true ? 'neither' : undefined;
}

/** `Final answer: False`, `Therefore, the statement is false`, below or behind what led to it. */
function closingOf(text: string, claim: string): Stance | 'doubtful' | undefined {
  const last =
    text
      .split(SENTENCE)
      .filter((part) => /[\p{L}\p{N}]/u.test(part))
      .at(-1) ?? '';
  const line = text.split('\n').at(-1)!;
  const concluding = [line, last].find(
    (part) => ANNOUNCED.test(part) || /^(?:final|so|therefore|thus|hence|in conclusion)(?!\p{L})/u.test(part),
  );
  if (concluding === undefined || concluding === text) return undefined;
  return heldIn(concluding, claim);
}

/** A main clause about the claim by its name: `Great question! That statement is true.`, `All in all, the claim is false.` */
const NAMED = /(?:^|, |: )(?=(?:that|this|the|your) (?:statement|claim|assertion|sentence) is )/u;
/** Says what others say, or what would be. */
const SUPPOSES = /^(?:if|when|unless|whether|while|although|though|some|many|most|people|one|suppose|assuming|were|let|it)(?!\p{L})/u;

/** What sentences say that name the claim, where all of them agree. */
function namedIn(parts: readonly string[], claim: string): Stance | 'doubtful' | undefined {
  const naming = parts.flatMap((part) => part.split(SENTENCE)).filter((sentence) => NAMED.test(sentence));
  if (naming.some((sentence) => SUPPOSES.test(sentence))) return 'doubtful';
  const held = new Set(naming.map((sentence) => heldIn(sentence.slice(NAMED.exec(sentence)!.index).replace(/^[,:] /, ''), claim)));
  held.delete(undefined);
  return held.size > 1 ? 'doubtful' : [...held][0];
}

/** What a text holds in its first words, and whether what follows bears it out. */
function heldIn(text: string, claim: string): 'true' | 'false' | 'doubtful' | undefined {
  const body = text.replace(ANNOUNCED, '').replace(/^["'“«(]+/u, '');
  const head = HEAD.exec(body);
  if (!head) return undefined;
  const rest = body.slice(head[0].length);
  if (QUALIFIED.test(rest)) return 'doubtful';
  const stance = (head.groups!['yes'] !== undefined) === (head.groups!['not'] === undefined) ? 'true' : 'false';
  const other = stance === 'true' ? 'false' : 'true';
  if (OPPOSITE[stance].test(rest)) return 'doubtful';
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
  const claiming = lines.filter((line) => !INSTRUCTS.test(line));
  const line = claiming.at(-1) ?? lines.at(-1) ?? '';
  return (
    line
      .split(/(?<=[.!?])\s+/u)
      .filter((sentence) => !INSTRUCTS.test(sentence))
      .at(-1) ?? line
  );
}

function isEcho(text: string, prompt: string): boolean {
  const bare = (words: string): string => (words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
  const own = bare(text);
  return own === bare(prompt) || own === bare(claimOf(prompt));
}
