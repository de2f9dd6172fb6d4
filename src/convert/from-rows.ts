import { isMapping } from '../json.js';
import { conversation } from './conversation.js';
import {
  asList,
  escaped,
  NO_MODEL,
  scalarText,
  type ConvertedPrompts,
  type ConvertedRow,
  type Material,
  type Notes,
  type Reason,
} from './material.js';
import {
  ANSWER_COLUMNS,
  CONTEXT_COLUMNS,
  OPTION_COLUMNS,
  plainColumn,
  TEXT_COLUMNS,
  valueUnder,
} from './names.js';
import { ROW_FORMATS, type RowFormat, type SourceRow } from './row-files.js';

type Item = Readonly<Record<string, unknown>>;

/** Says of a row what it is and where it came from, and asks nothing. */
const BOOKKEEPING = new Set(
  'id name status comments metadata additional_metadata custom_column_key_values source_file dataset_id dataset_name dataset_item_id source_trace_id source_observation_id created_at updated_at item sample'
    .split(' ')
    .map(plainColumn),
);
const KNOWN = new Set(
  [...TEXT_COLUMNS, ...ANSWER_COLUMNS, ...OPTION_COLUMNS, ...CONTEXT_COLUMNS].map(plainColumn),
);
const AGAIN = 'Correct it, or convert it from a file of its own.';
const UNREAD: Reason = {
  why: 'no test here reads it',
  instead: 'Keep it where it is; the action asks the model for its outputs anew.',
};
const NO_WORDS: Reason = {
  why: 'it is no text, and no mapping with one text in it',
  instead: 'Write what is right, in words, as answer of the row.',
};
const GUESSED: Reason = {
  why: 'the rows name none, so the context stands above the text',
  instead: 'Write the prompt that you ship, with {context} and {text}.',
};

/** Reads rows with the names of columns that the three tools and their users give. */
export function fromRows(format: RowFormat, rows: readonly SourceRow[], notes: Notes): Material {
  const read = new RowReader(notes);
  const found = rows.flatMap((row) => read.row(row));
  const fills = found.some(({ columns }) => columns.context !== undefined);
  const prompts: ConvertedPrompts = { variables: {}, fill: [] };
  if (read.system) prompts.system_prompt = escaped(read.system);
  const [{ where } = { where: '' }] = found;
  if (fills) {
    prompts.prompt = '{context}\n\n{text}';
    prompts.fill = ['context'];
    notes.add('the prompt', where, GUESSED);
  }
  const kept = fills ? found.filter((row) => hasContext(row, notes)) : found;
  return { format: ROW_FORMATS[format], model: NO_MODEL, prompts, rows: kept, rules: [] };
}

/** A prompt that rows fill needs a text from each of them. */
function hasContext({ columns, where }: ConvertedRow, notes: Notes): boolean {
  if (columns.context !== undefined) return true;
  notes.add('the row', where, {
    why: 'it has no context, and other rows have one',
    instead: AGAIN,
  });
  return false;
}

class RowReader {
  /** That of the first row. */
  system: string | undefined;
  #isFirst = true;
  readonly #noted = new Set<string>();
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  row({ value, where }: SourceRow): ConvertedRow[] {
    const skip = (why: string) => this.#notes.add('the row', where, { why, instead: AGAIN });
    const item = isMapping(value) && isMapping(value.item) ? value.item : value;
    if (!isMapping(item)) return skip('it is no mapping');
    if (String(item.status).toUpperCase() === 'ARCHIVED') return skip('it is archived');
    const input = valueUnder(item, TEXT_COLUMNS);
    const asked = questionIn(input);
    if (asked === undefined || asked.user.trim() === '')
      return skip(
        `it has no text (${TEXT_COLUMNS.slice(0, 10).join(', ')}), or is a conversation of several turns`,
      );
    if (this.#isFirst) this.system = asked.system;
    this.#isFirst = false;
    if (asked.system !== this.system)
      return skip('its system prompt differs from that of the first row');
    this.#noteUnread(item, where);
    const inner = isMapping(input) ? input : {};
    const row: ConvertedRow = {
      text: asked.user,
      options: optionsIn(valueUnder(item, OPTION_COLUMNS) ?? valueUnder(inner, OPTION_COLUMNS)),
      columns: {},
      answers: this.#answersIn(item, where),
      where,
    };
    const id = scalarText(item.id) ?? scalarText(item.name);
    if (id !== undefined && id.trim() !== '') row.id = id;
    const context = contextIn(item) ?? contextIn(inner);
    if (context !== undefined) row.columns = { context };
    return [row];
  }

  #answersIn(item: Item, where: string): string[] {
    const given = asList(valueUnder(item, ANSWER_COLUMNS));
    const answers = given.flatMap((one) => wordsIn(one) ?? []);
    if (answers.length < given.length) this.#notes.add('the right answer', where, NO_WORDS);
    return answers.filter((answer) => answer.trim() !== '');
  }

  /** Names each column that is not read once, at its first row. */
  #noteUnread(item: Item, where: string): void {
    for (const [name, value] of Object.entries(item)) {
      const isEmpty = asList(value).length === 0 || value === '';
      const plain = plainColumn(name);
      if (isEmpty || KNOWN.has(plain) || BOOKKEEPING.has(plain) || this.#noted.has(name)) continue;
      this.#noted.add(name);
      this.#notes.add(`the column ${name}`, where, UNREAD);
    }
  }
}

/** The question of a text, of messages, or of a mapping with either in it. */
function questionIn(input: unknown): ReturnType<typeof conversation> {
  if (!isMapping(input)) return conversation(scalarText(input) ?? input);
  const inner = valueUnder(input, ['messages', ...TEXT_COLUMNS]);
  if (inner !== undefined) return conversation(inner);
  const only = onlyText(input);
  return only === undefined ? undefined : { user: only };
}

function onlyText(value: Item): string | undefined {
  const texts = Object.values(value).filter((one) => typeof one === 'string');
  return texts.length === 1 ? texts[0] : undefined;
}

/** An answer as a text, as a message, or as a mapping with one text in it. */
function wordsIn(answer: unknown): string | undefined {
  if (!isMapping(answer)) return scalarText(answer);
  const named = valueUnder(answer, [...ANSWER_COLUMNS, 'content', 'output', 'text']);
  return scalarText(named) ?? onlyText(answer);
}

function optionsIn(given: unknown): string | undefined {
  if (!Array.isArray(given)) return scalarText(given);
  return given
    .map((one, at) => `${String.fromCharCode(65 + at)}. ${scalarText(one) ?? ''}`)
    .join('\n');
}

/** The documents of a row or of its metadata, one after the other. */
function contextIn(item: Item): string | undefined {
  const meta = [item.metadata, item.additional_metadata].find(isMapping) ?? {};
  const given = valueUnder(item, CONTEXT_COLUMNS) ?? valueUnder(meta, CONTEXT_COLUMNS);
  const texts = asList(given).flatMap((one) => scalarText(one) ?? []);
  const joined = texts.join('\n\n');
  return joined.trim() === '' ? undefined : joined;
}
