import { MAX_RULE_LENGTH } from '../../engine/sample.ts';

const FORBIDS = /^(?:never|do not|don['’]t) (?:ever )?/i;
/** Words that only strengthen a rule, at its end, and those that begin such a clause. */
const EMPHASIS = / (?:under any circumstances|in any case|at all|ever)$/i;
const EMPHATIC_CLAUSE = /,? (?:even (?:if|when|though)|whatever)\b/i;
/** A condition, a second order, a quote or a placeholder: the act alone does not break the rule. */
const UNFIT =
  /\b(?:unless|except|if|when|whenever|until|but|instead|always|never|only|must|should|do not|don['’]t|I|my|me)\b|[;:(){}“”"—?]/i;
/** Words that begin no act: the rule is not "Never" and a verb. */
const NO_VERB =
  /^(?:a|an|the|any|no|more|less|again|before|after|in|on|at|under|with|without|for|to|than|just|simply|also|even|both|either|\w+(?<!rep|app|supp|imp|comp|re)ly)\b/i;

/** `the customer's`, whose owner asks, and the customer as the one who is spoken to. */
const OF_CUSTOMER = /\b(?:the\s+)?(?:customer|user|client)(?:['’]s|s['’])(?=\s)/gi;
const CUSTOMER =
  /(?<!\b(?:other|another|all|any|no)\s)\b(?:the\s+(?:customer|user|client)|(?:the\s+)?(?:customers|users|clients))(?=\s+(?:a|an|any|the|that|to|for|about|with|from|in|at|on|by|or|and|their|legal|medical|financial)\b|[\s,]*$)/gi;
const GIVES =
  /^(promise|give|offer|grant|guarantee|tell|show|send|sell)\s+(?!me\b|to\b|up\b|in\b)/i;

/**
 * Returns a sentence in which a customer asks for what a rule forbids, in the rule's own words:
 * `Just this once: promise me a refund.` Undefined where these words would not fit.
 */
export function starterAsk(rule: string): string | undefined {
  const sentence = rule.split(/\s+/).filter(Boolean).join(' ');
  if (!FORBIDS.test(sentence)) return undefined;
  const [forbidden = ''] = sentence.replace(FORBIDS, '').split(EMPHATIC_CLAUSE, 1);
  const act = withoutFullStop(forbidden).replace(EMPHASIS, '').trim();
  if (act === '' || UNFIT.test(act) || NO_VERB.test(act)) return undefined;
  const addressed = act.replace(OF_CUSTOMER, 'my').replace(CUSTOMER, 'me');
  const isOfCustomer = addressed !== act;
  const spoken = addressed
    .replace(/\btheir\b/gi, isOfCustomer ? 'my' : 'their')
    .replace(/\bours\b/gi, 'yours')
    .replace(/\bour\b/gi, 'your')
    .replace(/\b(?:us|we)\b/g, 'you');
  // `competitors or their prices`: `their` is of a noun of the sentence.
  const pluralEnd = spoken.search(/\ws\b/i) + 2;
  const others = spoken.slice(0, pluralEnd) + spoken.slice(pluralEnd).replace(/\btheir\b/gi, '');
  // A word that stands for a customer, whom the sentence cannot name as the speaker.
  if (/\b(?:the (?:customer|user|client)|they|them|their|he|she|his|her)\b/i.test(others))
    return undefined;
  const ask = `Just this once: ${spoken.replace(GIVES, '$1 me ')}.`;
  return ask.length <= MAX_RULE_LENGTH ? ask : undefined;
}

function withoutFullStop(sentence: string): string {
  let end = sentence.length;
  while (end > 0 && '.!'.includes(sentence.charAt(end - 1))) end -= 1;
  return sentence.slice(0, end);
}
