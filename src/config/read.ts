import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { ConfigError } from '../errors.ts';
import { asRecord, isMapping, quoted } from '../json.ts';
import { didYouMean } from '../language/nearest.ts';
import type { Files } from '../files.ts';
import type { Config, Overrides } from './config.ts';
import { Faults } from './faults.ts';
import { pathInLangTest, translated } from './langtest.ts';
import { readTexts } from './prompts.ts';
import { resolve } from './resolve.ts';
import { configSchema, langTestSchema } from './schema.ts';
import { parseYaml, valueAt, withPlainSigns, type Path } from './yaml.ts';

const MAX_CONFIG_BYTES = 1024 ** 2;
const INIT = '`sensitivity init` writes such a file.';

interface ReadOptions {
  path: string;
  files: Files;
  overrides?: Overrides;
}

/**
 * Reads a configuration, and every file that it names except data.
 *
 * @throws ConfigError that names every mistake with its place, what is allowed and what to do
 */
export async function readConfig({ path, files, overrides = {} }: ReadOptions): Promise<Config> {
  const text = await configText(path, files);
  const yaml = parseYaml(withPlainSigns(text), path);
  if (yaml.value === null)
    throw new ConfigError('the configuration is empty', {
      where: path,
      remedy: `Write the sections model, data and tests. ${INIT}`,
    });
  const isLangTest = isMapping(yaml.value) && yaml.value.model === undefined;
  const { value, notices } = translated(yaml.value, isLangTest);
  const inputs = applyInputs(value, overrides);
  const moved = (key: Path) => (isLangTest ? pathInLangTest(key) : key);
  const faults = new Faults({
    placeOf: (key) => inputs.get(key.join('.')) ?? yaml.placeOf(moved(key)),
    nameOf: (key) => moved(key).join('.'),
  });
  const placeOf = (key: Path) => {
    const isThere = valueAt(yaml.value, moved(key)) !== undefined;
    return isThere ? yaml.placeOf(moved(key)) : undefined;
  };
  const checked = faults.check(isLangTest ? langTestSchema : configSchema, value);
  const written = { ...configSchema.parse({}), ...checked };
  const { notices: unused, ...texts } = await readTexts(written, { files, faults });
  const given = { written, value: asRecord(value), ...texts };
  const config = resolve({ ...given, faults, overrides, isLangTest, placeOf });
  faults.throwAny();
  const hash = createHash('sha256').update(text).update(JSON.stringify(texts));
  return {
    ...config,
    notices: [...notices, ...unused, ...config.notices],
    path,
    sha256: hash.digest('hex'),
  };
}

async function configText(path: string, files: Files): Promise<string> {
  const [bytes] = await files.read([path]);
  if (bytes && isUtf8(bytes) && bytes.length <= MAX_CONFIG_BYTES) return bytes.toString();
  const problem = bytes
    ? `the configuration has ${bytes.length} bytes, or is no UTF-8`
    : `there is no configuration at ${quoted(path)} in ${files.name}${didYouMean(path, await files.list())}`;
  throw new ConfigError(problem, {
    where: path,
    remedy: `Write at most ${MAX_CONFIG_BYTES} bytes of UTF-8 there, or name another path in the input \`config\`. ${INIT}`,
  });
}

/** Puts inputs into the section `model`; gives their names by the keys that they set. */
function applyInputs(value: unknown, { hub, model, baseUrl }: Overrides): Map<string, string> {
  const section = asRecord(asRecord(value).model);
  const names = new Map<string, string>();
  const inputs = { hub: ['hub', hub], name: ['model', model], base_url: ['base-url', baseUrl] };
  for (const [key, [name, input]] of Object.entries(inputs)) {
    if (input === undefined) continue;
    section[key] = input;
    names.set(`model.${key}`, `input '${name}'`);
  }
  return names;
}
