import { one, some } from '../support/runs.ts';
import {
  BASE,
  config,
  CONFIG_PATH,
  gitHub,
  MODEL_KEY,
  modelServer,
  pullRequest,
  scenario,
  TOKEN,
} from '../support/scenario.ts';
import { runAction, runCli, type ActionRun } from '../support/run-action.ts';
import type { GitHubServer } from '../support/github-server.ts';
import type { ModelServer } from '../support/model-server.ts';

const COMPARE = 'evaluation: { compare: base }\n';
const statements = Array.from({ length: 40 }, (_, i) => `The house number ${i + 1} is red.`).join(
  '\n',
);
const yes = 'Yes, right.';
const no = 'No, wrong.';
const isNegated = (prompt: string) => / not /.test(prompt);
const numberIn = (prompt: string) => Number(/number (\d+)/.exec(prompt)![1]);

/** `good` hears every "not"; `worse` misses those of house 1 to 11; `deaf` all of them. */
const hearing = async () =>
  modelServer({
    answer: (prompt, { body }) => {
      const { model } = body as { model: string };
      const hears = model === 'good' || (model === 'worse' && numberIn(prompt) > 11);
      return hears && isNegated(prompt) ? no : yes;
    },
  });
const rules = (model: Pick<ModelServer, 'url'>, name: string, more = COMPARE) =>
  config(model, more).replace('scenario-model', name);

function putBase(github: GitHubServer, text: string): void {
  github.files.set(`${BASE}:${CONFIG_PATH}`, text).set(`${BASE}:evals/statements.txt`, statements);
}

const run = async (
  base: string | undefined,
  head: string,
  over: {
    model: ModelServer;
    inputs?: Record<string, string>;
    event?: ReturnType<typeof pullRequest>;
  },
) => {
  const github = await gitHub();
  if (base !== undefined) putBase(github, base);
  const { model, ...rest } = over;
  const result = await scenario({
    ...rest,
    github,
    files: { [CONFIG_PATH]: head, 'evals/statements.txt': statements },
  });
  return { ...result, model, github };
};

/** Without the files that every other scenario has in `evals`, which is a link here. */
const runWithoutDefaults = async ({ github, ...over }: ActionRun & { github: GitHubServer }) =>
  runAction({
    event: pullRequest(),
    inputs: { 'github-token': TOKEN, comment: 'never' },
    env: { GITHUB_API_URL: github.url, GITHUB_GRAPHQL_URL: github.graphqlUrl },
    ...over,
  });

describe('compare: base', () => {
  it('a head that breaks rows fails although its rate is high enough, and the comment says what broke', async () => {
    const model = await hearing();
    const { outputs, report, github, summary } = await run(
      rules(model, 'good'),
      rules(model, 'worse'),
      { model },
    );
    expect(outputs.outcome).toBe('fail');
    expect(report!.report[0]).toMatchObject({
      pass_count: 29,
      pass_rate: 0.725,
      baseline: {
        paired_count: 40,
        pass_rate: 1,
        broken: 11,
        fixed: 0,
        outcome: 'fail',
      },
    });
    expect(report!.report[0]!.baseline!.p_value).toBeCloseTo(2 ** -11, 12);
    expect(report!.results[0]).toMatchObject({
      pass: false,
      actual_result: yes,
      baseline: { pass: true, actual_result: no },
    });
    const [first] = github.comments[0]!.body!.split('\n').filter((line) => line.startsWith('<h3>'));
    expect(first).toContain('more often than the base');
    expect(report!.changed_subject).toMatchObject([
      { path: 'name', old: expect.any(String), new: expect.any(String) },
    ]);
    expect(github.comments[0]!.body).toContain(
      'On the base it was 40 of 40: 11 broken since, 0 fixed.',
    );
    expect(github.comments[0]!.body).toMatch(
      /What to do next\.<\/b> All 11 broke with this change\. Reverting <code>\.github\/sensitivity\.yml:3<\/code>/,
    );
    expect(summary).toMatch(/broken/);
    // Two models, two questions a row; then 60 for the part that is to blame.
    expect(model.count('/chat/completions')).toBe(220);
  });

  it('asks no model and says so if nothing relevant changed', async () => {
    const text = `model: { hub: reference, name: oblivious }\ndata: { source: evals/statements.txt }\n${COMPARE}tests: { sensitivity: { add_negation: { method: pair } } }\n`;
    const model = await hearing();
    const { exitCode, outputs, summary, github } = await run(text, `# A comment.\n${text}`, {
      model,
    });
    expect(exitCode).toBe(0);
    expect(outputs).toMatchObject({ outcome: 'skipped', passed: 'false', requests: '0' });
    for (const page of [summary, github.comments[0]!.body!])
      expect(page).toContain('Nothing that matters changed since the base commit');
  });

  describe('nothing changed since the base', () => {
    const hosted = (more = '') =>
      `model: { hub: openai, name: good${more} }\nembeddings: { hub: reference }\ndata: { source: evals/statements.txt }\n${COMPARE}tests: { sensitivity: { add_negation: { method: pair } } }\n`;
    const unchanged = async (text: string, over: Partial<Parameters<typeof scenario>[0]> = {}) => {
      const github = await gitHub();
      putBase(github, text);
      return scenario({
        github,
        files: { [CONFIG_PATH]: text, 'evals/statements.txt': statements },
        ...over,
      });
    };

    it('asks again if an unchanged configuration may reach another model', async () => {
      const deaf = await modelServer();
      const at = `${deaf.url}/v1`;
      const judged = hosted().replace(
        'evaluation: { compare: base }',
        `evaluation: { compare: base, scorer: judge, judge: { name: judge, base_url: "${at}" } }`,
      );
      const cases: [string, string, Partial<Parameters<typeof scenario>[0]>][] = [
        ['the input base-url names a preview', hosted(), { inputs: { 'base-url': at } }],
        ['base_url', hosted(`, base_url: "${at}"`), {}],
        [
          'base_url of the embeddings',
          hosted().replace('{ hub: reference }', `{ hub: openai, base_url: "${at}" }`),
          { inputs: { 'base-url': at } },
        ],
        ['base_url of the judge', judged, {}],
        [
          'hub http',
          hosted().replace('openai, name: good', `http, name: good, url: "${deaf.url}/answer"`),
          {},
        ],
        [
          'AZURE_OPENAI_ENDPOINT',
          hosted().replace('openai', 'azure-openai'),
          { env: { AZURE_OPENAI_ENDPOINT: deaf.url } },
        ],
        ['the input model', hosted(), { inputs: { model: 'good', 'base-url': at } }],
        [
          'the input hub',
          hosted().replace('openai, name: good', 'reference, name: attentive'),
          { inputs: { hub: 'reference' } },
        ],
        [
          'the input data',
          hosted().replace('openai, name: good', 'reference, name: attentive'),
          { inputs: { data: 'evals/statements.txt' } },
        ],
      ];
      for (const [what, text, over] of some(cases, 3)) {
        const { outputs, summary } = await unchanged(text, over);
        expect({
          what,
          skipped:
            outputs.outcome === 'skipped' || summary.includes('Nothing that matters changed'),
        }).toEqual({
          what,
          skipped: false,
        });
      }
    });

    it('asks again if a data file behind a link changed', async () => {
      const text = hosted()
        .replace('openai, name: good', 'reference, name: attentive')
        .replace('evals/statements.txt', 'evals/linked.txt');
      const worlds: {
        links: Record<string, string>;
        files: Record<string, string>;
        changed: string;
      }[] = [
        {
          links: { 'evals/linked.txt': 'v1.txt' },
          files: { 'evals/v1.txt': statements },
          changed: 'evals/v1.txt',
        },
        {
          links: { 'evals/linked.txt': 'now.txt', 'evals/now.txt': 'v2.txt' },
          files: { 'evals/v2.txt': statements },
          changed: 'evals/now.txt',
        },
        {
          links: { evals: 'data' },
          files: { 'data/linked.txt': statements },
          changed: 'data/linked.txt',
        },
      ];
      for (const { links, files, changed } of one(worlds)) {
        const github = await gitHub();
        github.files
          .set(`${BASE}:${CONFIG_PATH}`, text)
          .set(`${BASE}:evals/linked.txt`, `${statements}\nThe last house is red.`);
        const { outputs } = await runWithoutDefaults({
          github,
          links,
          files: { [CONFIG_PATH]: text, ...files },
        });
        expect({ changed, outcome: outputs.outcome }).toEqual({ changed, outcome: 'pass' });
      }
    });

    it('asks again if GitHub lists the tree of the base in part', async () => {
      const github = await gitHub();
      github.truncated.add(BASE);
      const text = hosted().replace('openai, name: good', 'reference, name: attentive');
      putBase(github, text);
      const { outputs } = await scenario({
        github,
        files: { [CONFIG_PATH]: text, 'evals/statements.txt': statements },
      });
      expect(outputs.outcome).toBe('pass');
    });
  });

  it('judges by the rate alone, with a notice, without a configured base', async () => {
    const model = await hearing();
    const first = await run(undefined, rules(model, 'good'), { model });
    expect(first.outputs.outcome).toBe('pass');
    expect(first.summary).toContain('Not compared with the base');
    const push = await scenario({
      files: { [CONFIG_PATH]: rules(model, 'good'), 'evals/statements.txt': statements },
      event: { name: 'schedule', payload: {} },
    });
    expect(push.outputs.outcome).toBe('pass');
    expect(push.summary).toContain('no base commit');
  });

  it('is an error if the base may not be read', async () => {
    const [model, github] = [await hearing(), await gitHub({ forbid: ['contents'] })];
    const { outputs, report } = await scenario({
      github,
      files: { [CONFIG_PATH]: rules(model, 'good'), 'evals/statements.txt': statements },
    });
    expect(outputs.outcome).toBe('error');
    expect(report!.problem!.remedy).toContain('contents: read');
    expect(model.requests).toEqual([]);
  });
});

describe('in a terminal', () => {
  it('compares with the commit of --base', async () => {
    const model = await hearing();
    const env = { OPENAI_API_KEY: MODEL_KEY, PATH: process.env.PATH! };
    const committed = { [CONFIG_PATH]: rules(model, 'good'), 'evals/statements.txt': statements };
    const files = { [CONFIG_PATH]: rules(model, 'worse') };
    const { exitCode, stdout, report } = await runCli(['run', '--base', 'HEAD'], {
      files,
      committed,
      env,
    });
    expect(exitCode).toBe(1);
    expect(report!.report[0]!.baseline).toMatchObject({ broken: 11 });
    expect(stdout).toContain('11 broken');
    expect(
      (await runCli(['check', '--offline', '--base', 'HEAD'], { files, committed, env })).stdout,
    ).toMatch(/base +\S+ +80 /);
    const changed = {
      ...files,
      [CONFIG_PATH]: files[CONFIG_PATH].replace('min_pass_rate: 0.70', 'min_pass_rate: 0.60'),
    };
    const planned = await runCli(['check', '--offline', '--base', 'HEAD'], {
      files: changed,
      committed,
      env,
    });
    expect(planned.stdout.replace(/\s+/g, ' ')).toMatch(
      /min_pass_rate` `0\.7` → `0\.6`\) makes a pull request be judged by those of the base commit \w{7} as well: \d+ requests at most/,
    );
    const unknown = await runCli(['run', '--base', 'nowhere'], { files, committed, env });
    expect(unknown).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining("git knows no commit 'nowhere'"),
    });
    expect((await runCli(['run'], { files, committed, env })).stdout).toContain('--base REF');
  });
});
