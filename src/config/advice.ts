import { z } from 'zod';
import { TESTS } from '../engine/perturbations/index.ts';
import { REGISTRY } from '../models/hubs/registry.ts';
import { COLUMN_KEYS, DATA_KEYS } from './keys/data.ts';
import { EVALUATION_KEYS } from './keys/evaluation.ts';
import { MODEL_SECTION_KEYS } from './keys/model.ts';
import { TEST_KEYS, scorerKeysOf } from './keys/test.ts';
import { BUDGET_SECTION_KEYS, REPORT_SECTION_KEYS, ROOT_KEYS } from './keys/whole.ts';
import type { Path } from './positions.ts';
import { nearest } from '../language/nearest.ts';

/**
 * Servers that speak OpenAI's protocol, under the names that other tools give them, with their
 * `base_url`.
 */
const COMPATIBLE: Readonly<Record<string, string>> = {
  deepseek: 'https://api.deepseek.com/v1',
  fireworks: 'https://api.fireworks.ai/inference/v1',
  groq: 'https://api.groq.com/openai/v1',
  llamacpp: 'http://127.0.0.1:8080/v1',
  lmstudio: 'http://127.0.0.1:1234/v1',
  mistral: 'https://api.mistral.ai/v1',
  ollama: 'http://127.0.0.1:11434/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  together: 'https://api.together.xyz/v1',
  vllm: 'http://127.0.0.1:8000/v1',
};

/** Our hubs under other names. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  aws: 'bedrock',
  amazonbedrock: 'bedrock',
  claude: 'anthropic',
  azure: 'azure-openai',
  gemini: 'google',
  googlegenai: 'google',
};

export function hubAdvice(hub: unknown): string | undefined {
  const name = String(hub)
    .toLowerCase()
    .replaceAll(/[\s._-]/g, '');
  const ourName = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  if (ourName !== undefined) return `write hub: ${ourName}`;
  const service = Object.keys(COMPATIBLE).find((alias) => [alias, `${alias}ai`].includes(name));
  return service && `write hub: openai and base_url: ${COMPATIBLE[service]}`;
}

/**
 * Returns the share that a percentage means: a text with a percent sign, or a number from 2 to 100.
 * A smaller number may be a slip for a share, such as 1.5 for 0.15. Returns undefined for a share
 * that the schema refuses.
 */
export function shareAdvice(value: unknown, schema?: z.ZodType): string | undefined {
  const [, digits] = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(String(value)) ?? [];
  const percent = digits === undefined ? value : Number(digits);
  if (typeof percent !== 'number' || percent > 100) return undefined;
  if (digits === undefined && percent < 2) return undefined;
  const share = Number((percent / 100).toFixed(6));
  if (schema?.safeParse(share).success === false) return undefined;
  return `write ${share}, a share from 0 to 1`;
}

const REQUEST_PARAMETERS = new Set<string>([
  ...REGISTRY.flatMap(({ sampling }) => sampling),
  'n',
  'logit_bias',
  'response_format',
  'tools',
]);

const SECTIONS: readonly (readonly [section: string, keys: readonly string[]])[] = [
  ['at the root of the file', Object.keys(ROOT_KEYS)],
  ['under model', Object.keys(MODEL_SECTION_KEYS)],
  ['under data', Object.keys(DATA_KEYS)],
  ['under data.columns', Object.keys(COLUMN_KEYS)],
  ['under evaluation or a test', Object.keys(EVALUATION_KEYS)],
  ['under a test', Object.keys(TEST_KEYS)],
  ['under budget', Object.keys(BUDGET_SECTION_KEYS)],
  ['under report', Object.keys(REPORT_SECTION_KEYS)],
];

/** The advice on an unknown key. */
interface KeyAdvice {
  advice?: string;
  /** Path of the key that is missing because of this mistake. */
  explains?: Path;
}

/** Returns advice on an unknown key at a path, where other keys are allowed. */
export function keyAdvice(path: Path, key: string, allowed: readonly string[]): KeyAdvice {
  if (isSecret(key))
    return {
      advice:
        'a key does not belong in the file: set the input `api-key` from a secret, or the environment variable of the hub',
    };
  if (isTest(key) && path.length < 2 && path[0] !== 'model') {
    const explains = path.length === 0 ? ['tests'] : ['tests', 'sensitivity'];
    return { advice: 'put it under tests.sensitivity', explains };
  }
  const advice = parameterAdvice(path, key);
  if (advice !== undefined) return { advice };
  const meantKey = nearest(key, allowed);
  if (meantKey !== undefined)
    return { advice: spellingAdvice(meantKey), explains: [...path, meantKey] };
  return { advice: otherPlaceAdvice(path, key, allowed) };
}

export function spellingAdvice(meantName: string | undefined): string | undefined {
  return meantName === undefined ? undefined : `did you mean '${meantName}'?`;
}

function isSecret(key: string): boolean {
  return /^(?:[a-z]+_)*(?:api_?key|api_?token|secret)$/.test(normalized(key));
}

function isTest(key: string): boolean {
  return TESTS.some(({ name, aliases = [] }) => name === key || aliases.includes(key));
}

function parameterAdvice(path: Path, key: string): string | undefined {
  if (!isBelowTest(path) || path.at(-1) !== 'parameters') return undefined;
  const testNames = namesOfTests(
    ({ parameters }) => parameters instanceof z.ZodObject && Object.hasOwn(parameters.shape, key),
  );
  return testNames === '' ? undefined : `it is a parameter of ${testNames} only`;
}

function otherPlaceAdvice(path: Path, key: string, allowed: readonly string[]): string | undefined {
  if (isBelowTest(path) && path.at(-1) === 'parameters')
    return allowed.length === 0 ? 'this test has no parameters: remove the key' : undefined;
  if (REQUEST_PARAMETERS.has(normalized(key)))
    return `put it under model.parameters: { ${key}: … }`;
  const testNames = isBelowTest(path)
    ? namesOfTests((test) => Object.hasOwn(scorerKeysOf(test), key))
    : '';
  if (testNames !== '') return `it is a key of ${testNames} only`;
  const section = SECTIONS.find(([, keys]) => keys.includes(key))?.[0];
  return section && `it belongs ${section}`;
}

function normalized(key: string): string {
  return key.toLowerCase().replaceAll('-', '_');
}

function isBelowTest(path: Path): boolean {
  return path[1] === 'sensitivity';
}

function namesOfTests(fits: (test: (typeof TESTS)[number]) => boolean): string {
  const fitting = TESTS.filter(fits);
  return fitting.map(({ name }) => name).join(', ');
}
