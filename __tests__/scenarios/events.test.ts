/** Each event decides whose rules count. The head weakens the rule that it misses. */
import { CONFIG_PATH, gate, gitHub, modelServer } from '../support/gate.ts';
import {
  BROKEN,
  COMPARED,
  deskConfig,
  deskFiles,
  deskModel,
  PROMPT,
  PROMPT_PATH,
  QUESTIONS,
  ROWS_PATH,
  rows,
} from '../support/desk.ts';
import { eventAt } from '../trust/support.ts';

const HEAD = {
  ...BROKEN,
  [CONFIG_PATH]: deskConfig().replace('0.8', '0.4'),
};
const [MAIN, TAG] = ['refs/heads/main', 'refs/tags/v2.0.0'];

const CASES: [event: string, ref: string, whoseRules: string, payload?: object][] = [
  ['schedule', MAIN, 'head', { repository: undefined }],
  ['push', TAG, 'default', { before: '0'.repeat(40) }],
  ['deployment', '', 'default'],
];

it.each(CASES)('%s at %j: by the rules of %s', async (name, ref, whose, more) => {
  const [model, github] = [await modelServer(deskModel(0.5)), await gitHub()];
  const { report } = await gate({
    base: deskFiles(),
    head: HEAD,
    model,
    github,
    hasRemote: true,
    event: ({ merge }) => eventAt(name, ref, merge, more),
  });
  expect(report).toMatchObject({
    outcome: whose === 'head' ? 'pass' : 'fail',
    config: { ref: whose },
    report: [{ minimum_pass_rate: whose === 'head' ? 0.4 : 0.8 }],
  });
  expect(github.comments).toEqual([]);
});

/** A desk that names the text otherwise, in its prompt and its rows. */
const named = (name: string, minimum = '0.8') => ({
  [CONFIG_PATH]: COMPARED.replace('0.8', minimum).replace(
    ROWS_PATH,
    `${ROWS_PATH}, columns: { text: ${name} }`,
  ),
  [PROMPT_PATH]: PROMPT.replace('text', name),
  [ROWS_PATH]: rows(QUESTIONS.map(({ text, ...row }) => ({ ...row, [name]: text }))),
});

it('a commit before is not asked without the text, which it names otherwise', async () => {
  const model = await modelServer(deskModel());
  const { report } = await gate({
    base: named('ticket'),
    head: named('issue'),
    model,
    event: ({ base, merge }) => eventAt('push', MAIN, merge, { before: base }),
  });
  expect(report).toMatchObject({ outcome: 'pass', report: [{ pass_rate: 1 }] });
  expect(report.report[0]?.baseline).toBeUndefined();
  expect(report.warnings.join()).toContain('ticket');
});

it('where the comparison alone could fail, the error says why there is none', async () => {
  const model = await modelServer(deskModel());
  const { report } = await gate({
    base: named('ticket'),
    head: named('issue', '0'),
    model,
    event: ({ base, merge }) => eventAt('push', MAIN, merge, { before: base }),
  });
  expect(report).toMatchObject({ outcome: 'error', problem: { where: CONFIG_PATH } });
  expect(report.problem?.message).toContain('ticket');
});
