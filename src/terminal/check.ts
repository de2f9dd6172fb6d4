import { finalText } from '../engine/final-text.ts';
import { calibrate } from '../engine/judge/calibrate.ts';
import { askOnce } from '../engine/judge/judge.ts';
import { leastRows } from '../engine/statistics.ts';
import { onlyRuleOf } from '../engine/tests/rules.ts';
import { createEmbedder, createModel, hostOf, type Door } from '../models/index.ts';
import { sectionOf, textBlock, type Block, code } from '../report/blocks.ts';
import { listed, number } from '../report/words.ts';
import { planRun, type Plan, type PlannedSection } from '../run/check.ts';
import { withRun } from '../run/connect.ts';
import { rangeOf } from '../run/results.ts';
import { openWork, type Options } from './options.ts';
import { EXIT, type Terminal } from './terminal.ts';

/** Exit status 3 if a model does not answer or the cap is too low, 1 if a judge is not fit. */
export async function check(options: Options, terminal: Terminal): Promise<number> {
  const { judged, runOptions } = await openWork(options, terminal);
  const { texts } = judged.config.subject;
  const plan = await planRun(judged, runOptions);
  terminal.printBlocks(planBlocks(plan, options.config));
  if (options.offline) return EXIT.pass;
  return withRun(judged, runOptions, async (door) => {
    let worst = EXIT.pass;
    for (const one of plan.asked) {
      const { section, settings } = one;
      const name = code(`${settings.hub}/${settings.name}`);
      terminal.printBlocks([textBlock(`\n${section}: ${name} (${code(hostOf(settings))})`)]);
      const status = await terminal.statusOf(async () => {
        const { text, isFit = true } = await answerOf(
          one,
          { ...door, section },
          texts.system_prompt?.text,
        );
        terminal.printBlocks([textBlock(`${isFit ? '✔' : '✖'} ${text}`)]);
        return isFit ? EXIT.pass : EXIT.fail;
      });
      worst = Math.max(worst, status);
    }
    return worst;
  });
}

function planBlocks(planned: Plan, file: string): Block[] {
  const { tests, expected, warnings, notices } = planned;
  const sent = [rangeOf(expected, 'pass'), rangeOf(expected, 'fail'), expected.most];
  /** What several tests share is shown once. */
  const shown = new Set<string>();
  return [
    { kind: 'heading', text: `${code(file)}: what a run sends` },
    figureTable(['test', 'minimum', 'must hold', 'rows', 'needed', 'left out'], tests.map(cellsOf)),
    textBlock('`needed`: rows that a model takes to reach the minimum, if it passes every one.'),
    figureTable(
      ['requests, with the base', 'a pass', 'a fail', 'at most'],
      [['of a run', ...sent]],
    ),
    ...tests.flatMap((test) => testSection(test, shown)),
    ...[...warnings.map((warning) => `⚠️ ${warning}`), ...notices].map(textBlock),
  ];
}

/** A table of names and figures. */
function figureTable(head: string[], rows: (string | number)[][]): Block {
  const cell = (value: string | number) => (typeof value === 'number' ? number(value) : value);
  return { kind: 'table', isFigures: true, head, rows: rows.map((row) => row.map(cell)) };
}

function cellsOf({ config, rows, run: { test, plan, leftOut } }: Plan['tests'][number]) {
  const { must, rates, isObserved } = plan;
  const name = config.setup.advisory ? `${test.name} (decides nothing)` : test.name;
  const minima = rates.map(({ minimum }) => minimum);
  const needed = rates.map((rate) => leastRows({ ...plan, ...rate }));
  const most = isObserved ? plan.cases.length : Math.max(0, ...needed);
  return [name, minima.join(', ') || '—', must.length, rows.length, most, leftOut.length];
}

const MOST_LEFT_OUT = 10;
/** The middle of a long prompt. */
const MIDDLE = /(?<=^[^]{500})[^]+(?=[^]{500}$)/;

/** Its rows, the first as it is sent, and those that are not asked. */
function testSection({ run, example, facts }: Plan['tests'][number], shown: Set<string>) {
  const must = run.plan.must.map((one) =>
    code(onlyRuleOf(one, run.tools) ?? one.row.id ?? one.row.source),
  );
  const named = listed(must, MOST_LEFT_OUT);
  const lines = [...facts];
  if (must.length > 0) lines.push(`Must hold: ${named}`);
  if (example)
    lines.push(
      `${code(example.source)} is sent as:\n${code(example.text.replace(MIDDLE, ' …\n… '))}`,
    );
  const leftOut = run.leftOut
    .slice(0, MOST_LEFT_OUT)
    .map(({ row, reason }) => `Left out: ${code(row.source)}: ${reason}`);
  const open = [...lines, ...leftOut].filter((line) => !shown.has(line));
  for (const line of open) shown.add(line);
  return sectionOf(code(run.test.name), open.map(textBlock));
}

const KNOWN_CASES = 3;
const ANSWER_LENGTH = 200;

/** Asks a model once, without a second attempt; a judge three known cases. */
async function answerOf(
  { section, settings, rubric }: PlannedSection,
  door: Door,
  system?: string,
) {
  const retries = 0;
  if (section === 'embeddings') {
    const embedder = await createEmbedder({ ...settings, retries }, door);
    const [vector = []] = await embedder.embed(['yes']);
    return { text: `It answered: a vector of ${vector.length} numbers.` };
  }
  const model = await createModel({ ...settings, retries }, door);
  if (rubric) {
    const few = { ...rubric, cases: rubric.cases.slice(0, KNOWN_CASES) };
    const { right, total, firstFailure = '' } = await calibrate(few, model.name, askOnce(model));
    const text = `It read ${right} of ${total} known cases right. ${firstFailure}`;
    return { text, isFit: right === total };
  }
  // A model without reasoning answers it in a few tokens.
  const { text, filter } = await model.answer('Is water wet? Answer with yes or no.', { system });
  const shown = filter ?? finalText(text);
  return { text: `It answered: ${code(shown ?? text, ANSWER_LENGTH)}`, isFit: shown !== filter };
}
