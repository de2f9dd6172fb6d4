import type { AskModel } from '../engine/judge/ask.ts';
import { judgedText } from '../engine/read.ts';
import { readDocuments, type DocumentText } from '../draft/documents.ts';
import { cutDocument } from '../draft/pieces.ts';
import { draftQuestions, mostDraftRequests } from '../draft/questions.ts';
import { openRows, knownRows, piecesToAsk } from '../draft/rows-file.ts';
import { draftRules } from '../draft/rules.ts';
import { refuseTaken } from '../path-safety.ts';
import { createModel, hostOf } from '../models/index.ts';
import { selfJudge, type ModelSettings } from '../models/settings.ts';
import { listed } from '../report/words.ts';
import { withRun } from '../run/connect.ts';
import type { Judged } from '../trust/judged.ts';
import { openWork, type Options } from './options.ts';
import { EXIT, usageError, type Terminal } from './terminal.ts';

/** Lines without a rule that are listed. */
const MAX_LINES = 20;

/** The tools that rows and rules are drafted with. */
interface Desk {
  options: Options;
  documents: readonly DocumentText[];
  terminal: Terminal;
  judged: Judged;
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
  const { subject, tests } = judged.config;
  const isOfRules = options.kind === 'rules';
  if (!isOfRules && tests.every(({ data }) => Array.isArray(data.columns.options)))
    throw usageError(
      'the rows of this configuration have labels, and rows from documents have none',
      'Write texts with their labels into the file of data.source. For the rules of a prompt, write --kind rules; for rows from documents, name another --config.',
    );
  const writer = selfJudge(subject.model);
  if (!writer)
    throw usageError(
      'an app of hub http writes no rows',
      'Name a model: --hub openai --model NAME.',
    );
  const prompts = [subject.texts.prompt?.file, subject.texts.system_prompt?.file];
  if (!isOfRules && documents.some(({ name }) => prompts.includes(name)))
    terminal.note('For the rules of your prompt, write --kind rules: rows are of documents.');
  const [checker = writer] = judges;
  terminal.note(`The documents go to ${listed([writer, checker].map(hostOf), 2)}.`);
  return withRun(judged, runOptions, async (run) => {
    const open = async (settings: ModelSettings, section: 'model' | 'judge'): Promise<AskModel> => {
      const model = await createModel(settings, { ...run, section });
      return async (prompt, format) =>
        judgedText({ ...(await model.answer(prompt, { format })), prompt });
    };
    const desk: Desk = {
      options,
      documents,
      terminal,
      judged,
      write: await open(writer, 'model'),
      check: await open(checker, 'judge'),
    };
    try {
      return await (isOfRules ? writeRules(desk) : writeRows(desk));
    } finally {
      terminal.note(`Requests: ${run.endpoints.meter.requests}.`);
    }
  });
}

async function writeRows({ options, documents, terminal, judged, write, check }: Desk) {
  const { out: name = 'evals/questions.csv', rows: wanted = 40, add = false, force } = options;
  const [bytes] = await terminal.files.read([name]);
  if (!add && !force)
    refuseTaken([name], [bytes], ' Rows with a name in `reviewed` stay then. Or add rows: --add.');
  const { seed, tests } = judged.config;
  const { names, known: own } = await knownRows(
    tests.map(({ data }) => data),
    judged.readRows,
    terminal.files,
  );
  const { known, textWith } = await openRows(bytes, { name, names, isAdded: add });
  const { pieces, rows } = piecesToAsk(documents.flatMap(cutDocument), known, wanted);
  const most = mostDraftRequests({ pieces, rows });
  const step = `Draft up to ${rows} rows into ${name}: about ${most} requests, more where rows are dropped`;
  if (!(await terminal.confirm(step))) return EXIT.pass;
  const steps = draftQuestions({ write, check, seed, pieces, rows, known: [...own, ...known] });
  let written = 0;
  const reasons: string[] = [];
  try {
    for await (const { sure, dropped } of steps) {
      if (sure.length > 0) await terminal.write(name, textWith(sure));
      written += sure.length;
      reasons.push(...dropped);
    }
  } finally {
    terminal.note(`Rows written to ${name}: ${written}, of ${rows} at most.`);
    for (const [reason, { length }] of Map.groupBy(reasons, String))
      terminal.note(`Dropped: ${length} (${reason}).`);
    if (written > 0)
      terminal.hint(`Read each row, and write your name into the column reviewed: the rows decide what may merge.
Then name the file in data.source, or, beside rows of your own, a folder with both: "evals/rows/*".
To go on, or for documents that changed: --add.`);
  }
  if (written * 2 >= rows) return EXIT.pass;
  terminal.note(
    '✖ Fewer than half of the rows are written. If the rows that you have ask for the rest, nothing is missing. Else name more documents, fewer --rows, or a stronger model with --model.',
  );
  return EXIT.error;
}

async function writeRules({ options, documents, terminal, write }: Desk): Promise<number> {
  const { out, force } = options;
  const [prompt, other] = documents;
  if (!prompt || other)
    throw usageError('--kind rules reads one file', 'Name the prompt that you ship.');
  if (out !== undefined && !force) refuseTaken([out], await terminal.files.read([out]));
  if (!(await terminal.confirm(`Draft rules from ${prompt.name}: 1 request, or 2`)))
    return EXIT.pass;
  const { text, count, dropped, open } = await draftRules(prompt, write);
  if (out === undefined) terminal.print(text);
  else if (count > 0) await terminal.write(out, text);
  terminal.note(`Rules: ${count}. Dropped, since they quote nothing of the file: ${dropped}.`);
  if (count <= dropped) {
    terminal.note(
      '✖ Fewer than half of the rules quote the file, or none can be read. Name the prompt that you ship, or a stronger model with --model.',
    );
    return EXIT.error;
  }
  if (open.length > 0)
    terminal.note(`Lines of ${prompt.name} without a rule: ${listed(open.map(String), MAX_LINES)}.
Write a rule for each of them that promises something: else no test sees that it is deleted.`);
  terminal.hint(`Read each rule: they decide what may merge.
${out ? '' : 'Save them as evals/rules.yml. '}Then paste under tests.sensitivity:
    rules: { min_pass_rate: 0.85, rules: { file: ${out ?? 'evals/rules.yml'} } }`);
  return EXIT.pass;
}
