/**
 * The key matrix over the hubs of other providers: each key goes to the origin of its section
 * alone, even if a pull request writes a hostile name, region or address.
 */
import { startInternet, type Internet } from '../support/internet.ts';
import { startModelServer, type ModelServer } from '../support/model-server.ts';
import { verdictJson, withJudge } from '../support/scripted-judge.ts';
import { type Finished } from '../support/run-action.ts';
import { CONFIG_PATH, FORK, gitHub, pullRequest, putAt, scenario } from '../support/scenario.ts';

let internet: Internet;
let outside: ModelServer;
beforeAll(async () => {
  const judging = withJudge(() => 'Yes.', { judging: () => verdictJson('accounts') });
  outside = await startModelServer({
    // Google and Bedrock name the model in the path; a rubric is longer than any row.
    answer: (prompt, request) =>
      judging(prompt, { ...request, body: { model: prompt.length > 400 ? 'the-judge' : 'm' } }),
  });
  internet = await startInternet(outside.url);
});
afterAll(async () => {
  await internet.close();
  await outside.close();
});

const ACCESS = {
  AWS_ACCESS_KEY_ID: 'AKIAMATRIX0123456789',
  AWS_SECRET_ACCESS_KEY: 'secret/matrix+0123456789012345678901234567',
  AWS_SESSION_TOKEN: 'session/matrix+0123456789012345678901234567==',
};
const VARIABLES = {
  ANTHROPIC_API_KEY: 'sk-ant-matrix-0123456789',
  GEMINI_API_KEY: 'gemini-matrix-0123456789',
  OPENAI_API_KEY: 'sk-openai-matrix-0123456789',
  ...ACCESS,
};
const INPUT = 'sk-matrix-of-the-input-0123456789';

const HOSTS: Record<string, string> = {
  anthropic: 'api.anthropic.com',
  google: 'generativelanguage.googleapis.com',
  openai: 'api.openai.com',
  bedrock: 'bedrock-runtime.eu-central-1.amazonaws.com',
};
/** The secrets that a host may see. The secret of an access key is never sent. */
const MAY_SEE: Record<string, string[]> = {
  [HOSTS.anthropic!]: [VARIABLES.ANTHROPIC_API_KEY],
  [HOSTS.google!]: [VARIABLES.GEMINI_API_KEY],
  [HOSTS.openai!]: [VARIABLES.OPENAI_API_KEY],
  [HOSTS.bedrock!]: [ACCESS.AWS_ACCESS_KEY_ID, ACCESS.AWS_SESSION_TOKEN],
};
const SECRETS = [...Object.values(VARIABLES), INPUT];

const lines = (hub: string, more = '') =>
  `hub: ${hub}, name: m${hub === 'bedrock' && !more.includes('region') ? ', region: eu-central-1' : ''}${more}`;

function configOf(model: string, judge: string): string {
  return `model: { ${model}, retries: 0 }
evaluation: { judge: { ${judge} } }
data: { source: evals/statements.txt }
tests: { sensitivity: { add_negation: { method: pair, scorer: judge } } }
`;
}

interface Case {
  base?: string;
  head: string;
  inputs?: Record<string, string>;
  env?: Record<string, string>;
  event?: ReturnType<typeof pullRequest>;
}

async function run({ base, head, inputs, env = VARIABLES, event }: Case): Promise<Finished> {
  outside.requests.length = 0;
  const github = await gitHub();
  if (base !== undefined) putAt(github, base);
  return scenario({
    github,
    event,
    files: { [CONFIG_PATH]: head },
    inputs: { comment: 'never', 'api-key': '', 'allowed-hosts': '*.evil.test', ...inputs },
    env: { ...internet.env, ...env },
  });
}

/** The secrets that are at a host which may not see them. */
function strayed(mayAlso: Record<string, string[]> = {}): string[] {
  return outside.requests.flatMap(({ headers, path, query, body }) => {
    const host = String(headers.host);
    const everything = JSON.stringify([headers, path, query, body]);
    const allowed = [MAY_SEE[host], mayAlso[host]].flat();
    const found = SECRETS.filter((secret) => everything.includes(secret));
    return found.filter((secret) => !allowed.includes(secret)).map((secret) => `${host} ${secret}`);
  });
}

const hosts = () =>
  [...new Set(outside.requests.map(({ headers }) => String(headers.host)))].sort();

describe('the variable of a hub', () => {
  const hubs = Object.keys(HOSTS);
  // Each hub in both places; with THOROUGH=1 beside each other hub.
  const judgesFor = (nth: number) =>
    process.env.THOROUGH ? hubs : [hubs[(nth + 1) % hubs.length]!];
  const pairs = hubs.flatMap((model, nth) => judgesFor(nth).map((judge) => [model, judge]));
  it.each(pairs)(
    'goes to its own host alone: a model of %s with a judge of %s',
    async (model = '', judge = '') => {
      const text = configOf(lines(model), lines(judge));
      const { everything } = await run({ head: text });
      expect(hosts()).toEqual([...new Set([HOSTS[model], HOSTS[judge]])].sort());
      expect(strayed()).toEqual([]);
      const printed = everything.replace(/^::add-mask::.*$/gm, '');
      expect(SECRETS.filter((secret) => printed.includes(secret))).toEqual([]);
    },
  );

  it('does not replace the input api-key, which goes to the model alone', async () => {
    for (const model of ['anthropic', 'google', 'bedrock']) {
      await run({ head: configOf(lines(model), lines('openai')), inputs: { 'api-key': INPUT } });
      expect(hosts()).toEqual([HOSTS[model], HOSTS.openai].sort());
      expect(strayed({ [HOSTS[model]!]: [INPUT] })).toEqual([]);
    }
  });

  it('is masked with every other secret of its cloud', async () => {
    const { stdout } = await run({ head: configOf(lines('bedrock'), lines('google')) });
    for (const secret of [...Object.values(ACCESS), VARIABLES.GEMINI_API_KEY])
      expect(stdout).toContain(`::add-mask::${secret}`);
  });
});

describe('a pull request with a hostile value', () => {
  const HOSTILE: [string, string][] = [
    ['a region with a host', lines('bedrock', ', region: "x.evil.test/?"')],
    ['a region that ends in a host', lines('bedrock', ', region: "eu-central-1.evil.test"')],
    ['a region with user information', lines('bedrock', ', region: "eu-central-1@a.evil.test"')],
    ['an allowed host for bedrock', lines('bedrock', ', base_url: "https://a.evil.test"')],
    ['an allowed host for anthropic', lines('anthropic', ', base_url: "https://a.evil.test"')],
    ['an allowed host for google', lines('google', ', base_url: "https://a.evil.test"')],
    ['a name with a way out', 'hub: google, name: "../../../evil?x=#"'],
    ['a name with another host', 'hub: anthropic, name: "@a.evil.test/m"'],
    ['a name of bedrock with steps', lines('bedrock').replace('name: m', 'name: "a/../../b"')],
    [
      'a header that carries a key',
      lines('anthropic', ', headers: { x-api-key: "${ANTHROPIC_API_KEY}" }'),
    ],
  ];
  it.each(HOSTILE)('sends no key elsewhere: %s', async (_, hostile) => {
    const hub = /^hub: ([\w-]+)/.exec(hostile)?.[1] ?? '';
    const base = configOf(lines(hub), lines('openai'));
    const head = configOf(hostile, lines('openai'));
    const ofModel = { base, head };
    const ofJudge = {
      base: configOf(lines('openai'), lines(hub)),
      head: configOf(lines('openai'), hostile),
    };
    const fork = pullRequest(FORK);
    const runs = [ofModel, { ...ofJudge, event: fork }];
    if (process.env.THOROUGH) runs.push(ofJudge, { ...ofModel, event: fork });
    for (const each of runs) {
      await run(each);
      expect(strayed()).toEqual([]);
    }
  });
});

it('a missing key of a hub is an error with its input and variables', async () => {
  for (const [hub, variable] of [
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['google', 'GEMINI_API_KEY'],
    ['bedrock', 'AWS_ACCESS_KEY_ID'],
  ] as const) {
    const { report } = await run({
      head: configOf(lines('openai'), lines(hub)),
      env: { OPENAI_API_KEY: VARIABLES.OPENAI_API_KEY },
    });
    expect(outside.requests).toEqual([]);
    expect(report!.problem).toMatchObject({ where: "input 'judge-api-key'" });
    expect(report!.problem!.remedy).toContain(variable);
  }
});

it('credentials that expire during a run are one cause, and earlier answers count', async () => {
  outside.options.fail = (_, nth) =>
    nth > 6
      ? {
          status: 403,
          body: { message: 'The security token included in the request is expired' },
        }
      : undefined;
  const statements = Array.from({ length: 12 }, (_, i) => `Thing ${i} is blue.`).join('\n');
  const { report, everything } = await scenario({
    files: {
      [CONFIG_PATH]: `model: { ${lines('bedrock')}, retries: 0 }
concurrency: 1
data: { source: evals/statements.txt }
tests: { sensitivity: { add_toxic_words: { method: pair } } }
`,
      'evals/statements.txt': statements,
    },
    inputs: { comment: 'never', 'api-key': '' },
    env: { ...internet.env, ...VARIABLES },
  });
  delete outside.options.fail;
  expect(report!.outcome).toBe('inconclusive');
  const ends = report!.results.map(({ status }) => status);
  expect(ends.filter((status) => status === 'error')).toHaveLength(9);
  expect(ends.slice(0, 3)).not.toContain('error');
  expect(outside.requests.length).toBeLessThanOrEqual(10);
  expect(everything).toContain('The security token included in the request is expired');
  expect(everything).toContain('`AWS_ACCESS_KEY_ID`');
});
