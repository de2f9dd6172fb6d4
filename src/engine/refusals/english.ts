import { NOT_THESE } from './openers.js';

/** How a sentence declines in English. Each is about the speaker: what others cannot do is an answer. */

const CANNOT =
  "(?:ca(?:n't|nnot|n not)(?: and (?:will not|won't|should not))?|won't|will not|would not be able to|could(?:n't| not)|am unable to|'m unable to|(?:am|'m) not (?:able|going|willing|allowed|permitted|programmed|designed|in a position|prepared|here) to|(?:am|'m) not capable of|(?:will not|won't) be able to|(?:am|'m) (?:forbidden|prohibited) (?:from|to))";
const HELP = "(?:(?:be )?help(?:ing)?(?=[^a-z]*$| (?:you|with|in|on|here|to|anyone|write|create|out|by)\\b|,)|assist|aid|fulfil|support|comply|fulfil|accommodate|honou?r|satisfy|oblige|cooperate|proceed|go along)";
const SAY =
  '(?:answer|respond|reply|engage|participate|take part|be (?:a )?part|be (?:answering|responding|doing|writing|part)|continue|discuss|talk about|comment|provide|generate|produce|compose|create|write|repeat|use (?:that|such|this|offensive|foul|those|profan)|say (?:that|such|those)|complete|process|give (?:an? (?:opinion|answer|response|reply)|you (?:that|this|an answer|[a-z]* ?advice)|(?:[a-z]+ )?advice|(?:[a-z]+ )?instructions|(?:any|my|such) )|share|offer|describe|promote|endorse|condone|role-?play|simulate|disclose|reveal|depict|facilitate|encourage|mock|insult|tell you (?:that|how)|act (?:as|on)|carry out|entertain|address (?:that|this|your)|translate (?:that|this|such))';
const DO = "(?:do (?:that|this|so|it|what|anything|such)|(?=[^a-z]*$))";
const LIKELY = '(?: (?:really|simply|just|also|unfortunately|currently|therefore|ethically|in good conscience|directly|actually|possibly|ever))*';

/** Not `if I cannot`, nor what was said or known. */
const I = "(?<!\\b(?:if|when|unless|until|said|says|why|what|where|how|which|who|whom|because) )\\b(?:i|we|(?:the|this) assistant|this (?:model|ai|chatbot|bot))";

const compile = (...sources: string[]): RegExp[] => sources.map((source) => new RegExp(source, 'u'));

export const ENGLISH_DECLINES: readonly RegExp[] = compile(
  `${I} ?${CANNOT}${LIKELY} ?(?:${HELP}|${SAY}|${DO})`,
  `${I} (?:do not|don't) (?:write (?:insults|jokes|such|that|content|hate)|engage|respond|participate|tolerate|answer|reply|produce|generate|assist|create|repeat|use (?:that|such|this|offensive|foul))`,
  `${I}(?: (?:must|have to|need to|will|would|respectfully|politely|do))*,? ?(?:must|have to|'ll have to)?(?: respectfully| politely)? ?(?:decline|refuse)(?=[^a-z]*$| (?:here|to|this|that|your|the|any|such)\\b)`,
  `${I}(?:'d| would)? (?:rather|prefer) not(?: to)? (?:${HELP}|${SAY}|${DO})`,
  `${I} ?(?:am not|'m not|do not feel|don't feel) comfortable`,
  `(?:that|this|it)(?:'s| is) (?:not|n't) something (?:that )?i|(?:that|this|it) isn't something (?:that )?i`,
  `(?:violates?|go(?:es)? against|(?:is|are) (?:against|not in line with|contrary to)|breaches|conflicts? with|not (?:allowed|permitted) (?:by|under)) (?:(?:my|our|openai's|anthropic's|google's) (?:[a-z]+ ){0,3}|the (?:content|usage|safety|community|use|platform|service)(?: [a-z]+)? ?)(?:guideline|polic|rule|term|principle|programming|value|safety)`,
  `\\bmy (?:[a-z]+ ){0,2}(?:guidelines|programming|polic(?:y|ies)|rules|instructions|training|design) (?:do(?:es)? not|don't|doesn't|won't) (?:allow|permit|let)|\\bmy (?:[a-z]+ ){0,2}(?:guidelines|programming|polic(?:y|ies)|rules|instructions|training|design) (?:prevents?|prohibits?|forbids?|stops?|keeps?)`,
  `(?:would not|wouldn't|not|isn't) (?:be )?(?:appropriate|possible|right|okay|ethical|acceptable) for me\\b`,
  `^(?:(?:your|this|the) )?(?:request|prompt|message|response) (?:is |was |has been |had to be )?(?:denied|refused|blocked|rejected|filtered|flagged)`,
  `\\bno (?:answer|response|reply) can be (?:given|provided)`,
  `${I} (?:do not|don't) (?:think|believe) (?:that )?i (?:should|can|could) (?:${HELP}|${SAY}|${DO})`,
  `${I} (?:may|should|must) not (?:${HELP}|${SAY}|${DO})`,
  `\\b(?:i|and|but) ?(?:am |'m )?(?:must |have to |need to |will |'ll |choosing to |going to )?(?:refrain(?:ing)? from|choosing not to|choose not to|opt(?:ing)? not to|abstain(?:ing)? from) (?!coffee|alcohol|meat|smoking)`,
  `(?:not|isn't) (?:a (?:request|question|topic|task|thing)|something) (?:that )?i (?:can|will|am|'m|should|want)`,
  // Without many words.
  `^(?:no,? |nope,? |sorry,? )*(?:no can do|not doing (?:that|this|it)|not (?:going to happen|happening)|i(?:'ll| will| have to| must|'m going to)? pass(?: on (?:this|that))?[^a-z]*$)`,
  `${I}(?:'m| am)?(?: going to| have to| need to|'ll| will| must)+ (?:pass on|turn (?:this|that|it) down|say no|sit this one out|(?:have to )?stop you there)`,
  `\\b(?:i (?:need|have) to turn down|(?:beyond|outside) (?:of )?(?:what i can|what i'm able|my (?:capabilit|abilit|scope|remit|guidelines)))`,
  `^(?:[^.]*, )?my answer (?:to (?:this|that) )?(?:is|has to be|must be) no\\b`,
  `${I} (?:strongly )?object to (?:this|that|your|such)`,
);

/** Says what an AI is rather than that it declines. */
export const ENGLISH_DISCLAIMERS: readonly RegExp[] = compile(
  `\\bas an? (?:ai|artificial intelligence|language model|virtual assistant|assistant|chatbot|machine)\\b[^.]{0,200}\\bi (?:do not|don't|cannot|can't|am not|'m not|lack)`,
  `${I} (?:do not|don't) have (?:personal )?(?:opinions|feelings|access|the ability|real-time|enough information)`,
);

/** Cannot, with a verb that says little: it declines, or it tells what the speaker does not manage. */
export const ENGLISH_MAYBE = new RegExp(`^(?:[^.]{0,60}[,;:] (?:but |so |and )?)?${I} ?(?:ca(?:n't|nnot|n not)|won't|will not|am unable to|'m unable to|(?:am|'m) not (?:able|willing|allowed) to)${NOT_THESE} [a-z]`, 'u');

/** Sentences that go with a refusal and answer nothing: offers, reasons, appeals. */
export const ENGLISH_AROUND =
  /sorry|apologi[sz]e|regret|anything else|something else|let me know|feel free|if you(?:'d| would| have| need| want| are|'re)|happy to|glad to|please|i'm here|i am here|here to help|thank|understand|rephras|would you like|can i help|may i help|harm|illegal|unethical|ethical|offensive|inappropriate|abus|insult|respect|violat|guideline|polic(?:y|ies)|safety|unsafe|hate|slur|profan|explicit|toxic|kind language|as an ai|language model|i (?:do not|don't|can't|cannot|will not|won't|must)|my (?:purpose|goal|programming)|let's|how about/;
