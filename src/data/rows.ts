import type { Sample } from '../engine/sample.js';
import { DataError, mergeErrors } from '../errors.js';
import { quoted } from '../json.js';
import {
  cellsOf,
  isTemplate,
  MOST_COLUMNS,
  PLACEHOLDER,
  rowPlace,
  refuseLarge,
  type Role,
} from './cell.js';
import { didYouMeanSentence, list } from './printable.js';
import { rolesOf, toSample, withPair } from './columns.js';
import { Drawing } from './halves.js';
import type { Columns, DataOptions, LoadedSamples, RawRow } from './source.js';

/**
 * Reads every row, drawn or not. @throws DataError for a row that cannot be a sample, and if all
 * rows are blank
 */
export async function drawSamples(
  rows: AsyncIterable<RawRow> | Iterable<RawRow>,
  options: DataOptions,
  files?: number,
): Promise<LoadedSamples> {
  const { source, keyed, sided, halved } = options;
  const drawing = new Drawing({ ...options, halves: Boolean(keyed || sided || halved) });
  const read = new Rows(options);
  for await (const row of rows) {
    const sample = read.read(row);
    if (sample) drawing.offer(sample);
  }
  return read.loaded(drawing.drawn(), { source, total: drawing.seen, files });
}

/** Blank rows that are named by their line. */
const MOST_PLACES = 5;

interface Counts {
  source: string;
  total: number;
  /** Rows drawn; default: the samples. */
  drawn?: number;
  files?: number;
}

/** Turns rows into samples; collects blank rows, and which columns were read as what. */
export class Rows {
  /** Places of rows whose text is blank: one of them is no reason to refuse the others. */
  private readonly blank: string[] = [];
  private readonly names = new Set<string>();
  private readonly roles = new Map<string, Set<string>>();
  private readonly layouts = new Set<string>();
  /** True once a row has been compared with the columns that the configuration names. */
  private isChecked = false;
  /** Column names of the row before. */
  private shape: string | undefined;
  private readonly options: DataOptions;
  private readonly columns: Columns;

  constructor(options: DataOptions) {
    this.options = options;
    this.columns = options.columns ?? {};
  }

  read(row: RawRow): Sample | undefined {
    refuseLarge(row);
    const { columns, options } = this;
    if (!this.isChecked && typeof row.value === 'object') {
      refuseUnknownColumns(row, options);
      this.isChecked = true;
    }
    // Right answers of a contrast set may be in columns that are no key elsewhere: they are read
    // with the pair.
    const sample = toSample(
      row,
      options.pairs ? { ...columns, answer: null, negated_answer: null } : columns,
      options,
    );
    this.noteColumns(row);
    // The line of a row is searched for in its whole file.
    if (!sample) this.blank.push(this.blank.length < MOST_PLACES ? rowPlace(row) : row.source);
    return sample && options.pairs ? withPair(row, sample, columns) : sample;
  }

  loaded(samples: Sample[], counts: Counts): LoadedSamples {
    const { blank } = this;
    if (samples.length === 0 && blank.length > 0) {
      const which = blank.length === 1 ? 'the only one is' : `all ${blank.length} are`;
      const remedy = 'Write texts into the rows, or name another column in data.columns.text.';
      throw new DataError(`There is no row with a text: ${which} blank.`, {
        where: blank[0],
        remedy,
      });
    }
    return {
      samples,
      total: counts.total,
      blank,
      understood: this.sentence({ drawn: samples.length, ...counts }),
      notices: [],
      digests: new Map(),
    };
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
    const { keyed, halved, pairs } = this.options;
    for (const [role, column] of Object.entries(rolesOf(value, this.columns, keyed || halved))) {
      const known = this.roles.get(role) ?? new Set();
      this.roles.set(role, known.add(column));
    }
    if (keyed) refuseNearNames(row, this.columns, pairs);
  }

  /**
   * `evals/q.csv: 3 columns between semicolons, 120 rows, 100 of them drawn, text = question`
   */
  private sentence({
    source,
    total,
    drawn,
    files = 1,
  }: Required<Pick<Counts, 'drawn'>> & Counts): string {
    const { size } = this.names;
    const layout = this.layouts.size === 0 ? '' : ` between ${[...this.layouts].join(' and ')}`;
    const parts: string[] = [];
    if (size !== 0) parts.push(`${size} ${size === 1 ? 'column' : 'columns'}${layout}`);
    parts.push(`${total} ${total === 1 ? 'row' : 'rows'}${files > 1 ? ` in ${files} files` : ''}`);
    if (drawn < total) parts.push(`${drawn} of them drawn`);
    if (size === 0) parts.push('each line a text');
    parts.push(
      ...[...this.roles].map(
        ([role, columns]) => `${role} = ${[...columns].map((name) => quoted(name)).join(' or ')}`,
      ),
    );
    return `${quoted(source)}: ${parts.join(', ')}`;
  }
}

/** Roles whose column may be a template over several columns. */
const TEMPLATES: readonly string[] = ['text', 'perturbed', 'placebo', 'cluster'];

function namedColumns({
  columns = {},
  keyed,
  sided,
  halved,
  pairs,
}: DataOptions): { role: string; column: string }[] {
  const read = ['text', 'options', 'expect'];
  if (pairs) read.push('answer', 'perturbed', 'placebo', 'cluster', 'perturbed_answer');
  else if (keyed) read.push('negated_answer', 'truth', 'answer');
  else if (!halved) read.push('negated_answer');
  if (sided) read.push('should');
  return Object.entries(columns).flatMap(([role, named]) =>
    typeof named === 'string' && read.includes(role) ? [{ role, column: named }] : [],
  );
}

/**
 * @throws DataError at the configuration, with every column that it names and the first row of the
 * data lacks
 */
function refuseUnknownColumns(row: RawRow, options: DataOptions): void {
  const there = Object.keys(cellsOf(row));
  const errors = namedColumns(options).flatMap(({ role, column: named }) => {
    const columns =
      TEMPLATES.includes(role) && isTemplate(named, row)
        ? Array.from(named.matchAll(PLACEHOLDER), ([, column = '']) => column)
        : [named];
    return columns
      .filter((column) => !there.includes(column))
      .map((column) => {
        const message = `The data has no column ${quoted(column)}, which data.columns.${role} names.${didYouMeanSentence(column, there)}`;
        const remedy = `The first row, ${quoted(rowPlace(row))}, has the columns ${list(there)}.`;
        return new DataError(message, {
          where: options.columnPlaces?.[role] ?? rowPlace(row),
          remedy,
        });
      });
  });
  const [first, ...others] = errors;
  if (first) throw mergeErrors([first, ...others], DataError);
}

const NONE_ALLOWED: readonly string[] = ['truth', 'answer', 'negated_answer'];

/**
 * Refuses `Truth` or `negatedAnswer`: without its key, a model that is always wrong would look like
 * one that is right.
 */
function refuseNearNames(row: RawRow, columns: Columns, pairs = false): void {
  const value = cellsOf(row);
  const there = new Map(Object.keys(value).map((name) => [normalizeName(name), name]));
  const hasOptions =
    typeof columns.options === 'object' || Object.hasOwn(value, columns.options ?? 'options');
  const roles: Role[] = ['options', 'truth', 'expect'];
  if (hasOptions) roles.push('answer', 'negated_answer');
  if (pairs) roles.push('perturbed', 'placebo', 'perturbed_answer');
  for (const role of roles) {
    const near = there.get(normalizeName(role));
    if (columns[role] !== undefined || Object.hasOwn(value, role) || near === undefined) continue;
    const none = NONE_ALLOWED.includes(role)
      ? `, or write data.columns.${role}: null to read none`
      : '';
    const remedy = `Rename the column to ${role}, or name it in data.columns.${role}${none}.`;
    throw new DataError(`The column ${quoted(near)} is not "${role}", which is what is read.`, {
      where: rowPlace(row),
      remedy,
    });
  }
}

/** A name without case, spaces, invisible characters, and the characters that join its words. */
function normalizeName(name: string): string {
  return name
    .slice(0, 200)
    .normalize('NFKC')
    .replace(/[\s\p{Cf}_-]+/gu, '')
    .toLowerCase();
}
