import { BAG_OF_WORDS, TESTS } from '../support/endpoint-tricks.ts';
import { hostsAsked, startInternet, type Internet } from '../support/internet.ts';
import { startModelServer, type ModelServer } from '../support/model-server.ts';
import { startProxy, type ProxyServer } from './proxy-server.ts';
import { runCli, type ActionRun, type Finished } from '../support/run-action.ts';
import { one } from '../support/runs.ts';
import { CONFIG_PATH, MODEL_KEY, modelServer, scenario, TOKEN } from '../support/scenario.ts';

let internet: Internet;
let outside: ModelServer;
let proxy: ProxyServer;
let strict: ProxyServer;
beforeAll(async () => {
  outside = await startModelServer({
    datasets: { 'o/d': { rows: [{ text: 'The sky is blue.' }] } },
  });
  internet = await startInternet(outside.url);
  proxy = await startProxy({ port: internet.port });
  strict = await startProxy({ port: internet.port, login: 'me:s3cr3t/p@ss' });
});
afterEach(() => {
  for (const seen of [outside.requests, proxy.tunnels, proxy.plain, strict.tunnels]) seen.splice(0);
});
afterAll(async () => {
  await Promise.all([internet.close(), outside.close(), proxy.close(), strict.close()]);
});

const OPENAI = `model: { hub: openai, name: m }\n${BAG_OF_WORDS}\n${TESTS}`;

function run(config: string, { env, inputs }: ActionRun): Promise<Finished> {
  return scenario({
    files: { [CONFIG_PATH]: config },
    inputs: { comment: 'never', ...inputs },
    env: { ...internet.env, ...env },
  });
}

const tunnelled = () => [...new Set(proxy.tunnels.map(({ target }) => target))];

describe('the proxy of the environment', () => {
  it.each(one(['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']))(
    'tunnels model requests if %s names it',
    async (variable) => {
      const finished = await run(OPENAI, { env: { [variable]: `http://${proxy.host}` } });
      expect(finished.outputs.outcome).toBe('pass');
      expect(tunnelled()).toEqual(['api.openai.com:443']);
      expect(hostsAsked(finished)).toEqual([]);
      expect(outside.requests[0]!.headers).toMatchObject({
        host: 'api.openai.com',
        authorization: `Bearer ${MODEL_KEY}`,
      });
      expect(outside.requests.every(({ headers }) => !('proxy-authorization' in headers))).toBe(
        true,
      );
    },
  );

  it('tunnels requests for data sets and to GitHub', async () => {
    const config =
      'model: { hub: reference, name: attentive }\ndata: { source: "hf:o/d" }\ntests: { sensitivity: { add_negation: { method: pair } } }\n';
    const finished = await run(config, {
      env: { https_proxy: `http://${proxy.host}`, GITHUB_API_URL: 'https://api.github.com' },
      inputs: { comment: 'always', 'github-token': TOKEN },
    });
    expect(finished.outputs.outcome).toBe('pass');
    expect(tunnelled().sort()).toEqual([
      'api.github.com:443',
      'datasets-server.huggingface.co:443',
    ]);
    expect(hostsAsked(finished)).toEqual([]);
  });

  it('tunnels requests of the terminal', async () => {
    const { exitCode } = await runCli(['run'], {
      files: { [CONFIG_PATH]: OPENAI, 'evals/statements.txt': 'The sky is blue.' },
      env: { ...internet.env, https_proxy: `http://${proxy.host}`, OPENAI_API_KEY: MODEL_KEY },
    });
    expect(exitCode).toBe(0);
    expect(tunnelled()).toEqual(['api.openai.com:443']);
  });

  it.each(
    one([
      ['NO_PROXY', 'api.openai.com'],
      ['no_proxy', 'elsewhere.test, .openai.com'],
      ['no_proxy', '*'],
    ] as const),
  )('is bypassed if %s is %s', async (variable, value) => {
    const finished = await run(OPENAI, {
      env: { https_proxy: `http://${proxy.host}`, [variable]: value },
    });
    expect(finished.outputs.outcome).toBe('pass');
    expect(proxy.tunnels).toEqual([]);
    expect([...new Set(hostsAsked(finished))]).toEqual(['api.openai.com:443']);
  });

  it('gets no request to loopback, which holds the key in plain text', async () => {
    const model = await modelServer();
    const env = { http_proxy: `http://${proxy.host}`, HTTPS_PROXY: `http://${proxy.host}` };
    const local = await run(
      `model: { hub: openai, name: m, base_url: ${model.url}/v1 }\n${BAG_OF_WORDS}\n${TESTS}`,
      { env },
    );
    expect(local.outputs.outcome).toBe('pass');
    const other = await run(
      `model: { hub: openai, name: m, base_url: "http://127.8.9.10:8000/v1" }\n${BAG_OF_WORDS}\n${TESTS}`,
      {
        env,
        inputs: { 'allow-loopback': '127.8.9.10:8000' },
      },
    );
    expect([...new Set(hostsAsked(other))]).toEqual(['127.8.9.10:8000']);
    expect([...proxy.tunnels, ...proxy.plain]).toEqual([]);
  });
});

describe('a proxy with a password', () => {
  const PASSWORD = 's3cr3t/p@ss';
  const ENCODED = encodeURIComponent(PASSWORD);

  function expectNoPassword({ everything }: Pick<Finished, 'everything'>): void {
    const printed = everything.replace(/^::add-mask::.*$/gm, '');
    for (const secret of [PASSWORD, ENCODED, Buffer.from(`me:${PASSWORD}`).toString('base64')])
      expect(printed).not.toContain(secret);
  }

  it('gets the login, and the password is masked and never shown', async () => {
    const finished = await run(OPENAI, {
      env: { HTTPS_PROXY: `http://me:${ENCODED}@${strict.host}` },
    });
    expect(finished.outputs.outcome).toBe('pass');
    expect(strict.tunnels[0]).toEqual({ target: 'api.openai.com:443', login: `me:${PASSWORD}` });
    expect(finished.stdout).toContain(`::add-mask::${PASSWORD}\n`);
    expectNoPassword(finished);
  });

  it('is named in the error with its reply and variable if the password is wrong', async () => {
    const finished = await run(OPENAI, {
      env: { HTTPS_PROXY: `http://me:wr0ng-p4ss@${strict.host}` },
    });
    expect(finished.exitCode).toBe(1);
    const { kind, message } = finished.report!.results[0]!.error!;
    expect(kind).toBe('network');
    expect(message).toMatch(
      /^The proxy refuses the connection to `"api\.openai\.com"` \(HTTP 407\)\.\s.*HTTPS_PROXY/s,
    );
    expect(outside.requests).toEqual([]);
    expect(finished.everything.replace(/^::add-mask::.*$/gm, '')).not.toContain('wr0ng-p4ss');
  });

  it.each(one(['socks5://me:%p@127.0.0.1:1080', 'http://me:%p@:3128', 'nonsense:me:%p@']))(
    'is not quoted in the error about %s',
    async (address) => {
      const finished = await run(OPENAI, { env: { HTTPS_PROXY: address.replace('%p', ENCODED) } });
      expect(finished.exitCode).toBe(1);
      expect(finished.stdout).toMatch(
        /^::error::environment variable HTTPS_PROXY: The proxy is not an http or https address/m,
      );
      expectNoPassword(finished);
    },
  );
});

describe('a Node that cannot set a proxy at run time', () => {
  /** As before Node 24.14. */
  const older = () =>
    `${internet.env.NODE_OPTIONS!} --import=data:text/javascript,${encodeURIComponent("import http from 'node:http'; delete http.setGlobalProxyFromEnv;")}`;

  it('gives a warning with a remedy, and tunnels model requests alone', async () => {
    const finished = await run(OPENAI, {
      env: { NODE_OPTIONS: older(), HTTPS_PROXY: `http://me:s3cr3t-p4ss@${proxy.host}` },
    });
    expect(finished.stdout).toMatch(
      /^::warning::The proxy in HTTPS_PROXY is used for models only, .*NODE_USE_ENV_PROXY to 1/m,
    );
    expect(finished.everything.replace(/^::add-mask::.*$/gm, '')).not.toContain('s3cr3t-p4ss');
    expect(tunnelled()).toEqual(['api.openai.com:443']);
  });

  it('tunnels all requests with NODE_USE_ENV_PROXY', async () => {
    const finished = await run(OPENAI, {
      env: { NODE_OPTIONS: older(), NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: `http://${proxy.host}` },
    });
    expect(finished.outputs.outcome).toBe('pass');
    expect(finished.stdout).not.toContain('::warning');
    expect(tunnelled()).toEqual(['api.openai.com:443']);
    expect(hostsAsked(finished)).toEqual([]);
  });

  it('sends no request to loopback through the proxy', async () => {
    const model = await modelServer();
    const config = `model: { hub: openai, name: m, base_url: ${model.url}/v1 }\n${BAG_OF_WORDS}\n${TESTS}`;
    await run(config, {
      env: {
        NODE_OPTIONS: older(),
        NODE_USE_ENV_PROXY: '1',
        http_proxy: `http://${proxy.host}`,
        NO_PROXY: 'elsewhere.test',
      },
    });
    expect(model.count()).toBeGreaterThan(0);
    expect([...proxy.tunnels, ...proxy.plain]).toEqual([]);
  });
});
