import { loadSamples, type DataOptions } from '../../src/data/index.ts';
import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
  type Row,
} from '../support/model-server.ts';
import { fault } from './support.ts';

const where = '.github/sensitivity.yml:7:11';
const TRY_LATER = 'Try again later, or download the data set and name the file in data.source.';
const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ text: `Text ${index}.` }));

let server: ModelServer;
let pauses: number[] = [];

afterEach(async () => {
  pauses = [];
  await server.close();
});

async function start(options: ModelServerOptions): Promise<void> {
  server = await startModelServer(options);
}

function load(source: string, options: Partial<DataOptions> = {}) {
  const pause = (milliseconds: number) => Promise.resolve(pauses.push(milliseconds));
  return loadSamples({
    source,
    root: '/',
    seed: 42,
    place: where,
    datasetsServer: server.url,
    pause,
    ...options,
  });
}

const offsets = () =>
  server.requests.filter(({ path }) => path === '/rows').map(({ query }) => Number(query.offset));

describe('config and split', () => {
  const one = { train: rows(1), validation: rows(1), test: rows(1), extra: rows(1) };

  async function chosen(source: string): Promise<string | undefined> {
    return (await load(source)).samples[0]?.source;
  }

  it('as they are named, without asking', async () => {
    await start({ datasets: { 'a/b': { configs: { x: one, y: one } } } });
    expect(await chosen('hf:a/b:y:extra')).toBe('hf:a/b:y:extra#0');
    expect(server.count('/splits')).toBe(0);
    expect(server.requests[0]?.query).toEqual({
      dataset: 'a/b',
      config: 'y',
      split: 'extra',
      offset: '0',
      length: '100',
    });
  });

  it('the only config, or default', async () => {
    await start({
      datasets: {
        'a/only': { configs: { x: one } },
        'a/default': { configs: { x: one, default: one } },
      },
    });
    expect(await chosen('hf:a/only')).toBe('hf:a/only:x:test#0');
    expect(await chosen('hf:a/default')).toBe('hf:a/default:default:test#0');
  });

  it('split test, else validation, else train, else the only one', async () => {
    const { train, validation, extra } = one;
    const datasets = {
      'a/v': { configs: { x: { train, extra, validation } } },
      'a/t': { configs: { x: { extra, train } } },
      'a/e': { configs: { x: { extra } } },
    };
    await start({ datasets });
    expect(await chosen('hf:a/v')).toBe('hf:a/v:x:validation#0');
    expect(await chosen('hf:a/t')).toBe('hf:a/t:x:train#0');
    expect(await chosen('hf:a/e')).toBe('hf:a/e:x:extra#0');
  });

  it('a config alone, and a split alone', async () => {
    await start({
      datasets: { 'a/b': { configs: { x: one, y: one } }, 'a/c': { configs: { x: one } } },
    });
    expect(await chosen('hf:a/b:y')).toBe('hf:a/b:y:test#0');
    expect(await chosen('hf:a/c:train')).toBe('hf:a/c:x:train#0');
    expect(await chosen('hf:a/c::train')).toBe('hf:a/c:x:train#0');
  });

  it('are asked of the user where it takes a choice', async () => {
    const { extra } = one;
    const datasets = {
      'a/b': { configs: { main: one, additional: one } },
      'a/c': { configs: { x: { extra, other: extra } } },
      'a/none': { configs: {} },
    };
    await start({ datasets });
    expect(await fault(load('hf:a/b'))).toEqual({
      where,
      message: 'The data set `"a/b"` has the configs `"main"`, `"additional"`.',
      remedy: 'Name the config: `"hf:a/b:CONFIG"`.',
    });
    expect(await fault(load('hf:a/b:addition'))).toMatchObject({
      message:
        'The data set `"a/b"` has the configs `"main"`, `"additional"`, but no `"addition"`. Did you mean `"additional"`?',
    });
    expect(await fault(load('hf:a/c'))).toEqual({
      where,
      message: 'The data set `"a/c"` has the splits `"extra"`, `"other"`.',
      remedy: 'Name the split: `"hf:a/c:CONFIG:SPLIT"`.',
    });
    expect(await fault(load('hf:a/c::test'))).toMatchObject({
      message: 'The data set `"a/c"` has the splits `"extra"`, `"other"`, but no `"test"`.',
    });
    expect(await fault(load('hf:a/none'))).toMatchObject({
      message: 'The data set `"a/none"` has no configs.',
    });
  });

  it.each(['hf:', 'hf:squad', 'hf:a/b/c', 'hf:a/b:c:d:e', 'hf:a/b?x=y:c', 'hf:https://x.test/a'])(
    'cannot be read from %s',
    async (source) => {
      await start({});
      expect(await fault(load(source))).toEqual({
        where,
        message: `\`"${source}"\` does not name a data set on the Hugging Face Hub.`,
        remedy: 'Write hf:OWNER/NAME, hf:OWNER/NAME:config or hf:OWNER/NAME:config:split.',
      });
      expect(server.requests).toEqual([]);
    },
  );
});

describe('rows', () => {
  it('come in pages, four at a time, in order', async () => {
    await start({ datasets: { 'a/b': { rows: rows(1234) } }, latency: 5 });
    const { samples, total } = await load('hf:a/b');
    expect(total).toBe(1234);
    expect(samples.map(({ text }) => text)).toEqual(rows(1234).map(({ text }) => text));
    expect(samples.at(-1)?.source).toBe('hf:a/b:default:train#1233');
    expect(server.count('/rows')).toBe(13);
    expect(server.maxInFlight).toBe(4);
  });

  it('have the columns of the configuration', async () => {
    await start({ datasets: { 'a/b': { rows: [{ stem: 'Q?', choices: ['x', 'y'] }] } } });
    const columns = { text: 'stem', options: 'choices' };
    expect((await load('hf:a/b', { columns })).samples).toEqual([
      { source: 'hf:a/b:default:train#0', text: 'Q?', options: 'A. x\nB. y' },
    ]);
    expect(await fault(load('hf:a/b'))).toMatchObject({
      where: 'hf:a/b:default:train#0',
      message: expect.stringContaining('No column `"text"` or `"question"`'),
    });
  });

  it('are fetched where the limit draws them, by their numbers', async () => {
    await start({ datasets: { 'a/b': { rows: rows(5000) } } });
    const { samples, total } = await load('hf:a/b', { limit: 3, seed: 7 });
    expect([samples.length, total]).toEqual([3, 5000]);
    const pages = samples.map(({ source }) => Math.floor(Number(source.split('#')[1]) / 100) * 100);
    expect(new Set(offsets())).toEqual(new Set([0, ...pages]));
    expect(offsets()).toHaveLength(new Set(offsets()).size);
  });

  it('cut short in a column that is needed are refused', async () => {
    const some = rows(3).map((row) => ({ ...row, notes: 'x' }));
    await start({ datasets: { 'a/b': { rows: some, truncated: { 1: ['notes'], 2: ['text'] } } } });
    expect(await fault(load('hf:a/b'))).toEqual({
      where: 'hf:a/b:default:train#2',
      message: 'The datasets server has cut the column `"text"` short.',
      remedy: 'Download the data set, and name the file in data.source.',
    });
  });

  it('that are none are an error', async () => {
    await start({ datasets: { 'a/b': { rows: [] } } });
    expect(await fault(load('hf:a/b'))).toEqual({
      where,
      message: '`"hf:a/b:default:train"` has no rows.',
      remedy: 'Name another config or split.',
    });
  });

  it('left out of a page are an error', async () => {
    await start({
      route: () => ({
        status: 200,
        body: { rows: [{ row: { text: 'One.' } }], num_rows_total: 2 },
      }),
    });
    expect(await fault(load('hf:a/b:c:d'))).toEqual({
      where: 'hf:a/b:c:d#1',
      message: 'The datasets server has left this row out of its page.',
      remedy: TRY_LATER,
    });
  });
});

describe('the token', () => {
  it('goes to the datasets server', async () => {
    await start({ keys: ['hf_secret'], datasets: { 'a/b': { rows: rows(1), gated: true } } });
    expect((await load('hf:a/b', { token: 'hf_secret' })).total).toBe(1);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer hf_secret',
      'Bearer hf_secret',
    ]);
  });

  it('is not sent where there is none', async () => {
    await start({ datasets: { 'a/b': { rows: rows(1) } } });
    await load('hf:a/b', { token: '' });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('may end in a line break, but not have one, and is never told', async () => {
    await start({ datasets: { 'a/b': { rows: rows(1) } } });
    await load('hf:a/b', { token: 'hf_secret\n' });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer hf_secret');
    expect(await fault(load('hf:a/b', { token: 'hf_secret\nhf_other' }))).toEqual({
      where,
      message: 'The Hugging Face token holds characters that no token has.',
      remedy: 'Set HF_TOKEN again, without spaces and line breaks.',
    });
  });

  it('does not follow a redirect', async () => {
    const target = await startModelServer({ datasets: { 'a/b': { rows: rows(1) } } });
    await start({
      route: ({ path }) => ({
        status: 307,
        headers: { location: `${target.url}${path}?dataset=a/b` },
      }),
    });
    expect(await fault(load('hf:a/b', { token: 'hf_secret' }))).toEqual({
      where,
      message: 'The datasets server answers with a redirect (307).',
      remedy: 'Redirects are not followed. Give the base URL that answers by itself.',
    });
    expect(target.requests).toEqual([]);
    await target.close();
  });

  it('goes to Hugging Face unless told otherwise', async () => {
    await start({});
    const asked: string[] = [];
    const stub: typeof fetch = (url) => {
      asked.push(url instanceof Request ? url.url : url.toString());
      return Promise.resolve(
        Response.json({ rows: [{ row: { text: 'One.' } }], num_rows_total: 1 }),
      );
    };
    await load('hf:a/b:c:d', { datasetsServer: undefined, fetch: stub, token: 'hf_secret' });
    expect(asked).toEqual([
      'https://datasets-server.huggingface.co/rows?dataset=a%2Fb&config=c&split=d&offset=0&length=100',
    ]);
  });
});

describe('a refusal', () => {
  it('without access names HF_TOKEN', async () => {
    await start({ keys: ['hf_secret'], datasets: { 'a/b': { rows: rows(1), gated: true } } });
    const { message, ...rest } = await fault(load('hf:a/b'));
    expect(message).toMatch(
      /^No access to the data set `"a\/b"`\. The datasets server answers 401: `"The dataset does not exist, or is not accessible/,
    );
    expect(rest).toEqual({
      where,
      remedy:
        'Check the name; for a private or gated data set, set HF_TOKEN to a token that may read it.',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('of an unknown set, config or split names it', async () => {
    await start({ datasets: { 'a/b': { rows: rows(1) } } });
    const remedy =
      'Check the owner, the name, the config and the split: hf:OWNER/NAME[:config][:split].';
    expect(await fault(load('hf:a/b:default:tset'))).toEqual({
      where,
      message: 'The data set `"a/b"` is not found. The datasets server answers 404: `"Not found."`',
      remedy,
    });
    const withToken = await fault(load('hf:a/c', { token: 'hf_x' }));
    expect(withToken).toMatchObject({
      message: expect.stringMatching(/^The data set `"a\/c"` is not found\./),
      remedy,
    });
  });

  it('is told in one line of 80 characters', async () => {
    await start({
      route: () => ({
        status: 422,
        body: { error: `Bad\u001b[31m\r\n::set-output name=x::${'y'.repeat(5000)}` },
      }),
    });
    const { message, remedy } = await fault(load('hf:a/b'));
    expect(message).toMatch(
      /^The data set `"a\/b"` cannot be read\. The datasets server answers 422: `"Bad\\u001b\[31m\\r\\n::set-output name=x::y+…`$/,
    );
    expect(message.split('422: ')[1]).toHaveLength(82);
    expect(remedy).toBe(TRY_LATER);
  });

  it.each(['html', 'half'] as const)('to give JSON (%s)', async (failure) => {
    await start({ datasets: { 'a/b': { rows: rows(1) } }, fail: () => failure });
    const message: unknown = expect.stringMatching(
      /^The datasets server gives an answer of an unknown form: `".+`\.$/,
    );
    expect(await fault(load('hf:a/b'))).toMatchObject({ where, message, remedy: TRY_LATER });
  });

  it('to give JSON of the known form', async () => {
    await start({ route: () => ({ status: 200, body: { splits: 'none' } }) });
    expect(await fault(load('hf:a/b'))).toMatchObject({
      message:
        'The datasets server gives an answer of an unknown form: `"{\\"splits\\":\\"none\\"}"`.',
    });
  });
});

describe('patience', () => {
  const datasets = { 'a/b': { rows: rows(1) } };

  it.each([429, 500, 502, 503])('tries again after %d', async (status) => {
    await start({ datasets, fail: (_, nth) => (nth <= 4 ? { status } : undefined) });
    expect((await load('hf:a/b')).total).toBe(1);
    expect(pauses).toEqual([1000, 2000, 4000, 8000]);
  });

  it.each(['reset', 'cut'] as const)(
    'tries again after a lost connection (%s)',
    async (failure) => {
      await start({ datasets, fail: (_, nth) => (nth === 1 ? failure : undefined) });
      expect((await load('hf:a/b')).total).toBe(1);
      expect(pauses).toEqual([1000]);
    },
  );

  it('waits as long as the server asks, up to a minute', async () => {
    const inTwoMinutes = new Date(Date.now() + 120_000).toUTCString();
    const waits = ['7', inTwoMinutes, '0', 'soon'];
    await start({
      datasets,
      fail: (_, nth) =>
        nth <= 4 ? { status: 429, headers: { 'retry-after': waits[nth - 1]! } } : undefined,
    });
    await load('hf:a/b');
    expect(pauses).toEqual([7000, 60_000, 0, 8000]);
  });

  it('ends after five tries', async () => {
    await start({ datasets: { 'a/b': { fail: 503 } } });
    expect(await fault(load('hf:a/b'))).toEqual({
      where,
      message:
        'The data set `"a/b"` cannot be read. The datasets server answers 503: `"Service unavailable."`',
      remedy: TRY_LATER,
    });
    expect(server.requests).toHaveLength(5);
  });

  it('ends when nothing listens', async () => {
    await start({});
    const { url } = server;
    await server.close();
    const message = `The datasets server at ${url} cannot be reached, in 5 tries: \`"ECONNREFUSED"\`.`;
    expect(await fault(load('hf:a/b'))).toEqual({ where, message, remedy: TRY_LATER });
    expect(pauses).toHaveLength(4);
  });

  it('ends when no answer comes in time', async () => {
    await start({});
    const stub: typeof fetch = (_, init) => {
      expect(init?.signal).toBeInstanceOf(AbortSignal);
      return Promise.reject(
        new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
      );
    };
    expect(await fault(load('hf:a/b', { fetch: stub }))).toMatchObject({
      message: `The datasets server at ${server.url} cannot be reached, in 5 tries: \`"The operation was aborted due to timeout"\`.`,
    });
  });

  it('does not try again what will not change', async () => {
    await start({ fail: () => ({ status: 403 }) });
    await fault(load('hf:a/b'));
    expect(server.requests).toHaveLength(1);
  });
});
