import { parseJson } from '../data/parse-json.js';
import { isMapping, listIn } from '../json.js';
import {
  asList,
  NO_MODEL,
  scalarText,
  type Material,
  type Notes,
  type ConvertedRow,
} from './material.js';

const TEXTS = 'text question statement input query sentence prompt problem message request'.split(
  ' ',
);
const OPTIONS = 'options choices alternatives answer_choices'.split(' ');
const ANSWERS =
  'answer ideal correct_answer label expected expected_output reference ground_truth gold target'.split(
    ' ',
  );

/** True for a row of OpenAI Evals: `{ item }`, or `{ input, ideal }` of the older framework. */
export function isEvalRow(value: unknown): boolean {
  return (
    isMapping(value) &&
    (isMapping(value.item) ||
      (value.input !== undefined && (value.ideal !== undefined || Array.isArray(value.input))))
  );
}

/**
 * Reads rows as JSON Lines. @throws DataError with file, line and column for a line that is no
 * JSON.
 */
export function fromOpenAiRows(text: string, name: string, notes: Notes): Material {
  let system: string | undefined;
  const rows = text.split('\n').flatMap((line, i): ConvertedRow[] => {
    if (line.trim() === '') return [];
    const where = `${name}:${i + 1}`;
    const skip = (why: string) =>
      notes.add('the row', where, {
        why,
        instead: 'Correct it, or convert it from a file of its own.',
      });
    const value = parseJson(line, name, i + 1);
    const item = isMapping(value) && isMapping(value.item) ? value.item : value;
    if (!isMapping(item)) return skip('it is no mapping');
    const valueOf = (names: readonly string[]) =>
      item[names.find((known) => Object.hasOwn(item, known)) ?? ''];
    const read = conversation(valueOf(TEXTS));
    if (read === undefined || read.user.trim() === '')
      return skip(`it has no text (${TEXTS.join(', ')}), or is a conversation of several turns`);
    system ??= read.system;
    if (read.system !== system) return skip('its system prompt differs from that of the first row');
    const given = valueOf(OPTIONS);
    const options = Array.isArray(given)
      ? given
          .map((one, at) => `${String.fromCharCode(65 + at)}. ${scalarText(one) ?? ''}`)
          .join('\n')
      : scalarText(given);
    return [
      {
        text: read.user,
        options,
        answers: asList(valueOf(ANSWERS)).flatMap((one) => scalarText(one) ?? []),
        where,
      },
    ];
  });
  return { format: 'rows of OpenAI Evals', model: NO_MODEL, system, rows };
}

/**
 * A text, or messages: one question and at most one system prompt before it. Undefined for anything
 * else.
 */
export function conversation(value: unknown): { system?: string; user: string } | undefined {
  if (typeof value === 'string') return { user: value };
  const [first, second, third] = listIn(value).map((one) =>
    isMapping(one) ? { role: one.role, text: contentOf(one.content) } : {},
  );
  // The older framework gives a lone question the role system.
  if (second === undefined)
    return first?.text === undefined || first.role === 'assistant'
      ? undefined
      : { user: first.text };
  const isAsked =
    ['system', 'developer'].includes(String(first?.role)) &&
    second.role !== 'assistant' &&
    third === undefined;
  return isAsked && first?.text !== undefined && second.text !== undefined
    ? { system: first.text, user: second.text }
    : undefined;
}

function contentOf(content: unknown): string | undefined {
  const texts = asList(content).map((part) =>
    isMapping(part) ? scalarText(part.text) : scalarText(part),
  );
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('');
}
