/**
 * The configuration of each side is read once, and its error appears wherever it is used.
 */
import {
  BASE,
  CONFIG_PATH,
  config,
  gitHub,
  HEAD,
  modelServer,
  pullRequest,
  scenario,
  STATEMENTS,
} from '../support/scenario.ts';

const COMPARE = 'evaluation: { compare: base }\n';
const BROKEN = 'model: { hub: reference, nam: attentive }\n';

/**
 * Runs a pull request of the repository itself, and returns the requests to GitHub with their
 * counts.
 */
type Change = { base: string; head: string } & Partial<Parameters<typeof scenario>[0]>;
async function change({ base, head, ...over }: Change) {
  const github = await gitHub();
  Object.assign(github.pulls[0]!, {
    base: { ...github.pulls[0]!.base, sha: BASE },
    head: { ...github.pulls[0]!.head, sha: HEAD },
  });
  for (const [sha, text] of [
    [BASE, base],
    [HEAD, head],
  ] as const) {
    github.files
      .set(`${sha}:${CONFIG_PATH}`, text)
      .set(`${sha}:evals/statements.txt`, STATEMENTS.join('\n'));
  }
  const finished = await scenario({ github, files: { [CONFIG_PATH]: head }, ...over });
  const asked: Record<string, number> = {};
  for (const { method, path, query } of github.requests) {
    const what = `${method} ${decodeURIComponent(path).split('/').slice(4).join('/')}${query.ref === undefined ? '' : ` at ${String(query.ref)[0]}`}`;
    asked[what] = (asked[what] ?? 0) + 1;
  }
  return { ...finished, asked };
}

it("`compare: base` reads the base's configuration once and its tree once", async () => {
  const model = await modelServer();
  const { outputs, asked } = await change({
    base: config(model, COMPARE),
    head: config(model, COMPARE),
  });
  expect(outputs.outcome).toBe('pass');
  expect(asked).toMatchObject({
    [`GET contents/${CONFIG_PATH} at c`]: 1,
    [`GET git/trees/${BASE}`]: 1,
  });
});

it("an event whose checkout is not the head reads the head's configuration once", async () => {
  const model = await modelServer();
  const { repository, pull_request } = pullRequest().payload as Record<string, object>;
  const event = {
    name: 'issue_comment',
    payload: {
      action: 'created',
      issue: { number: 7, pull_request: {} },
      comment: { id: 1 },
      repository,
      pull_request,
    },
  };
  const text = config(model);
  const { asked, report } = await change({ base: text, head: text.replace('0.70', '0.60'), event });
  expect(report!.config.ref).toBe('split');
  expect(asked).toMatchObject({ [`GET contents/${CONFIG_PATH} at b`]: 1, 'GET pulls/7': 1 });
});

it('an invalid configuration of the base is named, and the change that corrects it can pass', async () => {
  const model = await modelServer();
  const { outputs, report } = await change({ base: BROKEN, head: config(model, COMPARE) });
  expect(outputs.outcome).toBe('pass');
  expect(report!.warnings).toEqual([
    expect.stringMatching(/changes its gate is not known: .* cannot be used: .*nam/),
  ]);
  expect(report!.notices).toContainEqual(
    expect.stringMatching(/^Not compared with the base: .* cannot be used \(.*nam.*\)/),
  );
});

it("an invalid configuration of the head is a notice if the base's judges", async () => {
  const model = await modelServer();
  const { outputs, report } = await change({
    base: config(model),
    head: BROKEN,
    inputs: { 'config-ref': 'base' },
  });
  expect(outputs.outcome).toBe('pass');
  expect(report!.notices).toContainEqual(
    expect.stringMatching(/^The head's configuration cannot be used \(.*nam.*\)/),
  );
});
