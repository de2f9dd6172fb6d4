import { leastRows } from '../engine/statistics.ts';
import { hostOf } from '../models/index.ts';
import { sectionOf, textBlock, type Block, code } from '../report/blocks.ts';
import { number } from '../report/words.ts';
import { planRun, tryModel, type Plan } from '../run/check.ts';
import { withRun } from '../run/connect.ts';
import { rangeOf } from '../run/results.ts';
import { openWork, type Options } from './options.ts';
import { EXIT, type Terminal } from './terminal.ts';

const ANSWER_LENGTH = 200;
/** Characters of a token, about. */
const TOKEN = 4;
const SHORT = new Intl.NumberFormat('en', { notation: 'compact' });

/** Exit status 3 if a model does not answer or the cap is too low, 1 if its answer is withheld. */
export async function check(options: Options, terminal: Terminal): Promise<number> {
  const { judged, runOptions } = await openWork(options, terminal);
  const plan = await planRun(judged, runOptions);
  const { source = '', system = '', prompt = '' } = plan.example ?? {};
  const tokens = (system.length + prompt.length) / TOKEN;
  terminal.printBlocks([
    ...planBlocks(plan, options.config),
    textBlock(
      judged.config.subject.model.hub === 'http'
        ? 'How many tokens your app sends to its model is not known here.'
        : `A request to the model has about ${SHORT.format(tokens)} tokens, one to a judge more: a pass sends ${SHORT.format(tokens * plan.expected.pass)} tokens or more.`,
    ),
    ...plan.tests.flatMap(testSection),
  ]);
  let worst = EXIT.pass;
  if (!options.offline)
    await withRun(judged, runOptions, async (run) => {
      for (const one of plan.asked) {
        const { section, settings } = one;
        const asked = `${settings.hub}/${settings.name} (${hostOf(settings)})`;
        terminal.printBlocks([textBlock(`\n${section}: ${code(asked)}`)]);
        const status = await terminal.statusOf(async () => {
          const { system_prompt: system } = judged.config.subject.texts;
          const { answer, isFit } = await tryModel(one, { ...run, section }, system?.text);
          terminal.printBlocks([
            textBlock(`${isFit ? '✔' : '✖'} It answered ${code(answer, ANSWER_LENGTH)}`),
          ]);
          return isFit ? EXIT.pass : EXIT.fail;
        });
        worst = Math.max(worst, status);
      }
    });
  // What is wrong stands at the end.
  if (worst === EXIT.pass)
    terminal.printBlocks([
      textBlock(`\n${code(source)} is sent as`),
      ...Object.entries({ system, user: prompt }).flatMap(([role, text]) =>
        text ? textBlock(`${role}: ${code(text.replace(MIDDLE, ' …\n… '))}`) : [],
      ),
    ]);
  return worst;
}

/** The costs of a run, and all that is wrong or odd. */
function planBlocks({ tests, expected, facts, warnings, notices }: Plan, file: string): Block[] {
  const sent = [rangeOf(expected, 'pass'), rangeOf(expected, 'fail'), number(expected.most)];
  return [
    { kind: 'heading', text: `${code(file)}: what a run sends` },
    ...[...warnings.map((warning) => `⚠️ ${warning}`), ...notices, ...facts].map(textBlock),
    {
      kind: 'table',
      isFigures: true,
      head: ['test', 'minimum', 'rows', 'questions', 'must hold', 'needed'],
      rows: tests.map(cellsOf),
    },
    textBlock(
      'A row makes one question, in `rules` one or more. Each that `must hold` decides by itself. The minimum is for the others: it is reached once as many as `needed` pass, and none fails.',
    ),
    {
      kind: 'table',
      isFigures: true,
      head: ['requests, with the base', 'a pass', 'a fail', 'at most'],
      rows: [['of a run', ...sent]],
    },
  ];
}

function cellsOf({ config, rows, run: { test, plan } }: Plan['tests'][number]) {
  const { cases, must, rates, isObserved } = plan;
  const name = config.setup.advisory ? `${test.name} (decides nothing)` : test.name;
  const minima = rates.map(({ minimum }) => minimum);
  const needed = rates.map((rate) => leastRows({ ...plan, ...rate }));
  const most = isObserved ? cases.length : Math.max(...needed);
  return [
    name,
    minima.join(', ') || '—',
    number(rows.length),
    number(must.length + cases.length),
    number(must.length),
    rates[0] ? number(most) : 'all',
  ];
}

const MOST_LEFT_OUT = 10;
/** The middle of a long prompt. */
const MIDDLE = /(?<=^[^]{500})[^]+(?=[^]{500}$)/;

/** The rows that are not asked. */
function testSection({ run: { test, leftOut } }: Plan['tests'][number]): Block[] {
  const reasons = leftOut.map(({ row, reason }) => `${code(row.source)}: ${reason}`);
  return sectionOf(
    `${code(test.name)}: rows that are not asked: ${reasons.length}`,
    reasons.slice(0, MOST_LEFT_OUT).map(textBlock),
  );
}
