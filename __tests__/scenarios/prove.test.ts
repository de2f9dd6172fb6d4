import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MeasuredProof } from '../../src/engine/proof/proof.ts';
import { runDoor } from '../support/run-process.ts';
import { CONFIG_PATH, MODEL_KEY, scenario } from '../support/scenario.ts';
import {
  configOf,
  deaf,
  FILE,
  jsonl,
  knowing,
  QUESTIONS,
  questionModel,
} from '../support/triplets.ts';

/** `sensitivity prove` in a terminal and in the action. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sensitivity-prove-'));
  await mkdir(path.join(folder, 'evals'));
  await writeFile(path.join(folder, FILE), jsonl(QUESTIONS));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const reports = () => path.join(folder, 'report');
const cli = async (command: string, ...words: string[]) => withKey(MODEL_KEY, command, ...words);
const withKey = async (key: string, command: string, ...words: string[]) =>
  runDoor({
    door: 'cli',
    words: [command, '--config', 's.yml', ...words],
    cwd: folder,
    env: { COLUMNS: '110', SENSITIVITY_API_KEY: key, XDG_CACHE_HOME: path.join(folder, 'cache') },
  });
const against = async (way: typeof knowing) => {
  const model = await questionModel(way);
  await writeFile(path.join(folder, 's.yml'), configOf({ url: model.url }));
  return model;
};

describe('in a terminal', () => {
  it('asks every row twice, and prints and writes what the gate catches', async () => {
    const model = await against(knowing);
    const words = ['--rows', '30', '--report-directory', 'report', '--require', 'deaf:40%:0.9'];
    const first = await cli('prove', ...words);
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(first.stdout.split('\n').slice(0, 12).join('\n')).toMatchInlineSnapshot(`
"sensitivity prove: openai/scenario-model

On these 30 rows this gate catches a model that overlooks the perturbation in each row with a chance of 20%,
in 74% of pull requests (asking 27 rows on average), and with a chance of 10% in 18%. It fails an unchanged
model in 0%.

  fault      strength  fails  95 % interval  no verdict  passes  rows  requests
───────────────────────────────────────────────────────────────────────────────
  none                    0%        0%–0.2%          0%    100%    20        60
  deaf             5%   1.5%        1%–2.1%          0%     99%    25        76
  deaf            10%    18%        16%–19%          0%     82%    28        84
  deaf            20%    74%        72%–76%          0%     26%    27        82"
`);
    expect(first.stdout.replace(/\s+/g, ' ')).toContain(
      '2 recordings took 180 requests. Each line is 2,000 virtual pull requests. The 95 % interval is one of drawing pull requests:',
    );
    expect(first.stdout).toContain('Required: deaf 40% caught in 90%. Found: 100%, met.');
    expect(model.count('/chat/completions')).toBe(180);
    expect((await readdir(reports())).toSorted()).toEqual([
      'proof.json',
      'proof.svg',
      'report.html',
    ]);
    const proof = JSON.parse(
      await readFile(path.join(reports(), 'proof.json'), 'utf8'),
    ) as MeasuredProof;
    expect(proof).toMatchObject({
      requests: 180,
      errors: 0,
      pull_requests: 2000,
      gate: { rows: 30 },
      requirements: [{ met: true }],
    });
    expect(proof.gate.curves[0]!.points.at(-1)!.fail.share).toBe(1);
    const [page, picture] = await Promise.all(
      ['report.html', 'proof.svg'].map(async (file) =>
        readFile(path.join(reports(), file), 'utf8'),
      ),
    );
    expect(page).toContain('On these 30 rows this gate catches a model that overlooks');
    expect(page).toContain(picture!.trim());
    expect(picture).toMatch(/^<svg [\s\S]*prefers-color-scheme: dark[\s\S]*<\/svg>\n$/);

    const often = await cli('prove', '--rows', '5', '--repeat', '4', '--json');
    expect(JSON.parse(often.stdout)).toMatchObject({
      recordings: 4,
      requests: 60,
      gate: { rows: 5 },
    });
    expect(model.count('/chat/completions')).toBe(240);
  });

  it('names a test that fails the unchanged model too, which meets no requirement', async () => {
    await against(deaf);
    const { stdout, exitCode } = await cli('prove', '--rows', '12', '--require', 'deaf:100%:1');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('Found: 100%, not met.');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'the gate fails an unchanged model in 100% of pull requests, and 10% are allowed',
    );
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'add_negation catches nothing at any strength. It fails the unchanged model too.',
    );
  });

  it('proves a gate that fails on regressions alone', async () => {
    const model = await questionModel(knowing);
    const tests = 'add_negation: { min_valid: 0, min_steady: 0, min_pass_rate: 0, compare: base }';
    await writeFile(path.join(folder, 's.yml'), configOf({ url: model.url, tests }));
    const found = await cli('prove', '--rows', '4');
    expect(found).toMatchObject({ exitCode: 0, stderr: '' });
    expect(found.stdout.replace(/\s+/g, ' ')).toContain('It fails an unchanged model in 0%');
  });

  it('refuses wrong options and a cap below the need before the first request', async () => {
    const model = await against(knowing);
    const refused = async (...words: string[]) => {
      const { exitCode, stderr } = await cli('prove', ...words);
      expect(exitCode).toBe(2);
      return stderr;
    };
    expect(await refused('--require', 'deaf:20%:2')).toMatchInlineSnapshot(`
"command line: --require cannot be 'deaf:20%:2'
Allowed is FAULT:STRENGTH%:SHARE, such as deaf:20%:0.9. Faults are deaf, forgetful, upset, noisy, foul, refusing, wrong, yielding; the strength is above 0 % and at most 100 %; the share is above 0 and at most 1.
"
`);
    expect(await refused('--require', 'foul:20%:0.9')).toMatchInlineSnapshot(`
"--require: no test of this configuration can show the fault foul
These tests can show deaf, forgetful, upset, noisy, refusing. Require one of them, or add a test.
"
`);
    expect(await refused('--require')).toContain('--require needs its value');
    expect(await refused('--repeat', '1')).toContain('Allowed is a whole number of 2 or more.');
    expect(await refused('--rows', '0')).toContain("--rows cannot be '0'");
    expect(await refused('--max-requests', '10')).toContain('Nothing was sent.');
    expect(model.count('/chat/completions')).toBe(0);
  });

  it('is an error if the endpoint refuses every row, and plan prints its cost', async () => {
    const model = await against(knowing);
    const failed = await withKey('sk-not-the-key-0123456789', 'prove', '--rows', '5');
    expect(failed.exitCode).toBe(2);
    expect(failed.stderr).toContain('no row has an answer');
    const asked = model.count('/chat/completions');
    expect((await cli('plan')).stdout).toMatch(
      /`sensitivity prove` would send [\d,]+ requests at most: every row twice\./,
    );
    expect(model.count('/chat/completions')).toBe(asked);
  });
});

describe('in the action', () => {
  const proven = async (prove: string, way = knowing) => {
    const model = await questionModel(way);
    const files = {
      [CONFIG_PATH]: configOf({ url: model.url }).replace('limit: 100', 'limit: 20'),
      [FILE]: jsonl(QUESTIONS),
    };
    return scenario({
      files,
      event: { name: 'schedule', payload: {} },
      inputs: { prove, comment: 'never' },
    });
  };

  it('writes files and summary, and fails for an unmet requirement', async () => {
    const unmet = await proven('deaf:100%:0.9, noisy:1%:0.99');
    expect(unmet.summary).toContain('On these 20 rows this gate catches');
    expect(unmet.everything).toContain('"pull_requests": 2000');
    expect(unmet.exitCode).toBe(1);
    expect(unmet.stdout).toContain('The gate misses a required share: noisy.');
  });

  it('fails for a wrong value, and beside a shard', async () => {
    const wrong = await proven('deaf');
    expect(wrong.exitCode).toBe(1);
    expect(wrong.stdout).toContain('Allowed is FAULT:STRENGTH%25:SHARE');
    const { exitCode, stdout } = await scenario({
      inputs: { prove: 'true', shard: '1/2' },
      event: { name: 'schedule', payload: {} },
    });
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('exclude each other')]);
  });
});
