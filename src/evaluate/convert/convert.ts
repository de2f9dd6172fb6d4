import { stringify } from 'yaml';
import type { Path } from '../../config/positions.js';
import { ConfigError } from '../../errors.js';
import { jsonText } from '../../json.js';
import { assemble, CONFIG_NAME, DATA_NAME, REFUSALS_NAME, type PathOf } from './assemble.js';
import { AZURE, Notes, type Converted, type ConvertOptions, type DataRow, type Material, type NewFile } from './converted.js';
import { fromLangTest } from './langtest.js';
import { fromOpenAiEval, fromOpenAiRows } from './openai-evals.js';
import { fromPromptfoo } from './promptfoo/promptfoo.js';
import { pruned } from './prune.js';
import { recognise, type Recognised } from './recognise.js';
import { withoutSecrets } from './secrets.js';

/**
 * A file of another tool in our words, and all that has none. Nothing is written, and nothing read but what `companions` hands over.
 * @throws GateError for a file that is none of those that are understood, and for one that cannot be read.
 */
export async function convert(options: ConvertOptions, pathOf: PathOf): Promise<Converted> {
  const { text, name, rows, data, hub, model } = options;
  const found = recognise(text, name);
  if (rows && found.kind !== 'openai-eval') {
    throw new ConfigError('a second file is read only behind an OpenAI eval, as its rows', {
      where: rows.name,
      remedy: 'Convert one file at a time.',
    });
  }
  if (data !== undefined && found.kind !== 'langtest') {
    throw new ConfigError('this file names its rows itself', {
      where: '--data',
      remedy: 'Leave --data out: it is for files of LangTest, which name none.',
    });
  }
  const notes = new Notes();
  const made =
    found.kind === 'langtest'
      ? fromLangTest(found.yaml, { hub, data }, notes)
      : assemble(await materialOf(found, options, notes), notes, pathOf);
  const section = made.config.model as Record<string, unknown>;
  const named = {
    ...(hub === undefined || hub === section.hub ? section : promptsOf(section)),
    ...(hub && { hub }),
    ...(hub === 'azure-openai' && section.hub !== hub && AZURE),
    ...(model && { name: model }),
  };
  // What the command line says is missing no more.
  const isSaid = (what: string) => what === 'model' && model !== undefined;
  const where = ([section, key, ...rest]: Path) => {
    const path = [section, key, ...rest].filter((step) => step !== undefined);
    const isLangTests = found.kind === 'langtest' && section === 'model' && key === 'parameters';
    return 'yaml' in found ? found.yaml.where(isLangTests ? ['model_parameters', ...rest] : path) : name;
  };
  const whole = { ...made.config, model: { ...named, name: named.name ?? 'YOUR-MODEL' } };
  const config = pruned(withoutSecrets(whole, notes, where), notes, where);
  return { ...made, config, left_out: notes.all.filter(({ what }) => !isSaid(what)) };
}

/** Of a section `model` that is to be another hub's. */
function promptsOf(section: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(section).filter(([key]) => key === 'name' || key.includes('prompt') || key === 'parameters'));
}

async function materialOf(found: Exclude<Recognised, { kind: 'langtest' }>, options: ConvertOptions, notes: Notes): Promise<Material> {
  const { text, name, rows, companions } = options;
  if (found.kind === 'openai-rows') return fromOpenAiRows(text, name, notes);
  if (found.kind === 'openai-eval') return fromOpenAiEval(found.json, rows, notes);
  return fromPromptfoo(found.yaml, { companions }, notes);
}

export interface Described {
  converted: Converted;
  /** The file that was converted, for the first line of the new one. */
  from: string;
  schema: string;
}

/** The files that are written, as texts. */
export function filesOf({ converted: { config, rows, refusals, prompts, format }, from, schema }: Described): NewFile[] {
  const head = [
    `# yaml-language-server: $schema=${schema}`,
    `# From ${format}, ${from.replace(/[^\x20-\x7e]/g, '?')}, by \`sensitivity convert\`.`,
  ];
  return [
    { name: CONFIG_NAME, text: `${head.join('\n')}\n${stringify(config, { lineWidth: 0 })}` },
    ...(rows.length > 0 ? [{ name: DATA_NAME, text: jsonLines(rows) }] : []),
    ...(refusals.length > 0 ? [{ name: REFUSALS_NAME, text: jsonLines(refusals) }] : []),
    ...prompts,
  ];
}

function jsonLines(rows: readonly DataRow[]): string {
  return rows.map((row) => `${jsonText(row)}\n`).join('');
}
