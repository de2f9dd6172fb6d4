import path from 'node:path';
import type { AskModel } from '../../core/judge/ask.ts';
import { RowError } from '../../core/types.ts';
import { ConfigError, ModelError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import { leadsOut } from '../../path-safety.ts';
import { readConfig } from '../config/read.ts';
import { readDocuments, type DocumentText } from '../draft/documents.ts';
import { cutDocuments } from '../draft/pieces.ts';
import { draftQuestions, mostDraftRequests, type Drafted } from '../draft/questions.ts';
import { openRowsFile, piecesToAsk, replaceText, type IfThere } from '../draft/rows-file.ts';
import { draftRequests, draftRules } from '../draft/rules.ts';
import { Endpoints } from '../models/endpoint.ts';
import { createModel, hostOf } from '../models/index.ts';
import type { ModelSettings } from '../models/settings.ts';
import { quantity } from '../report/words.ts';
import { ROOMY_TOKENS, selfJudge } from '../run/self-judge.ts';
import { workTreeFiles } from '../trust/work-tree.ts';
import { overridesOf, runOptionsOf, type SubjectOptions } from './options.ts';
import { EXIT, usageError, type Terminal } from './terminal.ts';

export interface DraftCommand extends SubjectOptions {
  kind: 'questions' | 'rules';
  rows: number;
  out?: string;
  add?: boolean;
  force?: boolean;
}

interface Drafting {
  options: DraftCommand;
  documents: readonly DocumentText[];
  seed: number;
  write: AskModel;
  check: AskModel;
  /** Sent so far. */
  requests: () => number;
  terminal: Terminal;
}

/** Exit status 3 where requests break off, or fewer than half of the rows were written. */
export async function draft(
  names: readonly string[],
  options: DraftCommand,
  terminal: Terminal,
): Promise<number> {
  const files = workTreeFiles(terminal.host.cwd());
  const documents = await readDocuments(names, files);
  const runOptions = runOptionsOf(options, terminal);
  const overrides = { ...overridesOf(options), data: undefined };
  const config = await readConfig({ path: options.config, files, overrides });
  const writer = selfJudge(config.subject.model, ROOMY_TOKENS);
  if (!writer)
    throw new ConfigError('an application behind the hub http writes no rows', {
      where: config.placeOf('model.hub'),
      remedy: 'Name a model for it: --hub openai --model NAME.',
    });
  const judges = config.tests.map(({ judge }) => judge);
  const checker = judges.find((judge) => typeof judge === 'object') ?? writer;
  const { concurrency, maxRequests, seed } = config;
  const endpoints = new Endpoints({ ...runOptions, concurrency, maxRequests });
  const open = async (settings: ModelSettings, section: 'model' | 'judge'): Promise<AskModel> => {
    const model = await createModel(settings, {
      ...runOptions,
      endpoints,
      section,
      store: undefined,
    });
    return async (prompt, format) => (await model.answer(prompt, { format })).text;
  };
  try {
    const write = await open(writer, 'model');
    const check = checker === writer ? write : await open(checker, 'judge');
    const hosts = new Set(
      [writer, checker].map((one) => `${one.hub}/${one.name} at ${hostOf(one)}`),
    );
    terminal.note(`${quantity(documents.length, 'document')} to ${[...hosts].join(' and ')}.`);
    const requests = () => endpoints.meter.requests;
    const drafting = { options, documents, seed, write, check, requests, terminal };
    return await (options.kind === 'rules' ? writeRules(drafting) : writeRows(drafting));
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    const remedy = 'Name a stronger model with --model.';
    throw new ModelError(error.message, { kind: 'bad_response', remedy });
  } finally {
    await endpoints.close();
  }
}

async function writeRows(drafting: Drafting): Promise<number> {
  const { options, documents, seed, write, check, terminal } = drafting;
  const root = terminal.host.cwd();
  const name = path.posix.normalize(options.out ?? 'evals/questions.csv');
  if (leadsOut(name) || !/\.csv$/i.test(name))
    throw usageError(
      `--out ${quoted(name)} is no CSV file of this folder`,
      'Write evals/rows.csv.',
    );
  let ifThere: IfThere = options.force ? 'replace' : 'refuse';
  if (options.add) ifThere = 'add';
  const file = await openRowsFile({ root, name, files: workTreeFiles(root) }, ifThere);
  const { pieces, rows } = piecesToAsk(cutDocuments(documents), file, options.rows);
  terminal.note(
    `At most about ${mostDraftRequests(rows, pieces.length)} requests for ${rows} rows.`,
  );
  const { earlier, add: onRow } = file;
  const drafted = await draftQuestions({ pieces, rows, seed, earlier, write, check, onRow });
  terminal.note(summary(drafted, rows, drafting, name));
  if (drafted.failure) throw drafted.failure;
  return drafted.kept * 2 < rows ? EXIT.error : EXIT.pass;
}

function summary(
  { kept, dropped, example, unreadable, failure }: Drafted,
  rows: number,
  { requests }: Drafting,
  name: string,
): string {
  const lines = [`Wrote ${kept} of ${rows} rows to ${name}, with ${requests()} requests.`];
  for (const [reason, count] of dropped) lines.push(`Dropped: ${count} (${reason}).`);
  if (kept === 0 && example)
    lines.push(
      `For example ${quoted(example.question)}, ${quoted(example.answer)}: ${example.reason}.`,
    );
  if (unreadable.size > 0) lines.push(`No JSON for ${[...unreadable].slice(0, 5).join(', ')}.`);
  if (failure && kept > 0) lines.push('The requests broke off: continue with --add.');
  if (kept > 0)
    lines.push(
      'Read each row, and write your name into the column reviewed.',
      `Then gate them: answers: { data: { source: ${name}, columns: { fill: { context: passage } } } }, where the prompt has {context}.`,
    );
  return lines.join('\n');
}

/** Of a prompt, or the missing requests of a file of rules. */
async function writeRules({ options, documents, write, terminal }: Drafting): Promise<number> {
  const [document, ...others] = documents;
  if (!document || others.length > 0)
    throw usageError('--kind rules reads one file', 'Name the prompt that you ship, or its rules.');
  const isRulesFile = /\.ya?ml$/i.test(document.name);
  const { text, count, dropped } = await (isRulesFile ? draftRequests : draftRules)(
    document,
    write,
  );
  const out = isRulesFile ? document.name : options.out;
  if (dropped > 0) terminal.note(`${dropped} dropped: too long, or not of the document.`);
  if (count === 0) terminal.note('Nothing was drafted.');
  else if (out === undefined) terminal.print(text);
  else {
    const root = terminal.host.cwd();
    if (!isRulesFile && !options.force && (await workTreeFiles(root).read(out)))
      throw usageError(`${quoted(out)} is there already`, 'Overwrite it with --force.');
    await replaceText(path.join(root, out), text);
    terminal.note(`Wrote ${count} to ${out}.`);
  }
  if (count > 0) terminal.note('Read each one: they become rules of the gate.');
  return count * 2 < count + dropped || count === 0 ? EXIT.error : EXIT.pass;
}
