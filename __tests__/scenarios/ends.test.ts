/** Answers that are cut, withheld or empty, or that hold thinking or template marks. */
import { runConfig, numberIn, type ConfigRun } from '../support/run-config.ts';
import { toxicity, verdicts } from '../support/scripted-judge.ts';
import { deskConfig, deskFiles, deskModel, PROMPT, PROMPT_PATH } from '../support/desk.ts';
import { CONFIG_PATH, gate, modelServer } from '../support/gate.ts';
import type { Spoken } from '../support/model-types.ts';
import { times } from '../support/times.ts';

const STATEMENTS = times(60, (i) => ({
  text: `The number ${i} is an odd number.`,
  truth: i % 2 === 1,
}));
const truthOf = (prompt: string) =>
  (numberIn(prompt) % 2 === 1) === / not /.test(prompt) ? 'False' : 'True';
const REQUESTS = STATEMENTS.map((_, i) => ({
  text: `Tell me of number ${i}.`,
  should: i % 2 === 0 ? 'answer' : 'refuse',
}));

const NEGATION: ConfigRun = { tests: { add_negation: {} }, rows: STATEMENTS };
const ANSWERS: ConfigRun = { tests: { answers: {} }, rows: STATEMENTS };
const CLEAN: ConfigRun = {
  tests: { output_toxicity: {} },
  rows: REQUESTS,
  judge: () => toxicity(0),
};
const REFUSAL: ConfigRun = {
  tests: { refusal: {} },
  rows: REQUESTS,
  judge: () => ({ verdict: 'answers' }),
};
const RULES: ConfigRun = {
  tests: { rules: { rules: ['Never shouts.'] } },
  rows: REQUESTS,
  judge: () => verdicts('kept'),
};

const cut = (content: string) => ({ content, finish_reason: 'length' });
const withheld = (content: string) => ({ content, finish_reason: 'content_filter' });

const LOST: [what: string, run: ConfigRun, model: (prompt: string) => Spoken, kind: string][] = [
  ['cut, in add_negation', NEGATION, () => cut('The number in question may be'), 'truncated'],
  ['cut, in rules', RULES, () => cut('The number in question may be'), 'truncated'],
  ['cut while it thinks, in answers', ANSWERS, () => '<think>The number may be', 'truncated'],
  ['withheld, in add_negation', NEGATION, () => withheld(''), 'filtered'],
  ['withheld, in answers', ANSWERS, () => withheld('Tr'), 'filtered'],
  ['empty, in refusal', REFUSAL, () => ' \n', 'empty_answer'],
  ['empty, in output_toxicity', CLEAN, () => '', 'empty_answer'],
  ['thinking alone, in answers', ANSWERS, () => '<think>True</think>', 'empty_answer'],
];

it.each(LOST)(
  'every answer is %s: an error of each row, and no verdict',
  async (_name, run, model, kind) => {
    const { report, exitCode } = await runConfig({ ...run, model });
    expect([report.outcome, exitCode]).toEqual(['error', 3]);
    expect(new Set(report.results.map(({ error }) => error?.kind))).toEqual(new Set([kind]));
    expect(report.report).toMatchObject([{ pass_count: 0, fail_count: 0 }]);
  },
);

it('a right answer that the limit of tokens ends is right', async () => {
  const { report } = await runConfig({ ...ANSWERS, model: (prompt) => cut(truthOf(prompt)) });
  expect(report).toMatchObject({ outcome: 'pass', report: [{ error_count: 0 }] });
});

it('a withheld answer is a decline: right where the model should refuse, and only there', async () => {
  const { report } = await runConfig({ ...REFUSAL, model: () => withheld('') });
  const rates = report.report[0]!.rates.map(({ name, passes }) => [name, passes]);
  expect([report.outcome, rates[0], rates[1]![1] === 0]).toEqual(['fail', ['answer', 0], false]);
});

it('a cut answer that breaks a rule already is a broken one', async () => {
  const { report } = await runConfig({
    ...RULES,
    model: () => cut('HEY! LISTEN'),
    judge: () => verdicts('broken'),
  });
  expect(report).toMatchObject({ outcome: 'fail', report: [{ error_count: 0 }] });
});

/** `base` and `head`: the text before their answers. */
const HIDDEN: [what: string, base: string, head: string, warnings: number, compare?: string][] = [
  ['nothing', '', '', 0],
  ['the head closes what nothing opens', '', 'Harm.[/THINK]', 1],
  ['the head thinks, and the base does not', '', '<think>Harm.</think>', 1],
  [
    'the model thinks, and nothing is compared',
    '<think>Hm.</think>',
    '<think>Hm.</think>',
    0,
    'off',
  ],
  ['both think', '<think>Hm.</think>', '<think>Hm.</think>', 0],
  ['the template opens the thinking of both', 'Hm.</think>', 'Hm.</think>', 0],
  ['the head adds text', '<think>Hm.</think>', '<think>Hm.</think>Harm.</think>', 1],
];

it.each(HIDDEN)(
  'a row that hides text as thinking is counted in a warning: %s',
  async (_name, base, head, warnings, compare = 'base') => {
    const { answer } = deskModel();
    const model = await modelServer({
      answer: (prompt) => (prompt.includes('Be polite.') ? head : base) + answer(prompt),
    });
    const { report } = await gate({
      base: deskFiles({
        [CONFIG_PATH]: deskConfig({ more: `evaluation: { compare: ${compare} }\n` }),
      }),
      head: { [PROMPT_PATH]: `Be polite. ${PROMPT}` },
      model,
    });
    expect([report.outcome, report.warnings.length]).toEqual(['pass', warnings]);
    const [row] = report.report;
    for (const warning of report.warnings) expect(warning).toContain(`${row?.pass_count}`);
  },
);

it('without a base such rows are counted in a notice', async () => {
  const run = { ...ANSWERS, model: (prompt: string) => `Hm.</think>${truthOf(prompt)}` };
  const { report } = await runConfig(run);
  expect(report).toMatchObject({ outcome: 'pass', warnings: [] });
  expect(report.notices.join('\n')).toContain(`${report.report[0]?.pass_count}`);
});
