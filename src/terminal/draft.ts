import type { AskModel } from '../engine/judge/ask.ts';
import { judgedText } from '../engine/read.ts';
import { cutDocument, readDocuments, type DocumentText } from '../draft/documents.ts';
import { draftQuestions, estimatedDraftRequests } from '../draft/questions.ts';
import { openRows, readKnownRows, piecesToAsk } from '../draft/rows-file.ts';
import { draftRules } from '../draft/rules.ts';
import { refuseOverwrite } from '../shared/path-safety.ts';
import { createModel } from '../models/model.ts';
import { hostOf, selfJudge, type ModelSettings } from '../models/settings.ts';
import { listed } from '../report/words.ts';
import { withRun, type RunState } from '../run/connect.ts';
import { openCommand, type Options } from './options.ts';
import { EXIT, usageError, type Terminal } from './terminal.ts';

/** Most reasons, or lines without a rule, that are listed. */
const MAX_LISTED = 20;

/** The parts that drafting rows and drafting rules have in common. */
interface DraftJob {
  options: Options;
  documents: readonly DocumentText[];
  terminal: Terminal;
  run: RunState;
  /** The hosts that get the documents. */
  hosts: string;
  /** Asks the model, without its prompts, to write, and the judge, or else the model, to check. */
  write: AskModel;
  check: AskModel;
}

/** Ends with 3 if requests fail for good, or more rows or rules were dropped than written. */
export async function draft(options: Options, terminal: Terminal, sources: readonly string[]) {
  const documents = await readDocuments(sources, terminal.files);
  const { ruling, judges, runOptions } = await openCommand(options, terminal);
  // The notices name rows whose quotes are no longer in a document.
  ruling.notices.forEach(terminal.note);
  const writer = selfJudge(ruling.config.subject.model);
  if (!writer)
    throw usageError(
      'an app of hub http cannot write rows',
      'Name a model: --hub openai --model NAME.',
    );
  // Rules are checked only by their quotes.
  const [checker = writer] = options.kind === 'rules' ? [] : judges;
  return withRun(ruling, runOptions, async (run) => {
    const open = async (settings: ModelSettings, section: 'model' | 'judge'): Promise<AskModel> => {
      const model = await createModel(settings, { ...run, section });
      return async (prompt, format) =>
        judgedText({ ...(await model.answer(prompt, { format })), prompt });
    };
    const problem = await (options.kind === 'rules' ? writeRules : writeRows)({
      options,
      documents,
      terminal,
      run,
      hosts: listed([writer, checker].map(hostOf), 2),
      write: await open(writer, 'model'),
      check: await open(checker, 'judge'),
    });
    if (!problem) return EXIT.pass;
    terminal.note(`✖ ${problem} Or name a stronger model with --model.`);
    return EXIT.error;
  });
}

/** Reads the rows that are there, and plans those that are missing. */
async function planRows({ options, documents, terminal, run, hosts }: DraftJob) {
  const { out: name = 'evals/questions.csv', rows = 40, add, force } = options;
  const [bytes] = await terminal.files.read([name]);
  if (!add && !force)
    refuseOverwrite(
      [name],
      [bytes],
      ' That keeps rows with a name in `reviewed`. To add rows, use --add.',
    );
  const { config, readRows } = run.ruling;
  const { names, known: own } = await readKnownRows(
    config.tests.map(({ data }) => data),
    readRows,
    terminal.files,
  );
  const { known, textWithRows } = await openRows(bytes, { name, names, isAdded: add });
  const asked = piecesToAsk(documents.flatMap(cutDocument), known, rows);
  if (asked.rows > 0)
    terminal.note(
      `The documents go to ${hosts}. Draft up to ${asked.rows} rows into ${name}: about ${estimatedDraftRequests(asked)} requests, or more if rows are dropped.`,
    );
  return { ...asked, name, seed: config.seed, known: [...own, ...known], textWithRows };
}

/**
 * Writes the rows of each piece before the next piece is asked. Says why too few were written;
 * undefined if enough were.
 */
async function writeRows(job: DraftJob) {
  const { options, terminal, run, write, check } = job;
  const plan = await planRows(job);
  const { name, rows, known, textWithRows } = plan;
  let written = 0;
  let leftOut = 0;
  try {
    for await (const { confirmed, dropped } of draftQuestions({ ...plan, write, check })) {
      if (confirmed.length > 0) await terminal.write(name, textWithRows(confirmed));
      for (const { question, answer, quote, piece, why_must } of confirmed)
        terminal.note(
          `\n${question}\n  ${answer}\n  “${quote}” ${piece.source}${why_must && `\n  must: ${why_must}`}`,
        );
      if (dropped.length > 0)
        terminal.note(`Dropped: ${dropped.length} (${listed(dropped, MAX_LISTED)}).`);
      written += confirmed.length;
      leftOut += dropped.length;
    }
  } finally {
    terminal.note(
      `\nRows written to ${name}: ${written}, of ${rows} at most. Dropped: ${leftOut}. Fewer are written if rows are dropped, or if the documents give no new questions. Requests: ${run.endpoints.meter.requests}. For a prompt, which states rules instead of facts, use --kind rules.`,
    );
  }
  if (written > 0)
    terminal.note(`\nNext
- Review each row, and write your name in its column reviewed: the rows decide what may merge.
- Name the file in data.source of ${options.config}. To keep your own rows as well, move both files
  to one folder, and name that: "evals/rows/*".
- For more rows, or after documents change, run the command again with --add, and with --out if the file was moved.`);
  // A short document has few facts, and none may be new beside known rows.
  return leftOut <= written && (written > 0 || known.length > 0)
    ? undefined
    : 'More rows were dropped than written. Name other documents.';
}

/** Says why too few rules were written; undefined if enough were. */
async function writeRules({ options, documents, terminal, run, hosts, write }: DraftJob) {
  const { out, force } = options;
  const [prompt] = documents;
  if (!prompt || documents.length > 1)
    throw usageError('--kind rules reads one file', 'Name only the prompt that you ship.');
  if (out && !force) refuseOverwrite([out], await terminal.files.read([out]));
  terminal.note(`The documents go to ${hosts}. Draft rules from ${prompt.name}: 1 request, or 2.`);
  const { text, count, dropped, unquoted } = await draftRules(prompt, write);
  terminal.print(text);
  terminal.note(
    `Rules that quote ${prompt.name}: ${count}. Dropped: ${dropped}. Requests: ${run.endpoints.meter.requests}.`,
  );
  if (count === 0 || count < dropped)
    return 'Fewer than half of the rules quote the file, or the reply is unreadable. Name the prompt that you ship.';
  // A file of too few rules would be in the way of a second try.
  if (out) await terminal.write(out, text);
  if (unquoted.length > 0)
    terminal.note(`Lines of ${prompt.name} without a rule: ${unquoted.length}
  ${unquoted.slice(0, MAX_LISTED).join('\n  ')}
If such a line makes a promise that no row asks about, no test notices that it is deleted. Write a row that asks about it, or a rule: a test needs ten of these.`);
  terminal.note(`\nNext
- Review each rule in the file that --out writes: the rules decide what may merge.
- Add under tests.sensitivity of ${options.config}:
    rules: { min_pass_rate: 0.85, rules: { file: ${out ?? 'evals/rules.yml'} } }`);
  return undefined;
}
