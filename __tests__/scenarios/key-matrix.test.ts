/**
 * The key of each request, by section and host: same and other origins, with and without inputs,
 * head and base, own branch and fork. No key goes to an origin of another section.
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

/** Section, host and key of the requests, once each: `model a.evil.test api-key`. */
function keysSent(): string[] {
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

describe('a pull request that moves no section', () => {
  it.each<[string, Sections, Omit<Case, 'head'>, string[]]>([
    ['the key of the model stays at its origin', apart, { inputs }, [`model ${A} api-key`]],
    [
      'the key of the model is not sent to another vendor: an error before a request',
      vendors,
      { inputs },
      [],
    ],
    [
      'the variable of the hub serves the other sections at its own host',
      vendors,
      { inputs, env },
      [`embeddings ${OWN} OPENAI_API_KEY`, `judge ${OWN} OPENAI_API_KEY`, `model ${A} api-key`],
    ],
    [
      'sections at the same origin inherit the key',
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
      'an input overrides an inherited key',
      together,
      { inputs: KEYS },
      [`embeddings ${A} embeddings-api-key`, `judge ${A} judge-api-key`, `model ${A} api-key`],
    ],
    ['one variable does not go to three origins', apart, { env }, [`model ${A} OPENAI_API_KEY`]],
    [
      'the variable of the hub serves all sections at its own host',
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
      const seen = keysSent();
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
      'the judge, to the host of its hub',
      { judge: OWN },
      { inputs: KEYS, env },
      [`judge ${OWN} OPENAI_API_KEY`, `judge ${B} judge-api-key`, `model ${A} api-key`],
    ],
    [
      'the model, to the host of the judge',
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
      'all, with a base that cannot be read',
      { model: B, judge: A },
      { inputs: KEYS, forbid: true },
      [],
    ],
  ])('gets no key for it: %s', async (_, moved, over, expected) => {
    const finished = await run({
      base: configOf(apart),
      head: configOf({ ...apart, ...moved }),
      ...over,
    });
    const seen = keysSent().filter((line) => !/none$|^embeddings/.test(line));
    expect(seen).toEqual(expected);
    expect(finished.outputs.outcome).not.toBe('pass');
  });

  it('is asked at the addresses of the base if it is a fork', async () => {
    const head = configOf({ model: B, judge: A, embeddings: A });
    await run({ base: configOf(apart), head, event: pullRequest(FORK), inputs: KEYS });
    expect(keysSent()).toEqual([
      `embeddings ${C} embeddings-api-key`,
      `judge ${B} judge-api-key`,
      `model ${A} api-key`,
    ]);
  });

  it('gives the model of the base its hub variable, never the key of the head', async () => {
    const compare = ', compare: base';
    const base = configOf(AT_HOME, compare).replace('name: m,', 'name: old,');
    const head = configOf({ ...AT_HOME, model: A }, compare);
    const named = { ...KEYS, hub: 'openai' };
    await run({ base, head, inputs: named, env });
    const ofModels = () => keysSent().filter((line) => /^(model|base) /.test(line));
    expect(ofModels()).toEqual([`base ${OWN} OPENAI_API_KEY`, `model ${A} none`]);
    await run({ base, head, inputs: named });
    expect(ofModels()).toEqual([`model ${A} none`]);
  });

  it('is an error for a withheld key, which missing-key: skip does not cover', async () => {
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

  it('gets a header variable only at the address of the base', async () => {
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

it('a missing key of a section is an error with its input', async () => {
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

it('one judge key for judges at two addresses is an error', async () => {
  const two = configOf(apart).replace(
    'scorer: judge }',
    `scorer: judge, judge: { hub: openai, name: j, ${at(C)} } }\n    refusal: { data: { source: "builtin:safety", limit: 4 } }`,
  );
  const { report } = await run({ head: two, inputs: KEYS });
  expect(outside.requests).toEqual([]);
  expect(report!.problem).toMatchObject({ where: "input 'judge-api-key'" });
});

it('options of the terminal name the key variables of sections, and their values are masked', async () => {
  outside.requests.length = 0;
  outside.options.answer = () => KEYS['judge-api-key'];
  const hosts = [A, B, C].join();
  const words = ['run', '--allowed-hosts', hosts, '--cache-directory', 'cache', '--show-rows'];
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
  expect(keysSent()).toEqual([
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
