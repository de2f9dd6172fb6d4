/** Models, data sets and GitHub are asked through the proxy of the job, which sees no key. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { request } from 'undici';
import { openDispatcher } from '../../src/shared/way-out.ts';
import { deskConfig, deskFiles, deskModel, QUESTIONS, ROWS_PATH } from '../support/desk.ts';
import { CONFIG_PATH, gate, MODEL_KEY, modelServer, TOKEN } from '../support/gate.ts';
import { startInternet, type Internet } from '../support/internet.ts';
import type { ModelServer } from '../support/model-server.ts';
import { startProxy, type ProxyServer } from '../support/proxy-server.ts';
import { terminal } from '../support/terminal.ts';

const HOSTS = ['api.github.com:443', 'api.openai.com:443', 'datasets-server.huggingface.co:443'];
const PASSWORD = 's3cr3t/p@ss';
const FILES = deskFiles({
  [CONFIG_PATH]: deskConfig().replace(ROWS_PATH, '"hf:o/d"'),
});

let outside: ModelServer;
let internet: Internet;
let proxy: ProxyServer;
beforeEach(async () => {
  const datasets = { 'o/d': { rows: QUESTIONS } };
  outside = await modelServer({ ...deskModel(), keys: undefined, datasets });
  internet = await startInternet(outside.url);
  proxy = await startProxy({ port: internet.port, login: `me:${PASSWORD}` });
});
afterEach(() => proxy.close());

async function run(env: Record<string, string>, inputs: Record<string, string> = {}) {
  const GITHUB_API_URL = 'https://api.github.com';
  const ended = await gate({
    base: FILES,
    inputs: { 'github-token': TOKEN, ...inputs },
    env: { OPENAI_API_KEY: MODEL_KEY, GITHUB_API_URL, ...env },
  });
  const seen = (all: string[]) => [...new Set(all)].toSorted();
  return {
    ...ended,
    tunnels: seen(proxy.tunnels.map(({ target }) => target)),
    direct: seen(internet.connections),
  };
}

const login = (password = PASSWORD) => `http://me:${encodeURIComponent(password)}@${proxy.host}`;

it.each(['https_proxy', 'HTTPS_PROXY'])('%s: all three go through it', async (variable) => {
  const { outputs, tunnels, direct, shown } = await run({ [variable]: login() });
  expect([outputs.outcome, tunnels, direct]).toEqual(['pass', HOSTS, []]);
  const sent = outside.requests.find(({ path }) => path === '/v1/chat/completions');
  expect(sent?.headers).toMatchObject({ authorization: `Bearer ${MODEL_KEY}` });
  expect(outside.requests.some(({ headers }) => 'proxy-authorization' in headers)).toBe(false);
  for (const secret of [PASSWORD, encodeURIComponent(PASSWORD)])
    expect(shown).not.toContain(secret);
  for (const key of [MODEL_KEY, TOKEN]) expect(JSON.stringify(proxy.tunnels)).not.toContain(key);
  expect(proxy.plain).toEqual([]);
});

it.each([
  ['NO_PROXY', 'API.openai.com, api.github.com:443,.example *.huggingface.co'],
  ['no_proxy', '*'],
])('%s: %s is asked without it', async (variable, value) => {
  const { outputs, tunnels, direct } = await run({ https_proxy: login(), [variable]: value });
  expect([outputs.outcome, tunnels, direct]).toEqual(['pass', [], HOSTS]);
});

it('an address of this machine is never asked through it', async () => {
  const inputs = { 'base-url': `${outside.url}/v1`, 'api-key': MODEL_KEY };
  const env = { https_proxy: login(), http_proxy: login() };
  const dispatcher = await openDispatcher(env);
  for (const host of ['app.localhost', '127.0.0.2', '[::1]'])
    await request(`https://${host}:9`, { dispatcher }).catch(() => undefined);
  const { outputs, tunnels } = await run(env, inputs);
  expect([outputs.outcome, tunnels]).toEqual(['pass', HOSTS.toSpliced(1, 1)]);
  expect(proxy.plain).toEqual([]);
});

it('a wrong password is an error of the network, and is not shown', async () => {
  const env = {
    https_proxy: login('wr0ng-p4ss'),
    NO_PROXY: 'api.github.com,datasets-server.huggingface.co',
  };
  const { report, shown } = await run(env);
  expect(report.results[0]?.error).toMatchObject({ kind: 'network' });
  expect(report.results[0]?.error?.message).toContain('407');
  expect(shown).not.toContain('wr0ng-p4ss');
});

it.each([
  `socks5://me:${PASSWORD}@127.0.0.1:1`,
  `http://me:%zz${encodeURIComponent(PASSWORD)}@127.0.0.1:1`,
])('a proxy that is no address is named by its variable, without its text', async (address) => {
  const { report, shown } = await run({ HTTPS_PROXY: address });
  expect(report).toMatchObject({ outcome: 'error', problem: { where: 'HTTPS_PROXY' } });
  for (const secret of [PASSWORD, encodeURIComponent(PASSWORD)])
    expect(shown).not.toContain(secret);
});

it.each([
  ['never answers', () => undefined],
  ['hangs up', (socket: Socket) => void socket.end()],
])(
  'a proxy that %s is asked once a request, until the time of the run ends',
  async (name, serve) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      serve(socket.on('error', () => undefined));
    });
    await once(server.listen(0, '127.0.0.1').unref(), 'listening');
    const { port } = server.address() as AddressInfo;
    const config = deskConfig({ more: 'deadline: 4\n' }).replace(
      'retries: 1',
      'retries: 1\n  timeout: 1',
    );
    const { exitCode, report } = await terminal(['run'], {
      files: deskFiles({ [CONFIG_PATH]: config }),
      env: { https_proxy: `http://127.0.0.1:${port}` },
    });
    const { error } = report!.results[0]!;
    expect([exitCode, error?.kind]).toEqual([3, 'deadline']);
    expect(error?.message.includes(`127.0.0.1:${port}`)).toBe(name === 'hangs up');
    expect(report?.usage.requests).toBeGreaterThan(1);
    expect(connections).toBeLessThanOrEqual(report!.usage.requests);
  },
);

it('the terminal asks nothing with a proxy that is no address', async () => {
  const env = { HTTPS_PROXY: 'socks5://127.0.0.1:1' };
  const { exitCode, report } = await terminal(['run'], { files: deskFiles(), env });
  expect([exitCode, report?.usage.requests]).toEqual([2, 0]);
});

it('the terminal uses it, too, also where its address has no scheme', async () => {
  const { exitCode } = await terminal(['run'], {
    files: FILES,
    env: { https_proxy: login().replace('http://', '') },
  });
  expect([exitCode, proxy.tunnels.length > 0]).toEqual([0, true]);
});
