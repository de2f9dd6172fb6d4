// Parses a configuration: its dialect, its inputs, and the texts of the files that it names.

import { hash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { ConfigError } from '../shared/errors.ts';
import { asRecord, entryOf, isMapping } from '../shared/json.ts';
import type { Files } from '../shared/files.ts';
import { findNearest } from '../language/nearest.ts';
import { modelUnderTest } from '../models/settings.ts';
import type { Overrides } from './config.ts';
import { checkValue, createFaultCollector } from './faults.ts';
import names from './langtest-names.json' with { type: 'json' };
import { readTexts } from './prompts.ts';
import { configSchema, langTestSchema } from './schema.ts';
import { parseYaml, normalizeSyntax, removeAt, valueAt, type Path } from './yaml.ts';

const MAX_CONFIG_BYTES = 1024 ** 2;

export interface ConfigFile {
  path: string;
  bytes: Buffer;
  /** The files that the configuration may name. */
  files: Files;
  overrides?: Overrides;
}

/** A configuration that fits its schema, with the texts and rules of the files that it names. */
export type ParsedConfig = Awaited<ReturnType<typeof parseConfig>>;

/** Collects the faults of keys in `faults`. @throws ConfigError for a file that is no mapping */
export async function parseConfig({ path, bytes, files, overrides = {} }: ConfigFile) {
  if (!isUtf8(bytes) || bytes.length > MAX_CONFIG_BYTES)
    throw new ConfigError(`the file is larger than ${MAX_CONFIG_BYTES} bytes, or not UTF-8`, {
      where: path,
      remedy: 'Save it as UTF-8. Move prompts and rows to separate files.',
    });
  const text = bytes.toString();
  const yaml = parseYaml(normalizeSyntax(text), path);
  if (!isMapping(yaml.value))
    throw new ConfigError('the file is not a mapping of sections', {
      where: yaml.placeOf([]),
      remedy: 'Write the sections model, data and tests. `sensitivity init` writes such a file.',
    });
  // A file with a misspelt `model` is ours, so that its fault names the key that is meant.
  const isLangTest = !findNearest('model', Object.keys(yaml.value));
  const { value, ignored } = translateConfig(yaml.value, isLangTest);
  const { places, overridden } = applyInputs(asRecord(value.model), overrides);
  const pathInFile = isLangTest ? pathInLangTest : (key: Path) => key;
  const placeOfFault = (key: Path) => places.get(key.join('.')) ?? yaml.placeOf(key);
  const faults = createFaultCollector(placeOfFault, pathInFile, isLangTest);
  if (ignored) faults.notices.push(`Ignored, since it affects no sensitivity test: ${ignored}.`);
  const checked = checkValue(value, isLangTest ? langTestSchema : configSchema, faults);
  const written = { ...configSchema.parse({}), ...checked };
  const texts = await readTexts(written, files, faults);
  return {
    ...texts,
    path,
    sha256: hash('sha256', text + JSON.stringify(texts)),
    written,
    // The content of the file without defaults, in the order of the file.
    value,
    model: modelUnderTest(written.model, (key, ...fault) => {
      faults.add(['model', key], ...fault);
    }),
    faults,
    overrides,
    // The values of the file, by key of `model`, that inputs override.
    overridden,
    isLangTest,
    // The place of a key; undefined for a key that the file does not have.
    placeOf: (key: Path) => {
      const keyInFile = pathInFile(key);
      return valueAt(yaml.value, keyInFile) === undefined ? undefined : yaml.placeOf(keyInFile);
    },
  };
}

/**
 * Copies inputs into the section `model`.
 *
 * @returns the place of each key that an input sets, and its value in the file
 */
function applyInputs(section: Record<string, unknown>, { hub, model, baseUrl }: Overrides) {
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

/** Removes LangTest's other tests, and translates a file in LangTest's dialect. */
function translateConfig(written: Record<string, unknown>, isLangTest: boolean) {
  const value = structuredClone(written);
  const take = (key: string) => removeAt(value, key.split('.'));
  // LangTest also reads rates of other tests, so apply them before those tests are removed.
  if (isLangTest) applyRates(asRecord(value.tests));
  const unread = isLangTest ? [...names.categories, ...names.unread] : names.categories;
  const ignored = unread.filter((key) => take(key) !== undefined).join(', ');
  if (!isLangTest) return { value, ignored };
  for (const key of names.silent) take(key);
  const model: Record<string, unknown> = {};
  // A key without a value counts as absent.
  for (const [key, theirs] of Object.entries(names.model)) model[key] = take(theirs) || undefined;
  if (model.api === 'completion') model.api = 'completions';
  return { value: { ...value, model }, ignored };
}

/**
 * Gives each test the rate that LangTest uses: the last one under its name in any category, or that
 * of `defaults` (langtest.py:526).
 */
function applyRates(tests: Record<string, unknown>) {
  const categories = Object.values(tests).map(asRecord);
  const bodies = asRecord(tests.sensitivity);
  for (const [name, body] of Object.entries(bodies)) {
    const rates = categories.map((category) => asRecord(category[name]).min_pass_rate);
    const min_pass_rate =
      rates.findLast((rate) => rate !== undefined) ??
      asRecord(tests.defaults).min_pass_rate ??
      // LangTest's default minimum, for a file without one.
      0.65;
    bodies[name] = { ...asRecord(body), min_pass_rate };
  }
}

/** The path of one of our keys in a file in LangTest's dialect. */
function pathInLangTest(path: Path) {
  const [section, key, ...rest] = path;
  const theirs = section === 'model' && entryOf(names.model, String(key));
  return theirs ? [...theirs.split('.'), ...rest] : path;
}
