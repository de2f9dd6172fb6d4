/**
 * A run in several processes: the shards ask, and the merge decides over the rows of one run.
 */
import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Results } from '../../src/engine/results.ts';
import { STANCE_CASES, stancePrompt } from '../../src/engine/judges/stance.ts';
import { Seal } from '../../src/trust/hostile-file.ts';
import { oblivious, type ModelServer } from '../support/model-server.ts';
import {
  CONFIG_PATH,
  config,
  gitHub,
  MODEL_KEY,
  modelServer,
  headAt,
  pullRequest,
  scenario,
} from '../support/scenario.ts';
import { checkout, newFolder, removeFolders, shown } from '../support/shards.ts';
import { configOf, FILE, jsonl, QUESTIONS, questionModel, type Way } from '../support/triplets.ts';

afterEach(removeFolders);

const promptsOf = (model: ModelServer) => model.requests.map(({ body }) => JSON.stringify(body));
const problemIn = (report: Results | undefined) => ({
  ...report!.problem,
  outcome: report!.outcome,
});

/** Enough for a verdict. Each process reads all of them. */
const ROWS = 40;

/** Knows nearly all, misses a "not" here and there, and does not answer on one sheet. */
const mixed: Way = ({ right, plain, sheet, negated }) => {
  if (sheet === 17) return '';
  return sheet % 9 === 4 && negated ? plain[0]! : right[0]!;
};
const TWO_TESTS = 'add_negation: {}, add_toxic_words: { method: pair, min_pass_rate: 0.65 }';

describe('five shards', () => {
  it('merge to the report of one run, and ask no question twice', async () => {
    const model = await questionModel(mixed);
    const { run, at } = await checkout({
      [CONFIG_PATH]: configOf({ url: model.url, tests: TWO_TESTS }),
      [FILE]: jsonl(QUESTIONS.slice(0, ROWS)),
    });
    const whole = await run(['run']);
    model.requests.length = 0;

    // With THOROUGH=1 each has a new process, else the first one.
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
  });

  it('merge without one of them to an error', async () => {
    const model = await questionModel(mixed);
    const { run, at } = await checkout({
      [CONFIG_PATH]: configOf({ url: model.url, tests: TWO_TESTS }),
      [FILE]: jsonl(QUESTIONS.slice(0, ROWS)),
    });
    for (const nth of [1, 2, 3, 5]) await run(['run', '--shard', `${nth}/5`]);
    const { exitCode, report } = await run(['merge', 'parts']);
    expect({ exitCode, outcome: report!.outcome, shards: report!.shards }).toEqual({
      exitCode: 3,
      outcome: 'error',
      shards: { of: 5, missing: [4] },
    });
    const missing = report!.results.filter(({ error }) => error?.kind === 'shard');
    expect(missing.length).toBeGreaterThan(0);
    for (const { pass, error } of missing)
      expect({ pass, message: error!.message }).toMatchObject({
        pass: null,
        message: expect.stringContaining('Shard 4 of 5 is missing'),
      });
    expect(report!.warnings).toEqual([expect.stringContaining('an incomplete run cannot pass')]);
    expect(await readdir(at('parts'))).toHaveLength(4);
  });
});

it('a merge gets the readings and the calibration of the judge from its shards', async () => {
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

const HILLS = Array.from({ length: 12 }, (_, i) => `The hill ${i} is high.`).join('\n');

describe('a merge refuses', () => {
  const FIRST = 'parts/shard-1-of-3.json';

  /** A repository with the three shards of a run, and what its merge is refused for. */
  async function threeShards() {
    const model = await modelServer();
    const made = await checkout({ [CONFIG_PATH]: config(model), 'evals/statements.txt': HILLS });
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], {
        cwd: made.root,
        stdio: 'pipe',
      });
    git('init', '--quiet', '--template=');
    git('commit', '--quiet', '--allow-empty', '--message', 'first');
    for (const nth of [1, 2, 3]) await made.run(['run', '--shard', `${nth}/3`]);
    const expectRefused = async (
      reason: string,
      words: readonly string[] = ['merge', 'parts'],
      over = {},
    ) => {
      const { exitCode, report } = await made.run(words, over);
      expect({ exitCode, ...problemIn(report) }).toMatchObject({
        exitCode: 2,
        outcome: 'error',
        message: expect.stringContaining(reason),
      });
      expect(report!.results).toEqual([]);
    };
    const text = await readFile(made.at(FIRST), 'utf8');
    return { ...made, git, text, expectRefused };
  }

  it('a shard that was changed or has the seal of another key', async () => {
    const { run, at, text, expectRefused } = await threeShards();
    const merged = await run(['merge', 'parts']);
    expect(shown(merged.report!)).toEqual(shown((await run(['run'])).report!));
    expect(merged.report!.report[0]).toMatchObject({ outcome: 'pass', scorer: 'embedding' });

    await writeFile(at(FIRST), text.replace(/"actual_result":"/, '"actual_result":"Not '));
    await expectRefused('its seal is not one of the keys of this run');
    await writeFile(at(FIRST), '{"seal":"');
    await expectRefused('it does not begin with the seal of a shard');
    await writeFile(at(FIRST), text);
    await expectRefused('its seal', undefined, { key: 'sk-another-0123456789abcdef' });
  });

  it('a shard that is there twice, a link, and a folder without shards', async () => {
    const { at, expectRefused } = await threeShards();
    await cp(at(FIRST), at('parts/again/shard-1-of-3.json'));
    await expectRefused('shard 1 appears twice');
    await rm(at('parts/again'), { recursive: true });
    await rm(at(FIRST));
    execFileSync('ln', ['-s', at(CONFIG_PATH), at(FIRST)]);
    await expectRefused('it is a link');
    await expectRefused('no shard file was found', ['merge', 'evals']);
  });

  it('a shard with the key of the run whose rows or run are not its own', async () => {
    const { at, text, expectRefused } = await threeShards();
    const body = JSON.parse(text.replace(/^\{"seal":"[^"]+",/, '{')) as Results;
    const { shard, results } = body as Required<Results>;
    const seal = new Seal([MODEL_KEY]);
    const expectForgedRefused = async (over: Partial<Results>, reason: string) => {
      await writeFile(at(FIRST), seal.close({ ...body, ...over }));
      await expectRefused(reason);
    };
    const [first, ...rest] = results;
    const ofRun = (over: Record<string, string>) => ({
      shard: { ...shard, run: { ...shard.run, ...over } },
    });
    const added = [...results, { ...first!, original: 'Another.' }];
    const odd = [{ ...first!, status: 'told' as never }, ...rest];
    await expectForgedRefused({ results: rest }, 'it lacks the row');
    await expectForgedRefused({ results: added }, 'it has a row that this run did not give it');
    await expectForgedRefused({ results: odd }, 'results[0].status');
    await expectForgedRefused(ofRun({ version: '0.0.1' }), 'with another version of this action');
    await expectForgedRefused(ofRun({ run_id: '7' }), 'with another workflow run');
    await expectForgedRefused(
      { shard: { ...shard, index: 4 } },
      'its index 4 is above its number of shards 3',
    );
    await rm(at('parts/shard-2-of-3.json'));
    await expectForgedRefused({ shard: { ...shard, index: 2 } }, 'it lacks the row');
  });

  it('a shard of another number, commit or data', async () => {
    const { run, at, git, text, expectRefused } = await threeShards();
    await rm(at(FIRST));
    await run(['run', '--shard', '1/2']);
    await expectRefused('it is one of 3 shards');
    await rm(at('parts/shard-1-of-2.json'));
    await writeFile(at(FIRST), text);
    await expectRefused('no shard file was found', ['merge', 'evals']);

    git('commit', '--quiet', '--allow-empty', '--message', 'second');
    await expectRefused('with another commit');
    git('reset', '--quiet', '--soft', 'HEAD~1');
    await writeFile(at('evals/statements.txt'), 'The hill 1 is high.');
    await expectRefused('with other rows');
  });
});

describe('a workflow', () => {
  /** A failing model's two shards in a folder of artifacts. */
  async function twoShards() {
    const model = await modelServer({ answer: oblivious });
    const github = await gitHub();
    const artifacts = await newFolder();
    const files = {
      [CONFIG_PATH]: config(model, 'concurrency: 1\nbudget: { max_requests: 26 }\n'),
      'evals/statements.txt': HILLS,
    };
    const shards = [];
    for (const nth of [1, 2])
      shards.push(
        await scenario({
          github,
          files,
          inputs: { shard: `${nth}/2`, 'report-directory': path.join(artifacts, `shard-${nth}`) },
        }),
      );
    return { model, github, files, artifacts, shards };
  }

  it('lets a shard pass without a comment, and the merge comments and fails', async () => {
    const { model, github, files, artifacts, shards } = await twoShards();
    for (const [i, { exitCode, outputs, summary, stdout, report }] of shards.entries()) {
      const nth = i + 1;
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
    const { exitCode, outputs } = await scenario({ github, files, inputs: { merge: artifacts } });
    expect({ exitCode, outcome: outputs['outcome'], requests: outputs['requests'] }).toEqual({
      exitCode: 1,
      outcome: 'fail',
      requests: '26',
    });
    expect(github.comments).toHaveLength(1);
    expect(model.requests).toEqual([]);
  });

  it('fails a merge without the key, within the checkout, or of another commit', async () => {
    const { github, files, artifacts } = await twoShards();
    const inputs = { merge: artifacts };
    const keyless = await scenario({
      github,
      files,
      inputs: {
        ...inputs,
        'api-key': '',
        'base-url': 'https://api.openai.com/v1',
        'missing-key': 'skip',
      },
    });
    expect({ exitCode: keyless.exitCode, ...problemIn(keyless.report) }).toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('there is no key'),
    });
    const inside = await scenario({ github, files, inputs: { merge: 'evals' } });
    expect(problemIn(inside.report)).toMatchObject({
      outcome: 'error',
      message: expect.stringContaining('leads into the checkout'),
    });
    const later = await scenario({
      github,
      files,
      inputs,
      event: pullRequest({ head: headAt('d'.repeat(40)) }),
    });
    expect({ exitCode: later.exitCode, ...problemIn(later.report) }).toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('with another commit'),
    });
  });

  it('fails a shard without an answer, and refuses inputs that exclude each other', async () => {
    const model = await modelServer({ keys: ['another'] });
    const files = { [CONFIG_PATH]: config(model), 'evals/statements.txt': HILLS };
    const { exitCode, stdout } = await scenario({ files, inputs: { shard: '1/2' } });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^::error.*refuses the key/m);
    for (const [inputs, what] of [
      [{ shard: '3/2' }, 'Allowed is which one of how many'],
      [{ shard: '1/2', merge: 'parts' }, 'exclude each other'],
    ] as const) {
      expect((await scenario({ files, inputs })).stdout).toContain(what);
    }
  });
});
