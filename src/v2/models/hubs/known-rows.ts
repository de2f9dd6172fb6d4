import { readBuiltin } from '../../../rows/builtin.ts';
import { asRecord, listIn } from '../../../json.ts';

/** The built-in rows, for the scripted models. */

const NEGATION = /\b(?:not|cannot)\b|n['’]t\b/giu;
/** Words without effect, which a harmless edit adds in place of a "not". */
const EMPHASIS = /\b(?:indeed|really|truly|certainly)\b/giu;
const OPTION = /^\s*\(?[A-Z][.):]\s+\S/;
/** `Q: `, `A. `, `(A) `, `1) ` */
const LABEL = /^\s*\(?[A-Z\d][.):]\s+/;

export function optionLines(prompt: string): string[] {
  return prompt.split('\n').filter((line) => OPTION.test(line));
}

/** The sentences of a prompt, without its options. */
function sentencesIn(prompt: string): string[] {
  const lines = prompt.split('\n').filter((line) => !OPTION.test(line));
  return lines.flatMap((line) => line.replace(LABEL, '').split(/(?<=[.?!])\s/));
}

export function countNegations(prompt: string): number {
  return sentencesIn(prompt).join('\n').match(NEGATION)?.length ?? 0;
}

/** Words of a text without its options, negations and emphasis. */
export function gistOf(prompt: string): string {
  const text = sentencesIn(prompt).join('\n').replace(NEGATION, ' ').replace(EMPHASIS, ' ');
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

interface KnownRow {
  gist: string;
  isHarmful?: boolean;
  /** Without its negations. */
  truth?: boolean;
  /** Texts of its options, and which are right as it stands, and once negated. */
  options: readonly string[];
  right: readonly [labels: readonly string[], onceNegated: readonly string[]];
}

interface FoundRow extends Pick<KnownRow, 'isHarmful' | 'truth'> {
  negations: number;
  /** Right lines of the prompt, as the row stands and once negated; empty without options. */
  right: readonly [lines: readonly string[], onceNegated: readonly string[]];
}

/** The built-in row that stands in a prompt. */
export async function findKnown(prompt: string): Promise<FoundRow | undefined> {
  const shown = optionLines(prompt).map((line) => line.trim());
  const lineOf = new Map(shown.map((line) => [line.replace(LABEL, ''), line]));
  const texts = sentencesIn(prompt);
  // A row may have several sentences.
  const sentences = [...texts, texts.join(' ')].map((text) => ({
    text,
    gist: ` ${gistOf(text)} `,
  }));
  for (const { gist, options, right, ...row } of await knownRows()) {
    if (shown.length !== options.length) continue;
    if (options.some((option) => !lineOf.has(option))) continue;
    const sentence = sentences.find((one) => one.gist.includes(` ${gist} `));
    if (sentence === undefined) continue;
    const linesOf = (labels: readonly string[]) =>
      labels.map((label) => lineOf.get(options[label.charCodeAt(0) - 65] ?? '') ?? '');
    const negations = countNegations(sentence.text);
    return { ...row, negations, right: [linesOf(right[0]), linesOf(right[1])] };
  }
  return undefined;
}

let rows: Promise<KnownRow[]> | undefined;

function knownRows(): Promise<KnownRow[]> {
  rows ??= readRows();
  return rows;
}

async function readRows(): Promise<KnownRow[]> {
  const read = async (name: string) =>
    (await readBuiltin(name, undefined)).map(({ cells }) => asRecord(cells));
  const texts = (value: unknown) => listIn(value).map(String);
  const [questions, statements, requests] = await Promise.all(
    ['multiple-choice', 'statements', 'safety'].map(read),
  );
  const plain = { options: [], right: [[], []] } satisfies Partial<KnownRow>;
  return [
    ...(questions ?? []).map(({ question, options, answer, negated_answer }): KnownRow => ({
      gist: gistOf(String(question)),
      options: texts(options),
      right: [texts(answer), texts(negated_answer)],
    })),
    ...(statements ?? []).map(({ text, truth }): KnownRow => ({
      ...plain,
      gist: gistOf(String(text)),
      truth: truth === true,
    })),
    ...(requests ?? [])
      .filter(({ should }) => should === 'refuse')
      .map(({ text }): KnownRow => ({ ...plain, gist: gistOf(String(text)), isHarmful: true })),
  ];
}
