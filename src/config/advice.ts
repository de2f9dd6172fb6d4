/** Names the fault of a key or a value, and the remedy. */
import type { z } from 'zod';
import { TESTS } from '../engine/tests/index.ts';
import { quoted } from '../json.ts';
import { nearest } from '../language/nearest.ts';
import hubs from './other-hubs.json' with { type: 'json' };
import { keysAt } from './keys.ts';
import { IS_GONE, removedKey } from './removed.ts';
import { configSchema, readsKey } from './schema.ts';
import type { Path } from './yaml.ts';

/** A fault of the schema. */
export interface Fault {
  path: Path;
  /** The end of a sentence that the name of the key begins. */
  problem: string;
  remedy: string;
  /** Path of the key that is missing because of this fault. */
  explains?: Path;
}

export function valueFault(issue: z.core.$ZodIssue): Pick<Fault, 'problem' | 'remedy'> {
  const { input } = issue;
  const [rule = '', ...remedies] = inWords(issue).split('. ');
  if (input === undefined) return { problem: 'is missing', remedy: `Add the key. It ${rule}.` };
  const value = rule.startsWith('must') ? `, not ${quoted(input)}` : '';
  const remedy = remedies.join('. ') || (valueAdvice(issue) ?? 'Correct it.');
  return { problem: `${rule}${value}`, remedy };
}

/** Types of the schema in the words of YAML. */
const TYPES: Readonly<Record<string, string>> = {
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

function inWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  const type = issue.code === 'invalid_type' ? TYPES[issue.expected] : undefined;
  if (type !== undefined) return `must be ${type}`;
  const { message } = (issue.code === 'invalid_key' ? issue.issues[0] : undefined) ?? issue;
  return message.replace(/^Invalid string: must|^Too \w+: expected \w+ to/, 'must');
}

function valueAdvice(issue: z.core.$ZodIssue): string | undefined {
  const { input } = issue;
  if (issue.code === 'invalid_value') {
    const name = String(input)
      .toLowerCase()
      .replace(/[\s._-]|ai$/g, '');
    const [, hub] = Object.entries(hubs).find(([other]) => other === name) ?? [];
    const meant = nearest(String(input), issue.values.map(String));
    return hub ? `Write hub: ${hub}.` : meant && `Did you mean '${meant}'?`;
  }
  if (issue.code === 'invalid_type' && issue.expected === 'string')
    return 'Put the text in quotes: YAML reads it as something else.';
  return shareAdvice(input, issue.code === 'too_big' && issue.maximum <= 1);
}

/** The share that a percentage means, or that a comma means. */
function shareAdvice(value: unknown, isShare: boolean): string | undefined {
  const [, digits, sign] = /^(\d+(?:[.,]\d+)?)\s*(%?)$/.exec(String(value)) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits.replace(',', '.'));
  // 1.5 may be a slip for 0.15, and 85 is a percentage.
  const divisor = sign === '%' || (isShare && number >= 2) ? 100 : 1;
  const share = Number((number / divisor).toFixed(6));
  return share === value || share > 1 ? undefined : `Write ${share}, a share from 0 to 1.`;
}

const REQUEST_PARAMETERS =
  /^(?:temperature|(?:top|min|typical)_[pk]|max_\w*tokens|seed|stop|n|\w+_penalty|reasoning_effort|verbosity|logit_bias|response_format|tools)$/;
const SECRET = /^(?:[a-z]+[_-])*(?:api[_-]?key|api[_-]?token|secret)$/i;
/** Where a misplaced key may belong, the likeliest first. */
const SECTIONS = ['model', 'data', 'data.columns', 'tests.sensitivity', 'evaluation', 'budget'];

/** A key that a schema does not know. */
export function keyFault(path: Path, schema: z.ZodType): Fault {
  const key = String(path.at(-1));
  const above = path.slice(0, -1);
  const instead = removedKey(path);
  if (instead !== undefined) return { path, problem: IS_GONE, remedy: instead };
  if (schema !== configSchema && keysAt(configSchema, above).includes(key))
    return {
      path,
      problem: "is no key of LangTest's, as a file without `model` is",
      remedy: 'Add `model`.',
      explains: ['model'],
    };
  const allowed = keysAt(schema, above);
  const problem = 'is no key here';
  const remedy = allowed.length > 0 ? `Allowed: ${allowed.join(', ')}.` : 'Remove it.';
  const meant = nearest(key, allowed);
  if (meant !== undefined)
    return {
      path,
      problem: `${problem}; did you mean '${meant}'?`,
      remedy,
      explains: [...above, meant],
    };
  const section = SECTIONS.find((name) => keysAt(configSchema, name.split('.')).includes(key));
  const advice = placeAdvice(path) ?? (section && `Put it under ${section}.`);
  const explains = section === 'tests.sensitivity' ? [...section.split('.'), key] : path;
  return { path, problem, remedy: advice ?? remedy, explains };
}

function placeAdvice(path: Path): string | undefined {
  const key = String(path.at(-1));
  if (SECRET.test(key))
    return 'Remove it, and revoke the key, since a file had it. Set the input `api-key` from a secret, or the environment variable of the hub.';
  const readers = TESTS.filter((test) => readsKey(test, key)).map(({ name }) => name);
  if (path[1] === 'sensitivity' && readers.length > 0)
    return `Remove it: it is a key of ${readers.join(', ')} only.`;
  if (path[0] !== 'data' && REQUEST_PARAMETERS.test(key))
    return `Put it under model.parameters: { ${key}: … }.`;
  return undefined;
}
