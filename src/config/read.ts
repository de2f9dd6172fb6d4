import { hash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { ConfigError } from '../shared/errors.ts';
import { asRecord, isMapping } from '../shared/json.ts';
import type { Files } from '../shared/files.ts';
import { findNearest } from '../language/nearest.ts';
import type { Overrides } from './config.ts';
import { createFaultCollector } from './faults.ts';
import { pathInLangTest, translateConfig } from './langtest.ts';
import { checkPrompts, readTexts } from './prompts.ts';
import { resolveEmbedder, losesSystemPrompt, modelUnderTest } from '../models/settings.ts';
import { configSchema, langTestSchema } from './schema.ts';
import { resolveTests, type ParsedConfig } from './tests.ts';
import { parseYaml, valueAt, normalizeSyntax, type Path } from './yaml.ts';

const MAX_CONFIG_BYTES = 1024 ** 2;

/**
 * Reads a configuration, and every file that it names except data.
 *
 * @throws ConfigError that names every mistake, with its place and remedy
 */
export async function readConfig({
  path,
  bytes,
  files,
  overrides = {},
}: {
  path: string;
  bytes: Buffer;
  files: Files;
  overrides?: Overrides;
}) {
  if (!isUtf8(bytes) || bytes.length > MAX_CONFIG_BYTES)
    throw new ConfigError(`the file is larger than ${MAX_CONFIG_BYTES} bytes, or not UTF-8`, {
      where: path,
      remedy: 'Save it as UTF-8. Move prompts and rows to separate files.',
    });
  const text = bytes.toString();
  const yaml = parseYaml(normalizeSyntax(text), path);
  // A file with a misspelt `model` is ours, so that its fault names the key that is meant.
  const isLangTest = isMapping(yaml.value) && !findNearest('model', Object.keys(yaml.value));
  const { value, notices } = translateConfig(yaml.value, isLangTest);
  const { places, overridden } = applyInputs(value, overrides);
  const pathInFile = isLangTest ? pathInLangTest : (key: Path) => key;
  const placeOfFault = (key: Path) => places.get(key.join('.')) ?? yaml.placeOf(key);
  const faults = createFaultCollector(placeOfFault, pathInFile, isLangTest);
  faults.notices.push(...notices);
  const checked = faults.check(isLangTest ? langTestSchema : configSchema, value);
  const written = { ...configSchema.parse({}), ...checked };
  const texts = await readTexts(written, files, faults);
  const config = resolveConfig({
    ...texts,
    written,
    value: asRecord(value),
    model: modelUnderTest(written.model, (key, problem, remedy) => {
      faults.add(['model', key], problem, remedy);
    }),
    faults,
    overrides,
    overridden,
    isLangTest,
    placeOf(key) {
      const steps = pathInFile(key);
      return valueAt(yaml.value, steps) === undefined ? undefined : yaml.placeOf(steps);
    },
  });
  return { ...config, path, sha256: hash('sha256', text + JSON.stringify(texts)) };
}

/** Resolves the tests, and checks all keys together. @throws ConfigError that names all faults */
function resolveConfig(source: ParsedConfig) {
  const { written, texts, model, overrides, isLangTest, faults } = source;
  const { concurrency, deadline, seed } = written;
  const tests = resolveTests(source);
  faults.notices.push(
    ...checkPrompts(texts, tests, (key, problem) => {
      faults.add(['model', key], `cannot be used: ${problem}`, 'Correct the prompt.');
    }),
  );
  if (losesSystemPrompt(model, texts))
    faults.add(
      ['model', 'body'],
      'has no {system_prompt}, so the system prompt would not be sent',
      'Write {system_prompt} where the service expects it, or remove the system prompt.',
    );
  const isEmbedded = tests.some(({ setup }) => setup.scorer === 'embedding');
  const embeddings = isEmbedded ? resolveEmbedder(written.embeddings, model) : undefined;
  if (isEmbedded && !embeddings)
    faults.add(
      ['embeddings', 'model'],
      'is missing, and the hub has no default',
      'Set embeddings.hub and embeddings.model. With azure-openai, the model is a deployment.',
    );
  faults.throwAny();
  const run = { embeddings, concurrency, deadline, seed };
  const placeOf = (name: string) => placeOfName(source, name);
  return {
    ...run,
    subject: { model, texts, placeOf },
    tests,
    maxRequests: overrides.maxRequests ?? written.budget?.max_requests,
    isLangTest,
    notices: faults.notices,
    rules: {
      ...run,
      deadline: deadline && `${deadline / 1000} s`,
      dialect: isLangTest ? 'langtest' : 'ours',
      model: { timeout: model.timeout, retries: model.retries, ...source.overridden },
      budget: written.budget,
      tests: {
        sensitivity: Object.fromEntries(tests.map(({ test, deciding }) => [test.name, deciding])),
      },
    },
    placeOf,
  };
}

/** The place of a field of the subject, or of a rule. */
function placeOfName({ placeOf, texts, ruleFile }: ParsedConfig, name: string) {
  if (ruleFile && name.endsWith('.rules.rules')) return `${ruleFile}:1:1`;
  const { file, lines } = texts[name.replace(/^model\./, '')] ?? {};
  if (file) return `${file}:${lines?.first ?? 1}:1`;
  // A key of a test may be set in a section for all tests.
  const [, ofTest = name] = /^tests(?:\.[^.]+){2}\.(.+)$/s.exec(name) ?? [];
  const names = [name, `model.${name}`, `evaluation.${ofTest}`, `tests.defaults.${ofTest}`, ofTest];
  return names.map((key) => placeOf(key.split('.'))).find(Boolean);
}

/**
 * Copies inputs into the section `model`.
 *
 * @returns the place of each key that an input sets, and its value in the file
 */
function applyInputs(value: unknown, { hub, model, baseUrl }: Overrides) {
  const section = asRecord(asRecord(value).model);
  const places = new Map<string, string>();
  const overridden: Record<string, unknown> = {};
  // If the input names another hub, it must not get the address and the headers of the app. Other
  // hubs ignore the app's other keys.
  if (section.hub === 'http' && hub && hub !== 'http') {
    delete section.url;
    delete section.headers;
  }
  const inputs = [
    ['hub', 'hub', hub],
    ['name', 'model', model],
    ['base_url', 'base-url', baseUrl],
  ] as const;
  for (const [key, input, text] of inputs) {
    if (!text) continue;
    overridden[key] = section[key];
    section[key] = text;
    places.set(`model.${key}`, `input '${input}'`);
  }
  return { places, overridden };
}
