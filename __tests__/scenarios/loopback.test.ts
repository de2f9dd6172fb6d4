import { describe, expect, it } from '@jest/globals';
import { BAG_OF_WORDS, TESTS } from '../support/endpoint-tricks.js';
import { startModelServer, type ModelServer } from '../support/model-server.js';
import { runCli, type Finished } from '../support/run-action.js';
import { some } from '../support/runs.js';
import { CONFIG_PATH, gitHub, KEY, pullRequest, scenario } from '../support/scenario.js';

/** Whatever listens on the runner: it takes any key and none, and remembers. */
async function listening(work: (server: ModelServer) => Promise<void>): Promise<void> {
  const server = await startModelServer({ features: true });
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

const HF_KEY = 'hf_scenario0123456789ABCDEFGHIJKLMNOP';
const env = { OPENAI_API_KEY: KEY, AZURE_OPENAI_API_KEY: KEY, HF_TOKEN: HF_KEY };
const run = (config: string, inputs: Record<string, string> = {}): Promise<Finished> =>
  scenario({ files: { [CONFIG_PATH]: config }, inputs: { comment: 'never', 'allow-loopback': '', ...inputs }, env });

/** Every client, at an address that only the configuration names. */
const CLIENTS: [string, (url: string) => string][] = [
  ['chat', (url) => `model: { hub: openai, name: m, base_url: ${url}/v1 }\n${BAG_OF_WORDS}\n${TESTS}`],
  ['completions', (url) => `model: { hub: openai, name: m, api: completions, base_url: ${url}/v1 }\n${BAG_OF_WORDS}\n${TESTS}`],
  [
    'embeddings',
    (url) => `model: { hub: reference, name: attentive }\nembeddings: { hub: openai, model: e, base_url: ${url}/v1 }\n${TESTS}`,
  ],
  ['Hugging Face', (url) => `model: { hub: huggingface, name: o/m, base_url: ${url} }\n${BAG_OF_WORDS}\n${TESTS}`],
  [
    'embeddings of Hugging Face',
    (url) => `model: { hub: reference, name: attentive }\nembeddings: { hub: huggingface, model: o/e, base_url: ${url} }\n${TESTS}`,
  ],
  ['any service', (url) => `model: { hub: http, name: m, url: ${url}/ask }\n${BAG_OF_WORDS}\n${TESTS}`],
  [
    'a judge',
    (url) =>
      `model: { hub: reference, name: attentive }\nevaluation: { scorer: judge, judge: { hub: openai, name: j, base_url: ${url}/v1 } }\n${TESTS}`,
  ],
  [
    'moderation',
    (url) =>
      `model: { hub: reference, name: attentive }\ndata: { source: evals/statements.txt }\ntests: { sensitivity: { add_toxic_words: { method: pair, scorer: moderation, moderation: { base_url: "${url}/v1" } } } }\n`,
  ],
  [
    'a classifier',
    (url) =>
      `model: { hub: reference, name: attentive }\ndata: { source: evals/statements.txt }\ntests: { sensitivity: { add_toxic_words: { method: pair, scorer: classifier, classifier: { model: o/c, base_url: "${url}" } } } }\n`,
  ],
];
const keysIn = (server: ModelServer) =>
  server.requests.map(({ headers }) => headers.authorization ?? headers['api-key']).filter((value) => value !== undefined);

describe('an address of the runner itself that only a pull request names', () => {
  it('is asked without a key, by every client', () =>
    listening(async (server) => {
      for (const [, config] of CLIENTS) {
        const before = server.requests.length;
        await run(config(server.url), { 'api-key': '' });
        expect(server.requests.length).toBeGreaterThan(before);
      }
      expect(keysIn(server)).toEqual([]);
      expect(JSON.stringify(server.requests)).not.toContain(KEY);
      // The input, which goes to whatever hub the configuration names, is no other.
      await run(CLIENTS[0]![1](server.url));
      await run(CLIENTS[5]![1](`${server.url}/any/path`));
      expect(keysIn(server)).toEqual([]);
    }));

  it('that wants a key is an error, which says how the workflow can give it', () =>
    listening(async (server) => {
      server.options.keys = [KEY];
      const { host } = new URL(server.url);
      const { exitCode, report } = await run(CLIENTS[0]![1](server.url));
      expect(exitCode).toBe(1);
      expect(report!.results[0]!.error!.kind).toBe('authentication');
      expect(JSON.stringify(report)).toContain(JSON.stringify(`add \`"${host}"\` to the input \`allow-loopback\``).slice(1, -1));
      // A hub that is never asked without a key is not asked at all.
      const before = server.requests.length;
      const azure = await run(
        `model: { hub: azure-openai, name: m, api_version: "1", base_url: ${server.url} }\n${BAG_OF_WORDS}\n${TESTS}`,
        { 'api-key': '' },
      );
      expect(azure.outputs.outcome).toBe('error');
      expect(JSON.stringify(azure.report)).toContain('allow-loopback');
      expect(server.requests.length).toBe(before);
    }));

  it('gets it where the workflow names it: allow-loopback, base-url, allowed-hosts', () =>
    listening(async (server) => {
      const { host } = new URL(server.url);
      const config = CLIENTS[0]![1](server.url);
      for (const [name, value] of [
        ['allow-loopback', `localhost:1\n${host}`],
        ['base-url', `${server.url}/v1`],
        ['allowed-hosts', host],
      ] as const) {
        server.requests.splice(0);
        expect((await run(config, { [name]: value })).outputs.outcome).toBe('pass');
        expect(new Set(keysIn(server))).toEqual(new Set([`Bearer ${KEY}`]));
        expect(keysIn(server)).toHaveLength(server.requests.length);
      }
    }));

  it('is not asked at all where the workflow lists others', () =>
    listening(async (server) => {
      const { port } = new URL(server.url);
      const listed = [`127.0.0.1:${Number(port) - 1}`, `localhost:${port}`, `[::1]:${port}`, `127.0.0.2:${port}`];
      for (const [i, [, config]] of some(CLIENTS).entries()) {
        const { exitCode, report } = await run(config(server.url), { 'allow-loopback': listed[i % listed.length]! });
        expect(exitCode).toBe(1);
        expect(report!.problem).toMatchObject({
          name: 'ConfigError',
          message: `\`"127.0.0.1:${port}"\` is an address of this machine that the workflow does not list.`,
        });
      }
      expect(server.requests).toEqual([]);
    }));
});

it("under the base's rules, which were merged, it gets the key", () =>
  listening(async (server) => {
    const github = await gitHub();
    const fork = {
      head: {
        ref: 'patch',
        sha: 'b'.repeat(40),
        repo: { full_name: 'a-stranger/octo-repo', name: 'octo-repo', owner: { login: 'a-stranger' }, fork: true },
      },
    };
    const rules = CLIENTS[0]![1](server.url);
    github.files.set(`${'c'.repeat(40)}:${CONFIG_PATH}`, rules).set(`${'c'.repeat(40)}:evals/statements.txt`, 'The sky is blue.');
    const { report } = await scenario({
      github,
      files: { [CONFIG_PATH]: rules },
      inputs: { 'allow-loopback': '' },
      event: { ...pullRequest(fork), name: 'pull_request_target' },
    });
    expect(report!.config.ref).toBe('split');
    expect(new Set(keysIn(server))).toEqual(new Set([`Bearer ${KEY}`]));
  }));

it("in a terminal, where the configuration is the developer's own, it gets the key", () =>
  listening(async (server) => {
    await runCli(['run'], { files: { [CONFIG_PATH]: CLIENTS[0]![1](server.url), 'evals/statements.txt': 'The sky is blue.' }, env });
    expect(keysIn(server)).toHaveLength(server.requests.length);
  }));

it.each(
  some(
    [
      'models.example.com:8000',
      '127.0.0.1',
      '127.0.0.1:0',
      '127.0.0.1:99999',
      'http://127.0.0.1:8000',
      '127.0.0.1:8000/v1',
      'u@127.0.0.1:8000',
      '0.0.0.0:8000',
      '*',
    ],
    3,
  ),
)('what lists no address of this machine is refused: %s', async (value) => {
  const { exitCode, stdout } = await run(CLIENTS[0]![1]('http://127.0.0.1:9'), { 'allow-loopback': value });
  expect(exitCode).toBe(1);
  expect(stdout).toContain("input 'allow-loopback'");
});
