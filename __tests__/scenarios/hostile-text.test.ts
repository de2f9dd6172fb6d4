/** Text of models, rows, names and errors stays text in every output of the action. */
import { CONFIG_PATH, gate, gitHub, modelServer, type GateRun } from '../support/gate.ts';
import { deskConfig, deskFiles, PROMPT_PATH, ROWS_PATH } from '../support/desk.ts';
import { asGitHub, INERT, readHtml } from '../support/gfm.ts';
import { HOSTILE } from '../support/hostile-corpus.ts';
import { workflowCommands } from '../support/workflow-commands.ts';
import { readXml } from '../report/xml.ts';

const SHORT = HOSTILE.filter(({ length }) => length > 0 && length < 200);
/** Marks text from outside, which stands in code wherever it is shown. */
const MARK = 'outsider';
const TRICKS = SHORT.filter((_text, i) => i % 4 === 0);
const at = (i: number) => TRICKS[i % TRICKS.length] ?? '';
const ROWS = TRICKS.map((text, i) =>
  JSON.stringify({
    id: `${i} ${text}`,
    text: `${text} What is ${MARK} ${i}?`,
    answer: `${at(i + 1)} ${MARK}`,
  }),
).join('\n');
const CHOICES = TRICKS.map((text, i) => {
  const options = ['red', 'green', MARK].map((colour) => `${text} ${colour}`);
  return JSON.stringify({ text: `${at(i + 1)} What is ${i}?`, options, answer: 'AB'[i % 2] });
}).join('\n');
const TEXT = `<img src=x> @octocat \`a\` ::error::${MARK}`;
const NAME = `evals/${TEXT}.jsonl`;
const OUTPUTS = ['comment-url', 'outcome', 'pass-rates', 'passed', 'report-json', 'requests'];
const COMMANDS = ['add-mask', 'error', 'warning', 'notice', 'group', 'endgroup'];

const config = (text: string) => deskConfig().replace('desk-model', JSON.stringify(text));
const HEAD = {
  [CONFIG_PATH]: config(TEXT)
    .replace('retries: 1', `headers: { x-${MARK}: ${JSON.stringify(TEXT)} }`)
    .replace(ROWS_PATH, JSON.stringify(NAME)),
  [NAME]: CHOICES,
  [`.github/workflows/${TEXT}.yml`]: 'on: push',
  [PROMPT_PATH]: `${TEXT} {text} {options}`,
};
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
    {
      server: {
        fail: (_: unknown, nth: number) => ({
          status: 400,
          body: errorOf(nth % 2 ? at(nth) : TEXT),
        }),
      },
    },
    'error',
  ],
  [
    'keys and values of a configuration',
    {
      base: deskFiles({
        [CONFIG_PATH]: JSON.stringify({
          model: TRICKS,
          [at(3)]: at(4),
          [TEXT]: 1,
          tests: { [at(5)]: TEXT },
        }),
      }),
    },
    'error',
  ],
  ['changes of a pull request', { head: HEAD }, 'error'],
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
    const { warnings, notices, problem } = ended.report;
    const sentences = [...warnings, ...notices, problem?.message, problem?.remedy].join('\n');
    expect(sentences.replace(/`[^`]*`/g, '')).not.toContain(MARK);
    const [comment] = github.comments;
    for (const html of [ended.summary, comment?.body ?? '', ended.page])
      expect(html.replace(/<code>[^]*?<\/code>/g, '')).not.toContain(MARK);
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
  },
);
