import type { ModelServerOptions } from '../support/model-types.ts';
import { jsonl } from '../support/run-config.ts';
import { git } from '../support/repository.ts';
import { toxicity, withJudge } from '../support/scripted-judge.ts';
import { KEY, folder, modelServer, sensitivity } from './support.ts';

const ROWS = Array.from({ length: 40 }, (_, i) => ({ text: `Where is parcel ${i}?`, must: i < 1 }));

async function checked(
  more: object,
  words: readonly string[] = [],
  server: ModelServerOptions = {},
) {
  const model = await modelServer({
    keys: undefined,
    answer: withJudge(
      () => 'Yes.',
      () => toxicity(0),
    ),
    ...server,
  });
  const address = { hub: 'openai', base_url: `${model.url}/v1` };
  const config = {
    model: {
      ...address,
      name: 'scripted',
      system_prompt: '{page}',
      variables: { page: 'x'.repeat(3200) },
      prompt: '{text}',
    },
    data: { source: 'rows.jsonl' },
    judge: { ...address, name: 'judge' },
    tests: { sensitivity: { output_toxicity: {} } },
    ...more,
  };
  const root = folder({
    'app/sensitivity.yml': JSON.stringify(config),
    'app/rows.jsonl': jsonl(ROWS),
  });
  git(root, 'init');
  const line = ['check', '--config', 'sensitivity.yml'];
  const env = {
    OPENAI_API_KEY: KEY,
    SENSITIVITY_ALLOWED_HOSTS: new URL(model.url).host,
    COLUMNS: '1e9',
  };
  const { status, stdout, stderr } = await sensitivity([...line, ...words], {
    root: `${root}/app`,
    env,
  });
  const said = stdout + stderr;
  expect(said).not.toMatch(/\b(?:true|undefined)\b/);
  return { status, said, asked: model.requests.map(({ body }) => JSON.stringify(body)) };
}

it.each([
  ['auto', 1],
  ['bad_words', 0],
])('asks a judge where a test asks it: %s', async (scorer, judges) => {
  const { status, said, asked } = await checked({ evaluation: { scorer } });
  expect([status, asked.length]).toEqual([0, 1 + judges]);
  expect(said.match(/judge.* tokens|: \d+ to/g)?.length ?? 0).toBe(2 * judges);
  expect(asked.filter((body) => body.includes('xxx'))).toHaveLength(1);
});

it.each<[string, ModelServerOptions, number, RegExp]>([
  ['fails', { fail: () => ({ status: 500 }) }, 3, /500/],
  ['only thinks', { answer: () => '<think>Hm.' }, 1, /Hm\./],
])('asks a model that %s once, and shows it', async (_, server, ended, words) => {
  const evaluation = { scorer: 'bad_words' };
  const { status, said, asked } = await checked({ evaluation }, [], server);
  expect([status, asked.length]).toEqual([ended, 1]);
  expect(said).toMatch(words);
});

it('refuses a cap below a verdict, as a run does', async () => {
  const { status, said, asked } = await checked({ budget: { max_requests: 5 } });
  expect([status, asked.length]).toEqual([3, 0]);
  expect(said).toContain('sensitivity.yml:1:');
});

it('shows the verdict before an example, and `must` in place of a minimum', async () => {
  const rules = { must: 'all', rules: ['Is kind.'] };
  const tests = { sensitivity: { output_toxicity: { advisory: true }, rules } };
  const evaluation = { compare: 'base' };
  const { said } = await checked({ tests, evaluation }, ['--offline']);
  expect(said).toMatch(
    /^output_toxicity: 40 questions; 1 of .* 85% \(clean\);[^]*^rules: 40 questions; 40 of [^]* 4\.1% of runs/m,
  );
  expect(said).toMatch(
    /, with [^]*: 235 to 361 [^]* 1,300 at[^]* 80\d [^]*^system: xx[^]*^user: Where/m,
  );
  // The middle of a prompt is left out.
  expect(said.match(/x/g)?.length).toBeLessThan(2000);
});

it('shows no example of a row that is too long', async () => {
  const model = { hub: 'reference', name: 'parrot', prompt: '{text}'.repeat(60_000) };
  const { status, said } = await checked({ model }, ['--offline']);
  expect([status, /user:|about \d+ tokens/.test(said)]).toEqual([0, false]);
});
