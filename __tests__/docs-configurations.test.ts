import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readConfig } from '../src/config/read.ts';
import { configJsonSchema } from '../scripts/build/reference.ts';
import { TESTS } from '../src/engine/tests/index.ts';
import { ConfigError } from '../src/shared/errors.ts';

const PAGES = ['README.md', ...globSync('docs/**/*.md')];

interface Block {
  place: string;
  text: string;
}

/** The YAML blocks of a page, and the mappings in its sentences, which may span lines. */
function blocksOf(page: string): Block[] {
  const text = readFileSync(page, 'utf8');
  const blocks = [...text.matchAll(/^( *)```ya?ml\n([^]*?)^\1```$/gm)].map(
    ({ 1: indent = '', 2: block = '', index }) => ({
      index,
      text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
  const spans = [...text.matchAll(/(?<!`)`([a-z_]+: [{[][^`]*)`/g)].map(
    ({ 1: span = '', index }) => ({ index, text: span.replaceAll(/\s+/g, ' ') }),
  );
  return [...blocks, ...spans].map(({ index, text: block }) => ({
    place: `${page}:${text.slice(0, index).split('\n').length}`,
    text: block.replaceAll(/\bYOUR-[A-Z-]+/g, 'a-model'),
  }));
}

const KEYS = configJsonSchema().properties ?? {};
const MODEL = { hub: 'openai', name: 'a-model' };
const WHOLE = {
  model: MODEL,
  data: { source: 'builtin:statements' },
  tests: { sensitivity: { add_negation: {}, add_toxic_words: {} } },
};
const testNames = TESTS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

/** The configuration that a block is or belongs to. Undefined for other YAML. */
function fileOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  const isAmong = (names: readonly string[]) =>
    keys.length > 0 && keys.every((key) => names.includes(key));
  if (isAmong(Object.keys(KEYS))) {
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
  if (isAmong(Object.keys(KEYS.model?.properties ?? {})))
    return { ...WHOLE, model: { ...MODEL, ...value } };
  if (isAmong(Object.keys(KEYS.evaluation?.properties ?? {})))
    return { ...WHOLE, evaluation: value };
  if (isAmong(Object.keys(KEYS.data?.properties ?? {})))
    return { ...WHOLE, data: { ...WHOLE.data, ...value } };
  return undefined;
}

/** Reads a file whose prompts and variables all exist. */
function read(file: object, overrides: { hub?: string; model?: string }) {
  const texts: Record<string, string> = {
    'prompts/system.md': '{help}',
    'help/a.md': 'Help.',
  };
  return readConfig({
    path: 'f.yml',
    bytes: Buffer.from(JSON.stringify(file)),
    overrides,
    files: {
      name: 'the docs',
      list: async () => Object.keys(texts),
      read: async (names) => names.map((name) => Buffer.from(texts[name] ?? '{text} {context}')),
    },
  });
}

/** The reason why a file is invalid, both as our configuration and as a file of LangTest. */
async function problemOf(file: Record<string, unknown>): Promise<string | undefined> {
  const { model, ...langTest } = file;
  const attempts = [read(file, {})];
  if (model === MODEL) attempts.push(read(langTest, { hub: 'openai', model: 'm' }));
  const tries = attempts.map((attempt) =>
    attempt.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ConfigError) return error.describe();
        throw error;
      },
    ),
  );
  const problems = await Promise.all(tries);
  return problems.includes(undefined) ? undefined : problems[0];
}

it('every configuration that the README and the docs print is valid', async () => {
  const found = PAGES.flatMap(blocksOf).flatMap(({ place, text }) => {
    const file = fileOf(parse(text, { logLevel: 'error' }));
    return file === undefined ? [] : [{ place, file }];
  });
  const files = await Promise.all(
    found.map(async ({ place, file }) => ({ place, problem: await problemOf(file) })),
  );
  expect(files.length).toBeGreaterThanOrEqual(16);
  expect(files.filter(({ problem }) => problem !== undefined)).toEqual([]);
});
