import path from 'node:path';
import type { AskModel } from '../engine/judge/ask.ts';
import { RowError } from '../engine/types.ts';
import { ModelError } from '../errors.ts';
import { quoted } from '../json.ts';
import { readDocuments, type DocumentText } from '../draft/documents.ts';
import { cutDocuments } from '../draft/pieces.ts';
import { draftQuestions, mostDraftRequests } from '../draft/questions.ts';
import { openRowsFile, piecesToAsk, replaceText } from '../draft/rows-file.ts';
import { draftRequests, draftRules } from '../draft/rules.ts';
import type { Files } from '../files.ts';
import { Endpoints } from '../models/endpoint.ts';
import { createModel, hostOf, type Door } from '../models/index.ts';
import type { ModelSettings } from '../models/settings.ts';
import { selfJudge } from '../run/connect.ts';
import { workTreeFiles } from '../trust/work-tree.ts';
import { openWork, type Options } from './options.ts';
import { EXIT, usageError, type Terminal } from './terminal.ts';

/** Exit status 3 where requests break off, or fewer than half of the rows were written. */
export async function draft(
  options: Options,
  terminal: Terminal,
  names: readonly string[],
): Promise<number> {
  const files = workTreeFiles(terminal.host.cwd());
  const documents = await readDocuments(names, files);
  const drafters = await openDrafters(options, terminal);
  try {
    terminal.note(`The documents go to ${drafters.hosts.join(' and ')}.`);
    const write = options.kind === 'rules' ? writeRules : writeRows;
    return await write(options, documents, { ...drafters, files, terminal });
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    throw new ModelError('The model wrote no JSON that can be read', {
      kind: 'bad_response',
      remedy: 'Name a stronger model with --model.',
    });
  } finally {
    await drafters.endpoints.close();
  }
}

/** The model without its prompts writes; the judge checks, where one is named. */
async function openDrafters(options: Options, terminal: Terminal) {
  const { judged, runOptions } = await openWork(options, terminal);
  const { config } = judged;
  const writer = selfJudge(config.subject.model);
  if (!writer)
    throw usageError('the hub http writes no rows', 'Name a model: --hub openai --model NAME.');
  const judges = config.tests.map(({ judge }) => judge);
  const checker = judges.find((judge) => typeof judge === 'object') ?? writer;
  const endpoints = new Endpoints({ ...config, ...runOptions, deadline: undefined });
  const open = async (settings: ModelSettings, section: Door['section']): Promise<AskModel> => {
    const model = await createModel(settings, {
      ...runOptions,
      endpoints,
      section,
      store: undefined,
    });
    return async (prompt, format) => (await model.answer(prompt, { format })).text;
  };
  return {
    seed: config.seed,
    endpoints,
    hosts: [...new Set([writer, checker].map(hostOf))],
    write: await open(writer, 'model'),
    check: await open(checker, checker === writer ? 'model' : 'judge'),
  };
}

type Drafters = Awaited<ReturnType<typeof openDrafters>> & { files: Files; terminal: Terminal };

async function writeRows(
  options: Options,
  documents: readonly DocumentText[],
  { files, terminal, endpoints, ...drafters }: Drafters,
): Promise<number> {
  const { out: name = 'evals/questions.csv', rows = 40 } = options;
  if (!/\.csv$/i.test(name)) throw usageError('--out is no CSV file', 'Write evals/rows.csv.');
  const place = { root: terminal.host.cwd(), name, files };
  const file = await openRowsFile(place, options);
  const { earlier, add: onRow } = file;
  const asked = piecesToAsk(cutDocuments(documents), earlier, rows);
  terminal.note(`${mostDraftRequests(asked)} requests at most, more where rows are dropped.`);
  const drafted = await draftQuestions({ ...drafters, ...asked, earlier, onRow });
  const { kept, dropped, unreadable, failure } = drafted;
  const { requests } = endpoints.meter;
  terminal.note(`Wrote ${kept} of ${asked.rows} rows to ${name}, with ${requests} requests.`);
  for (const [reason, count] of dropped) terminal.note(`Dropped: ${count} (${reason}).`);
  for (const source of unreadable) terminal.note(`The model wrote no JSON for ${source}.`);
  if (kept > 0)
    terminal.note(`Read each row, and write your name into the column reviewed: the rows decide what may merge.
Then gate them: answers: { data: { source: ${name}, columns: { fill: { context: passage } } } }, where the prompt has {context}.
To go on, or for documents that changed: --add.`);
  if (failure) throw failure;
  return kept * 2 < asked.rows ? EXIT.error : EXIT.pass;
}

/** Of a prompt, or the missing requests of a file of rules. */
async function writeRules(
  { out, force }: Options,
  [document, ...others]: readonly DocumentText[],
  { write, files, terminal }: Drafters,
): Promise<number> {
  if (!document || others.length > 0)
    throw usageError('--kind rules reads one file', 'Name the prompt that you ship, or its rules.');
  const isRulesFile = /\.ya?ml$/i.test(document.name);
  if (!isRulesFile && out !== undefined && !force && (await files.read(out)))
    throw usageError(`${quoted(out)} is there already`, 'Overwrite it with --force.');
  const ask = isRulesFile ? draftRequests : draftRules;
  const { text, count, dropped } = await ask(document, write);
  const name = isRulesFile ? document.name : out;
  if (name === undefined) terminal.print(text);
  else if (count > 0) await replaceText(path.join(terminal.host.cwd(), name), text);
  terminal.note(`Drafted ${count}, dropped ${dropped}. Read each one: they become rules.`);
  return count > dropped ? EXIT.pass : EXIT.error;
}
