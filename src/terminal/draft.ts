import type { AskModel } from '../engine/judge/ask.ts';
import { judgedText } from '../engine/read.ts';
import { cutDocument, readDocuments, type DocumentText } from '../draft/documents.ts';
import { draftQuestions, estimatedDraftRequests } from '../draft/questions.ts';
import { openRows, readKnownRows, piecesToAsk } from '../draft/rows-file.ts';
import { draftRules } from '../draft/rules.ts';
import { refuseOverwrite } from '../shared/path-safety.ts';
import { createModel, hostOf } from '../models/index.ts';
import { selfJudge, type ModelSettings } from '../models/settings.ts';
import { listed } from '../report/words.ts';
import { withRun, type RunState } from '../run/connect.ts';
import { openCommand, type Options } from './options.ts';
import { EXIT, usageError, type Terminal } from './terminal.ts';

// Reasons, or lines without a rule, that are listed.
const MAX_LISTED = 20;

// The means of drafting rows and rules.
interface Desk {
  options: Options;
  documents: readonly DocumentText[];
  terminal: Terminal;
  run: RunState;
  /**
   * Says how many requests follow, and to which hosts. `init` asks first; false if its user
   * declines.
   */
  confirm: Terminal['confirm'];
  /** The model writes, without its prompts. The judge checks, if one is named. */
  write: AskModel;
  check: AskModel;
}

/** Exit status 3 where requests break off, or fewer than half of the rows could be written. */
export async function draft(options: Options, terminal: Terminal, sources: readonly string[]) {
  const documents = await readDocuments(sources, terminal.files);
  const { ruling, judges, runOptions } = await openCommand(options, terminal);
  // The notices name rows whose quotes stand in no document any more.
  ruling.notices.forEach(terminal.note);
  const { kind, confirm = terminal.confirm } = options;
  const writer = selfJudge(ruling.config.subject.model);
  if (!writer)
    throw usageError(
      'an app of hub http writes no rows',
      'Name a model: --hub openai --model NAME.',
    );
  // Nothing checks rules but the quotes in them.
  const [checker = writer] = kind === 'rules' ? [] : judges;
  return withRun(ruling, runOptions, async (run) => {
    const open = async (settings: ModelSettings, section: 'model' | 'judge'): Promise<AskModel> => {
      const model = await createModel(settings, { ...run, section });
      return async (prompt, format) =>
        judgedText({ ...(await model.answer(prompt, { format })), prompt });
    };
    const problem = await (kind === 'rules' ? writeRules : writeRows)({
      options,
      documents,
      terminal,
      run,
      confirm: (step) =>
        confirm(`The documents go to ${listed([writer, checker].map(hostOf), 2)}. ${step}`),
      write: await open(writer, 'model'),
      check: await open(checker, 'judge'),
    });
    if (!problem) return EXIT.pass;
    terminal.note(`✖ ${problem} Or name a stronger model: --model.`);
    return EXIT.error;
  });
}

// @returns why too few rows were written; undefined if enough were, or none were wanted
async function writeRows({ options, documents, terminal, run, confirm, write, check }: Desk) {
  const { out: name = 'evals/questions.csv', rows: wanted = 40, add, force } = options;
  const [bytes] = await terminal.files.read([name]);
  if (!add && !force)
    refuseOverwrite(
      [name],
      [bytes],
      ' Rows with a name in `reviewed` stay then. Or add rows: --add.',
    );
  const { config, readRows } = run.ruling;
  const { names, known: own } = await readKnownRows(
    config.tests.map(({ data }) => data),
    readRows,
    terminal.files,
  );
  const { known, textWithRows } = await openRows(bytes, { name, names, isAdded: add });
  const { pieces, rows } = piecesToAsk(documents.flatMap(cutDocument), known, wanted);
  if (
    rows &&
    !(await confirm(
      `Draft up to ${rows} rows into ${name}: about ${estimatedDraftRequests({ pieces, rows })} requests, more where rows are dropped`,
    ))
  )
    return undefined;
  const there = [...own, ...known];
  const steps = draftQuestions({ write, check, seed: config.seed, pieces, rows, known: there });
  let written = 0;
  let leftOut = 0;
  try {
    for await (const { sure, dropped } of steps) {
      if (sure[0]) await terminal.write(name, textWithRows(sure));
      for (const { question, answer, quote, piece, why_must } of sure)
        terminal.note(
          `\n${question}\n  ${answer}\n  “${quote}” ${piece.source}${why_must && `\n  must: ${why_must}`}`,
        );
      if (dropped[0]) terminal.note(`Dropped: ${dropped.length} (${listed(dropped, MAX_LISTED)}).`);
      written += sure.length;
      leftOut += dropped.length;
    }
  } finally {
    terminal.note(
      `\nRows written to ${name}: ${written}, of ${rows} at most. Dropped: ${leftOut}. Fewer are written where rows are dropped, or where the documents give no new question. Requests: ${run.endpoints.meter.requests}. A prompt states rules, not facts: --kind rules drafts those.`,
    );
  }
  if (written && !options.confirm)
    terminal.note(`\nNext
- Read each row, and write your name into its column reviewed: the rows decide what may merge.
- Name the file in data.source of ${options.config}. Beside rows of your own: move both files into
  one folder, and name that: "evals/rows/*".
- More rows, or documents that changed: the same command with --add, and with --out for a file that was moved.`);
  // Few documents may have no question that the rows before do not ask.
  if (written * 2 >= rows || (there.length > 0 && leftOut === 0)) return undefined;
  return 'Fewer than half of the rows are written. Name more documents, or fewer --rows.';
}

// @returns why too few rules were written; undefined if enough were, or none were wanted
async function writeRules({ options, documents, terminal, run, confirm, write }: Desk) {
  const { out, force } = options;
  const [prompt, other] = documents;
  if (!prompt || other)
    throw usageError('--kind rules reads one file', 'Name the prompt that you ship.');
  if (out && !force) refuseOverwrite([out], await terminal.files.read([out]));
  if (!(await confirm(`Draft rules from ${prompt.name}: 1 request, or 2`))) return undefined;
  const { text, count, dropped, unquoted } = await draftRules(prompt, write);
  terminal.print(text);
  if (out && count) await terminal.write(out, text);
  terminal.note(
    `Rules that quote ${prompt.name}: ${count}. Dropped: ${dropped}. Requests: ${run.endpoints.meter.requests}.`,
  );
  if (!count || count < dropped)
    return 'Fewer than half of the rules quote the file, or none can be read. Name the prompt that you ship.';
  if (unquoted[0])
    terminal.note(`Lines of ${prompt.name} without a rule: ${unquoted.length}
  ${unquoted.slice(0, MAX_LISTED).join('\n  ')}
If one promises something that no row asks about, no test sees that it is deleted. Write a row that asks about it, or a rule: a test takes ten of these.`);
  if (!options.confirm)
    terminal.note(`\nNext
- Read each rule in the file that --out writes: they decide what may merge.
- Write under tests.sensitivity of ${options.config}:
    rules: { min_pass_rate: 0.85, rules: { file: ${out ?? 'evals/rules.yml'} } }`);
  return undefined;
}
