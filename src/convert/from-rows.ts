import { isMapping } from '../json.ts';
import { conversation } from './conversation.ts';
import {
  type ConvertedPrompts,
  type ConvertedRow,
  type ConvertedSource,
  NO_MODEL,
} from './converted-source.ts';
import type { Notes, Reason } from './notes.ts';
import { asList, escapeBraces, scalarText } from './values.ts';
import {
  ANSWER_COLUMNS,
  CONTEXT_COLUMNS,
  OPTION_COLUMNS,
  plainColumn,
  TEXT_COLUMNS,
  valueUnder,
} from './names.ts';
import { ROW_FORMATS, type RowFormat, type SourceRow } from './row-files.ts';

type RowFields = Readonly<Record<string, unknown>>;

/** Columns that describe a row and its origin, and are not converted. */
const BOOKKEEPING = new Set(
  'id name status comments metadata additional_metadata custom_column_key_values source_file dataset_id dataset_name dataset_item_id source_trace_id source_observation_id created_at updated_at item sample'
    .split(' ')
    .map(plainColumn),
);
const READ_COLUMNS = new Set(
  [...TEXT_COLUMNS, ...ANSWER_COLUMNS, ...OPTION_COLUMNS, ...CONTEXT_COLUMNS].map(plainColumn),
);
const CORRECT_ROW = 'Correct it, or convert it from a file of its own.';
const UNREAD_COLUMN: Reason = {
  why: 'no test of this project reads it',
  instead: 'Keep it in the source file. The action asks the model for new outputs.',
};
const NO_WORDS: Reason = {
  why: 'it is no text, and no mapping with one text in it',
  instead: 'Write what is right, in words, as answer of the row.',
};
const GUESSED_PROMPT: Reason = {
  why: 'the rows name none, so the context stands above the text',
  instead: 'Write the prompt that you ship, with {context} and {text}.',
};

/** Reads rows by the names that the three tools and their users give to columns. */
export function fromRows(
  format: RowFormat,
  rows: readonly SourceRow[],
  notes: Notes,
): ConvertedSource {
  const reader = new RowReader(notes);
  const rowsRead = rows.flatMap((row) => reader.row(row));
  const hasContexts = rowsRead.some(({ columns }) => columns.context !== undefined);
  const prompts: ConvertedPrompts = { variables: {}, fill: [] };
  if (reader.system) prompts.system_prompt = escapeBraces(reader.system);
  const [{ place: firstPlace } = { place: '' }] = rowsRead;
  if (hasContexts) {
    prompts.prompt = '{context}\n\n{text}';
    prompts.fill = ['context'];
    notes.add('the prompt', firstPlace, GUESSED_PROMPT);
  }
  const usableRows = hasContexts ? rowsRead.filter((row) => hasContext(row, notes)) : rowsRead;
  return { format: ROW_FORMATS[format], model: NO_MODEL, prompts, rows: usableRows, rules: [] };
}

/** Returns whether a row can fill the prompt. Notes a row that cannot. */
function hasContext({ columns, place }: ConvertedRow, notes: Notes): boolean {
  if (columns.context !== undefined) return true;
  notes.add('the row', place, {
    why: 'it has no context, and other rows have one',
    instead: CORRECT_ROW,
  });
  return false;
}

class RowReader {
  /** The system prompt of the first row. */
  system: string | undefined;
  #isFirst = true;
  readonly #notedColumns = new Set<string>();
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  row({ value, place }: SourceRow): ConvertedRow[] {
    const skip = (why: string): [] => {
      this.#notes.add('the row', place, { why, instead: CORRECT_ROW });
      return [];
    };
    const item = isMapping(value) && isMapping(value.item) ? value.item : value;
    if (!isMapping(item)) return skip('it is no mapping');
    if (String(item.status).toUpperCase() === 'ARCHIVED') return skip('it is archived');
    const input = valueUnder(item, TEXT_COLUMNS);
    const question = questionIn(input);
    if (question === undefined || question.user.trim() === '')
      return skip(
        `it has no text (${TEXT_COLUMNS.slice(0, 10).join(', ')}), or is a conversation of several turns`,
      );
    if (this.#isFirst) this.system = question.system;
    this.#isFirst = false;
    if (question.system !== this.system)
      return skip('its system prompt differs from that of the first row');
    this.#noteUnread(item, place);
    const inner = isMapping(input) ? input : {};
    const row: ConvertedRow = {
      text: question.user,
      options: optionsIn(valueUnder(item, OPTION_COLUMNS) ?? valueUnder(inner, OPTION_COLUMNS)),
      columns: {},
      answers: this.#answersIn(item, place),
      place,
    };
    const id = scalarText(item.id) ?? scalarText(item.name);
    if (id !== undefined && id.trim() !== '') row.id = id;
    const context = contextIn(item) ?? contextIn(inner);
    if (context !== undefined) row.columns = { context };
    return [row];
  }

  #answersIn(item: RowFields, place: string): string[] {
    const rightAnswers = asList(valueUnder(item, ANSWER_COLUMNS));
    const answers = rightAnswers.flatMap((entry) => wordsIn(entry) ?? []);
    if (answers.length < rightAnswers.length) this.#notes.add('the right answer', place, NO_WORDS);
    return answers.filter((answer) => answer.trim() !== '');
  }

  /** Notes each unread column once, at the first row that has it. */
  #noteUnread(item: RowFields, place: string): void {
    for (const [name, value] of Object.entries(item)) {
      const isEmpty = asList(value).length === 0 || value === '';
      const normalizedName = plainColumn(name);
      if (
        isEmpty ||
        READ_COLUMNS.has(normalizedName) ||
        BOOKKEEPING.has(normalizedName) ||
        this.#notedColumns.has(name)
      )
        continue;
      this.#notedColumns.add(name);
      this.#notes.add(`the column ${name}`, place, UNREAD_COLUMN);
    }
  }
}

/** Returns the question in a text, in messages, or in a mapping that holds one of them. */
function questionIn(input: unknown): ReturnType<typeof conversation> {
  if (!isMapping(input)) return conversation(scalarText(input) ?? input);
  const inner = valueUnder(input, ['messages', ...TEXT_COLUMNS]);
  if (inner !== undefined) return conversation(inner);
  const text = onlyText(input);
  return text === undefined ? undefined : { user: text };
}

function onlyText(value: RowFields): string | undefined {
  const texts = Object.values(value).filter((entry) => typeof entry === 'string');
  return texts.length === 1 ? texts[0] : undefined;
}

/** Returns the answer in a text, in a message, or in a mapping that holds one text. */
function wordsIn(answer: unknown): string | undefined {
  if (!isMapping(answer)) return scalarText(answer);
  const namedText = valueUnder(answer, [...ANSWER_COLUMNS, 'content', 'output', 'text']);
  return scalarText(namedText) ?? onlyText(answer);
}

function optionsIn(options: unknown): string | undefined {
  if (!Array.isArray(options)) return scalarText(options);
  return options
    .map((option, i) => `${String.fromCharCode(65 + i)}. ${scalarText(option) ?? ''}`)
    .join('\n');
}

/** Returns the documents of a row or of its metadata, joined into one text. */
function contextIn(item: RowFields): string | undefined {
  const meta = [item.metadata, item.additional_metadata].find(isMapping) ?? {};
  const documents = valueUnder(item, CONTEXT_COLUMNS) ?? valueUnder(meta, CONTEXT_COLUMNS);
  const texts = asList(documents).flatMap((entry) => scalarText(entry) ?? []);
  const joined = texts.join('\n\n');
  return joined.trim() === '' ? undefined : joined;
}
