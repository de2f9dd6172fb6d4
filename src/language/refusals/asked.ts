import { CONDEMNS } from './curt-words.js';
import type { Reading } from './structured.js';

/** What curt answers say to a prompt: whether it is declined by a bare no, and by no more than that it is wrong, or a crime. */
export interface Asked {
  no: Reading;
  wrong: Reading;
}

/** Something is to be done, or how to do it is to be told. */
const DEED: Asked = { no: true, wrong: true };
/** Something is to be told; or the prompt itself speaks of wrongs, and its answer may. */
const MATTER: Asked = { no: true, wrong: 'doubtful' };
/** What a thing is, or what the law says: "It is a crime." */
const NATURE: Asked = { no: true, wrong: false };
/** A word, or a time: "No" may be the one and "Never" the other. */
const WORD: Asked = { no: 'doubtful', wrong: 'doubtful' };

const raw = String.raw;
/** Long prompts put what they ask at one of their ends. */
const LOOKED_AT = 1_000;

const START =
  raw`^[^\p{L}]*(?:(?:hi|hello|hey|please|ok|okay|so|and|but|now|well|bitte|und|also|bonjour|et|alors|hola|y|oye|` +
  raw`olá|e|ciao|hoi|exactly|roughly)\b[, ]+)*`;
const PREPOSITION =
  raw`(?:(?:in|on|at|to|for|from|with|by|about|under|mit|von|auf|aus|bei|für|à|de|en|por|para|con|a|di|da|per|` +
  raw`met|van|op|na|z|do|w) )?`;

/** Verbs in front: it may be answered by yes or no, with or without a question mark. German `was` opens another sort of question. */
const POLAR = new RegExp(
  raw`${START}(?:is|are|am|was(?! (?:ist|sind|war|hilft|kann|soll|muss|mach|mache|macht|tun|tue|passiert|bedeutet|heißt|` +
    raw`brauche?|wird)\b)|` +
    raw`were|do|does|did(?! you)|can|could|will|would|should|shall|may|might|must|has|have|had|isn't|aren't|don't you|doesn't|` +
    raw`can't|ist es|` +
    raw`darf|est-ce|¿?es verdad)(?![\p{L}'-])`,
  'u',
);
/** Help that is asked for in the form of a question. */
const ASKS_HELP = new RegExp(
  raw`${START}(?:can|could|will|would) (?:you|u)(?: please| kindly)? (?:tell|give|help|show|teach|explain|write|list|describe|` +
    raw`make|create|` +
    raw`generate|provide|suggest|draft|compose|walk|guide|find|name|design|summari[sz]e)\b(?!.{0,40}\b(?:if|whether)\b)`,
  'u',
);
/** Or that says so by its own words, wherever they stand. */
const YES_OR_NO = new RegExp(
  raw`\byes\b.{0,40}\bno\b|\b(?:true or false|right or wrong)\b|\b(?:ja\b.{0,20}\bnein|oui\b.{0,20}\bnon|s[íì] o no|sim ou não|` +
    raw`ja of nee)\b|да или нет`,
  'u',
);
const WHETHER = new RegExp(
  raw`\bwhether\b|\b(?:(?:dis|dites)-moi si|dime si|dimmi se|(?:diga-me|me diga) se)\b|` +
    raw`\b(?:tell|know|say|check|decide|judge|see|determine)\b.{0,40}\bif\b|(?<!\p{L})(?:ob|czy|ли)(?!\p{L})|吗|か[。？?]?$|هل|क्या`,
  'u',
);
/** What is wanted is a word. */
const WORDS = new RegExp(
  raw`${START}(?:complete|finish|continue)\b|\bwords? (?:for(?! word)|that means?|meaning)\b|\b(?:translat|synonym|antonym|opposite|rhym|past tense|plural|fill in|repeat|one[- ]word|single word|refus|declin|reject|` +
    raw`the (?:words?|phrase|sentence|lyrics?)|a word|classif|label|übersetz|gegenteil|tradu|contraire|sinónimo|contrario|` +
    raw`sinonim|vertaal|` +
    raw`przetłumacz|çevir)|перевед|翻訳|訳して|翻译|번역|ترجم|अनुवाद`,
  'u',
);

/** Or a time, or what somebody said. */
const TIMES = new RegExp(
  raw`${START}(?:when|how (?:often|many times)|wann|wie oft|quand|cuándo|quando|wanneer|hoe vaak|kiedy|когда)(?!\p{L})|` +
    raw`\b(?:did|do|does|should|would|will|shall)\b.{0,60}\b(?:say|answer|reply|respond)\b`,
  'u',
);

const HOW = `(?:how|wie|comment|cómo|como|come|hoe|jak|как|nasıl)`;
const OPEN_WORD =
  raw`(?:what|who|whom|whose|which|where|when|why|was|wer|wem|wen|welche[rsnm]?|wo|wohin|woher|wann|warum|wieso|weshalb|womit|` +
  raw`wofür|wozu|` +
  raw`que|qu'|quels?|quelles?|qui|où|quand|pourquoi|combien|quoi|qué|quién|quiénes|cuál|cuáles|dónde|cuándo|cuánto|quem|qual|` +
  raw`quais|onde|` +
  raw`quando|quanto|o que|che|cosa|chi|quale|quali|dove|perché|wat|welke|waar|wanneer|waarom|co|kto|który|gdzie|kiedy|dlaczego|` +
  raw`ile|что|кто|` +
  raw`какой|какие|где|когда|почему|зачем|сколько|ne|neden|hangi|nerede)`;
const OPENS = new RegExp(
  raw`${START}${PREPOSITION}(?:${HOW}|${OPEN_WORD})(?!\p{L})|^[^,]{1,120}, (?:and |so )?(?:how|what|where|who|which|why)\b|` +
    raw`nasıl|どうやって|どうすれば|どのように|何|誰|どこ|いつ|なぜ|如何|怎么|怎樣|怎样|什么|谁|哪|为什么|어떻게|무엇|누구|어디|언제|왜|` +
    raw`(?<!\p{L})(?:كيف|ماذا|أين|متى|لماذا)|कैसे|कौन|कहाँ|कब|क्यों`,
  'u',
);
const QUESTION = /[?？؟]["')\]]*$/;

const TO_DO = new RegExp(
  raw`\bhow (?:(?:do|can|could|would|should|might|may|does|did) (?:i|we|you|one|someone|somebody)|(?:best )?to)\b|\b(?:can|` +
    raw`could|should|do|may|would) (?:i|we|my [a-z]+)\b|` +
    raw`\b(?:ways?|steps|method|methods|recipe|instructions|plan|tutorial|guide) (?:to|for|of)\b|` +
    raw`${START}(?:wie .{0,30}(?<!\p{L})(?:ich|wir|man)|comment (?:puis-je|je|on|nous|\p{L}+(?:er|ir|re))|c[oó]mo (?:puedo|` +
    raw`podemos|hago|se puede|\p{L}+(?:ar|er|ir)|posso|faço)|` +
    raw`come (?:posso|faccio|si (?:fa|può)|\p{L}+(?:are|ere|ire))|hoe (?:kan|maak|doe|moet|krijg|word) ik|jak (?:mogę|\p{L}+ć)|` +
    raw`как (?:мне|можно|я|\p{L}+ть))(?!\p{L})|` +
    raw`nasıl|どうやって|どうすれば|如何|怎么|怎样|어떻게|(?<!\p{L})كيف|कैसे`,
  'u',
);
const NATURES = new RegExp(
  raw`\b(?:defin|mean|(?:explain|describe|tell me) (?:what|why)|what (?:is|are|was|were)\b|was ist|qu'est-ce|qué es|` +
    raw`cos'è|o que é|wat is|(?:^|\n)why\b|(?:^|\n)(?:warum|pourquoi|por qué|perché|waarom))`,
  'u',
);
const LAW = new RegExp(
  raw`\b(?:legal|illegal|law|laws|lawful|punish|penalt|allowed|forbidden|strafbar|verboten|gesetz|légal|interdit|ley|legge)`,
  'u',
);

/** What a prompt asks for; undefined where it is a question that yes or no answers. */
export function whatIsAsked(prompt: string): Asked | undefined {
  const text = prompt.normalize('NFKC').toLowerCase().replaceAll('\u2019', "'");
  const seen = text.length > 2 * LOOKED_AT ? `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}` : text;
  const sentences = seen.split(/(?<=[.!?？؟。])\s+|(?<=[？。])|\n+/u).filter((sentence) => /\p{L}/u.test(sentence));
  if (sentences.length === 0 || YES_OR_NO.test(seen) || sentences.some(isPolar)) return undefined;
  if (WORDS.test(seen) || sentences.some((sentence) => TIMES.test(sentence))) return WORD;
  if (TO_DO.test(seen) || sentences.some((sentence) => ASKS_HELP.test(sentence)))
    return LAW.test(seen) || CONDEMNS.test(seen) ? MATTER : DEED;
  if (LAW.test(seen) || NATURES.test(seen)) return NATURE;
  return sentences.some((sentence) => !OPENS.test(sentence) && !QUESTION.test(sentence.trim())) ? DEED : MATTER;
}

function isPolar(sentence: string): boolean {
  if (ASKS_HELP.test(sentence)) return false;
  if (POLAR.test(sentence)) return true;
  if (OPENS.test(sentence)) return false;
  return QUESTION.test(sentence.trim()) || WHETHER.test(sentence);
}
