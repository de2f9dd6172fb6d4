// Further ways of talking, each of which the gate could once not read: marks and formats,
// languages, places in place of letters, and reasons around the answer.
import { by, upper, word } from './speech.mjs';

const PLACES = ['first', 'second', 'third', 'fourth'];
const placeOf = (label) => PLACES['ABCD'.indexOf(label)];

export const inJapanese = by(
  (label) => `正解は${label}です。`,
  (meant) => (meant ? '正しいです。' : '間違いです。'),
);
export const inPortuguese = by(
  (label, text) => `A alternativa correta é a ${label}) ${text}.`,
  (meant) => (meant ? 'A afirmação é verdadeira.' : 'A afirmação é falsa.'),
);
export const inItalian = by(
  (label, text) => `La risposta giusta è la ${label}: ${text}.`,
  (meant) => `L'affermazione è ${meant ? 'vera' : 'falsa'}.`,
);
export const jsonWithReasons = by(
  (label, text) =>
    JSON.stringify({
      reasoning: `Of the four, ${text} fits best.`,
      choice: label,
      confidence: 0.93,
    }),
  (meant) => JSON.stringify({ reasoning: 'Common knowledge.', is_true: meant, confidence: 0.93 }),
);
export const yaml = by(
  (label) => `answer: ${label}\nconfidence: high`,
  (meant) => `answer: ${word(meant).toLowerCase()}\nconfidence: high`,
);
export const inTable = by(
  (label, text) => `| Question | Answer |\n|---|---|\n| 1 | ${label} (${text}) |`,
  (meant) => `| Statement | Verdict |\n|---|---|\n| 1 | ${word(meant)} |`,
);
export const preamble = by(
  (label) => `Sure! Here's my answer:\n\n${label}`,
  (meant) => `Sure! Here's my answer:\n\n${word(meant)}`,
);
export const ticks = by(
  (label, _text, { options }) =>
    options
      .map((option) => `${option.label === label ? '✅' : '❌'} ${option.label}. ${option.text}`)
      .join('\n'),
  (meant) => (meant ? '✅ True' : '❌ False'),
);
export const byPlace = by(
  (label) => `The answer is the ${placeOf(label)} one.`,
  (meant) => (meant ? "That's right." : "That's wrong."),
);
/** The answer first, then reasons that name another option. */
export const explaining = by(
  (label, text, { options }) => {
    const other = options.find((option) => option.label !== label);
    return `${label}\n\nExplanation: ${upper(text)} is what the question is after, whereas ${other.text} (${other.label}) is another matter.`;
  },
  (meant) =>
    `${word(meant)}\n\nExplanation: ${meant ? 'reference works agree on this.' : 'reference works do not support it as it is worded.'}`,
);
export const modest = by(
  (label, text) => `I'm fairly confident that it's ${label}, ${text}.`,
  (meant) => `I'm fairly confident that this is ${word(meant).toLowerCase()}.`,
);
export const quoting = by(
  (label, text, { said }) =>
    `The correct choice for "${said}" is option ${label}, namely "${text}".`,
  (meant, { said }) => `"${said}" - ${word(meant)}`,
);
export const greeting = by(
  (label, text) =>
    `Thanks for asking! **Answer:** ${label}\n\n**Reasoning:** ${upper(text)} fits what is asked; the rest does not.`,
  (meant) => `Great question! I'd say that's ${word(meant).toLowerCase()}.`,
);
export const concluding = by(
  (label, _text, { said }) =>
    `1. I read: "${said}"\n2. I weighed the four choices.\n3. In conclusion, the answer is ${label}.`,
  (meant) =>
    `After careful consideration, I conclude that the statement is, in fact, ${word(meant).toLowerCase()}.`,
);
/** Names the wrong answer first. Under a statement only a judge reads it. */
export const correcting = by(
  (label, _text, { options }) =>
    `${options.find((option) => option.label !== label).label}... no, wait. It's ${label}.`,
  (meant) => `${word(!meant)}... no, wait. It's ${word(meant).toLowerCase()}.`,
);
/** Points at the option without naming it. */
export const pointing = (_asked, meant) =>
  `Whichever stands on line number ${PLACES.indexOf(placeOf([meant].flat()[0])) + 1} of your list, counted from above.`;
