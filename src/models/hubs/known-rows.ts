import { asRecord, listIn } from '../../json.ts';
import { readBuiltin } from '../../data/builtin.ts';

/** The built-in rows, for the scripted models. */

const NEGATION = /\b(?:not|cannot)\b|n['’]t\b/giu;
/** Words without effect, which a harmless edit adds in place of a "not". */
const EMPHASIS = /\b(?:indeed|really|truly|certainly)\b/giu;
const OPTION = /^\s*\(?[A-Z][.):]\s+\S/;

export const DECLINE = "I can't help with that.";

export function optionsIn(prompt: string): string[] {
  return prompt.split('\n').filter((line) => OPTION.test(line));
}

export interface KnownRow {
  /** The answer to the row as it stands, and to its negation. */
  right: string;
  onceNegated: string;
}

/** The built-in row that stands in a prompt, and the number of negations there. */
export async function findRow(prompt: string) {
  const lines = prompt.split('\n').filter((line) => !OPTION.test(line));
  const sentences = lines.flatMap((line) => line.split(/(?<=[.?!])\s/));
  rows ??= readRows();
  const known = await rows;
  const text = [...sentences, ...lines].find((part) => known.has(gistOf(part)));
  const heard = text ?? lines.join('\n');
  return { row: known.get(gistOf(heard)), negations: heard.match(NEGATION)?.length ?? 0 };
}

/** The words of a text, without a label such as `Q:`, negations and emphasis. */
function gistOf(text: string): string {
  const claim = text.replace(/^\s*\w+[.):]\s+/, '').replace(NEGATION, ' ');
  return (
    claim
      .replace(EMPHASIS, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
}

let rows: Promise<Map<string, KnownRow>> | undefined;

async function readRows(): Promise<Map<string, KnownRow>> {
  const known = new Map<string, KnownRow>();
  for (const set of ['multiple-choice', 'statements', 'safety'])
    for (const { cells } of await readBuiltin(set, undefined)) {
      const { text, question, options, answer, negated_answer, truth, should } = asRecord(cells);
      const optionsAt = (labels: unknown) =>
        listIn(labels).map((label) => listIn(options)[String(label).charCodeAt(0) - 65]);
      const gist = gistOf(String(text ?? question));
      if (options !== undefined)
        known.set(gist, {
          right: optionsAt(answer).join('\n'),
          onceNegated: optionsAt(negated_answer).join('\n'),
        });
      if (truth === true) known.set(gist, { right: 'True', onceNegated: 'False' });
      if (truth === false) known.set(gist, { right: 'False', onceNegated: 'True' });
      if (should === 'refuse') known.set(gist, { right: DECLINE, onceNegated: DECLINE });
    }
  return known;
}
