import { parseJson } from '../../data/parse-json.js';
import { optionsText } from '../../data/columns.js';
import { GateError } from '../../errors.js';
import { textOf, type Expected, type Located, type Material, type Notes, type SourceRow } from './converted.js';
import { contentOf } from './messages.js';
import { isMapping, listIn } from '../../json.js';

/** @throws DataError with file, line and column where a line is no JSON. */
export function linesOf(text: string, name: string): Located[] {
  return text
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [{ value: parseJson(line, name, i + 1), where: `${name}:${i + 1}` }]));
}

/** What the right answer of a row is usually called. */
const ANSWERS = (
  'answer ideal correct_answer correct_label correct expected expected_answer expected_output label reference reference_answer ground_truth ' +
  'gold target'
).split(' ');

/** Of each row what its answer should be. Left out: what the column is called tells. */
export type Criteria = (values: Readonly<Record<string, string>>, where: string) => Expected[];

/** `{ item: { … } }`: its entries are the variables `item.NAME`. */
export function itemRows(lines: readonly Located[], { criteria, notes }: { criteria?: Criteria | undefined; notes: Notes }): SourceRow[] {
  return lines.flatMap(({ value, where }): SourceRow[] => {
    const item = isMapping(value) ? value.item : undefined;
    if (!isMapping(item))
      return notes.add('the row', where, { why: 'it has no item', instead: 'Write { "item": { "question": …, "answer": … } }.' });
    const values = flat(item, 'item');
    return [{ values, where, expected: criteria ? criteria(values, where) : byName(item, where) }];
  });
}

const DEEPEST = 4;

function flat(item: Record<string, unknown>, path: string, depth = 1): Record<string, string> {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => {
      const at = `${path}.${name}`;
      const text = textOf(value) ?? (Array.isArray(value) ? optionsOf(value) : undefined);
      if (text !== undefined) return [[at, text] as const];
      return isMapping(value) && depth < DEEPEST ? Object.entries(flat(value, at, depth + 1)) : [];
    }),
  );
}

/** A list of texts as lettered options, one a line. */
function optionsOf(list: readonly unknown[]): string | undefined {
  try {
    return optionsText({ row: { value: {}, source: '' }, column: 'options', content: list });
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    return undefined;
  }
}

function byName(item: Record<string, unknown>, where: string): Expected[] {
  const name = ANSWERS.find((known) => Object.hasOwn(item, known));
  const texts = name === undefined ? [] : textsOf(item[name]);
  return texts.length === 0
    ? []
    : [{ kind: 'answer', texts, what: `item.${name!}: ${JSON.stringify(texts.join(', ').slice(0, 60))}`, where }];
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((one) => textOf(one) ?? []);
}

/** The older rows, `{ input: [messages], ideal }`, of which each has the whole conversation. */
export function messageRows(lines: readonly Located[], notes: Notes): Pick<Material, 'rows' | 'system' | 'prompt'> {
  let system: string | undefined;
  let isFirst = true;
  const rows = lines.flatMap(({ value, where }): SourceRow[] => {
    const leave = (why: string, instead = 'Leave it out, or convert it from a file of its own.') =>
      notes.add('the row', where, { why, instead });
    if (!isMapping(value) || value.input === undefined) return leave('it has no input', 'Write { "input": [messages], "ideal": … }.');
    const asked = questionOf(value.input);
    if (typeof asked === 'string') return leave(asked);
    if (isFirst) [system, isFirst] = [asked.system, false];
    if (asked.system !== system) return leave('its system prompt is not that of the first row, and all rows have one');
    const texts = textsOf(value.ideal);
    const what = `ideal: ${JSON.stringify(texts.join(', ').slice(0, 60))}`;
    return [{ values: { input: asked.user }, where, expected: texts.length === 0 ? [] : [{ kind: 'answer', texts, what, where }] }];
  });
  return { rows, ...(system !== undefined && { system: [{ text: system }] }), prompt: [{ variable: 'input' }] };
}

function questionOf(input: unknown): { system?: string | undefined; user: string } | string {
  if (typeof input === 'string') return { user: input };
  const read = listIn(input).map((message) => (isMapping(message) ? { role: message.role, text: contentOf(message.content) } : undefined));
  const [first, second] = read;
  if (read.length === 0 || read.some((message) => message?.text === undefined)) return 'its input is neither a text nor messages of text';
  // The older framework gives instructions and question both to the role system, where there is no other.
  if (read.length === 1) return { user: first!.text! };
  if (read.length === 2 && first!.role === 'system' && second!.role !== 'assistant') return { system: first!.text, user: second!.text! };
  return 'it is a conversation of several turns; here a system prompt and one question are sent';
}
