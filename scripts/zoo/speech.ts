// Ways of talking, as models talk. Each makes a text of what a model means: `meant` is a letter or
// several (of a question), or a boolean.
import { pickOf } from '../kit/chance.mjs';
import type { Meaning, Question, Speech, Statement } from './types.ts';

const lettersOf = (meant: Meaning) => [meant].flat().map(String);
const firstLetter = (meant: Meaning) => lettersOf(meant)[0] ?? '';
const textOf = ({ options }: Question, label: string) =>
  options.find((option) => option.label === label)?.text ?? '';
const isQuestion = (row: Question | Statement): row is Question => row.kind === 'question';
/** Names keep their capital. */
const COMMON = /^(?:The|An?|In|On|At|It|Most|Some|All|Every|Many|Which|What|Who)\b/;
export const lower = (text: string) => text.replace(COMMON, (word) => word.toLowerCase());
export const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const bare = (said: string) => said.replace(/[.?]$/, '');

export const trueOrFalse = (meant: Meaning) => (meant ? 'True' : 'False');

/** A question's answer is a letter and its text, a statement's a boolean. */
export const speechBy =
  (
    ofQuestion: (label: string, text: string, asked: Question) => string,
    ofStatement: (meant: Meaning, asked: Statement) => string,
  ): Speech =>
  (asked, meant) => {
    if (!isQuestion(asked)) return ofStatement(meant, asked);
    const label = firstLetter(meant);
    return ofQuestion(label, textOf(asked, label), asked);
  };

/** As the prompt wants it. */
export const asWanted: Speech = (asked, meant) =>
  isQuestion(asked) ? lettersOf(meant).join(', ') : trueOrFalse(meant);

export const lettered: Speech = (asked, meant) =>
  isQuestion(asked)
    ? lettersOf(meant)
        .map((label) => `${label}. ${textOf(asked, label)}`)
        .join('\n')
    : `${trueOrFalse(meant)}.`;

const fenced = (answer: string) => `\`\`\`json\n${JSON.stringify({ answer })}\n\`\`\``;
export const inJson = speechBy(fenced, (meant) => fenced(trueOrFalse(meant)));

export function thinking(asked: Parameters<Speech>[0], meant: Meaning): string {
  const thought = `The user asks: "${asked.said}" Hmm, it could be ${isQuestion(asked) ? 'A or C' : 'true'}, but let me see. No, wait.`;
  return `<think>\n${thought}\n</think>\n\n${asWanted(asked, meant)}`;
}

export function chatty(asked: Parameters<Speech>[0], meant: Meaning): string {
  const hello = pickOf(
    ['Great question!', 'Happy to help!', 'Sure thing!', 'Good one!'],
    asked.said,
    'hello',
  );
  if (!isQuestion(asked)) {
    return `${hello} That statement is **${meant ? 'true' : 'false'}**. Let me know if you'd like me to go into more detail! 😊`;
  }
  const label = firstLetter(meant);
  const chosen = `${label}. ${textOf(asked, label)}`;
  return `${hello} The answer is **${chosen}**. Let me know if you'd like to know more about the other options! 😊`;
}

export function longWinded(asked: Parameters<Speech>[0], meant: Meaning): string {
  const start = `To answer this, let us first look closely at what is being said: "${asked.said}"`;
  if (!isQuestion(asked)) {
    const care =
      'We should weigh each part of the sentence with care, since a single word can turn its meaning.';
    const works = 'The subject is well documented, and reference works agree on it.';
    return `${start}\n\n${care} ${works}\n\nTaking everything together, the statement is ${meant ? 'true' : 'false'}.`;
  }
  const label = firstLetter(meant);
  const steps = asked.options.map(
    (option, i) =>
      `${i + 1}. ${upper(option.text)}: let us keep this in mind and see whether it fits.`,
  );
  return `${start}\n\n${steps.join('\n')}\n\nHaving gone through all four, one of them stands out.\n\nFinal answer: ${label}`;
}

/** A model that answers in sentences about the subject, without a letter. */
export function oneSentence(asked: Parameters<Speech>[0], meant: Meaning): string {
  if (!isQuestion(asked))
    return meant
      ? `Yes, ${lower(bare(asked.said))}.`
      : `No, it is not the case that ${lower(bare(asked.said))}.`;
  const text = textOf(asked, firstLetter(meant));
  return asked.said.endsWith('?') ? `That would be ${text}.` : `${bare(asked.said)} ${text}.`;
}

export const byText = speechBy(
  (_label, text) => upper(text),
  (meant) => `The statement is ${meant ? 'correct' : 'incorrect'}.`,
);
export const french = speechBy(
  (label, text) => `La bonne réponse est ${label}. ${text}.`,
  (meant) => (meant ? 'Vrai.' : 'Faux.'),
);
export const german = speechBy(
  (label, text) => `Die richtige Antwort ist ${label}: ${text}.`,
  (meant) => (meant ? 'Ja, das ist richtig.' : 'Nein, das ist falsch.'),
);
export const spanish = speechBy(
  (label) => `La respuesta correcta es la ${label}.`,
  (meant) => (meant ? 'Verdadero' : 'Falso'),
);

const HELD = [
  'Nobody who knows the subject would doubt that.',
  'Every textbook says so.',
  'One can rely on that.',
];
const DENIED = [
  'Whoever told you that was mistaken.',
  'Every textbook says otherwise.',
  'One should not believe that.',
];
/**
 * Explains itself without ever saying "true" or "false": only a reader of sentences knows what it
 * holds.
 */
export const roundabout: Speech = (asked, meant) => pickOf(meant ? HELD : DENIED, asked.said);
