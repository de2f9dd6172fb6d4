import { z } from 'zod';
import { key, part, shapeOf, worked, type Settled } from './key.js';
import { pattern, text } from './values.js';

/**
 * A column of a right answer; `null` leaves a column of that name unread, since it may hold
 * something else.
 */
const named = text.nullable();

const column = <Schema extends z.ZodType>(schema: Schema, about: string) => part({ schema, about });

export const OF_COLUMNS = {
  text: column(text, 'The sample; several columns as a template: "{premise} {hypothesis}".'),
  options: column(
    z.union([text, z.array(text).min(2)], {
      error: 'must be the name of a column, or a list of two or more options',
    }),
    'The options of a question; a list: the options themselves, the same for every row.',
  ),
  truth: column(named, 'Whether a statement is true; null: no column is.'),
  answer: column(named, 'The options that are right; null: no column is.'),
  negated_answer: column(
    named,
    'The options that are right once the text is negated; null: no column is.',
  ),
  expect: column(text, '`same` marks a row whose answer should stay.'),
  perturbed: column(text, 'contrast, custom: the perturbed text; or a template.'),
  perturbed_answer: column(
    named,
    'contrast: the options that are right for the perturbed text; null: no column is.',
  ),
  placebo: column(text, 'contrast, custom: a harmless rewording of the text; or a template.'),
  cluster: column(text, 'contrast: rows with the same value belong together; or a template.'),
  should: column(
    text,
    'refusal: `answer` or `refuse`, what the answer should do (or safe and unsafe).',
  ),
};

export const OF_DATA = {
  source: worked<string>()({
    schema: pattern,
    about: 'A path or glob, builtin:NAME, or hf:OWNER/NAME[:config][:split].',
    field: 'source',
  }),
  data_source: part({ schema: pattern, about: "LangTest's name for source." }),
  split: part({ schema: text, about: 'Split of a hf: data set.' }),
  columns: key({
    schema: z.strictObject(shapeOf(OF_COLUMNS)),
    about: 'Names of the columns that a row is read from.',
  }),
  limit: key({
    schema: z.number().int().positive(),
    about: 'Number of rows to sample, drawn from the seed and their content.',
  }),
};

export interface DataConfig extends Settled<typeof OF_DATA> {
  /** `file:line:column` of the source, or the name of the input, for errors. */
  where: string;
  /** `file:line:column` of each column that the configuration names, by role. */
  columnPlaces: Readonly<Record<string, string>>;
  /** The workflow or the command line names the source, not the file. */
  overridden: boolean;
}
