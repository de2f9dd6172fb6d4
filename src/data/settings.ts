import { z } from 'zod';
import { literalText } from '../shared/literal-text.ts';

/** Matches a path from the root of the repository. */
const PATH = /^(?![/~\s]|\w+:|(?:[^]*\/)?\.\.(?:\/|$))[^\\\p{Cc}]{1,300}$/u;

/** The path or the glob of files in the repository. */
export const repositoryFile = literalText.regex(
  PATH,
  'must be a path from the root of the repository, with forward slashes, without `..`',
);

const dataSource = literalText.regex(
  new RegExp(`^(?:builtin|hf):|${PATH.source}`, 'u'),
  'must be a path or a glob from the root of the repository, with forward slashes, without `..`; builtin:NAME; or hf:OWNER/NAME',
);

export const placeholderName = z
  .string()
  .regex(
    /^(?!(?:text|question|options)$)[A-Za-z_]\w*$/,
    'must be a name of letters, digits and _, and none of text, question and options',
  );

/** The name of a column; `null` ignores the column of the usual name. */
const optionalColumn = literalText.nullable();

/** The name of a column, or one value for every row. */
function columnOrValue<Value extends z.ZodType>(value: Value, example: string) {
  return z.union(
    [literalText, z.strictObject({ value })],
    `must be the name of a column, or one value for every row: { value: ${example} }`,
  );
}

/** Usual names of the column with the right answer, in the order of the search. */
export const ANSWER_NAMES = [
  'answer',
  'expected',
  'expected_answer',
  'expected_output',
  'ideal',
  'ground_truth',
  'correct_answer',
];

/**
 * Names of columns; a dotted path leads to a nested field, and `text`, `perturbed`, `placebo` and
 * the entries of `options` may be templates: `{premise} {hypothesis}`.
 */
const columns = z
  .strictObject({
    text: literalText,
    options: z.union(
      [literalText, z.array(literalText).min(2)],
      'must be the name of a column, or a list of two or more columns or options',
    ),
    truth: columnOrValue(z.boolean(), 'true').nullable(),
    answer: optionalColumn,
    answer_index: z.union(
      [literalText, z.strictObject({ column: literalText, first: z.literal([0, 1]).optional() })],
      'must be the name of a column, or { column: NAME, first: 0 or 1 }',
    ),
    negated_answer: optionalColumn,
    expect: columnOrValue(z.enum(['change', 'same']), 'same'),
    perturbed: literalText,
    perturbed_answer: optionalColumn,
    placebo: literalText,
    should: columnOrValue(z.enum(['answer', 'refuse', 'decline', 'escalate']), 'refuse'),
    fill: z
      .union(
        [z.array(placeholderName).min(1), z.record(placeholderName, literalText)],
        'must be a mapping of placeholders to columns, or a list of columns',
      )
      .transform((fill) =>
        Array.isArray(fill) ? Object.fromEntries(fill.map((name) => [name, name])) : fill,
      ),
    id: optionalColumn,
    must: optionalColumn,
  })
  .partial()
  .refine(({ answer, answer_index }) => !answer_index || typeof answer !== 'string', {
    path: ['answer_index'],
    error: 'is written twice: as answer, too. Keep one of them',
  })
  .refine(
    ({ answer, fill = {} }) =>
      !Object.values(fill).some((column) =>
        ['truth', answer?.toLowerCase(), ...ANSWER_NAMES].includes(column.toLowerCase()),
      ),
    {
      path: ['fill'],
      error: 'must show prompts no column with a right answer. Fill in another one',
    },
  );

export type Columns = z.output<typeof columns>;

/** The section `data`, of the file or of a test. */
export const dataSettings = z
  .strictObject({
    source: dataSource,
    data_source: dataSource,
    split: literalText,
    columns,
    limit: z.int().positive(),
  })
  .partial();

export type Role = keyof Columns;
