/**
 * Which key each request carries, by section and host: same and other origins, with inputs and
 * without, head and base, own branch and fork. No key is at an origin that is not its section's.
 */
import { startInternet, type Internet } from '../support/internet.ts';
import { startModelServer, type ModelServer } from '../support/model-server.ts';
import { runCli, type Finished } from '../support/run-action.ts';
import { one } from '../support/runs.ts';
import { CONFIG_PATH, FORK, gitHub, pullRequest, putAt, scenario } from '../support/scenario.ts';

let internet: Internet;
let outside: ModelServer;
beforeAll(async () => {
  outside = await startModelServer({ features: true });
  internet = await startInternet(outside.url);
});
afterAll(async () => {
  await internet.close();
  await outside.close();
});

const KEYS = {
  'api-key': 'sk-matrix-of-the-model-0123456789',
  'judge-api-key': 'sk-matrix-of-the-judge-0123456789',
  'embeddings-api-key': 'sk-matrix-of-embeddings-0123456789',
};
const OF_OPENAI = 'sk-matrix-of-openai-0123456789';
const OF_TENANT = 'matrix-of-the-tenant-0123456789';
const NAMES = new Map([
  ...Object.entries(KEYS).map(([name, key]) => [`Bearer ${key}`, name] as const),
  [`Bearer ${OF_OPENAI}`, 'OPENAI_API_KEY'],
]);

type Host = 'api.openai.com' | 'a.evil.test' | 'b.evil.test' | 'c.evil.test';
interface Sections {
  model: Host | 'reference';
  judge: Host;
  embeddings: Host;
}
const [OWN, A, B, C] = ['api.openai.com', 'a.evil.test', 'b.evil.test', 'c.evil.test'] as const;

const at = (host: Host) => `base_url: "https://${host}/v1"`;

function configOf({ model, judge, embeddings }: Sections, more = ''): string {
  const asked =
    model === 'reference'
      ? 'hub: reference, name: attentive'
      : `hub: openai, name: m, ${at(model)}`;
  return `model: { ${asked}, retries: 0 }
embeddings: { hub: openai, model: e, ${at(embeddings)} }
evaluation: { judge: { hub: openai, name: j, ${at(judge)} }${more} }
data: { source: evals/statements.txt }
tests:
  sensitivity:
    add_negation: { method: pair, scorer: embedding }
    add_toxic_words: { method: pair, scorer: judge }
`;
}

/** `model a.evil.test api-key`, once each: section, host, and the key or `none`. */
function carried(): string[] {
  const sections: Record<string, string> = { m: 'model', old: 'base', j: 'judge', e: 'embeddings' };
  const lines = outside.requests.map(({ headers, body }) => {
    const { model = '' } = body as { model?: string };
    const { authorization } = headers;
    const key = authorization === undefined ? 'none' : NAMES.get(authorization);
    return `${sections[model]} ${headers.host} ${key}`;
  });
  return [...new Set(lines)].sort();
}

interface Case {
  base?: string;
  head: string;
  inputs?: Record<string, string>;
  env?: Record<string, string>;
  event?: ReturnType<typeof pullRequest>;
  forbid?: boolean;
}

async function run({ base, head, inputs, env, event, forbid = false }: Case): Promise<Finished> {
  outside.requests.length = 0;
  const github = await gitHub({
    forbid: (_method, path) =>
      forbid && path.includes('/contents/')
        ? { status: 403, body: { message: 'Resource not accessible by integration' } }
        : undefined,
  });
  if (base !== undefined) putAt(github, base);
  return scenario({
    github,
    event,
    files: { [CONFIG_PATH]: head },
    inputs: {
      comment: 'never',
      'api-key': '',
      'allowed-hosts': '*.evil.test',
      ...inputs,
    },
    env: { ...internet.env, ...env },
  });
}

const apart: Sections = { model: A, judge: B, embeddings: C };
const vendors: Sections = { model: A, judge: OWN, embeddings: OWN };
const together: Sections = { model: A, judge: A, embeddings: A };
const AT_HOME: Sections = { model: OWN, judge: OWN, embeddings: OWN };
const env = { OPENAI_API_KEY: OF_OPENAI };
const inputs = { 'api-key': KEYS['api-key'] };

describe('a pull request that moves nothing', () => {
  it.each<[string, Sections, Omit<Case, 'head'>, string[]]>([
    ['the model’s key stays at its origin', apart, { inputs }, [`model ${A} api-key`]],
    ['and at no other vendor’s, which is an error before a request', vendors, { inputs }, []],
    [
      'the hub’s variable serves the others at its own host',
      vendors,
      { inputs, env },
      [`embeddings ${OWN} OPENAI_API_KEY`, `judge ${OWN} OPENAI_API_KEY`, `model ${A} api-key`],
    ],
    [
      'the same origin inherits it',
      together,
      { inputs, env },
      [`embeddings ${A} api-key`, `judge ${A} api-key`, `model ${A} api-key`],
    ],
    [
      'each input goes to its own section',
      apart,
      { inputs: KEYS, env },
      [`embeddings ${C} embeddings-api-key`, `judge ${B} judge-api-key`, `model ${A} api-key`],
    ],
    [
      'an input goes before what is inherited',
      together,
      { inputs: KEYS },
      [`embeddings ${A} embeddings-api-key`, `judge ${A} judge-api-key`, `model ${A} api-key`],
    ],
    ['one variable does not go to three origins', apart, { env }, [`model ${A} OPENAI_API_KEY`]],
    [
      'at home it serves all',
      AT_HOME,
      { env },
      [
        `embeddings ${OWN} OPENAI_API_KEY`,
        `judge ${OWN} OPENAI_API_KEY`,
        `model ${OWN} OPENAI_API_KEY`,
      ],
    ],
  ])('%s', async (_, sections, over, expected) => {
    const head = configOf(sections);
    const worlds = [{ base: head }, {}, { base: head, event: pullRequest(FORK) }];
    for (const world of one(worlds)) {
      await run({ ...world, head, ...over });
      const seen = carried();
      expect(seen.filter((line) => !line.endsWith('none'))).toEqual(expected);
      expect(seen.length).toBeLessThanOrEqual(3);
    }
  });
});

describe('a pull request that moves a section', () => {
  it.each<[string, Partial<Sections>, Omit<Case, 'head'>, string[]]>([
    [
      'the judge, to another allowed host',
      { judge: C },
      { inputs: KEYS },
      [`judge ${B} judge-api-key`, `model ${A} api-key`],
    ],
    [
      'the judge, to its hub’s host',
      { judge: OWN },
      { inputs: KEYS, env },
      [`judge ${OWN} OPENAI_API_KEY`, `judge ${B} judge-api-key`, `model ${A} api-key`],
    ],
    [
      'the model, to the judge’s host',
      { model: B },
      { inputs: KEYS },
      [`judge ${B} judge-api-key`],
    ],
    [
      'the model, where the workflow names it',
      { model: C },
      { inputs: { ...KEYS, 'base-url': `https://${C}/v1` } },
      [`judge ${B} judge-api-key`, `model ${C} api-key`],
    ],
    [
      'all, where GitHub does not let the base be read',
      { model: B, judge: A },
      { inputs: KEYS, forbid: true },
      [],
    ],
  ])('gets no key of it there: %s', async (_, moved, over, expected) => {
    const finished = await run({
      base: configOf(apart),
      head: configOf({ ...apart, ...moved }),
      ...over,
    });
    const seen = carried().filter((line) => !/none$|^embeddings/.test(line));
    expect(seen).toEqual(expected);
    expect(finished.outputs.outcome).not.toBe('pass');
  });

  it('a fork’s is asked at the base’s address', async () => {
    const head = configOf({ model: B, judge: A, embeddings: A });
    await run({ base: configOf(apart), head, event: pullRequest(FORK), inputs: KEYS });
    expect(carried()).toEqual([
      `embeddings ${C} embeddings-api-key`,
      `judge ${B} judge-api-key`,
      `model ${A} api-key`,
    ]);
  });

  it('the base’s model gets its hub’s variable at its own host, and never the key of the head', async () => {
    const compare = ', compare: base';
    const base = configOf(AT_HOME, compare).replace('name: m,', 'name: old,');
    const head = configOf({ ...AT_HOME, model: A }, compare);
    const named = { ...KEYS, hub: 'openai' };
    await run({ base, head, inputs: named, env });
    const ofModels = () => carried().filter((line) => /^(model|base) /.test(line));
    expect(ofModels()).toEqual([`base ${OWN} OPENAI_API_KEY`, `model ${A} none`]);
    await run({ base, head, inputs: named });
    expect(ofModels()).toEqual([`model ${A} none`]);
  });

  it('a key that is withheld is an error, and no missing key that may be skipped', async () => {
    const base = configOf({ ...AT_HOME, model: A });
    const { report } = await run({
      base,
      head: configOf(AT_HOME),
      inputs: { ...inputs, 'missing-key': 'skip' },
    });
    expect(outside.requests).toEqual([]);
    expect(report!.problem).toMatchObject({
      message: 'the key of `model` does not go to this address',
      remedy: expect.stringContaining('neither the base'),
    });
  });

  it('a proof sends a key to no other address either', async () => {
    const base = configOf({ ...AT_HOME, model: A });
    const proving = { ...inputs, prove: 'true' };
    const { stdout } = await run({ base, head: configOf(AT_HOME), inputs: proving });
    expect(outside.requests).toEqual([]);
    expect(stdout).toContain('the key of `model` does not go to this address');
  });

  it('a header variable goes where the base’s configuration has it', async () => {
    const ask = (host: Host, name = 'TENANT') =>
      `model: { hub: http, name: m, url: "https://${host}/ask", headers: { x-tenant: "\${${name}}" }, retries: 0 }
data: { source: evals/statements.txt }
tests: { sensitivity: { add_toxic_words: { method: pair } } }
`;
    const variables = {
      inputs: { 'header-variables': 'TENANT' },
      env: { TENANT: OF_TENANT },
    };
    const tenants = () =>
      new Set(
        outside.requests.map(({ headers }) => `${headers.host} ${String(headers['x-tenant'])}`),
      );
    await run({ base: ask(A), head: ask(A), ...variables });
    expect(tenants()).toEqual(new Set([`${A} ${OF_TENANT}`]));
    await run({ base: ask(A), head: ask(B), ...variables });
    expect(tenants()).toEqual(new Set([`${B} undefined`]));
  });
});

it('a section without a key is an error that names its input', async () => {
  outside.options.keys = Object.values(KEYS);
  const { report } = await run({ head: configOf(apart), inputs });
  delete outside.options.keys;
  expect(JSON.stringify(report)).toContain('Set the key in the input `embeddings-api-key`');
  const { report: other } = await run({ head: configOf(vendors), inputs });
  expect(other!.problem).toMatchObject({
    where: "input 'judge-api-key' and 'embeddings-api-key'",
    remedy: expect.stringContaining('Set the input `judge-api-key` from a secret'),
  });
});

it('one judge key is not for judges at two addresses', async () => {
  const two = configOf(apart).replace(
    'scorer: judge }',
    `scorer: judge, judge: { hub: openai, name: j, ${at(C)} } }\n    refusal: { data: { source: "builtin:safety", limit: 4 } }`,
  );
  const { report } = await run({ head: two, inputs: KEYS });
  expect(outside.requests).toEqual([]);
  expect(report!.problem).toMatchObject({ where: "input 'judge-api-key'" });
});

it('a terminal’s options name the variables of the sections, whose values it masks', async () => {
  outside.requests.length = 0;
  outside.options.answer = () => KEYS['judge-api-key'];
  const hosts = [A, B, C].join();
  const words = ['run', '--allowed-hosts', hosts, '--cache-directory', 'cache', '--all'];
  const names = ['--judge-api-key-variable=GROQ_KEY', '--embeddings-api-key-variable', 'E_KEY'];
  const { stdout, stderr } = await runCli([...words, ...names], {
    files: { [CONFIG_PATH]: configOf(apart), 'evals/statements.txt': 'The sky is blue.' },
    env: {
      ...internet.env,
      SENSITIVITY_API_KEY: KEYS['api-key'],
      GROQ_KEY: KEYS['judge-api-key'],
      E_KEY: KEYS['embeddings-api-key'],
    },
  });
  delete outside.options.answer;
  expect(carried()).toEqual([
    `embeddings ${C} embeddings-api-key`,
    `judge ${B} judge-api-key`,
    `model ${A} api-key`,
  ]);
  expect(stdout + stderr).not.toContain(KEYS['judge-api-key']);
  const unset = await runCli(['run', '--judge-api-key-variable', 'NOT_SET']);
  expect([unset.exitCode, unset.stderr]).toEqual([
    2,
    expect.stringContaining('--judge-api-key-variable names a variable that is not set'),
  ]);
});
