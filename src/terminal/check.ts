import { formatList } from '../language/text.ts';
import { hostOf } from '../models/settings.ts';
import { textBlock, code } from '../report/blocks.ts';
import { chanceSentences, number, percent, quantity } from '../report/words.ts';
import { tryModel } from '../models/try-model.ts';
import { planRun, type Plan } from '../run/check.ts';
import { withRun } from '../run/connect.ts';
import { openCommand, type Options } from './options.ts';
import { EXIT, formatRange, joinNonBlank, type Terminal } from './terminal.ts';

/** Ends with 3 if a model does not answer or a cap is too low, with 1 if an answer is withheld. */
export async function check(options: Options, terminal: Terminal) {
  const { ruling, runOptions } = await openCommand(options, terminal);
  const plan = await planRun(ruling, runOptions);
  terminal.printBlocks([
    { kind: 'heading', text: `✔ ${code(options.config)} has no mistake. What a run sends:` },
    ...planSentences(plan).map(textBlock),
  ]);
  if (options.offline) return EXIT.pass;
  terminal.note(`Each model gets one question. Requests: ${plan.asked.length}.`);
  return withRun(ruling, runOptions, async (run) => {
    let worst = EXIT.pass;
    for (const model of plan.asked) {
      const { section, settings } = model;
      const status = await terminal.runStep(async () => {
        const { answer, isUsable } = await tryModel(
          model,
          { ...run, section },
          plan.example?.system,
        );
        terminal.printBlocks([
          textBlock(
            `${isUsable ? '✔' : '✖'} ${section}: ${code(`${settings.hub}/${settings.name} (${hostOf(settings)})`)}\nAsked whether water is wet, it answered ${code(answer, 200)}`,
          ),
        ]);
        return isUsable ? EXIT.pass : EXIT.fail;
      });
      worst = Math.max(worst, status);
    }
    return worst;
  });
}

function planSentences(plan: Plan) {
  const { expected } = plan;
  // One answer does not show that a model can judge.
  const ofJudge = plan.asked.some(({ section }) => section === 'judge')
    ? ' A run first tests the judge on answers whose verdict is known; `check` does not. The upper bound of a range includes that, and a judge that reads every answer. A request to the judge has about 500 to 1,400 tokens, or more if the text that it reads is long.'
    : '';
  return [
    ...plan.warnings.map((warning) => `⚠️ ${warning}`),
    ...plan.notices,
    ...plan.facts,
    ...plan.tests.map(testSentence),
    ...chanceSentences(plan.tests.flatMap(({ run }) => run.plan.must).length),
    `Requests of a run, with those to its base if it has one: ${formatRange([expected.pass, expected.pass_judged])} for a pass, ${formatRange([expected.fail, expected.fail_judged])} for a fail with the search for its cause, ${number(expected.most)} at most.${ofJudge}`,
    exampleText(plan),
    '`sensitivity suggest` measures the model on every row. `sensitivity run --base origin/main` decides as a pull request does.',
  ];
}

/** Says what a test needs to pass: the rows that must hold, and the minimum of the others. */
function testSentence({ config, run: { test, plan, leftOut } }: Plan['tests'][number]) {
  const { cases, must, rates } = plan;
  const [first] = leftOut;
  const minima = rates.map(({ name, minimum }) => `${percent(minimum, minimum)} (${name})`);
  // A test that asks all rows decides by the observed share.
  const reached = plan.isObserved
    ? 'if the counted rows reach'
    : 'once the counted rows surely reach';
  return joinNonBlank(
    [
      `${code(test.name)}: ${quantity(must.length + cases.length, 'question')}`,
      must.length > 0 && `${must.length} of them must hold`,
      minima.length > 0 && `passes ${reached} ${formatList(minima)}`,
      config.setup.advisory && 'decides nothing',
      first &&
        `rows that are not asked: ${leftOut.length}; the first, ${code(first.row.source)}: ${first.reason}`,
    ],
    '; ',
  );
}

function exampleText({ example }: Plan) {
  if (!example) return 'No example: the prompt of the first row is too long to be sent.';
  const { source, system = '', prompt } = example;
  // The middle of a long prompt, which is left out.
  const shown = (text: string) => code(text.replace(/(?<=^[^]{500})[^]+(?=[^]{500}$)/, ' …\n… '));
  // A token has about 4 characters.
  return `A request to the model has about ${number(Math.ceil((system.length + prompt.length) / 4))} tokens. An example request: ${code(source)}\n\n${system && `system: ${shown(system)}\n\n`}user: ${shown(prompt)}`;
}
