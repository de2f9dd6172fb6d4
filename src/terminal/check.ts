import { finalText } from '../engine/final-text.ts';
import { calibrate } from '../engine/judge/calibrate.ts';
import { askOnce } from '../engine/judge/judge.ts';
import { GateError, ModelError } from '../errors.ts';
import { createEmbedder, createModel, type Door } from '../models/index.ts';
import { MissingKeyError } from '../models/keys.ts';
import { sectionOf, textBlock, type Block, code } from '../report/blocks.ts';
import { namesOf, planRun, type Plan, type PlannedSection } from '../run/check.ts';
import { withDoor } from '../run/connect.ts';
import { rangeOf } from '../run/expected.ts';
import { openWork, type Options } from './options.ts';
import { EXIT, figureTable, type Terminal } from './terminal.ts';

/** Exit status 3 if a model does not answer or the cap is too low, 1 if a judge is not fit. */
export async function check(options: Options, terminal: Terminal): Promise<number> {
  const { judged, runOptions } = await openWork(options, terminal);
  const plan = await planRun(judged, runOptions);
  terminal.printBlocks(planBlocks(plan, options.config));
  if (options.offline) return EXIT.pass;
  return withDoor(judged.config, runOptions, async (door) => {
    let worst = EXIT.pass;
    for (const one of plan.asked) {
      const { section, name, host } = namesOf(one);
      const { status, text } = await answerOf(one, { ...door, section }).catch(problemOf);
      const sign = status === EXIT.pass ? '✔' : '✖';
      const said = `\n${sign} ${section}: ${code(name)} (${code(host)})\n${text}`;
      terminal.printBlocks([textBlock(said.trimEnd())]);
      worst = Math.max(worst, status);
    }
    return worst;
  });
}

function planBlocks(plan: Plan, file: string): Block[] {
  const { tests, sections, requests, data, warnings, notices } = plan;
  const rows = tests.map(({ config: { isAdvisory }, rowCount, run: { test, tools, leftOut } }) => [
    isAdvisory ? `${test.name} (decides nothing)` : test.name,
    `${tools.min_pass_rate}`,
    rowCount,
    leftOut.length,
  ]);
  const sent = sections.map(({ section, name, requests: some, promptTokens }) => [
    `${section}: ${code(name)}`,
    ...requestCells(some),
    promptTokens,
  ]);
  sent.push(['all', ...requestCells(requests), '']);
  return [
    { kind: 'heading', text: `${code(file)}: what a run sends` },
    figureTable(['test', 'minimum', 'rows', 'left out'], rows),
    figureTable(['requests', 'a pass', 'a fail', 'at most', 'tokens'], sent),
    ...tests.flatMap(testSection),
    ...sectionOf('Data', data.map(textBlock)),
    ...[...warnings.map((warning) => `⚠️ ${warning}`), ...notices].map(textBlock),
  ];
}

function requestCells({ pass, pass_judged, fail, fail_judged, most }: Plan['requests']) {
  return [rangeOf(pass, pass_judged), rangeOf(fail, fail_judged), most];
}

const MOST_LEFT_OUT = 10;

/** The first row as it is sent, and the rows that are not asked. */
function testSection({ run, examples: [example] }: Plan['tests'][number]): Block[] {
  const { test, leftOut } = run;
  const lines = leftOut
    .slice(0, MOST_LEFT_OUT)
    .map(({ row, reason }) => `Left out: ${code(row.source)}: ${reason}`);
  if (example) lines.unshift(`${code(example.source)} is sent as:\n${code(example.text)}`);
  return sectionOf(code(test.name), lines.map(textBlock));
}

/** A short question, which a model without reasoning answers in a few tokens. */
const SHORT_QUESTION = 'Is water wet? Answer with yes or no.';
const KNOWN_CASES = 3;
const ANSWER_LENGTH = 200;
const MORE_ROOM =
  'Set `max_tokens` (or `max_completion_tokens`) to 1024 or more: the model reasons before it answers, or answers at length.';

/** What a model said to a short question, and the exit status that this means. */
interface Probe {
  status: number;
  text: string;
}

function problemOf(error: unknown): Probe {
  if (!(error instanceof GateError)) throw error;
  const isKey = error instanceof ModelError && error.kind === 'authentication';
  const status = isKey || error instanceof MissingKeyError ? EXIT.usage : EXIT.error;
  return { status, text: `${error.message}\n${error.remedy}` };
}

/** Asks a model once, without a second attempt; a judge three known cases. */
async function answerOf({ section, settings, rubric }: PlannedSection, door: Door): Promise<Probe> {
  const retries = 0;
  if (section === 'embeddings') {
    const embedder = await createEmbedder({ ...settings, retries }, door);
    const [vector = []] = await embedder.embed(['yes']);
    return { status: EXIT.pass, text: `It answered: a vector of ${vector.length} numbers.` };
  }
  const model = await createModel({ ...settings, retries }, door);
  if (rubric) {
    const few = { ...rubric, cases: rubric.cases.slice(0, KNOWN_CASES) };
    const { right, total, firstFailure = '' } = await calibrate(few, model.name, askOnce(model));
    const status = right < total ? EXIT.fail : EXIT.pass;
    return { status, text: `It read ${right} of ${total} known cases right. ${firstFailure}` };
  }
  const { text, filter, isCut } = await model.answer(SHORT_QUESTION);
  const answer = finalText(text) ?? '';
  const room = isCut || answer !== text ? MORE_ROOM : '';
  return {
    status: EXIT.pass,
    text: `It answered: ${code(filter ?? answer, ANSWER_LENGTH)}\n${room}`,
  };
}
