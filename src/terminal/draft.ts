import type { AskModel } from '../engine/judge/ask.ts';
import { judgedText } from '../engine/read.ts';
import { readDocuments, type DocumentText } from '../draft/documents.ts';
import { cutDocuments } from '../draft/pieces.ts';
import { Drafted, draftQuestions, mostDraftRequests } from '../draft/questions.ts';
import { openRows, piecesToAsk } from '../draft/rows-file.ts';
import { draftRules, isRulesFile } from '../draft/rules.ts';
import { refuseTaken } from '../path-safety.ts';
import { createModel, hostOf, type Door } from '../models/index.ts';
import { selfJudge, type ModelSettings } from '../models/settings.ts';
import { withRun } from '../run/connect.ts';
import { openWork, type Options } from './options.ts';
import { EXIT, usageError, type Terminal } from './terminal.ts';

/** What rows and rules are drafted with. */
interface Desk {
  options: Options;
  documents: readonly DocumentText[];
  terminal: Terminal;
  seed: number;
  /** The model without its prompts writes; the judge checks, where one is named. */
  write: AskModel;
  check: AskModel;
}

/** Exit status 3 where requests break off, or fewer than half of the rows were written. */
export async function draft(
  options: Options,
  terminal: Terminal,
  sources: readonly string[],
): Promise<number> {
  const documents = await readDocuments(sources, terminal.files);
  const { judged, judges, runOptions } = await openWork(options, terminal);
  const { subject, seed, tests } = judged.config;
  if (options.kind !== 'rules' && tests.every(({ data }) => Array.isArray(data.columns.options)))
    throw usageError(
      'rows with labels are texts of your own, and questions from documents are none',
      'Write texts with their labels into data.source. --kind rules drafts the rules of a prompt; for questions, name another --config.',
    );
  const writer = selfJudge(subject.model);
  if (!writer)
    throw usageError('the hub http writes no rows', 'Name a model: --hub openai --model NAME.');
  const [checker = writer] = judges;
  const hosts = new Set([writer, checker].map(hostOf));
  terminal.note(`The documents go to ${[...hosts].join(' and ')}.`);
  return withRun(judged, runOptions, async (door) => {
    const open = async (settings: ModelSettings, section: Door['section']): Promise<AskModel> => {
      const model = await createModel(settings, { ...door, section });
      return async (prompt, format) =>
        judgedText({ ...(await model.answer(prompt, { format })), prompt });
    };
    const desk: Desk = {
      options,
      documents,
      terminal,
      seed,
      write: await open(writer, 'model'),
      check: await open(checker, 'judge'),
    };
    try {
      return await (options.kind === 'rules' ? writeRules(desk) : writeRows(desk));
    } finally {
      terminal.note(`Requests: ${door.endpoints.meter.requests}.`);
    }
  });
}

async function writeRows({ options, documents, terminal, ...desk }: Desk): Promise<number> {
  const { out: name = 'evals/questions.csv', rows: wanted = 40, add = false, force } = options;
  const [bytes] = await terminal.files.read([name]);
  if (!add && !force) refuseTaken([name], [bytes]);
  const { known, textWith } = await openRows(bytes, name, add);
  const { pieces, rows } = piecesToAsk(cutDocuments(documents), known, wanted);
  const most = mostDraftRequests({ pieces, rows });
  const step = `Draft ${rows} rows into ${name}: about ${most} requests, more where rows are dropped`;
  if (!(await terminal.confirm(step))) return EXIT.pass;
  const drafted = new Drafted();
  try {
    await draftQuestions({
      ...desk,
      pieces,
      rows,
      known,
      drafted,
      keep: (fresh) => terminal.write(name, textWith(fresh)),
    });
  } finally {
    terminal.note(`Wrote ${drafted.kept} of ${rows} rows to ${name}.`);
    for (const [reason, { length }] of Map.groupBy(drafted.dropped, String))
      terminal.note(`Dropped: ${length} (${reason}).`);
    if (drafted.kept > 0)
      terminal.note(`Read each row, and write your name into the column reviewed: the rows decide what may merge.
Then name them in the configuration: data: { source: ${name} }. Where the prompt has {context} and no documents yet:
data: { source: ${name}, columns: { fill: { context: passage } } }.
To go on, or for documents that changed: --add.`);
  }
  return drafted.kept * 2 < rows ? EXIT.error : EXIT.pass;
}

/** Of a prompt, or the missing requests of a file of rules. */
async function writeRules({ options, documents, terminal, write }: Desk): Promise<number> {
  const [document, ...others] = documents;
  if (!document || others.length > 0)
    throw usageError('--kind rules reads one file', 'Name the prompt that you ship, or its rules.');
  const isAdded = isRulesFile(document);
  const out = isAdded ? document.name : options.out;
  if (out !== undefined && !isAdded && !options.force)
    refuseTaken([out], await terminal.files.read([out]));
  const step = `Draft rules from ${document.name}: 1 request, or 2`;
  if (!(await terminal.confirm(step))) return EXIT.pass;
  const { text, count, dropped } = await draftRules(document, write);
  if (out === undefined) terminal.print(text);
  else if (count > 0) await terminal.write(out, text);
  terminal.note(`Drafted ${count}, dropped ${dropped}. Read each one: they gate as a file that the configuration names:
rules: { rules: { file: FILE } }, under tests.sensitivity.`);
  return count > dropped ? EXIT.pass : EXIT.error;
}
