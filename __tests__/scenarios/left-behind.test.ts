import type { ActionRun } from '../support/run-action.ts';
import {
  CONFIG_PATH,
  FORK,
  gitHub,
  modelServer,
  pullRequest,
  putAt,
  scenario,
} from '../support/scenario.ts';

/**
 * Files that earlier steps leave in the checkout are not read, although a pull request can name
 * them.
 */

const SECRET = 'hunter2-0123456789-left-by-an-earlier-step';
const rules = (source: string, more = '') =>
  `model: { hub: reference, name: attentive }\ndata: { source: ${JSON.stringify(source)} }\ntests: { sensitivity: { add_toxic_words: { method: pair } } }\n${more}`;
const CREDENTIALS = JSON.stringify([{ text: `The key is ${SECRET}.` }]);

async function run(over: ActionRun) {
  const finished = await scenario({ ...over, inputs: { comment: 'never', ...over.inputs } });
  return {
    ...finished,
    said: `${finished.stdout}${finished.summary}`,
    problem: finished.report?.problem,
  };
}

describe('a data file that git does not track', () => {
  it.each([
    ['by its name', 'gha-creds-0123456789abcdef.json'],
    ['by a glob', '*.json'],
    ['in any folder', '**/gha-creds-*'],
  ])('is not read: %s', async (_, source) => {
    const { exitCode, problem, everything } = await run({
      files: { [CONFIG_PATH]: rules(source) },
      left: { 'gha-creds-0123456789abcdef.json': CREDENTIALS },
    });
    expect(exitCode).toBe(1);
    expect(problem).toMatchObject({
      name: 'DataError',
      where: expect.stringContaining(CONFIG_PATH),
      message: 'git does not track `"gha-creds-0123456789abcdef.json"`, so it is not read.',
    });
    expect(problem!.remedy).toContain('the input `data`');
    expect(everything).not.toContain(SECRET);
  });

  it('is not read through a link that is checked in, of a file or of a folder', async () => {
    for (const [links, source] of [
      [{ 'evals/q.txt': '../left/creds.txt' }, 'evals/q.txt'],
      [{ linked: 'left' }, 'linked/*.txt'],
    ] as [Record<string, string>, string][]) {
      const { problem, everything } = await run({
        files: { [CONFIG_PATH]: rules(source) },
        links,
        left: { 'left/creds.txt': SECRET },
      });
      expect(problem!.message).toMatch(/^git does not track/);
      expect(everything).not.toContain(SECRET);
    }
  });

  it('is read if the input `data` names it', async () => {
    const { outputs, report } = await run({
      files: { [CONFIG_PATH]: rules('evals/none.txt') },
      left: { 'made/q.txt': 'The sky is blue.' },
      inputs: { data: 'made/*.txt' },
    });
    expect(outputs.outcome).toBe('pass');
    expect(report!.notices.join()).not.toContain('git does not track');
    expect(report!.results[0]!.source).toBe('made/q.txt:1');
  });
});

describe('a configuration that is a link', () => {
  it.each([
    [
      'to what an earlier step left',
      '../.env',
      /git does not track the configuration, which is a link to `"\.env"`/,
    ],
    ["into git's own folder", '../.git/config', /lies outside of the checkout/],
    ['out of the checkout', '../../event.json', /lies outside of the checkout/],
  ])('is not read: %s', async (_, target, message) => {
    const { exitCode, problem, everything } = await run({
      files: { '.git/config': `[http]\n\textraheader = ${SECRET}\n` },
      links: { [CONFIG_PATH]: target },
      left: { '.env': `TOKEN=${SECRET}` },
      event: { name: 'push', payload: { ref: SECRET } },
    });
    expect(exitCode).toBe(1);
    expect(problem).toMatchObject({ name: 'ConfigError', message: expect.stringMatching(message) });
    expect(everything.replace(/^::add-mask::.*$/gm, '')).not.toContain(SECRET);
  });

  it("is not read under the base's rules, from a fork", async () => {
    const github = await gitHub();
    putAt(github, rules('evals/statements.txt'));
    const { outputs, everything, report } = await scenario({
      github,
      event: pullRequest(FORK),
      links: { [CONFIG_PATH]: '../.env' },
      left: { '.env': SECRET },
    });
    expect(outputs.outcome).toBe('error');
    expect(report!.problem!.message).toMatch(/^git does not track the configuration/);
    expect(`${everything}${JSON.stringify(github.comments)}`).not.toContain(SECRET);
  });
});

describe('a configuration that git does not track', () => {
  it('is not read, unless the step that writes it says so with git add', async () => {
    const { problem } = await run({ left: { [CONFIG_PATH]: rules('evals/statements.txt') } });
    expect(problem).toMatchObject({
      where: CONFIG_PATH,
      message: 'git does not track the configuration',
      remedy: expect.stringContaining('git add'),
    });
  });
});

describe('a checkout without git', () => {
  it('is read, with a notice that names the files; hidden ones are not', async () => {
    const { outputs, said } = await run({
      files: { [CONFIG_PATH]: rules('evals/*.txt') },
      withoutGit: true,
    });
    expect(outputs.outcome).toBe('pass');
    expect(said).toMatch(
      /no repository of git.*\.github\/sensitivity\.yml.*evals\/statements\.txt/,
    );
    for (const source of ['.env.txt', '.secrets/creds.txt']) {
      const { problem, everything } = await run({
        files: { [CONFIG_PATH]: rules(source), [source]: SECRET },
        withoutGit: true,
      });
      expect(problem!.message).toContain('is not read');
      expect(everything).not.toContain(SECRET);
    }
    const linked = await run({
      files: { '.env': SECRET },
      links: { [CONFIG_PATH]: '../.env' },
      withoutGit: true,
    });
    expect(linked.problem!.message).toContain('a link to the hidden file `".env"`');
  });

  it('is an error if only the program git is missing', async () => {
    const { exitCode, problem } = await run({
      files: { [CONFIG_PATH]: rules('evals/statements.txt') },
      env: { PATH: '/nowhere' },
    });
    expect(exitCode).toBe(1);
    expect(problem).toMatchObject({
      name: 'ConfigError',
      message: expect.stringContaining('git was not found on the PATH'),
      remedy: expect.stringContaining('PATH'),
    });
  });
});

it("settings in the checkout's .git start no program and name no other folder", async () => {
  const settings =
    '[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "echo started-a-program >&2; false"\n\tpager = echo started-a-program\n\tworktree = /\n[alias]\n\tls-files = !echo started-a-program\n';
  const model = await modelServer();
  const { outputs, everything } = await scenario({ model, files: { '.git/config': settings } });
  expect(outputs.outcome).toBe('pass');
  expect(everything).not.toContain('started-a-program');
});
