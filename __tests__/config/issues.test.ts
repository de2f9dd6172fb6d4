import { z } from 'zod';
import { schemaErrors } from '../../src/config/issues.ts';
import { parseYaml } from '../../src/config/positions.ts';
import { errorOf } from './config-error.ts';

/** Returns the messages for a value under the key `a` with this schema. */
function messagesOf(schema: z.ZodType, value: unknown): string[] {
  const root = { a: value };
  const yaml = parseYaml(JSON.stringify(root), 'f.yml');
  const whole = z.strictObject({ a: schema });
  const { issues = [] } = whole.safeParse(root).error ?? {};
  return schemaErrors(issues, { schema: whole, root, yaml }).map(({ message }) => message);
}

it.each<[string, z.ZodType, unknown, string]>([
  ['an empty text', z.string().min(1), '', ' must not be empty'],
  ['a short text', z.string().min(3), 'ab', ' must have 3 or more characters'],
  ['a long text', z.string().max(3), 'abcd', ' must have at most 3 characters'],
  ['an empty list', z.array(z.string()).min(1), [], ' must not be empty'],
  ['a short list', z.array(z.string()).min(2), ['x'], ' must have 2 or more entries'],
  ['a long list', z.array(z.string()).max(1), ['x', 'y'], ' must have at most 1 entries'],
  ['a small number', z.number().min(1), 0, ' is too small: `0`; allowed: at least 1'],
  ['a number at a bound', z.number().gt(0), 0, ' is too small: `0`; allowed: more than 0'],
  ['a large number', z.number().lt(0.5), 0.5, ' is too large: `0.5`; allowed: less than 0.5'],
  ['a large whole number', z.int().max(9), 10, ' is too large: `10`; allowed: at most 9'],
  [
    'a share that may be a slip',
    z.number().max(1),
    1.5,
    ' is too large: `1.5`; allowed: at most 1',
  ],
  ['an empty value', z.number(), null, ' must be a number, not `null`'],
  [
    'a percentage for a share',
    z.number().max(1),
    '10%',
    ' must be a number, not `"10%"`; write 0.1, a share from 0 to 1',
  ],
  ['a share above its bound', z.number().lt(0.5), '50%', ' must be a number, not `"50%"`'],
  ['a percentage for another number', z.number(), '10%', ' must be a number, not `"10%"`'],
  ['a percentage for a count', z.int().positive(), '10%', ' must be a number, not `"10%"`'],
])('%s', (_, schema, value, problem) => {
  expect(messagesOf(schema, value)).toEqual([`\`"a"\`${problem}`]);
});

it('one file has at most 50 findings, however its keys are spread', () => {
  const manyKeys = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k${i}`, i]));
  const item = z.strictObject({ x: z.number().optional() });
  expect(messagesOf(z.array(item), [manyKeys, manyKeys])).toHaveLength(50);
  expect(messagesOf(z.union([item, z.array(item)]), [manyKeys, manyKeys])).toHaveLength(50);
});

const errorOfModel = (model: string) =>
  errorOf(
    `model: { hub: openai, name: m, ${model} }\ndata: { source: a.csv }\ntests: { sensitivity: { add_negation: } }`,
  );

it('a key of a mapping that cannot have this name, at the place of the key', () => {
  expect(errorOfModel('variables: { text: x }')).toMatchObject({
    where: 'f.yml:1:45',
    message: '`"model.variables.text"`: is a placeholder of the sample',
    remedy: 'Rename the key.',
  });
  expect(errorOfModel('variables: { a b: x }')?.message).toBe(
    '`"model.variables.a b"`: must be a name of letters, digits and _',
  );
});

it('a complete sentence about a value does not quote the value', () => {
  expect(errorOfModel('prompt: prompts/a.txt')?.message).toMatch(
    /, a path from the root of the repository$/,
  );
});

it('a question mark ends the sentence of a further problem', () => {
  const error = errorOf('modl: 1\ntests: { sensitivity: { add_negatin: {} } }');
  expect(error?.remedy).toContain(`did you mean 'model'? Correct or remove the key.`);
});
