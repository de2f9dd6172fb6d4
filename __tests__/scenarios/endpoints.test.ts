import { availableParallelism } from 'node:os';
import {
  BAG_OF_WORDS,
  CLIENTS,
  configWith,
  TESTS,
  TRICKS,
  type Place,
} from '../support/endpoint-tricks.ts';
import { hostsAsked, startInternet, type Internet } from '../support/internet.ts';
import {
  startModelServer,
  type ModelServer,
  type RecordedRequest,
} from '../support/model-server.ts';
import type { ActionRun, Finished } from '../support/run-action.ts';
import { some } from '../support/runs.ts';
import { CONFIG_PATH, MODEL_KEY, modelServer, scenario } from '../support/scenario.ts';

/**
 * The key goes to no host that the workflow did not name. A local server answers for every other
 * host, so that a wrong request would be recorded.
 */
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

/** Hugging Face's SDK needs its prefix to take a key for one of the Hub. */
const HF_KEY = 'hf_scenario0123456789ABCDEFGHIJKLMNOP';

function run(config: string, over: ActionRun = {}): Promise<Finished> {
  return scenario({
    ...over,
    files: { [CONFIG_PATH]: config },
    inputs: { comment: 'never', ...over.inputs },
    env: {
      ...internet.env,
      OPENAI_API_KEY: MODEL_KEY,
      HF_TOKEN: HF_KEY,
      AZURE_OPENAI_ENDPOINT: 'https://mine.openai.azure.com',
      ...over.env,
    },
  });
}

/**
 * A process takes a core for a quarter of a second: one after the other they would take a minute.
 */
async function allAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return results;
}

describe('an address in the configuration', () => {
  /** models/endpoint.test.ts tries all addresses. */
  const tricks = some(TRICKS, 3);
  let finished: Finished[];
  let asked: RecordedRequest[];
  beforeAll(async () => {
    finished = await allAtOnce(tricks, (trick) =>
      run(configWith(trick), { inputs: { 'allowed-hosts': trick.allowed ?? '' } }),
    );
    asked = outside.requests.splice(0);
  }, 120_000);

  it.each(tricks.map((trick, index) => ({ ...trick, index })))(
    'stops the run before a byte is sent: $name: $address',
    ({ index, address, host, place = 'openai' }) => {
      const { exitCode, outputs, report, ...rest } = finished[index]!;
      expect(exitCode).toBe(1);
      expect(outputs).toMatchObject({ outcome: 'error', passed: 'false', requests: '0' });
      expect(hostsAsked(rest)).toEqual([]);
      const { name, where, message, remedy } = report!.problem!;
      expect({ name, where }).toEqual({ name: 'ConfigError', where: placeOf(place) });
      expect(message).toContain(host ?? JSON.stringify(address));
      if (message.includes('may not receive'))
        expect(remedy).toMatch(/`allowed-hosts`.*`base-url`/);
      else expect(remedy).toMatch(/https|Remove everything before the `@`/);
    },
  );

  it('sends no request to a host outside', () => {
    expect(asked).toEqual([]);
  });

  it.each([
    [
      'https://ⓐpi。openai。com/v1',
      'look-alikes that the parser maps to the real name',
      'api.openai.com:443',
    ],
    ['https://API.OpenAI.com./v1', 'upper case and a trailing dot', 'api.openai.com.:443'],
  ])('is parsed before it is checked: %s, %s', async (address, _, host) => {
    expect([...new Set(hostsAsked(await run(configWith({ address }))))]).toEqual([host]);
  });

  it('is asked if the workflow allows its host', async () => {
    outside.requests.splice(0);
    const finished = await run(configWith({ address: 'https://evil.test/v1' }), {
      inputs: { 'allowed-hosts': '*.example.com\nevil.test' },
    });
    expect(finished.outputs).toMatchObject({ outcome: 'pass' });
    expect(outside.requests[0]!.headers).toMatchObject({
      host: 'evil.test',
      authorization: `Bearer ${MODEL_KEY}`,
    });
    expect(new Set(hostsAsked(finished))).toEqual(new Set(['evil.test:443']));
  });
});

describe('the name of a model', () => {
  it.each(
    some(
      [
        ['azure-openai', '../../files'],
        ['azure-openai', '..'],
        ['azure-openai', 'a/../../../admin?x='],
        ['huggingface', '../spaces/me/mine'],
        ['huggingface', '..%2f..%2fwhoami-v2?'],
        ['huggingface', 'https://evil.test/v1'],
        ['huggingface', '//evil.test/v1'],
      ] as const,
      3,
    ),
  )('sends the key to no other host or path: %s, %s', async (hub, name) => {
    outside.requests.splice(0);
    const more =
      hub === 'huggingface'
        ? ', provider: hf-inference, api: completions'
        : ', api_version: "2024-10-21", base_url: "https://mine.openai.azure.com"';
    const config = `model: { hub: ${hub}, name: ${JSON.stringify(name)}${more} }\n${BAG_OF_WORDS}\n${TESTS}`;
    await run(config, { inputs: { 'api-key': '' }, env: { AZURE_OPENAI_API_KEY: MODEL_KEY } });
    const home =
      hub === 'huggingface'
        ? /^(huggingface\.co\/api\/models\/|router\.huggingface\.co\/hf-inference\/models\/)/
        : /^mine\.openai\.azure\.com\/openai\/deployments\//;
    for (const { headers, path } of outside.requests)
      expect(`${headers.host}${path}`).toMatch(home);
  });
});

describe('a redirect', () => {
  const CODES = [301, 302, 303, 307, 308];
  const LOCATIONS = ['https://evil.test/steal', 'http://evil.test:8080/steal'];
  /** The first request goes alone, and meets one code a run: one client is given all of them. */
  const REDIRECTED: [client: keyof typeof CLIENTS, path: RegExp, codes: number[]][] = [
    ['openai chat', /chat/, CODES],
    ['openai completions', /completions/, [301]],
    ['openai embeddings', /embeddings/, [301, 302, 307]],
    ['azure chat', /chat/, [302]],
    ['azure embeddings', /embeddings/, [303, 308]],
    ['huggingface chat', /chat/, [307]],
    ['huggingface text generation', /completions/, [308]],
    ['huggingface feature extraction', /^\/$/, [302, 307]],
    ['any service', /ask/, [303]],
  ];
  const cases = REDIRECTED.flatMap(([client, path, codes]) =>
    codes.map((status) => ({ client, path, status })),
  );
  let finished: (Finished & { given: number })[];
  beforeAll(async () => {
    outside.requests.splice(0);
    finished = await allAtOnce(cases, async ({ path, client, status }) => {
      let given = 0;
      const server = await modelServer({
        fail: (request, nth) => {
          if (!path.test(request.path)) return undefined;
          given++;
          return { status, headers: { location: LOCATIONS[nth % 2]! } };
        },
      });
      const ran = await run(CLIENTS[client](server.url), {
        env: { AZURE_OPENAI_API_KEY: MODEL_KEY, HF_TOKEN: MODEL_KEY },
      });
      return { ...ran, given };
    });
  }, 120_000);

  it.each(cases.map((each, index) => ({ ...each, index })))(
    'is not followed: $client, $status',
    ({ index }) => {
      const { exitCode, outputs, report, given, ...rest } = finished[index]!;
      expect(exitCode).toBe(1);
      expect(outputs.outcome).toBe('error');
      expect(hostsAsked(rest)).toEqual([]);
      expect(given).toBeGreaterThan(0);
      for (const { error } of report!.results) {
        expect(error!.kind).toBe('refused_host');
        expect(error!.message).toMatch(
          /redirects to `"evil\.test(:8080)?\/steal"` \(HTTP \d+\)\. Redirects are not followed/,
        );
      }
    },
  );

  it('causes no request to a host outside', () => {
    expect(outside.requests).toEqual([]);
  });

  it.each([302, 308])(
    'is not followed when Hugging Face’s SDK looks up the provider of a model (%i)',
    async (status) => {
      outside.requests.splice(0);
      outside.options.fail = ({ path }) =>
        path.startsWith('/api/models/')
          ? { status, headers: { location: 'https://evil.test/steal' } }
          : undefined;
      const finished = await run(
        `model: { hub: reference, name: attentive }\nembeddings: { hub: huggingface, model: o/e }\n${TESTS}`,
      );
      outside.options.fail = undefined;
      expect([...new Set(hostsAsked(finished))]).toEqual(['huggingface.co:443']);
      expect(outside.requests.every(({ headers }) => headers.host === 'huggingface.co')).toBe(true);
      expect(finished.outputs.outcome).toBe('error');
      expect(finished.report!.results.find(({ error }) => error)!.error!.message).toContain(
        'redirects to `"evil.test/steal"`',
      );
    },
  );

  it.each([301, 307])('is not followed from the datasets server (%i)', async (status) => {
    const server = await modelServer({
      keys: [HF_KEY],
      fail: () => ({ status, headers: { location: 'https://evil.test/splits' } }),
    });
    const finished = await run(
      `model: { hub: reference, name: attentive }\ndata: { source: "hf:o/d" }\n${TESTS.split('\n')[1]}\n`,
      {
        env: { HF_DATASETS_SERVER: server.url },
      },
    );
    expect(server.requests[0]!.headers.authorization).toBe(`Bearer ${HF_KEY}`);
    expect(hostsAsked(finished)).toEqual([]);
    expect(finished.exitCode).toBe(1);
    expect(finished.report!.problem!.message).toContain(`redirect (${status})`);
  });
});

it('the token of Hugging Face goes to no datasets server over plain http', async () => {
  outside.requests.splice(0);
  const config =
    'model: { hub: reference, name: attentive }\ndata: { source: "hf:o/d" }\ntests: { sensitivity: { add_negation: { method: pair } } }\n';
  const { exitCode, report, ...rest } = await run(config, {
    env: { HF_DATASETS_SERVER: 'http://mirror.evil.test' },
  });
  expect(exitCode).toBe(1);
  expect(`${report!.problem!.message} ${report!.problem!.remedy}`).toMatch(
    /mirror\.evil\.test.*HF_DATASETS_SERVER/,
  );
  expect(hostsAsked(rest)).toEqual([]);
});

function placeOf(place: Place): string {
  if (place.endsWith('embeddings')) return 'embeddings.base_url';
  return place === 'http' ? 'model.url' : 'model.base_url';
}
