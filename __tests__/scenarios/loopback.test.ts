import { CLIENTS } from '../support/endpoint-tricks.ts';
import { startModelServer, type ModelServer } from '../support/model-server.ts';
import { runCli, type Finished } from '../support/run-action.ts';
import { some } from '../support/runs.ts';
import {
  CONFIG_PATH,
  FORK,
  gitHub,
  MODEL_KEY,
  pullRequest,
  putAt,
  scenario,
} from '../support/scenario.ts';

/** Runs `work` with a server on this machine that takes any key, and closes it. */
async function withServer(work: (server: ModelServer) => Promise<void>): Promise<void> {
  const server = await startModelServer({ features: true });
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

const HF_KEY = 'hf_scenario0123456789ABCDEFGHIJKLMNOP';
const env = { OPENAI_API_KEY: MODEL_KEY, AZURE_OPENAI_API_KEY: MODEL_KEY, HF_TOKEN: HF_KEY };
const run = (config: string, inputs: Record<string, string> = {}): Promise<Finished> =>
  scenario({
    files: { [CONFIG_PATH]: config },
    inputs: { comment: 'never', 'allow-loopback': '', ...inputs },
    env,
  });

/** Every client that is asked without a key where there is none. */
const KEYLESS = Object.entries(CLIENTS).filter(([client]) => !client.startsWith('azure'));
const keysIn = (server: ModelServer) =>
  server.requests
    .map(({ headers }) => headers.authorization ?? headers['api-key'])
    .filter((value) => value !== undefined);

describe('an address of the runner itself that only a pull request names', () => {
  it('is asked without a key, by every client', () =>
    withServer(async (server) => {
      for (const [, config] of KEYLESS) {
        const before = server.requests.length;
        await run(config(server.url), { 'api-key': '' });
        expect(server.requests.length).toBeGreaterThan(before);
      }
      expect(keysIn(server)).toEqual([]);
      expect(JSON.stringify(server.requests)).not.toContain(MODEL_KEY);
      // The key of the input api-key goes to any hub, and is withheld too.
      await run(CLIENTS['openai chat'](server.url));
      await run(CLIENTS['any service'](`${server.url}/any/path`));
      expect(keysIn(server)).toEqual([]);
    }));

  it('is an error if it wants a key, with the input that allows it', () =>
    withServer(async (server) => {
      server.options.keys = [MODEL_KEY];
      const { host } = new URL(server.url);
      const { exitCode, report } = await run(CLIENTS['openai chat'](server.url));
      expect(exitCode).toBe(1);
      expect(report!.results[0]!.error!.kind).toBe('authentication');
      expect(JSON.stringify(report)).toContain(
        JSON.stringify(`add \`"${host}"\` to the input \`allow-loopback\``).slice(1, -1),
      );
      // A hub that is never asked without a key is not asked at all.
      const before = server.requests.length;
      const azure = await run(CLIENTS['azure chat'](server.url), { 'api-key': '' });
      expect(azure.outputs.outcome).toBe('error');
      expect(JSON.stringify(azure.report)).toContain('allow-loopback');
      expect(server.requests.length).toBe(before);
    }));

  it('gets the key if allow-loopback, base-url or allowed-hosts names it', () =>
    withServer(async (server) => {
      const { host } = new URL(server.url);
      const config = CLIENTS['openai chat'](server.url);
      for (const [name, value] of [
        ['allow-loopback', `localhost:1\n${host}`],
        ['base-url', `${server.url}/v1`],
        ['allowed-hosts', host],
      ] as const) {
        server.requests.splice(0);
        expect((await run(config, { [name]: value })).outputs.outcome).toBe('pass');
        expect(new Set(keysIn(server))).toEqual(new Set([`Bearer ${MODEL_KEY}`]));
        expect(keysIn(server)).toHaveLength(server.requests.length);
      }
    }));

  it('is not asked if allow-loopback lists others', () =>
    withServer(async (server) => {
      const { port } = new URL(server.url);
      const listed = [
        `127.0.0.1:${Number(port) - 1}`,
        `localhost:${port}`,
        `[::1]:${port}`,
        `127.0.0.2:${port}`,
      ];
      for (const [i, [, config]] of some(KEYLESS).entries()) {
        const { exitCode, report } = await run(config(server.url), {
          'allow-loopback': listed[i % listed.length]!,
        });
        expect(exitCode).toBe(1);
        expect(report!.problem).toMatchObject({
          name: 'ConfigError',
          message: `\`"127.0.0.1:${port}"\` is an address of this machine that the workflow does not list.`,
        });
      }
      expect(server.requests).toEqual([]);
    }));
});

it('a loopback address in the rules of the base gets the key', () =>
  withServer(async (server) => {
    const github = await gitHub();
    const rules = CLIENTS['openai chat'](server.url);
    putAt(github, rules, { statements: 'The sky is blue.' });
    const { report } = await scenario({
      github,
      files: { [CONFIG_PATH]: rules },
      inputs: { 'allow-loopback': '' },
      event: { ...pullRequest(FORK), name: 'pull_request_target' },
    });
    expect(report!.config.ref).toBe('split');
    expect(new Set(keysIn(server))).toEqual(new Set([`Bearer ${MODEL_KEY}`]));
  }));

it("a loopback address in a terminal's configuration gets the key", () =>
  withServer(async (server) => {
    await runCli(['run'], {
      files: {
        [CONFIG_PATH]: CLIENTS['openai chat'](server.url),
        'evals/statements.txt': 'The sky is blue.',
      },
      env,
    });
    expect(keysIn(server)).toHaveLength(server.requests.length);
  }));
