/** Rows of the Hugging Face Hub: one revision for head and base, gated sets, missing sets. */
import { COMPARED, deskFiles, deskModel, POLITE, QUESTIONS, ROWS_PATH } from '../support/desk.ts';
import { CONFIG_PATH, gate, modelServer, type GateRun } from '../support/gate.ts';
import type { DatasetStub, RecordedRequest } from '../support/model-types.ts';

const TOKEN = 'hf_scenario0123456789ABCDEFGHIJ';
const config = (source = 'hf:o/d') => COMPARED.replace(ROWS_PATH, `"${source}"`);

async function run(stub: DatasetStub, changes: Partial<GateRun> = {}, text = config()) {
  const hub = await modelServer({ keys: [TOKEN], datasets: { 'o/d': stub } });
  const model = await modelServer(deskModel());
  const { env, ...rest } = changes;
  const ended = await gate({
    base: deskFiles({ [CONFIG_PATH]: text }),
    head: POLITE,
    model,
    env: { HF_DATASETS_SERVER: hub.url, ...env },
    haste: 100,
    ...rest,
  });
  return { ...ended, hub, model };
}

it('rows are read once for head and base, and named by their numbers', async () => {
  const { report, hub } = await run({ rows: QUESTIONS });
  expect(report.outcome).toBe('pass');
  expect(report.results[0]?.source).toMatch(/^hf:o\/d:default:train#\d+$/);
  expect(hub.count('/rows')).toBe(1);
});

it('rows that may differ from those of the base are asked, whatever the change', async () => {
  const { report } = await run({ rows: QUESTIONS }, { head: {}, model: undefined });
  expect(report.problem?.remedy).toContain('OPENAI_API_KEY');
});

it('a set that was changed between two reads is no set', async () => {
  let nth = 0;
  const fail = ({ path }: RecordedRequest) => {
    if (path !== '/rows') return undefined;
    const all = QUESTIONS.map((row) => ({ row, truncated_cells: [] }));
    const headers = { 'x-revision': `r${++nth}` };
    return {
      status: 200,
      headers,
      body: { rows: [...all, ...all, ...all].slice(0, 100), num_rows_total: 120 },
    };
  };
  const hub = await modelServer({
    keys: undefined,
    fail,
    datasets: { 'o/d': { rows: QUESTIONS } },
  });
  const { report, model } = await run({}, { env: { HF_DATASETS_SERVER: hub.url } });
  expect([report.outcome, report.problem?.name, model.requests.length]).toEqual([
    'error',
    'DataError',
    0,
  ]);
});

/** `requests`: those to the Hub before an error of the data; 0 if there is none. */
const GATED: [what: string, set: DatasetStub, env: Record<string, string>, requests: number][] = [
  ['a gated set with its token', { rows: QUESTIONS, gated: true }, { HF_TOKEN: TOKEN }, 0],
  ['a gated set without a token', { rows: QUESTIONS, gated: true }, {}, 1],
  ['a server that fails', { rows: QUESTIONS, fail: 503 }, {}, 5],
  ['no rows', { rows: [] }, {}, 2],
];
it.each(GATED)('rows of the Hub: %s', async (_name, stub, env, requests) => {
  const { report, hub, model, shown } = await run(stub, { env });
  expect(report.outcome).toBe(requests > 0 ? 'error' : 'pass');
  expect(shown).not.toContain(TOKEN);
  if (requests === 0) return;
  expect(report.problem).toMatchObject({
    name: 'DataError',
    where: expect.stringMatching(/sensitivity\.yml:\d/),
  });
  expect([model.requests.length, hub.requests.length]).toEqual([0, requests]);
});

it.each([
  ['hf:o/unknown', /"o\/unknown".*\b401, `".*HF_TOKEN/],
  ['hf:o', /"hf:o".*hf:OWNER\/NAME:config:split/],
  ['hf:o/d:other', /"o\/d".*`"default:train"`.*hf:o\/d:CONFIG:SPLIT/],
  ['hf:o/d:other:test', /"o\/d".*\b422\b.*hf:OWNER\/NAME\[:config\]\[:split\]/],
])('%s is an error with what is allowed', async (source, cause) => {
  const { report } = await run({ rows: QUESTIONS }, {}, config(source));
  const { name, where, message, remedy } = report.problem!;
  expect([name, where]).toEqual(['DataError', `${CONFIG_PATH}:6:9`]);
  expect(`${message} ${remedy}`).toMatch(cause);
});

it.each([301, 307])(
  'a redirect would carry the token away, and is not followed (%i)',
  async (status) => {
    const elsewhere = await modelServer({ keys: undefined });
    const fail = () => ({ status, headers: { location: `${elsewhere.url}/splits` } });
    const hub = await modelServer({ keys: undefined, fail });
    const { report } = await run({}, { env: { HF_DATASETS_SERVER: hub.url, HF_TOKEN: TOKEN } });
    expect([report.problem?.name, elsewhere.requests.length]).toEqual(['DataError', 0]);
    expect(hub.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  },
);
