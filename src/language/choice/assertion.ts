import type { Mention } from './mention.js';
import { CLAUSES, lastSentence, MAIN, REACH } from './context.js';
import { CONDITIONS, DOUBTS, SAID_BY_OTHERS } from './doubt.js';
import { ARTICLE, END, REASON, START, words } from './wording.js';

/**
 * Whether a sentence that names an option in running text chooses it. Only of a few forms can this be said without knowing
 * the question, so these are listed; `Copper is used in cables` may be the answer or an aside, and is left unread.
 */

const ADVERB = words('\\p{L}+ly|just|then|thus|indeed|of course|therefore|hence|so|in fact|always|not \\p{L}+,? but');
const THE = `(?:${ARTICLE}\\s+)?(?:${words('only|called|known as|named')}\\s+)?["'“„«(]*(?:${ARTICLE}\\s+)?$`;
const IS = words("is|are|was|were|will|will be|it['’]s|must be|has to be|remains|becomes|ist|sind|war|est|es|è|é|jest|är|это|是|为|means|equals?|totals?|gives?|(?:we|you) (?:get|obtain|find|have)");

/** Verbs whose doer or object a question asks for; of other verbs it may be an aside. */
const DOES = words(
  'stor(?:e|es|ed)|contains?|holds?|takes?|produc(?:e|es|ed)|mak(?:e|es)|made|creat(?:e|es|ed)|secret(?:e|es)|caus(?:e|es|ed)|pumps?|filters?|speichert|enthält|produziert',
  'discovered|invented|developed|identified|founded|wrote|painted|composed|built|designed|directed|first \\p{L}+ed',
);

/** Before it: `the capital is …`, `= …`, `it stores …`, `Kafka wrote …`, `discovered by …`, `you should …`. */
const LEADS_UP = new RegExp(
  words(
    `(?:[=≈]|${START}${IS}(?:\\s+${ADVERB})*(?:\\s+(?:\\p{L}+e[dn]\\s+)?(?:on|in|at|from)|\\s+an?\\s+(?:example|type|form|kind|case|instance) of)?)\\s*(?::\\s*)?${THE}`,
    `[是为]\\s*$`,
    `^\\W*(?:it|they|this|that|the answer)(?:['’]ll| will| would| does)?\\s+$`,
    `${START}(?:will|would)\\s+$`,
    `${START}(?:${ADVERB}\\s+){0,3}${DOES}\\s+(?!an?\\s)${THE}`,
    `${START}by\\s+${THE}`,
    `${START}(?:\\p{L}+ed|began|occurred)\\s+in\\s+$`,
    `${START}(?:shows?|indicates?|demonstrates?|reveals?|implies) that\\s+${THE}`,
    `${START}(?:should|must|needs? to|has to)\\s+(?:${words('be|receive|get|take|use|given|treated|started|filled|completed|with|on|choose|pick|select')}\\s+){0,4}${THE}`,
  ),
  'iu',
);
/** Nothing but a detail may follow then: who did it, when, its label. */
const ENDS = new RegExp(`^["'”)\\]]*\\s*(?:$|[.!,;:。，–—(\\[]|- |${words('who|that|which|by|here|not|rather|instead of', REASON)}${END}|${words('at once|now|first|immediately')}${END}|in \\d|\\p{Extended_Pictographic})`, 'iu');

/** Where nothing but these stand before it: `Rubber is the insulator`, `Mars is`, `The liver makes bile`. */
const BEGINS = new RegExp(`^\\W*(?:${START}(?:(?:${ADVERB}|that|and|but|it is|it was)\\s+)*(?:${ARTICLE}\\s+)?(?:(?<=\\s)["'“(]+)?)?$`, 'iu');
/** A predicate identifies by a superlative or by what it is of; `Rome was the enemy` does not. */
const OF_WHAT = words('(?<=\\p{L}{2})est', 'most', 'only', `${START}${words('of|for|in|that|which|who|with|by|to|on|von|der|de|du|di|del')}`) + END;
const GOES_ON = new RegExp(
  `^[)\\]]*\\s+(?:${words('is|are|was|were|ist|sind|war|est|es|è|é')}(?:\\s*[.!]|\\s+(?:\\p{L}+ly\\s+|located (?:in|within)\\s+)?(?:${words('the|die|der|das|le|la|el|il')}\\s+(?!\\s|first|second|third|last|other|next|same)(?=[^,.;]*(?:${OF_WHAT}))))|(?:${ADVERB}\\s+)*${DOES}${END})`,
  'iu',
);
/** `Only whales are mammals`: all the others are not. */
const ONLY = new RegExp(`${START}(?:only|only one is|nur|seul(?:e|s)?|solo|только)\\s+(?:${ARTICLE}\\s+)?["'“(]*$`, 'iu');
/** `Unlike Edward Jenner, Robert Koch worked on bacteria`: told apart from another. */
const UNLIKE = new RegExp(`${START}unlike\\s[^,.]{1,200},\\s+(?:${ARTICLE}\\s+)?$`, 'iu');
/** The option stands by itself: `Mars.`, `Mars, not Venus`. */
const ALONE = new RegExp(`^["'”)\\]]*\\s*(?:$|[.!。]|(?:[,–—-]+\\s*)?${words('not|and not|rather than', REASON)}${END}|\\p{Extended_Pictographic})`, 'iu');

/** An order, or the speaker's own story, is no statement about the matter. */
const NO_STATEMENT = new RegExp(
  `^\\W*${words('let|set|suppose|compare|consider|think|imagine|take|look|recall|note|see|check|try|say|start|begin|picture|forget|keep|multiply|divide|add|do|I|my|your|you(?! should| must| get)|here|what|there')}${END}(?! ?=)`,
  'iu',
);
/** What comes before the main clause sets the scene. */
const SETS_SCENE = new RegExp(`^\\W*${START}${words('in|at|on|from|as|with|for|by|among|while|although|though|even|given|seen|considering|despite|since|because|(?!according)\\p{L}+ing|\\p{L}+ed')}${END}`, 'iu');

const CONTRAST = /^[^.!]*,\s*(?:but|however|though|although|yet|except)(?!\p{L})/iu;
const GIVES_REASON = new RegExp(`,?\\s${REASON}${END}`, 'iu');

/** Whether the clause speaks of the option without doubt, on which emphasis or a form of assertion may build. */
export function isPlain(before: string, rest: string): boolean {
  const { ahead, behind, near } = around(before, rest);
  if (DOUBTS.test(ahead) || DOUBTS.test(behind) || NO_STATEMENT.test(ahead) || SAID_BY_OTHERS.test(lastSentence(before))) return false;
  const sentence = near.split(/[.!…]\s|\n/)[0]!.split(GIVES_REASON)[0]!.split(MAIN)[0]!;
  if (CONDITIONS.test(lastSentence(before).split(MAIN).at(-1)!) || CONDITIONS.test(sentence)) return false;
  return !(SETS_SCENE.test(ahead) && /^,\s+\p{L}/u.test(near));
}

/** `The quote comes from Macbeth (b).`: nobody ends a sentence with an option and its label who does not choose it. */
const SENTENCE_ENDS = /^["'”)\]]*\s*(?:$|[.!。]|,? (?:and )?(?:not|rather than)(?!\p{L}))/u;

export function isAsserted({ before, rest, isLabelled }: Mention): boolean {
  const { ahead, near } = around(before, rest);
  if (/^\W*I (?:(?:strongly|fully|completely) )?$/i.test(before) && SENTENCE_ENDS.test(near)) return true;
  if (/^\W*there is $/i.test(before) && SENTENCE_ENDS.test(near)) return true;
  if (!isPlain(before, rest) || CONTRAST.test(near)) return false;
  if (isLabelled && (SENTENCE_ENDS.test(near) || (BEGINS.test(ahead) && /^[)\]]*\s+(?:is|was) the\s/i.test(near)))) return true;
  if (LEADS_UP.test(ahead)) return ENDS.test(near);
  if (ONLY.test(ahead) || UNLIKE.test(before)) return true;
  return BEGINS.test(ahead) && (GOES_ON.test(near) || (ALONE.test(near) && !SETS_SCENE.test(lastSentence(before))));
}

function around(before: string, rest: string): { ahead: string; behind: string; near: string } {
  const near = rest.slice(0, REACH);
  return { ahead: before.slice(-REACH).split(CLAUSES).at(-1)!, behind: near.split(GIVES_REASON)[0]!.split(CLAUSES)[0]!, near };
}
