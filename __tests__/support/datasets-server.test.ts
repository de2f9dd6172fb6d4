import { closeAll, start } from './model-clients.js';

afterEach(closeAll);

/** What the datasets server answers, whichever route. */
interface DatasetsBody {
  splits: { config: string }[];
  features: { name: string; type: unknown }[];
  rows: { row: unknown }[];
  num_rows_total: number;
}

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const body = (await response.json()) as DatasetsBody;
  return { status: response.status, code: response.headers.get('x-error-code'), body };
}

describe('datasets server', () => {
  const rows = Array.from({ length: 230 }, (_, i) => ({ question: `Q${i}`, choices: ['a', 'b'], label: i % 2 }));
  const rowsOf = (name: string, rest = '') => `/rows?dataset=${encodeURIComponent(name)}&config=default&split=train${rest}`;

  test('splits, and rows in pages of at most 100', async () => {
    const server = await start({ datasets: { 'org/set': { rows, truncated: { 200: ['question'] } } } });
    const { body: splits } = await get(`${server.url}/splits?dataset=org/set`);
    expect(splits).toEqual({ splits: [{ dataset: 'org/set', config: 'default', split: 'train' }], pending: [], failed: [] });
    const read: unknown[] = [];
    for (let total = 1; read.length < total;) {
      const { body } = await get(server.url + rowsOf('org/set', `&offset=${read.length}&length=100`));
      read.push(...body.rows.map(({ row }) => row));
      total = body.num_rows_total;
    }
    expect(read).toEqual(rows);
    expect(server.count('/rows')).toBe(3);
    const { body: last } = await get(server.url + rowsOf('org/set', '&offset=200'));
    expect(last).toMatchObject({ num_rows_total: 230, num_rows_per_page: 100, partial: false });
    expect(last.rows[0]).toEqual({ row_idx: 200, row: rows[200], truncated_cells: ['question'] });
    expect(last.features.map(({ name }) => name)).toEqual(['question', 'choices', 'label']);
    expect(last.features[1]?.type).toEqual({ feature: { dtype: 'string', _type: 'Value' }, _type: 'List' });
  });

  test('several configs and splits', async () => {
    const server = await start({ datasets: { multi: { configs: { en: { test: rows.slice(0, 2) }, de: { test: [] } } } } });
    expect((await get(`${server.url}/splits?dataset=multi`)).body.splits.map(({ config }) => config)).toEqual(['en', 'de']);
    expect((await get(`${server.url}/rows?dataset=multi&config=en&split=test`)).body.rows).toHaveLength(2);
    expect(await get(`${server.url}/rows?dataset=multi&config=en&split=typo`)).toMatchObject({ status: 404, code: 'ResponseNotFound' });
  });

  test('refuses what the real one refuses', async () => {
    const server = await start({
      keys: ['hf_right'],
      datasets: { small: { rows }, closed: { rows, gated: true }, busy: { rows, fail: 429 }, broken: { rows, fail: 500 } },
    });
    const authorization = 'Bearer hf_right';
    expect(await get(server.url + rowsOf('small', '&length=101'))).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('100') },
    });
    expect(await get(`${server.url}/rows?dataset=small&split=train`)).toMatchObject({ status: 422, code: 'MissingRequiredParameter' });
    expect(await get(server.url + rowsOf('typo'))).toMatchObject({ status: 401, code: 'ExternalUnauthenticatedError' });
    expect(await get(server.url + rowsOf('typo'), { authorization })).toMatchObject({ status: 404, code: 'ExternalAuthenticatedError' });
    expect((await get(server.url + rowsOf('closed'))).status).toBe(401);
    expect((await get(server.url + rowsOf('closed'), { authorization })).status).toBe(200);
    expect((await get(server.url + rowsOf('busy'))).status).toBe(429);
    expect(await get(server.url + rowsOf('broken'))).toMatchObject({ status: 500, code: 'ResponseNotReady' });
  });
});
