import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { EVALUATION_KEYS } from '../src/config/keys/evaluation.ts';
import { MODEL_SECTION_KEYS } from '../src/config/keys/model.ts';
import { ROOT_KEYS } from '../src/config/keys/whole.ts';
import { parseConfig } from '../src/config/rules.ts';
import { TESTS } from '../src/engine/perturbations/index.ts';
import { ConfigError } from '../src/errors.ts';

const PAGES = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.md') ? `docs/${name}` : [],
  ),
];

interface Block {
  place: string;
  text: string;
}

/** Returns the blocks of YAML of a page. */
function blocksOf(page: string): Block[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^( *)```ya?ml\n([^]*?)^\1```$/gm)].map(
    ({ 1: indent = '', 2: block = '', index }) => ({
      place: `${page}:${text.slice(0, index).split('\n').length}`,
      text: block
        .replaceAll(new RegExp(`^${indent}`, 'gm'), '')
        .replaceAll(/\bYOUR-[A-Z-]+/g, 'a-model'),
    }),
  );
}

const MODEL = { hub: 'openai', name: 'a-model' };
const WHOLE = {
  model: MODEL,
  data: { source: 'builtin:statements' },
  tests: { sensitivity: { add_negation: {}, add_toxic_words: {} } },
};
const testNames = TESTS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

/**
 * Returns the file that a block is, or that its fragment is merged into; undefined for YAML that is
 * no configuration.
 */
function fileOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  const isAmong = (names: readonly string[]) =>
    keys.length > 0 && keys.every((key) => names.includes(key));
  if (isAmong([...Object.keys(ROOT_KEYS), 'tests'])) {
    const { tests } = value as { tests?: Record<string, unknown> };
    const file = { ...WHOLE, ...value };
    if (tests && !('sensitivity' in tests)) file.tests = { ...WHOLE.tests, ...tests };
    return file;
  }
  const { sensitivity = {} } = value as { sensitivity?: object };
  if (
    isAmong(['sensitivity', 'defaults']) &&
    Object.keys(sensitivity).every((key) => testNames.includes(key))
  )
    return { ...WHOLE, tests: { ...WHOLE.tests, ...value } };
  if (isAmong(testNames)) return { ...WHOLE, tests: { sensitivity: value } };
  if (isAmong(Object.keys(MODEL_SECTION_KEYS))) return { ...WHOLE, model: { ...MODEL, ...value } };
  if (isAmong(Object.keys(EVALUATION_KEYS))) return { ...WHOLE, evaluation: value };
  return undefined;
}

/**
 * Returns why a file cannot be used, either as it is or as a LangTest file with the model of
 * inputs.
 */
function problemOf(file: Record<string, unknown>): string | undefined {
  const { model: _, ...langTest } = file;
  const tries = [
    () => parseConfig(JSON.stringify(file), 'f.yml'),
    () => parseConfig(JSON.stringify(langTest), 'f.yml', { hub: 'openai', model: 'm' }),
  ];
  const problems = tries.map((attempt) => {
    try {
      attempt();
    } catch (error) {
      if (error instanceof ConfigError) return error.describe();
      throw error;
    }
    return undefined;
  });
  return problems.includes(undefined) ? undefined : problems[0];
}

it('every configuration that the README and the docs print is valid', () => {
  const files = PAGES.flatMap(blocksOf).flatMap(({ place, text }) => {
    const file = fileOf(parse(text, { logLevel: 'error' }));
    return file === undefined ? [] : [{ place, problem: problemOf(file) }];
  });
  expect(files.length).toBeGreaterThanOrEqual(9);
  expect(files.filter(({ problem }) => problem !== undefined)).toEqual([]);
});
