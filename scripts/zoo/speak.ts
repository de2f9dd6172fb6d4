import { pickOf } from './chance.ts';
import talks from './talks.json' with { type: 'json' };
import type { Asked, Meaning } from './types.ts';

type Forms = Record<string, string | string[]>;

const TALKS: Record<string, Forms> = talks.forms;

/** Names keep their capital. */
const COMMON = /^(?:The|An?|In|On|At|It|Most|Some|All|Every|Many|Which|What|Who)\b/;
const lower = (text: string) => text.replace(COMMON, (word) => word.toLowerCase());
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Puts a meaning into words, by the forms of a talk (talks.json). */
export function speak(talk: string, asked: Asked, meant: Meaning): string {
  const forms = { ...TALKS.usual, ...TALKS[talk] };
  const { kind, said } = asked;
  const gap = said.endsWith('?') ? undefined : forms.gap;
  const names = kind === 'question' && meant !== 'declines';
  const form = names ? (gap ?? forms.question) : forms[String(meant)];
  const values: Record<string, string | undefined> = {
    ...valuesOf(asked),
    ...choiceOf(asked, meant),
  };
  const line = pickOf([form ?? ''].flat(), said);
  return line.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** Placeholders of the forms of all rows. */
function valuesOf({ said, text, prompt, right }: Asked) {
  const bare = said.replace(/[.?]$/, '');
  const hello = pickOf(talks.hello, said, 'hello');
  const yesOrNo = right === true ? 'Yes' : 'No';
  return { said, text, prompt, bare, hello, yesOrNo, lowered: lower(bare), original: lower(text) };
}

/** Placeholders of the forms of questions. */
function choiceOf({ options = [], right, plain }: Asked, meant: Meaning) {
  const indexOf = (label: string) => 'ABCD'.indexOf(label);
  const labels = [meant].flat().map(String);
  const [label = ''] = labels;
  const index = indexOf(label);
  const option = options[index] ?? '';
  const otherIndex = index === 0 ? 1 : 0;
  const each = (line: (text: string, letter: string) => string) =>
    options.map((text, i) => line(text, 'ABCD'.charAt(i))).join('\n');
  return {
    label,
    option,
    rightLabel: String([right].flat()[0]),
    plainOption: options[indexOf(String([plain.right].flat()[0]))],
    labels: labels.join(', '),
    Text: upper(option),
    number: String(index + 1),
    place: ['first', 'second', 'third', 'fourth'][index],
    other: options[otherIndex],
    otherLabel: 'ABCD'.charAt(otherIndex),
    lines: labels.map((letter) => `${letter}. ${options[indexOf(letter)]}`).join('\n'),
    ticks: each((text, letter) => `${letter === label ? '✅' : '❌'} ${letter}. ${text}`),
    steps: each(
      (text, letter) =>
        `${indexOf(letter) + 1}. ${upper(text)}: let us keep this in mind and see whether it fits.`,
    ),
  };
}
