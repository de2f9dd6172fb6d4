/** What a user probably means who writes a key or a value that is not known. */
import type { z } from 'zod';
import { TESTS } from '../../core/tests/index.ts';
import { nearest } from '../../language/nearest.ts';
import { keysAt } from './json-schema.ts';
import hubs from './other-hubs.json' with { type: 'json' };
import { IS_GONE, removedKey } from './removed.ts';
import { configSchema, readsKey } from './schema.ts';
import type { Path } from './yaml.ts';

/** Our hubs under other names, and servers that speak OpenAI's protocol. */
export function hubAdvice(hub: unknown): string | undefined {
  const name = String(hub).toLowerCase();
  const ours = Object.entries(hubs).find(([other]) => other === name.replace(/[\s._-]|ai$/g, ''));
  return ours && `write hub: ${ours[1]}`;
}

/** The share that a percentage means, or that a comma means. */
export function numberAdvice(value: unknown, isShare: boolean): string {
  const [, digits = '', sign] = /^(\d+(?:[.,]\d+)?)\s*(%?)$/.exec(String(value)) ?? [];
  const number = Number(digits.replace(',', '.'));
  // 1.5 may be a slip for 0.15, and 85 is a percentage.
  const isPercentage = sign === '%' || (isShare && number >= 2);
  const share = isPercentage ? Number((number / 100).toFixed(6)) : number;
  if (share === value || share > 1 || digits === '') return '';
  return `; write ${share}, a share from 0 to 1`;
}

const MAX_LISTED = 5;

export function spellingAdvice(word: string, words: readonly string[]): string {
  const meant = nearest(word, words);
  if (meant !== undefined) return `did you mean '${meant}'?`;
  const more = words.length - MAX_LISTED;
  const end = more > 0 ? ` and ${more} more` : '';
  return `allowed: ${words.slice(0, MAX_LISTED).join(', ')}${end}`;
}

const REQUEST_PARAMETERS =
  /^(?:temperature|(?:top|min|typical)_[pk]|max_\w*tokens|seed|stop|n|\w+_penalty|reasoning_effort|verbosity|logit_bias|response_format|tools)$/;
const SECRET = /^(?:[a-z]+[_-])*(?:api[_-]?key|api[_-]?token|secret)$/i;
const ODD_SPACE = /^[\u00a0\u2000-\u200b\u202f\u3000]/;
/** Where a misplaced key may belong, the likeliest first. */
const SECTIONS = ['model', 'data', 'data.columns', 'evaluation', 'budget'];

interface KeyAdvice {
  problem: string;
  remedy: string;
  explains?: Path;
}

/** What is wrong with a key that a schema does not know, and what to do. */
export function keyAdvice(path: Path, schema: z.ZodType): KeyAdvice {
  const key = String(path.at(-1));
  const above = path.slice(0, -1);
  const instead = removedKey(path);
  if (instead !== undefined) return { problem: IS_GONE, remedy: instead };
  if (schema !== configSchema && keysAt(configSchema, above).includes(key))
    return {
      problem: "is no key of LangTest, and a file without `model` is LangTest's",
      remedy: 'Add `model`.',
    };
  const allowed = keysAt(schema, above);
  const meant = nearest(key, allowed);
  const place = meant === undefined ? placeAdvice(path) : undefined;
  return {
    problem: `is no key here; ${place ?? spellingAdvice(key, allowed)}`,
    remedy: 'Correct or remove the key.',
    explains: isTest(key) && path.length < 3 ? ['tests', 'sensitivity'] : [...above, meant ?? key],
  };
}

function isTest(key: string): boolean {
  return TESTS.some(({ name, aliases }) => name === key || aliases?.includes(key));
}

function placeAdvice(path: Path): string | undefined {
  const key = String(path.at(-1));
  if (SECRET.test(key))
    return 'a key does not belong in the file: set the input `api-key` from a secret, or the environment variable of the hub';
  if (ODD_SPACE.test(key)) return 'it begins with a no-break space (U+00A0), not with plain spaces';
  if (path.length < 3 && isTest(key)) return 'put it under tests.sensitivity';
  if (path[1] === 'sensitivity') {
    if (path.includes('parameters')) return 'the test has no such parameter';
    const tests = TESTS.map(({ name }) => name).filter((name) => readsKey(name, key));
    if (tests.length > 0) return `it is a key of ${tests.join(', ')} only`;
  }
  if (path[0] !== 'data' && REQUEST_PARAMETERS.test(key))
    return `put it under model.parameters: { ${key}: … }`;
  const section = SECTIONS.find((name) => keysAt(configSchema, name.split('.')).includes(key));
  return section && `it belongs under ${section}`;
}
