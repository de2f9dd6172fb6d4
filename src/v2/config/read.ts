import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { ConfigError } from '../../errors.ts';
import { asRecord, isMapping, quoted } from '../../json.ts';
import { didYouMean } from '../../language/nearest.ts';
import type { Files } from '../files.ts';
import type { Config, Overrides } from './config.ts';
import { Faults } from './faults.ts';
import { translated } from './langtest.ts';
import { readTexts } from './prompts.ts';
import { resolve } from './resolve.ts';
import { configSchema, langTestSchema } from './schema.ts';
import { oddIndentation, parseYaml, type Path } from './yaml.ts';

const MAX_CONFIG_BYTES = 1024 ** 2;

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
  const yaml = parseYaml(text, path);
  const isLangTest = !isMapping(yaml.value) || yaml.value.model === undefined;
  const { value, moved, notices } = translated(yaml.value, isLangTest);
  const inputs = applyInputs(value, overrides);
  const faults = new Faults({
    placeOf: (key) => inputs.get(key.join('.')) ?? yaml.placeOf(moved(key)),
    nameOf: (key) => moved(key).join('.'),
  });
  const placeOf = (key: Path) => {
    const found = moved(key).reduce<unknown>((above, step) => asRecord(above)[step], yaml.value);
    return found === undefined ? undefined : yaml.placeOf(moved(key));
  };
  try {
    const written = faults.check(isLangTest ? langTestSchema : configSchema, value);
    const texts = await readTexts(written, files, faults);
    const config = resolve({ written, value, texts, faults, overrides, isLangTest, placeOf });
    faults.throwAny();
    const hash = createHash('sha256').update(text);
    for (const { file, text: inFile } of texts.values()) hash.update(`\0${file}\0${inFile}`);
    return {
      ...config,
      notices: [...notices, ...config.notices],
      path,
      sha256: hash.digest('hex'),
    };
  } catch (error) {
    throw (error instanceof ConfigError && oddIndentation(text, path)) || error;
  }
}

async function configText(path: string, files: Files): Promise<string> {
  const bytes = await files.read(path);
  if (!bytes) {
    const near = didYouMean(path, await files.list());
    throw new ConfigError(`there is no configuration at ${quoted(path)} in ${files.name}${near}`, {
      where: path,
      remedy:
        'Write one there (`sensitivity init` does), or name another path in the input `config`.',
    });
  }
  if (isUtf8(bytes) && bytes.length <= MAX_CONFIG_BYTES) return bytes.toString();
  throw new ConfigError(`the configuration has ${bytes.length} bytes, or is no text in UTF-8`, {
    where: path,
    remedy: `At most ${MAX_CONFIG_BYTES} bytes of UTF-8 are read.`,
  });
}

/** Puts inputs into the section `model`, and gives their names by the keys that they set. */
function applyInputs(
  value: unknown,
  { hub, model: name, baseUrl }: Overrides,
): Map<string, string> {
  const model = asRecord(asRecord(value).model);
  const places = new Map<string, string>();
  const inputs = { hub: [hub, 'hub'], name: [name, 'model'], base_url: [baseUrl, 'base-url'] };
  for (const [key, [input, as]] of Object.entries(inputs)) {
    if (input === undefined) continue;
    model[key] = input;
    places.set(`model.${key}`, `input '${as}'`);
  }
  return places;
}
