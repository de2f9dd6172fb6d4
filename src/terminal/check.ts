import { leastRows } from '../engine/statistics.ts';
import { hostOf } from '../models/index.ts';
import { sectionOf, textBlock, code } from '../report/blocks.ts';
import { chanceSentences, number } from '../report/words.ts';
import { tryModel } from '../models/try-model.ts';
import { planRun } from '../run/check.ts';
import { withRun } from '../run/connect.ts';
import { rangeOf } from '../run/results.ts';
import { openWork, type Options } from './options.ts';
import { EXIT, type Terminal } from './terminal.ts';

const ANSWER_LENGTH = 200;
const CHARACTERS_PER_TOKEN = 4; // about
/** Rows that are listed of those that are not asked, per test. */
const MAX_UNASKED = 10;
/** The middle of a long prompt. */
const MIDDLE = /(?<=^[^]{500})[^]+(?=[^]{500}$)/;

/** Exit status 3 if a model does not answer or the cap is too low, 1 if its answer is withheld. */
export async function check(options: Options, terminal: Terminal) {
  const { judged, runOptions } = await openWork(options, terminal);
  const { tests, must, expected, example, asked, facts, warnings, notices } = await planRun(
    judged,
    runOptions,
  );
  const { source, system = '', prompt = '' } = example ?? {};
  const tokens = Math.ceil((system.length + prompt.length) / CHARACTERS_PER_TOKEN);
  terminal.printBlocks([
    { kind: 'heading', text: `✔ ${code(options.config)} has no mistake. What a run sends:` },
    ...[...warnings.map((warning) => `⚠️ ${warning}`), ...notices, ...facts].map(textBlock),
    {
      kind: 'table',
      isFigures: true,
      head: ['test', 'minimum', 'rows', 'questions', 'must hold', 'fewest'],
      rows: tests.map(({ config, rows, run: { test, plan } }) => {
        const { cases, must: held, rates, isObserved } = plan;
        const needed = rates.map((rate) =>
          isObserved ? cases.length : leastRows({ ...plan, ...rate }),
        );
        return [
          config.setup.advisory ? `${test.name} (decides nothing)` : test.name,
          rates.map(({ minimum }) => minimum).join(', ') || '—',
          number(rows.length),
          number(held.length + cases.length),
          number(held.length),
          rates[0] ? number(Math.max(...needed)) : 'all',
        ];
      }),
    },
    textBlock(
      'A row makes one question, in `rules` one or more. Each that `must hold` decides by itself. The minimum is for the others: it is reached after the number in the last column if all pass, and later if some fail.',
    ),
    ...chanceSentences(must.length).map(textBlock),
    textBlock(
      `Requests of a run${tests.some(({ run }) => run.base) ? ', with the base' : ''}: ${rangeOf(expected, 'pass')} for a pass, ${rangeOf(expected, 'fail')} for a fail, ${number(expected.most)} at most. Where a figure is a range, a judge may read answers: the higher one counts that it reads every one.`,
    ),
    ...tests.flatMap(({ run: { test, leftOut } }) =>
      sectionOf(
        `${code(test.name)}: rows that are not asked: ${leftOut.length}`,
        leftOut
          .slice(0, MAX_UNASKED)
          .map(({ row, reason }) => textBlock(`${code(row.source)}: ${reason}`)),
      ),
    ),
    textBlock(
      source
        ? `A request of the gate has about ${number(tokens)} tokens, and a pass sends ${number(tokens * expected.pass)} or more; an app sends its model more than it gets. An example of what is sent: ${code(source)}`
        : 'No example: the prompt of the first row is too long to be sent.',
    ),
    ...Object.entries({ system, user: prompt }).flatMap(([role, text]) =>
      text ? textBlock(`${role}: ${code(text.replace(MIDDLE, ' …\n… '))}`) : [],
    ),
    textBlock(
      '`suggest` measures the model on every row. `run --base origin/main` decides as a pull request does.',
    ),
  ]);
  if (options.offline) return EXIT.pass;
  return withRun(judged, runOptions, async (run) => {
    terminal.note(`Each model gets one question. Requests: ${asked.length}.`);
    let worst = EXIT.pass;
    for (const model of asked) {
      const { section, settings } = model;
      const ended = await terminal.statusOf(async () => {
        const { answer, isFit } = await tryModel(
          model,
          { ...run, section },
          judged.config.subject.texts.system_prompt?.text,
        );
        terminal.printBlocks([
          textBlock(
            `${isFit ? '✔' : '✖'} ${section}: ${code(`${settings.hub}/${settings.name} (${hostOf(settings)})`)}\nAsked whether water is wet, it answered ${code(answer, ANSWER_LENGTH)}`,
          ),
        ]);
        return isFit ? EXIT.pass : EXIT.fail;
      });
      worst = Math.max(worst, ended);
    }
    return worst;
  });
}
