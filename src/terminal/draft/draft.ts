import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { parseYaml, valueAt } from '../../config/positions.ts';
import { namedFilesBelow } from '../../config/named-files.ts';
import { configOf, readConfigFile } from '../../config/rules.ts';
import { readDocuments, type DocumentText } from '../../draft/documents.ts';
import { FACTS } from '../../draft/facts.ts';
import { QUESTIONS } from '../../draft/questions.ts';
import type { OpenRule } from '../../draft/rule-requests.ts';
import { enumerate } from '../../language/enumerate.ts';
import { quantity, formatNumber } from '../../report/story/words.ts';
import { connectDraftModels, type DraftModels } from '../../run/draft-models.ts';
import { paragraph, type CommandLine, type Terminal } from '../command.ts';
import { draftIntoFile } from './rows.ts';
import { draftRequests, draftRules } from './rules.ts';
import { evaluateOptions } from '../evaluate-options.ts';
import { usageError, type Options } from '../options.ts';
import { DRAFTED_FACTS, DRAFTED_QUESTIONS } from '../init/product-gate.ts';

/**
 * Drafts rows or rules from documents. Exit status 3 if fewer than half of the requested rows were
 * written, or the requests broke off. Written rows stay.
 */
export async function runDraft(
  { options, words }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const { root, note, layout } = terminal;
  const documents = await readDocuments(root, words);
  // The rows of `--data` are not used here.
  const workingOptions = await evaluateOptions({ ...options, data: undefined }, terminal);
  const config = configOf(workingOptions.config.rules, workingOptions.config.path);
  const rulesFile = await readRulesFile(options.config, root);
  const openRules = rulesFile === undefined ? [] : openRulesOf(config);
  const kinds =
    options.kind === undefined
      ? kindsLacking({ config, options, openRules, root })
      : [options.kind];
  if (kinds.length === 0) {
    note(paragraph(nothingLacking(config, rulesFile), layout));
    return 0;
  }
  if (kinds.length > 1 && options.out !== undefined)
    throw usageError(
      `--out names one file, and the configuration lacks ${enumerate(kinds)}`,
      'Name one of them with --kind.',
    );
  const models = await connectDraftModels(config, workingOptions);
  const drafting = { options, config, documents, rulesFile, openRules, models, terminal };
  let status = 0;
  try {
    if (options.kind !== undefined || kinds.some((kind) => kind !== 'rules'))
      note(paragraph(announcement(documents, models), layout));
    for (const kind of kinds) status = Math.max(status, await draftKind(kind, drafting));
  } finally {
    await models.close();
  }
  return status;
}

interface Drafting {
  options: Options;
  config: Config;
  documents: readonly DocumentText[];
  /** The file of rules that the configuration names. */
  rulesFile: { name: string; text: string } | undefined;
  openRules: readonly OpenRule[];
  models: DraftModels;
  terminal: Terminal;
}

/** Drafts what `kind` names. Resolves with the exit status. */
async function draftKind(kind: RowKind | 'rules', drafting: Drafting): Promise<number> {
  const { options, documents, rulesFile, openRules, models, terminal } = drafting;
  if (kind !== 'rules') return draftIntoFile({ ...drafting, kind: ROW_KINDS[kind] });
  if (options.kind === undefined && rulesFile !== undefined)
    return draftRequests({ file: rulesFile, openRules, models, terminal });
  const rules = rulesToDraft({ options, documents }, rulesFile?.name);
  return draftRules({ ...rules, namedFile: rulesFile?.name, models, terminal });
}

const ROW_KINDS = { questions: QUESTIONS, facts: FACTS };
type RowKind = keyof typeof ROW_KINDS;
const ROW_FILES: readonly [kind: RowKind, file: string][] = [
  ['questions', DRAFTED_QUESTIONS],
  ['facts', DRAFTED_FACTS],
];

/** The kinds of rows whose file the configuration names, with the file. */
function namedRows({ tests }: Config): (readonly [kind: RowKind, file: string])[] {
  return ROW_FILES.filter(([, file]) => tests.some(({ data }) => data.source === file));
}

/** The file of rules that the configuration names; undefined where it names none. */
async function readRulesFile(
  config: string,
  root: string,
): Promise<{ name: string; text: string } | undefined> {
  const written = await readConfigFile({ root, file: config, confined: false });
  const { value } = parseYaml(written ?? '', config);
  const name = valueAt(value, ['tests', 'sensitivity', 'rules', 'rules', 'file']);
  if (typeof name !== 'string') return undefined;
  const text = await namedFilesBelow(root)(name, config, 'bot_rules');
  return text === undefined ? undefined : { name, text };
}

/** The rules of the gate that have no request. */
function openRulesOf({ tests }: Config): OpenRule[] {
  const rules = tests.find(({ test }) => test.name === 'rules')?.rules ?? [];
  return rules.flatMap(({ rule, ask }, index) => (ask === undefined ? [{ index, rule }] : []));
}

/**
 * Returns the kinds of rows whose file the configuration names and that has no rows; with --add,
 * also those that have some. Rules are lacking where one of their file has no request. Returns
 * questions where --add or --out asks for rows and nothing is lacking.
 */
function kindsLacking({
  config,
  options,
  openRules,
  root,
}: {
  config: Config;
  options: Options;
  openRules: readonly OpenRule[];
  root: string;
}): (RowKind | 'rules')[] {
  const isAddedTo = options.add && options.out === undefined;
  const kinds: (RowKind | 'rules')[] = namedRows(config)
    .filter(([, file]) => isAddedTo || !hasRows(path.resolve(root, file)))
    .map(([kind]) => kind);
  if (options.add || options.out !== undefined) return kinds.length > 0 ? kinds : ['questions'];
  if (openRules.length > 0) kinds.push('rules');
  return kinds;
}

/** False also for a header alone, which a command that was killed leaves. */
function hasRows(file: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').trim().includes('\n');
}

function nothingLacking(config: Config, rulesFile: { name: string } | undefined): string {
  const files = namedRows(config).map(([, file]) => file);
  const states = [
    files.length === 0
      ? `the configuration names neither ${DRAFTED_QUESTIONS} nor ${DRAFTED_FACTS}`
      : `${enumerate(files)} ${files.length === 1 ? 'is' : 'are'} there`,
  ];
  if (rulesFile !== undefined) states.push(`each rule of ${rulesFile.name} has its \`ask\``);
  return `Nothing is lacking: ${states.join(', and ')}. Add rows for changed documents with --add, or draft more with --kind questions --out FILE.`;
}

/** Returns the prompt from which rules are drafted, and the file for them. */
function rulesToDraft(
  { options, documents }: { options: Options; documents: readonly DocumentText[] },
  namedFile: string | undefined,
): { prompt: DocumentText; file?: { name: string; replaces: boolean; isNamed: boolean } } {
  const [prompt, ...furtherDocuments] = documents;
  if (prompt === undefined || furtherDocuments.length > 0)
    throw usageError('--kind rules reads one prompt', 'Name the file of the prompt that you ship.');
  const { out: name, force: replaces } = options;
  if (name === undefined) return { prompt };
  const isNamed = namedFile !== undefined && path.normalize(namedFile) === path.normalize(name);
  return { prompt, file: { name, replaces, isNamed } };
}

function announcement(documents: readonly DocumentText[], { hosts }: DraftModels): string {
  const size = documents.reduce((characters, { text }) => characters + text.length, 0);
  return `${quantity(documents.length, 'document')} with ${formatNumber(size)} characters ${documents.length === 1 ? 'goes' : 'go'} to ${hosts.join(' and ')}.`;
}
