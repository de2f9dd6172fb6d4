/** Text of models, rows, names and errors stays text in every output of the action. */
import { CONFIG_PATH, gate, gitHub, modelServer, type GateRun } from '../support/gate.ts';
import { deskConfig, deskFiles, ROWS_PATH } from '../support/desk.ts';
import { asGitHub, INERT, readHtml } from '../support/gfm.ts';
import { HOSTILE } from '../support/hostile-corpus.ts';
import { workflowCommands } from '../support/workflow-commands.ts';
import { readXml } from '../report/xml.ts';

const SHORT = HOSTILE.filter(({ length }) => length > 0 && length < 200);
const TRICKS = SHORT.filter((_text, i) => i % 4 === 0);
const at = (i: number) => TRICKS[i % TRICKS.length] ?? '';
const ROWS = TRICKS.map((text, i) =>
  JSON.stringify({ id: `${i} ${text}`, text: `${text} What is ${i}?`, answer: `${at(i + 1)} red` }),
).join('\n');
const CHOICES = TRICKS.map((text, i) => {
  const options = ['red', 'green', 'blue'].map((colour) => `${text} ${colour}`);
  return JSON.stringify({ text: `${at(i + 1)} What is ${i}?`, options, answer: 'AB'[i % 2] });
}).join('\n');
const NAME = 'evals/<img src=x> @octocat `a` ::error::.jsonl';
const OUTPUTS = ['comment-url', 'outcome', 'pass-rates', 'passed', 'report-json', 'requests'];
const COMMANDS = ['add-mask', 'error', 'warning', 'notice', 'group', 'endgroup'];

const config = (text: string) => deskConfig().replace('desk-model', JSON.stringify(text));
const answer = (prompt: string) => at(prompt.length);

const CASES: [where: string, run: Partial<GateRun> & { server?: object }, outcome: string][] = [
  ['rows and answers', {}, 'error'],
  ['options', { base: deskFiles({ [ROWS_PATH]: CHOICES }), server: { answer: () => 'C' } }, 'fail'],
  [
    'names of files and models',
    {
      base: {
        ...deskFiles({ [CONFIG_PATH]: config(at(7)).replace(ROWS_PATH, JSON.stringify(NAME)) }),
        [NAME]: CHOICES,
      },
      server: { answer: () => 'C' },
    },
    'fail',
  ],
  [
    'errors of the endpoint',
    { server: { fail: (_: unknown, nth: number) => ({ status: 400, body: errorOf(at(nth)) }) } },
    'error',
  ],
  [
    'keys and values of a configuration',
    {
      base: deskFiles({
        [CONFIG_PATH]: JSON.stringify({ model: TRICKS, [at(3)]: at(4), tests: { [at(5)]: at(6) } }),
      }),
    },
    'error',
  ],
];

function errorOf(message: string) {
  return { error: { message, type: message, code: message } };
}

it.each(CASES)(
  'hostile %s stay text in every output',
  async (_where, { server, ...run }, outcome) => {
    const [model, github] = [await modelServer({ answer, ...server }), await gitHub()];
    const base = deskFiles({ [ROWS_PATH]: ROWS });
    const inputs = { 'comment-key': '--><script>\n::error::x' };
    const ended = await gate({ base, model, github, inputs, haste: 50, ...run });
    expect(ended.report.outcome).toBe(outcome);
    const [comment] = github.comments;
    for (const html of [ended.summary, comment?.body ?? '']) {
      const seen = asGitHub(html);
      const links = ['https://github.com/octo-org/octo-repo/actions/runs/42'];
      const comments = seen.comments.filter((text) => !/^ sensitivity-action:[\w ]+ $/.test(text));
      expect({ ...seen, comments }).toMatchObject({ ...INERT, links, blocks: [] });
    }
    const page = readHtml(ended.page);
    expect(page.elements.map(({ name }) => name)).not.toContain('script');
    expect(page).toMatchObject({ images: [], mentions: [], math: [] });
    readXml(ended.junit);
    const commands = workflowCommands(ended.stdout, ended.stderr);
    for (const { name } of commands) expect(COMMANDS).toContain(name);
    expect(OUTPUTS).toEqual(expect.arrayContaining(Object.keys(ended.outputs)));
    expect(github.violations).toEqual([]);
  },
);
