// Further ways of talking, each of which the gate could once not read: marks and formats,
// languages, places in place of letters, and reasons around the answer.
import { speechBy, trueOrFalse, upper } from './speech.ts';
import type { Speech } from './types.ts';

const PLACES = ['first', 'second', 'third', 'fourth'];
const placeOf = (label: string) => PLACES['ABCD'.indexOf(label)];

export const inJapanese = speechBy(
  (label) => `正解は${label}です。`,
  (meant) => (meant ? '正しいです。' : '間違いです。'),
);
export const inPortuguese = speechBy(
  (label, text) => `A alternativa correta é a ${label}) ${text}.`,
  (meant) => (meant ? 'A afirmação é verdadeira.' : 'A afirmação é falsa.'),
);
export const inItalian = speechBy(
  (label, text) => `La risposta giusta è la ${label}: ${text}.`,
  (meant) => `L'affermazione è ${meant ? 'vera' : 'falsa'}.`,
);
export const jsonWithReasons = speechBy(
  (label, text) =>
    JSON.stringify({
      reasoning: `Of the four, ${text} fits best.`,
      choice: label,
      confidence: 0.93,
    }),
  (meant) => JSON.stringify({ reasoning: 'Common knowledge.', is_true: meant, confidence: 0.93 }),
);
export const yaml = speechBy(
  (label) => `answer: ${label}\nconfidence: high`,
  (meant) => `answer: ${trueOrFalse(meant).toLowerCase()}\nconfidence: high`,
);
export const inTable = speechBy(
  (label, text) => `| Question | Answer |\n|---|---|\n| 1 | ${label} (${text}) |`,
  (meant) => `| Statement | Verdict |\n|---|---|\n| 1 | ${trueOrFalse(meant)} |`,
);
export const preamble = speechBy(
  (label) => `Sure! Here's my answer:\n\n${label}`,
  (meant) => `Sure! Here's my answer:\n\n${trueOrFalse(meant)}`,
);
export const ticks = speechBy(
  (label, _text, { options }) =>
    options
      .map((option) => `${option.label === label ? '✅' : '❌'} ${option.label}. ${option.text}`)
      .join('\n'),
  (meant) => (meant ? '✅ True' : '❌ False'),
);
export const byPlace = speechBy(
  (label) => `The answer is the ${placeOf(label)} one.`,
  (meant) => (meant ? "That's right." : "That's wrong."),
);
/** The answer first, then reasons that name another option. */
export const explaining = speechBy(
  (label, text, { options }) => {
    const other = options.find((option) => option.label !== label);
    return `${label}\n\nExplanation: ${upper(text)} is what the question is after, whereas ${other?.text} (${other?.label}) is another matter.`;
  },
  (meant) =>
    `${trueOrFalse(meant)}\n\nExplanation: ${meant ? 'reference works agree on this.' : 'reference works do not support it as it is worded.'}`,
);
export const modest = speechBy(
  (label, text) => `I'm fairly confident that it's ${label}, ${text}.`,
  (meant) => `I'm fairly confident that this is ${trueOrFalse(meant).toLowerCase()}.`,
);
export const quoting = speechBy(
  (label, text, { said }) =>
    `The correct choice for "${said}" is option ${label}, namely "${text}".`,
  (meant, { said }) => `"${said}" - ${trueOrFalse(meant)}`,
);
export const greeting = speechBy(
  (label, text) =>
    `Thanks for asking! **Answer:** ${label}\n\n**Reasoning:** ${upper(text)} fits what is asked; the rest does not.`,
  (meant) => `Great question! I'd say that's ${trueOrFalse(meant).toLowerCase()}.`,
);
export const concluding = speechBy(
  (label, _text, { said }) =>
    `1. I read: "${said}"\n2. I weighed the four choices.\n3. In conclusion, the answer is ${label}.`,
  (meant) =>
    `After careful consideration, I conclude that the statement is, in fact, ${trueOrFalse(meant).toLowerCase()}.`,
);
/** Names the wrong answer first. Under a statement only a judge reads it. */
export const correcting = speechBy(
  (label, _text, { options }) =>
    `${options.find((option) => option.label !== label)?.label}... no, wait. It's ${label}.`,
  (meant) => `${trueOrFalse(!meant)}... no, wait. It's ${trueOrFalse(meant).toLowerCase()}.`,
);
/** Points at the option without naming it. */
export const pointing: Speech = (_asked, meant) =>
  `Whichever stands on line number ${'ABCD'.indexOf(String([meant].flat()[0])) + 1} of your list, counted from above.`;
