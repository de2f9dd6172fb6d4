/**
 * A run in several processes: the shards ask, the merge decides, over the same rows as one run
 * would.
 */
import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Results } from '../../src/engine/results.ts';
import { STANCE_CASES, stancePrompt } from '../../src/engine/judges/stance.ts';
import { Seal } from '../../src/trust/hostile-file.ts';
import { readReport } from '../../src/trust/published-report.ts';
import { oblivious, type ModelServer } from '../support/model-server.ts';
import {
  CONFIG_PATH,
  config,
  gitHub,
  KEY,
  modelServer,
  pullRequest,
  scenario,
} from '../support/scenario.ts';
import { checkout, newFolder, removeFolders, shown } from '../support/shards.ts';
import { configOf, FILE, jsonl, questions, serving, type Way } from '../support/triplets.ts';

afterEach(removeFolders);

const promptsOf = (model: ModelServer) => model.requests.map(({ body }) => JSON.stringify(body));
const problemIn = (report: Results | undefined) => ({
  ...report!.problem,
  outcome: report!.outcome,
});

/** Enough for a verdict; each process has to read all of them. */
const ROWS = 40;

/** Knows nearly all, misses a "not" here and there, and does not answer on one sheet. */
const mixed: Way = ({ right, plain, sheet, negated }) =>
  sheet === 17 ? '' : sheet % 9 === 4 && negated ? plain[0]! : right[0]!;
const TWO_TESTS = 'add_negation: {}, add_toxic_words: { method: pair, min_pass_rate: 0.65 }';

describe('five shards', () => {
  it('merged, they are the run that is not shared out: verdict, table, rows and notices; no question was asked twice', async () => {
    const model = await serving(mixed);
    const { run, at } = await checkout({
      [CONFIG_PATH]: configOf({ url: model.url, tests: TWO_TESTS }),
      [FILE]: jsonl(questions.slice(0, ROWS)),
    });
    const whole = await run(['run']);
    model.requests.length = 0;

    // Each in a process of its own with THOROUGH=1: else one of them, beside the others one after
    // the other in one that is warm.
    const isAlone = (i: number) => i < 1 || process.env.THOROUGH !== undefined;
    const shards = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        run(['run', '--shard', `${i + 1}/5`], { fresh: isAlone(i) }),
      ),
    );
    expect(shards.map(({ exitCode }) => exitCode)).toEqual(Array(5).fill(0));
    const sent = promptsOf(model);
    // Of the silent sheet each question is sent as often as its retries say.
    const answered = sent.filter((body) => !body.includes('sheet 17?'));
    expect(new Set(answered).size).toBe(answered.length);
    expect(await readdir(at('parts'))).toHaveLength(5);

    model.requests.length = 0;
    const merged = await run(['merge', 'parts']);
    expect(model.requests).toEqual([]);
    expect(merged.exitCode).toBe(whole.exitCode);
    expect(shown(merged.report!)).toEqual(shown(whole.report!));
    expect(merged.report!.shards).toEqual({ of: 5, missing: [] });
    expect(merged.report!.usage.requests).toBe(sent.length);
    expect(merged.report!.usage.served).toEqual([
      { model: expect.any(String), replies: expect.any(Number) },
    ]);
    expect(merged.stdout).toMatch(/^\S+ sensitivity: /m);

    // Without one of them: its rows are in error and the run is no pass, however well the others
    // did.
    await rm(at('parts/shard-4-of-5.json'));
    const torn = await run(['merge', 'parts']);
    const errors = torn.report!.results.filter(({ error }) => error?.kind === 'shard');
    expect({
      exitCode: torn.exitCode,
      outcome: torn.report!.outcome,
      shards: torn.report!.shards,
    }).toEqual({
      exitCode: 3,
      outcome: 'error',
      shards: { of: 5, missing: [4] },
    });
    expect(errors.length).toBeGreaterThan(0);
    for (const { pass, error } of errors)
      expect({ pass, message: error!.message }).toMatchObject({
        pass: null,
        message: expect.stringContaining('Shard 4 of 5 is missing'),
      });
    expect(torn.report!.warnings).toEqual([
      expect.stringContaining('an incomplete run cannot pass'),
    ]);
    // What it says of itself agrees with its rows: it can be published as any other report.
    await readReport(path.join(torn.reports, 'report.json'), {
      name: 'report.json',
      use: 'be read',
    });
  });
});

it('judges, calibrated by the first shard and known to the next one, are handed on as well', async () => {
  const known = new Map(STANCE_CASES.map((one) => [stancePrompt(one), one.stance]));
  const BELIEVED = 'So one reads in every guide to the city.';
  const DENIED = 'Every guide to the city has it the other way round.';
  const model = await modelServer({
    answer: (prompt, { body }) => {
      const number = Number(/number (\d+) /.exec(prompt)?.[1]);
      if ((body as { model: string }).model !== 'the-judge')
        return (number % 2 === 0) !== / not /.test(prompt) ? BELIEVED : DENIED;
      const stance = known.get(prompt) ?? (prompt.includes(BELIEVED) ? 'true' : 'false');
      return JSON.stringify({ reason: 'It says so.', stance });
    },
  });
  const towers = Array.from({ length: 30 }, (_, i) => ({
    text: `The tower number ${i} is tall.`,
    truth: i % 2 === 0,
  }));
  const endpoint = `base_url: "${model.url}/v1", retries: 0`;
  const { run, at } = await checkout({
    [CONFIG_PATH]: `model: { hub: openai, name: scenario-model, ${endpoint} }
data: { source: evals/towers.jsonl }
judge: { name: the-judge }
tests: { sensitivity: { add_negation: {} } }
`,
    'evals/towers.jsonl': jsonl(towers),
  });
  for (const nth of [1, 2]) await run(['run', '--shard', `${nth}/2`]);
  const calibrated = promptsOf(model).filter((body) => body.includes('the-judge')).length;
  expect(calibrated).toBeGreaterThan(STANCE_CASES.length);
  model.requests.length = 0;
  const merged = await run(['merge', 'parts']);
  expect(model.requests).toEqual([]);
  const whole = await run(['run', '--cache-directory', at('elsewhere')]);
  expect(whole.report!.results.length).toBeGreaterThan(0);
  expect(shown(merged.report!)).toEqual(shown(whole.report!));
});

describe('what is no shard of this run is refused, with its name', () => {
  const three = async () => {
    const model = await modelServer();
    const files = {
      [CONFIG_PATH]: config(model),
      'evals/statements.txt': Array.from({ length: 12 }, (_, i) => `The hill ${i} is high.`).join(
        '\n',
      ),
    };
    const made = await checkout(files);
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], {
        cwd: made.root,
        stdio: 'pipe',
      });
    git('init', '--quiet', '--template=');
    git('commit', '--quiet', '--allow-empty', '--message', 'first');
    for (const nth of [1, 2, 3]) await made.run(['run', '--shard', `${nth}/3`]);
    return { ...made, git };
  };
  const FIRST = 'parts/shard-1-of-3.json';

  it('one that was changed, one under another key, one twice, one that answers for another, links and other runs', async () => {
    const { run, at, git } = await three();
    const calm = await run(['merge', 'parts']);
    // Whose answers are compared by their embeddings, too.
    expect(shown(calm.report!)).toEqual(shown((await run(['run'])).report!));
    expect(calm.report!.report[0]).toMatchObject({ outcome: 'pass', scorer: 'embedding' });
    const text = await readFile(at(FIRST), 'utf8');
    const refused = async (
      what: string,
      words: readonly string[] = ['merge', 'parts'],
      over = {},
    ) => {
      const { exitCode, report } = await run(words, over);
      expect({ exitCode, ...problemIn(report) }).toMatchObject({
        exitCode: 2,
        outcome: 'error',
        message: expect.stringContaining(what),
      });
      expect(report!.results).toEqual([]);
    };

    await writeFile(at(FIRST), text.replace(/"actual_result":"/, '"actual_result":"Not '));
    await refused('its seal is not one of the keys of this run');
    await writeFile(at(FIRST), '{"seal":"');
    await refused('it does not begin with the seal of a shard');
    await writeFile(at(FIRST), text);
    await refused('its seal', undefined, { key: 'sk-another-0123456789abcdef' });

    await cp(at(FIRST), at('parts/again/shard-1-of-3.json'));
    await refused('shard 1 appears twice');
    await rm(at('parts/again'), { recursive: true });
    await rm(at(FIRST));
    execFileSync('ln', ['-s', at(CONFIG_PATH), at(FIRST)]);
    await refused('it is a link');
    await rm(at(FIRST));

    // With the key of the run: a shard of another version, or one that holds other rows than this
    // run gave it.
    const body = JSON.parse(text.replace(/^\{"seal":"[^"]+",/, '{')) as Results;
    const { shard, results } = body as Required<Results>;
    const seal = new Seal([KEY]);
    const forged = async (over: Partial<Results>, what: string) => {
      await writeFile(at(FIRST), seal.close({ ...body, ...over }));
      await refused(what);
    };
    const [first, ...rest] = results;
    const inRun = (over: Record<string, string>) => ({
      shard: { ...shard, run: { ...shard.run, ...over } },
    });
    await forged({ results: rest }, 'it lacks the row');
    await forged(
      { results: [...results, { ...first!, original: 'Another.' }] },
      'it has a row that this run did not give it',
    );
    await forged(
      { results: [{ ...first!, status: 'told' as never }, ...rest] },
      'results[0].status',
    );
    await forged(inRun({ version: '0.0.1' }), 'with another version of this action');
    await forged(inRun({ run_id: '7' }), 'with another workflow run');
    await forged({ shard: { ...shard, index: 4 } }, 'its index 4 is above its number of shards 3');
    await rm(at('parts/shard-2-of-3.json'));
    await forged({ shard: { ...shard, index: 2 } }, 'it lacks the row');
    await run(['run', '--shard', '2/3']);
    // The report of a shard is no report of a run.
    await writeFile(at('part.json'), JSON.stringify(body));
    await expect(
      readReport(at('part.json'), { name: 'part.json', use: 'be published' }),
    ).rejects.toThrow('the rows of one shard only');

    await rm(at(FIRST));
    // One of two shards knows other rows than one of three.
    await run(['run', '--shard', '1/2']);
    await refused('it is one of 3 shards');
    await rm(at('parts/shard-1-of-2.json'));
    await writeFile(at(FIRST), text);
    await refused('no shard file was found', ['merge', 'evals']);

    git('commit', '--quiet', '--allow-empty', '--message', 'second');
    await refused('with another commit');
    git('reset', '--quiet', '--soft', 'HEAD~1');
    await writeFile(at('evals/statements.txt'), 'The hill 1 is high.');
    await refused('with other rows');
  });
});

describe('in a workflow', () => {
  const statements = Array.from({ length: 12 }, (_, i) => `The hill ${i} is high.`).join('\n');

  it('a shard says nothing on the pull request and is green, whatever its rows show; the merge alone comments and fails', async () => {
    const model = await modelServer({ answer: oblivious });
    const github = await gitHub();
    const artifacts = await newFolder();
    const files = {
      [CONFIG_PATH]: config(model, 'concurrency: 1\nbudget: { max_requests: 26 }\n'),
      'evals/statements.txt': statements,
    };
    const shard = async (nth: number) =>
      scenario({
        github,
        files,
        inputs: { shard: `${nth}/2`, 'report-directory': path.join(artifacts, `shard-${nth}`) },
      });
    for (const nth of [1, 2]) {
      const { exitCode, outputs, summary, stdout, report } = await shard(nth);
      expect({ exitCode, outputs, report }).toEqual({
        exitCode: 0,
        outputs: {
          passed: 'false',
          requests: '13',
          'shard-file': path.join(artifacts, `shard-${nth}`, `shard-${nth}-of-2.json`),
        },
        report: undefined,
      });
      expect(summary).toContain(`Shard ${nth} of 2: 6 rows asked, in 13 requests.`);
      expect(stdout).not.toContain('::error');
    }
    expect(github.comments).toEqual([]);

    model.requests.length = 0;
    const inputs = { merge: artifacts };
    const { exitCode, outputs } = await scenario({ github, files, inputs });
    expect({ exitCode, outcome: outputs['outcome'], requests: outputs['requests'] }).toEqual({
      exitCode: 1,
      outcome: 'fail',
      requests: '26',
    });
    expect(github.comments).toHaveLength(1);
    expect(model.requests).toEqual([]);

    const unread = await scenario({
      github,
      files,
      inputs: {
        ...inputs,
        'api-key': '',
        'base-url': 'https://api.openai.com/v1',
        'missing-key': 'skip',
      },
    });
    expect({ exitCode: unread.exitCode, ...problemIn(unread.report) }).toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('there is no key'),
    });
    const inside = await scenario({ github, files, inputs: { merge: 'evals' } });
    expect(problemIn(inside.report)).toMatchObject({
      outcome: 'error',
      message: expect.stringContaining('leads into the checkout'),
    });

    const head = {
      ref: 'patch',
      sha: 'd'.repeat(40),
      repo: {
        full_name: 'octo-org/octo-repo',
        name: 'octo-repo',
        owner: { login: 'octo-org' },
        fork: false,
      },
    };
    const later = await scenario({ github, files, inputs, event: pullRequest({ head }) });
    expect({ exitCode: later.exitCode, ...problemIn(later.report) }).toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('with another commit'),
    });
  });

  it('a shard fails for an error of its own: an endpoint that answers none of its rows; inputs that exclude each other are refused', async () => {
    const model = await modelServer({ keys: ['another'] });
    const files = { [CONFIG_PATH]: config(model), 'evals/statements.txt': statements };
    const { exitCode, stdout } = await scenario({ files, inputs: { shard: '1/2' } });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^::error.*refuses the key/m);
    for (const [inputs, what] of [
      [{ shard: '3/2' }, 'Allowed is which one of how many'],
      [{ shard: '1/2', merge: 'parts' }, 'exclude each other'],
      [{ shard: '1/2', 'publish-from': 'report.json' }, 'exclude each other'],
    ] as const) {
      expect((await scenario({ files, inputs })).stdout).toContain(what);
    }
  });
});
