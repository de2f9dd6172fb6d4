import type { RowReads, Sample } from '../engine/sample.ts';
import { DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { findCell, isBlank, refuseLarge, rowPlace } from './cell.ts';
import { ColumnUse, type RowCounts } from './column-use.ts';
import { toSample } from './columns.ts';
import { hasUnreadAnswer, lackingAnswers, findAnswerColumn, MOST_PLACES } from './expected.ts';
import { SampleDrawing } from './halves.ts';
import { RepeatedQuestions } from './repeated-questions.ts';
import { refuseNearNames, refuseUnknownColumns } from './roles.ts';
import type { Columns, DataOptions, LoadedSamples, RawRow } from './source.ts';

/** Reads of a row that put it into one half of the data. */
const HALVING: readonly RowReads[] = ['keys', 'half', 'sides', 'pairs'];
/** Reads whose keys may contradict each other. LangTest reads no key that decides a row. */
const KEYED: readonly RowReads[] = ['keys', 'sides', 'pairs'];
/** Reads whose right answers may be in words, and in a column of another name than `answer`. */
const IN_WORDS: readonly RowReads[] = ['pairs', 'answers'];

/**
 * Reads every row, drawn or not.
 * @throws DataError for a row that cannot be a sample, and if all rows are blank
 */
export async function drawSamples(
  rows: AsyncIterable<RawRow> | Iterable<RawRow>,
  options: DataOptions,
  files?: number,
): Promise<LoadedSamples> {
  const { source, limit, seed, reads = 'negated_answer' } = options;
  const drawing = new SampleDrawing({ limit, seed, halves: HALVING.includes(reads) });
  const reader = new RowReader(options);
  for await (const row of rows) {
    const sample = reader.read(row);
    if (sample) drawing.offer(sample);
  }
  const samples = drawing.drawnSamples();
  return reader.finish(samples, { source, total: drawing.seen, drawn: samples.length, files });
}

/** The column in which a person who has read a drafted row writes a name. */
const REVIEWED = 'reviewed';

/** Makes samples of the rows of one source, and counts the rows that something lacks. */
export class RowReader {
  /** Places of rows with a blank text. They are left out. */
  private readonly blank: string[] = [];
  /** Places of rows that do not say what is right. */
  private readonly unanswered: string[] = [];
  private samples = 0;
  private unreadAnswers = 0;
  /** Rows with the column `reviewed`, which `draft` writes, and those of them without a name. */
  private readonly drafted = { rows: 0, unread: 0 };
  private readonly columnUse = new ColumnUse();
  private readonly questions = new RepeatedQuestions();
  /** True once a row has been compared with the columns that the configuration names. */
  private isChecked = false;
  private readonly options: DataOptions;
  private readonly reads: RowReads;

  constructor(options: DataOptions) {
    this.options = options;
    this.reads = options.reads ?? 'negated_answer';
  }

  /** Returns undefined for a row with a blank text. */
  read(row: RawRow): Sample | undefined {
    refuseLarge(row);
    const columns = this.columnsOf(row);
    if (!this.isChecked && typeof row.value === 'object') {
      refuseUnknownColumns(row, this.options);
      this.isChecked = true;
    }
    const sample = toSample(row, columns, this.reads);
    const isNewShape = this.columnUse.note(row, { columns, reads: this.reads });
    if (isNewShape && (this.reads === 'keys' || this.reads === 'pairs'))
      refuseNearNames(row, this.options);
    this.noteReview(row);
    if (!sample) {
      addPlace(this.blank, row);
      return undefined;
    }
    this.samples += 1;
    this.noteAnswer(row, sample);
    if (KEYED.includes(this.reads)) this.questions.refuseContradiction(row, sample);
    return sample;
  }

  /** @throws DataError if rows lack a right answer, or if all rows are blank */
  finish(samples: Sample[], counts: RowCounts): LoadedSamples {
    const { blank, unanswered, columnUse } = this;
    if (unanswered.length > 0) {
      const hasColumn = columnUse.hasRole('answer');
      throw lackingAnswers(unanswered, { rows: this.samples, hasColumn });
    }
    if (samples.length === 0 && blank.length > 0) {
      const count = blank.length === 1 ? 'the only one is' : `all ${blank.length} are`;
      const remedy = 'Write texts into the rows, or name another column in data.columns.text.';
      throw new DataError(`There is no row with a text: ${count} blank.`, {
        where: blank[0],
        remedy,
      });
    }
    const { source, total } = counts;
    return {
      samples,
      total,
      blank,
      unreadAnswers: this.unreadAnswers,
      understood: columnUse.describe(counts),
      notices: [...columnUse.contextNotices(source), ...this.reviewNotices(source)],
      digests: new Map(),
    };
  }

  private columnsOf(row: RawRow): Columns {
    const { columns = {} } = this.options;
    return IN_WORDS.includes(this.reads) ? findAnswerColumn(row, columns) : columns;
  }

  /** Notes a row that lacks a right answer, and one whose right answer is not read. */
  private noteAnswer(row: RawRow, sample: Sample): void {
    const { source, columns = {} } = this.options;
    const { answer, expected, should_decline } = sample;
    if (this.reads === 'answers') {
      if (!answer && !expected && !should_decline) addPlace(this.unanswered, row);
      return;
    }
    if (this.reads === 'pairs' || source.startsWith('builtin:')) return;
    if (hasUnreadAnswer(row, sample, columns)) this.unreadAnswers += 1;
  }

  private noteReview(row: RawRow): void {
    const cell = typeof row.value === 'string' ? undefined : findCell(row, REVIEWED);
    if (!cell) return;
    this.drafted.rows += 1;
    if (isBlank(cell.content)) this.drafted.unread += 1;
  }

  private reviewNotices(source: string): string[] {
    const { rows, unread } = this.drafted;
    if (unread === 0) return [];
    return [
      `${quoted(source)}: ${unread} of ${rows} rows have no name in the column ${REVIEWED}. Read them before they gate.`,
    ];
  }
}

/** Names only the first rows by their line: to find it takes a search through the whole file. */
function addPlace(places: string[], row: RawRow): void {
  places.push(places.length < MOST_PLACES ? rowPlace(row) : row.source);
}
