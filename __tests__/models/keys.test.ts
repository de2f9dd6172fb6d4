import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { ConfigError } from '../../src/shared/errors.ts';
import { HUB_NAMES, HUBS, isOwnHost } from '../../src/models/hubs/addresses.ts';
import { createEmbedder, createModel } from '../../src/models/model.ts';
import { Grants, MissingKeyError, type WorkflowKeys } from '../../src/models/keys.ts';
import { startModelServer } from '../support/model-server.ts';
import { accessOf, settingsOf } from './support.ts';
import { recordsIn } from '../support/oracle.ts';
import refusedHeaders from './data/refused-headers.json' with { type: 'json' };

const KEYS = {
  OPENAI_API_KEY: 'sk-openai-0001',
  ANTHROPIC_API_KEY: 'sk-anthropic-02',
  GEMINI_API_KEY: 'key-gemini-0003',
  AZURE_OPENAI_API_KEY: 'key-azure-00004',
  AWS_BEARER_TOKEN_BEDROCK: 'key-bedrock-0005',
  HF_TOKEN: 'hf_token_000006',
  GATEWAY_KEY: 'key-gateway-007',
  AWS_SECRET_ACCESS_KEY: 'aws-secret-0009',
};
const grants = (more: Partial<WorkflowKeys> = {}) =>
  new Grants({ allowedHosts: [], env: KEYS, ...more });
const keyAt = (url: string, more = {}) =>
  grants(more).credentialsFor(grants(more).grantedAddress(url, 'x')).apiKey;

it.each(
  recordsIn<[url: string, variable: keyof typeof KEYS]>('__tests__/models/data/own-keys.jsonl'),
)('%s gets the key of its own hub: %s', (url, variable) => {
  expect(keyAt(url)).toBe(KEYS[variable]);
});

/** Addresses that look like granted ones. */
const HOSTILE = recordsIn<string>('__tests__/models/data/hostile-addresses.jsonl');

it.each(HOSTILE)('%j is sent nothing', (url) => {
  const all = grants({
    apiKey: 'key-of-input-08',
    hub: 'openai',
    allowedHosts: ['m.example.com GATEWAY_KEY'],
  });
  // A host stands between back-ticks.
  const problem = { name: 'ConfigError', message: expect.stringMatching(/^(?:[^`.]|`[^`]*`)+$/) };
  expect(() => all.grantedAddress(url, 'x')).toThrow(expect.objectContaining(problem) as Error);
});

it('no host but those of the table gets a key of a hub', () => {
  fc.assert(
    // `fc.webUrl` takes seconds to start.
    fc.property(
      fc.constantFrom('https', 'http'),
      fc.domain(),
      fc.string(),
      (scheme, host, more) => {
        const text = `${scheme}://${host}/${more}`;
        const url = new URL(text);
        fc.pre(!HUB_NAMES.some((hub) => isOwnHost(hub, url.hostname)));
        expect(grants().credentialsFor(url)).toEqual({});
        expect(() => grants().grantedAddress(text, 'x')).toThrow(ConfigError);
      },
    ),
  );
});

it('precedence at one origin: api-key, the line, the variable of the hub', () => {
  const allowedHosts = ['api.openai.com GATEWAY_KEY'];
  const url = 'https://api.openai.com/v1';
  expect(keyAt(url, { allowedHosts, apiKey: ' key-of-input\n', hub: 'openai' })).toBe(
    'key-of-input',
  );
  expect(keyAt(url, { allowedHosts })).toBe(KEYS.GATEWAY_KEY);
  expect(keyAt(url, { allowedHosts: ['api.openai.com'] })).toBe(KEYS.OPENAI_API_KEY);
  const other = keyAt('https://api.anthropic.com', { apiKey: 'key-of-input', hub: 'openai' });
  expect(other).toBe(KEYS.ANTHROPIC_API_KEY);
});

it.each(recordsIn<[Partial<WorkflowKeys>, string]>('__tests__/models/data/wrong-grants.jsonl'))(
  '%j is an error that names %s',
  (workflow, name) => {
    expect(() => grants(workflow)).toThrow(
      expect.objectContaining({ where: expect.stringContaining(name) as string }) as Error,
    );
  },
);

it.each(recordsIn<[string, string]>('__tests__/models/data/granted-addresses.jsonl'))(
  'the line %s grants %s',
  (line, url) => {
    expect(keyAt(url, { allowedHosts: [`${line} GATEWAY_KEY`] })).toBe(KEYS.GATEWAY_KEY);
    const ours = grants({ headerVariables: [`GATEWAY_KEY ${line}`] });
    expect(ours.headerValue('GATEWAY_KEY', new URL(url), 'x')).toBe(KEYS.GATEWAY_KEY);
  },
);

it('an address of this machine needs no line in a job without a key', () => {
  expect(grants({ env: {} }).grantedAddress('http://127.0.0.1:9/v1', 'x').port).toBe('9');
  expect(() =>
    grants({ env: { HF_TOKEN: 'hf_1234567' } }).grantedAddress('http://127.0.0.1:9', 'x'),
  ).toThrow(/127/);
  const headerVariables = ['OUR m.example.com'];
  expect(() =>
    grants({ env: { OUR: 'x' }, headerVariables }).grantedAddress('http://127.0.0.1:9', 'x'),
  ).toThrow(/127/);
});

it('errors name inputs, or options in a terminal', () => {
  const remedy = (isTerminal: boolean) => {
    try {
      return String(grants({ isTerminal }).grantedAddress('https://m.example.com', 'x'));
    } catch (error) {
      return (error as ConfigError).describe();
    }
  };
  expect(remedy(false)).toContain("input 'allowed-hosts'");
  expect(remedy(true)).toContain('--allowed-hosts');
});

it.each(
  recordsIn<[Partial<WorkflowKeys>, url: string, string]>('__tests__/models/data/odd-keys.jsonl'),
)('%j: no header can carry the key for %s; the error names %s', (workflow, url, where) => {
  const problem = { where, message: expect.not.stringContaining('secret') };
  expect(() => grants(workflow).credentialsFor(new URL(url))).toThrow(
    expect.objectContaining(problem) as Error,
  );
});

it.each(['https://localhost/v1', 'http://localhost/v1', 'https://n.example.com/v1'])(
  'the line that the error names grants %s, and a variable without a host goes to base-url',
  (url) => {
    let remedy = '';
    try {
      grants().grantedAddress(url, 'model.base_url');
    } catch (error) {
      ({ remedy = '' } = error as ConfigError);
    }
    const [, line = ''] = /line `(.*?)`/.exec(remedy) ?? [];
    expect(grants({ allowedHosts: [line] }).grantedAddress(url, '').href).toBe(url);
    const ours = grants({ baseUrl: url, headerVariables: ['GATEWAY_KEY'] });
    expect(ours.headerValue('GATEWAY_KEY', new URL(url), '')).toBe(KEYS.GATEWAY_KEY);
  },
);

it('all keys are secrets', () => {
  const { secrets } = grants({
    apiKey: 'key-of-input',
    baseUrl: 'https://m.example.com',
    allowedHosts: ['n.example.com GATEWAY_KEY'],
  });
  expect(secrets).toEqual(expect.arrayContaining([...Object.values(KEYS), 'key-of-input']));
});

it.each(HUB_NAMES.filter((hub) => HUBS[hub].baseURL !== undefined))(
  'hub %s without a key: a missing key, at its own hosts only',
  async (hub) => {
    const access = accessOf();
    const settings = settingsOf({ hub, region: 'eu-central-1', parameters: { max_tokens: 9 } });
    await expect(createModel(settings, access)).rejects.toMatchObject({
      constructor: MissingKeyError,
      where: 'model',
      remedy: expect.stringContaining(`\`${HUBS[hub].keyVariables[0]}\``),
    });
    const away = accessOf({ allowedHosts: ['m.example.com GATEWAY_KEY'] });
    const base_url = 'https://m.example.com';
    await expect(createModel({ ...settings, base_url }, away)).rejects.toMatchObject({
      remedy: expect.stringContaining('GATEWAY_KEY'),
    });
  },
);

it.each<[what: string, isMissing: boolean, more: Partial<WorkflowKeys>]>([
  ['a fork', true, {}],
  ['a job whose key is for another host', false, { env: KEYS }],
  ['a server of this machine', false, { baseUrl: 'http://127.0.0.1:9' }],
  ['a server with a line of its own', false, { allowedHosts: ['m.example.com'] }],
  ['missing-key: fail', false, { skipsWithoutKey: false }],
])('base-url and no key, %s: a missing key: %j', (_what, isMissing, more) => {
  const baseUrl = 'https://m.example.com';
  const all = grants({ env: {}, baseUrl, skipsWithoutKey: true, ...more });
  const url = all.grantedAddress(more.baseUrl ?? baseUrl, 'x');
  const require = () => all.requireCredentials(url, 'openai', { section: 'model' });
  if (isMissing) expect(require).toThrow(MissingKeyError);
  else expect(require()).toEqual({});
});

it.each([
  ['openai', false],
  ['bedrock', true],
] as const)('an access key of AWS is a key for signing: hub %s', async (hub, isUsable) => {
  const access = accessOf({ env: { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' } });
  const base_url = 'https://bedrock-runtime.eu-central-1.amazonaws.com/openai/v1';
  const opening = createModel(settingsOf({ hub, base_url, region: 'eu-central-1' }), access);
  if (isUsable) await opening;
  else await expect(opening).rejects.toThrow(MissingKeyError);
});

/** Asks a server by every hub, as model, judge and embeddings. Answers and errors are ignored. */
async function askByEveryHub(url: string, access: ReturnType<typeof accessOf>) {
  for (const hub of HUB_NAMES) {
    const settings = settingsOf({
      hub,
      base_url: url,
      url,
      region: 'eu-central-1',
      retries: 0,
      parameters: { max_tokens: 9 },
    });
    for (const section of ['model', 'judge', 'embeddings'] as const) {
      const inSection = { ...access, section };
      const ask = async () =>
        section === 'embeddings'
          ? (await createEmbedder(settings, inSection)).embed(['x'])
          : (await createModel(settings, inSection)).answer('x');
      await ask().catch((error: unknown) => error);
    }
  }
}

it('the matrix: no hub and no section sends a key to an address without a grant', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const evil = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => evil.once('listening', resolve));
  const { port } = evil.address() as AddressInfo;
  const redirecting = await startModelServer({
    route: () => ({ status: 307, headers: { location: `http://127.0.0.1:${port}/` } }),
  });
  const env = { ...KEYS, AWS_ACCESS_KEY_ID: 'AKIA00000000' };
  const strict = accessOf({ env });
  await askByEveryHub(`http://127.0.0.1:${port}`, strict);
  expect(seen).toEqual([]);
  // A host on a line without a variable is asked, without any key.
  const listed = accessOf({
    env,
    allowedHosts: [`127.0.0.1:${port}`, `127.0.0.1:${new URL(redirecting.url).port} GATEWAY_KEY`],
  });
  await askByEveryHub(`http://127.0.0.1:${port}`, listed);
  expect(seen.length).toBeGreaterThan(5);
  const before = seen.length;
  await askByEveryHub(redirecting.url, listed);
  expect(seen).toHaveLength(before);
  const sent = JSON.stringify(seen);
  for (const key of Object.values(env)) expect(sent).not.toContain(key);
  expect(redirecting.requests.length).toBeGreaterThan(3);
  const carried = JSON.stringify(redirecting.requests.map(({ headers }) => headers));
  expect(carried).toContain(KEYS.GATEWAY_KEY);
  for (const key of Object.values(env).filter((value) => value !== KEYS.GATEWAY_KEY))
    expect(carried).not.toContain(key);
  evil.close();
  await redirecting.close();
  await Promise.all([strict.endpoints.close(), listed.endpoints.close()]);
});

it('the value of a header goes to the host of its line only', async () => {
  const server = await startModelServer({});
  const host = new URL(server.url).host;
  const env = { TENANT: 'tenant-secret-1\n' };
  const base_url = `${server.url}/v1`;
  const headers = { 'X-Tenant': 'Bearer ${TENANT}', 'x-team': 'a' };
  const access = (headerVariables: string[], inEnv = env) =>
    accessOf({ env: inEnv, allowedHosts: [host], headerVariables });
  const granted = access([`TENANT ${host}`]);
  await (await createModel(settingsOf({ base_url, headers }), granted)).answer('x');
  expect(server.requests[0]?.headers).toMatchObject({
    'x-tenant': 'Bearer tenant-secret-1',
    'x-team': 'a',
  });
  for (const lines of [[], ['TENANT other.example']])
    await expect(createModel(settingsOf({ base_url, headers }), access(lines))).rejects.toThrow(
      ConfigError,
    );
  for (const [name, value] of Object.entries(refusedHeaders))
    await expect(
      createModel(settingsOf({ base_url, headers: { [name]: value } }), granted),
    ).rejects.toMatchObject({
      name: 'ConfigError',
      where: `model.headers.${name}`,
      message: expect.stringContaining('`'),
    });
  const unset = access([`TENANT ${host}`], { TENANT: '' });
  await expect(createModel(settingsOf({ base_url, headers }), unset)).rejects.toMatchObject({
    constructor: MissingKeyError,
    message: expect.stringContaining('`TENANT`'),
  });
  expect(server.requests).toHaveLength(1);
  await server.close();
  await granted.endpoints.close();
});

it('a key that a server sends back reaches no answer and no message', async () => {
  const key = 'sk-abc/def+0123456789';
  const escaped = [...key]
    .map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
  const bodies = [
    `{"choices":[{"message":{"content":"${key} x"},"finish_reason":"stop"}],"model":"${key}"}`,
    `{"choices":[{"message":{"content":"${escaped} x"},"finish_reason":"stop"}]}`,
    `{"choices":[{"message":{"content":["sk-abc","${key.slice(6)} x"]}}]}`,
  ];
  const server = await startModelServer({
    route: ({ path }) =>
      path.startsWith('/bad')
        ? { status: 418, body: `${'x'.repeat(290)} ${key}` }
        : { status: 200, body: bodies.pop() },
  });
  const access = accessOf({ apiKey: key, baseUrl: server.url });
  const model = await createModel(settingsOf({ base_url: server.url }), access);
  for (let i = 0; i < 3; i++) expect(await model.answer(`q${i}`)).toEqual({ text: '*** x' });
  const bad = await createModel(settingsOf({ base_url: `${server.url}/bad` }), access);
  const error = await bad
    .answer('x')
    .catch((thrown: unknown) => JSON.stringify(thrown) + String(thrown));
  expect(error).toContain('xxx ***');
  expect(error).not.toMatch(/sk-|abc/);
  await server.close();
  await access.endpoints.close();
});
