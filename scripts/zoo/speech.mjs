// Ways of talking, as models talk. Each makes a text of what a model means: `meant` is a letter or
// several (of a question), or a boolean.
import { pickOf } from '../kit/chance.mjs';

const lettersOf = (meant) => [meant].flat();
const textOf = ({ options }, label) => options.find((option) => option.label === label).text;
const isQuestion = ({ kind }) => kind === 'question';
/** Names keep their capital. */
const COMMON = /^(?:The|An?|In|On|At|It|Most|Some|All|Every|Many|Which|What|Who)\b/;
export const lower = (text) => text.replace(COMMON, (word) => word.toLowerCase());
export const upper = (text) => text[0].toUpperCase() + text.slice(1);
const bare = (said) => said.replace(/[.?]$/, '');

export const word = (meant) => (meant ? 'True' : 'False');

/** A question's answer is a letter and its text, a statement's a boolean. */
export const by = (question, statement) => (asked, meant) => {
  if (!isQuestion(asked)) return statement(meant, asked);
  const [label] = lettersOf(meant);
  return question(label, textOf(asked, label), asked);
};

/** As the prompt wants it. */
export const short = (asked, meant) =>
  isQuestion(asked) ? lettersOf(meant).join(', ') : word(meant);

export const lettered = (asked, meant) =>
  isQuestion(asked)
    ? lettersOf(meant)
        .map((label) => `${label}. ${textOf(asked, label)}`)
        .join('\n')
    : `${word(meant)}.`;

const fenced = (answer) => `\`\`\`json\n${JSON.stringify({ answer })}\n\`\`\``;
export const inJson = by(fenced, (meant) => fenced(word(meant)));

export function thinking(asked, meant) {
  const thought = `The user asks: "${asked.said}" Hmm, it could be ${isQuestion(asked) ? 'A or C' : 'true'}, but let me see. No, wait.`;
  return `<think>\n${thought}\n</think>\n\n${short(asked, meant)}`;
}

export function chatty(asked, meant) {
  const hello = pickOf(
    ['Great question!', 'Happy to help!', 'Sure thing!', 'Good one!'],
    asked.said,
    'hello',
  );
  if (!isQuestion(asked)) {
    return `${hello} That statement is **${meant ? 'true' : 'false'}**. Let me know if you'd like me to go into more detail! 😊`;
  }
  const [label] = lettersOf(meant);
  const chosen = `${label}. ${textOf(asked, label)}`;
  return `${hello} The answer is **${chosen}**. Let me know if you'd like to know more about the other options! 😊`;
}

export function longWinded(asked, meant) {
  const start = `To answer this, let us first look closely at what is being said: "${asked.said}"`;
  if (!isQuestion(asked)) {
    const care =
      'We should weigh each part of the sentence with care, since a single word can turn its meaning.';
    const works = 'The subject is well documented, and reference works agree on it.';
    return `${start}\n\n${care} ${works}\n\nTaking everything together, the statement is ${meant ? 'true' : 'false'}.`;
  }
  const [label] = lettersOf(meant);
  const steps = asked.options.map(
    (option, i) =>
      `${i + 1}. ${upper(option.text)}: let us keep this in mind and see whether it fits.`,
  );
  return `${start}\n\n${steps.join('\n')}\n\nHaving gone through all four, one of them stands out.\n\nFinal answer: ${label}`;
}

/** A model that answers in sentences about the subject, without a letter. */
export function oneSentence(asked, meant) {
  if (!isQuestion(asked))
    return meant
      ? `Yes, ${lower(bare(asked.said))}.`
      : `No, it is not the case that ${lower(bare(asked.said))}.`;
  const text = textOf(asked, lettersOf(meant)[0]);
  return asked.said.endsWith('?') ? `That would be ${text}.` : `${bare(asked.said)} ${text}.`;
}

export const byText = by(
  (_label, text) => upper(text),
  (meant) => `The statement is ${meant ? 'correct' : 'incorrect'}.`,
);
export const french = by(
  (label, text) => `La bonne réponse est ${label}. ${text}.`,
  (meant) => (meant ? 'Vrai.' : 'Faux.'),
);
export const german = by(
  (label, text) => `Die richtige Antwort ist ${label}: ${text}.`,
  (meant) => (meant ? 'Ja, das ist richtig.' : 'Nein, das ist falsch.'),
);
export const spanish = by(
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
export const roundabout = (asked, meant) => pickOf(meant ? HELD : DENIED, asked.said);
