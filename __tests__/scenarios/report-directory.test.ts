import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCli } from '../support/run-action.ts';
import { one } from '../support/runs.ts';
import { CONFIG_PATH, scenario } from '../support/scenario.ts';

const files = {
  [CONFIG_PATH]:
    'model: { hub: reference, name: attentive }\ntests: { sensitivity: { add_negation: { method: pair } } }\n',
  'evals/statements.txt': 'The sky is blue.',
};
const inputs = { comment: 'never', data: 'builtin:statements' };

/** A folder outside of every checkout, which must stay unchanged. */
let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sensitivity-victim-'));
  await writeFile(path.join(home, 'victim.sh'), 'echo mine\n');
});
afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

const expectUntouched = async () => {
  expect(await readdir(home)).toEqual(['victim.sh']);
  expect(await readFile(path.join(home, 'victim.sh'), 'utf8')).toBe('echo mine\n');
};

describe('a report-directory in the checkout', () => {
  it.each(one(['report.json', 'report.html', 'report.xml']))(
    'does not write through a link called %s',
    async (name) => {
      const { outputs, report } = await scenario({
        files,
        links: { [`reports/${name}`]: path.join(home, 'victim.sh') },
        inputs: { ...inputs, 'report-directory': 'reports' },
      });
      expect(outputs.outcome).toBe('pass');
      expect(report!.outcome).toBe('pass');
      await expectUntouched();
    },
  );

  it.each([
    ['itself', 'reports', (outside: string) => ({ reports: outside })],
    ['a folder on the way', 'a/b/reports', (outside: string) => ({ 'a/b': outside })],
    ['to another folder of the checkout', 'reports', () => ({ reports: 'evals' })],
    ['to nowhere', 'reports/new', (outside: string) => ({ reports: path.join(outside, 'new') })],
  ])(
    'is not written if it is a link (%s), with a warning and the same verdict',
    async (_, directory, links) => {
      const { exitCode, outputs, stdout, summary } = await scenario({
        files,
        links: links(home),
        inputs: { ...inputs, 'report-directory': directory },
      });
      expect(exitCode).toBe(0);
      expect(outputs).toMatchObject({ outcome: 'pass', 'report-json': '' });
      expect(stdout).toMatch(/^::warning::input 'report-directory'.*link in the checkout/m);
      expect(summary).toContain('reads negation');
      await expectUntouched();
    },
  );

  it('is written if it is a plain folder, and old reports are replaced', async () => {
    const left = { 'reports/report.json': 'old', 'reports/report.xml': 'old' };
    for (const directory of ['reports', '.', 'new/deep']) {
      const { report } = await scenario({
        files,
        left,
        inputs: { ...inputs, 'report-directory': directory },
      });
      expect(report!.outcome).toBe('pass');
    }
  });

  it('is a warning with a remedy if it cannot be written', async () => {
    const { exitCode, stdout } = await scenario({
      files: { ...files, reports: 'a file' },
      inputs: { ...inputs, 'report-directory': 'reports' },
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^::warning::input 'report-directory'.*cannot be written.*Choose a folder/m,
    );
  });
});

describe('a terminal', () => {
  it('writes through no link of a cloned repository, and exits by the verdict', async () => {
    const run = (...more: string[]) =>
      runCli(['run', '--data', 'builtin:statements', ...more], {
        files,
        links: { reports: home, 'own/report.json': path.join(home, 'victim.sh') },
      });
    const linked = await run('--report-directory', 'reports');
    expect(linked).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/--report-directory.*link in the checkout/),
    });
    expect((await run('--report-directory', 'own')).stdout).toContain('own/report.json');
    await expectUntouched();
  });
});

it('a cache-directory that leads into the checkout by a link is refused', async () => {
  const shared = await mkdtemp(path.join(tmpdir(), 'sensitivity-shared-'));
  try {
    const workspace = path.join(shared, 'checkout');
    await mkdir(workspace);
    await symlink(workspace, path.join(shared, 'cache'));
    const { exitCode, report } = await scenario({
      files,
      inputs: { ...inputs, 'cache-directory': path.join(shared, 'cache', 'deep') },
      workspace,
    });
    expect(exitCode).toBe(1);
    expect(report!.problem).toMatchObject({
      where: "input 'cache-directory'",
      message: expect.stringContaining('leads into the checkout'),
    });
  } finally {
    await rm(shared, { recursive: true, force: true });
  }
});

it('two runs of a terminal without --report-directory keep both reports', async () => {
  const env = { TMPDIR: home };
  const reportFiles = [];
  for (const model of ['attentive', 'oblivious']) {
    const { stdout } = await runCli(['run', '--model', model, '--data', 'builtin:statements'], {
      files,
      env,
    });
    reportFiles.push(/^Report: (.*)$/m.exec(stdout)![1]!);
    // What people open lies beside it.
    expect(/^ {2}Page: (.*)$/m.exec(stdout)![1]).toBe(reportFiles.at(-1)!.replace(/json$/, 'html'));
  }
  const reports = await Promise.all(
    reportFiles.map(
      async (file) => JSON.parse(await readFile(file, 'utf8')) as { model: { name: string } },
    ),
  );
  expect(reports.map(({ model }) => model.name)).toEqual(['attentive', 'oblivious']);
});
