/** A command in a terminal judges the work tree, by its own rules or those of a base. */
import path from 'node:path';
import { renameSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { ruleOnWorkTree, type WorkTreeOptions } from '../../src/trust/ruling.ts';
import { closedEnv, Repository, workTreeFiles } from '../../src/trust/git.ts';
import { createRowReader } from '../../src/trust/rows.ts';
import { CONFIG_PATH } from '../support/gate.ts';
import { commit, createRepository, git, put, temporaryFolder } from '../support/repository.ts';
import { gateConfig, gateFiles, QUESTIONS, ROWS_PATH, rows, rowsRead } from './support.ts';

function rulingHere(root: string, more: Partial<WorkTreeOptions> = {}) {
  return ruleOnWorkTree({
    root,
    configPath: CONFIG_PATH,
    overrides: {},
    env: { PATH: process.env.PATH },
    ...more,
  });
}

it('the work tree is judged by its own rules, also without git', async () => {
  const files = { [CONFIG_PATH]: gateConfig().replace(ROWS_PATH, 'evals/*.jsonl') };
  const ruling = await rulingHere(temporaryFolder(gateFiles(files)));
  expect([ruling.ref, ruling.base, ruling.changes.rules]).toEqual(['local', undefined, []]);
  expect(await rowsRead(ruling)).toBe(6);
});

it('--base decides as a pull request does, with the work tree as the head', async () => {
  const root = temporaryFolder();
  const held = QUESTIONS.map((row, i) => ({ ...row, must: i < 3 }));
  const sha = createRepository(root, gateFiles({ [ROWS_PATH]: rows(held) }));
  put(root, {
    [CONFIG_PATH]: gateConfig().replace('0.8', '0.1'),
    [ROWS_PATH]: rows([...QUESTIONS.slice(1, 2), ...held.slice(2)]),
  });
  const { ref, base, config, preview, changes } = await rulingHere(root, { base: 'main' });
  expect([ref, base?.commit, base?.name]).toEqual(['base', sha, 'main']);
  expect(config.rules).not.toEqual(preview?.config.rules);
  expect([changes.rules.length, changes.rows]).toEqual([
    1,
    [
      {
        source: ROWS_PATH,
        added: [],
        removed: ['item-0'],
        changed: ['item-1'],
        no_longer_must: QUESTIONS.slice(0, 2).map(({ text }) => text),
      },
    ],
  ]);
});

it('a removed row of a test whose rows must all hold no longer must', async () => {
  const root = temporaryFolder();
  const config = gateConfig().replace(/min_pass_rate: [\d.]+/, 'must: all');
  createRepository(root, gateFiles({ [CONFIG_PATH]: config }));
  put(root, { [ROWS_PATH]: rows(QUESTIONS.slice(1)) });
  const { changes } = await rulingHere(root, { base: 'main' });
  expect(changes.rows[0]?.no_longer_must).toEqual([QUESTIONS[0]?.text]);
});

it('without a merge base, changes are counted from the base, and the report says so', async () => {
  const root = temporaryFolder();
  createRepository(root, gateFiles());
  git(root, 'branch', 'apart', git(root, 'commit-tree', 'main^{tree}', '-m', 'apart'));
  const { ref, notices } = await rulingHere(root, { base: 'apart' });
  expect([ref, notices.length]).toEqual(['base', 1]);
});

it('code that names another model than the configuration is told', async () => {
  const root = temporaryFolder();
  createRepository(root, gateFiles({ 'bot.ts': "ask('desk-model')" }));
  put(root, { 'bot.ts': "ask('mini')" });
  expect((await rulingHere(root, { base: 'main' })).warnings).toEqual([
    expect.stringMatching(/bot\.ts.*desk-model/),
  ]);
  put(root, { [CONFIG_PATH]: gateConfig().replace('desk-model', 'mini') });
  expect((await rulingHere(root, { base: 'main' })).warnings).toEqual([]);
});

it('a new file whose name begins with a space keeps it, and an ignored one does not count', async () => {
  const root = temporaryFolder();
  createRepository(root, gateFiles({ '.gitignore': 'built.py' }));
  put(root, { ' new.py': '', 'built.py': '', 'newer.py': '' });
  // Only the index moves it.
  git(root, 'mv', CONFIG_PATH, 'built.yml');
  renameSync(path.join(root, 'built.yml'), path.join(root, CONFIG_PATH));
  const place = { cwd: root, env: process.env };
  const changes = await new Repository(place).changes('HEAD');
  expect([...changes].join()).toBe(`${CONFIG_PATH},M, new.py,A,newer.py,A`);
  expect((await workTreeFiles(root, place).list()).join()).not.toContain('built');
});

it('git gets the program, the proxies and the certificates of the machine, and no key', () => {
  const needed = { PATH: '/bin', HTTPS_PROXY: 'http://p.example', GIT_SSL_CAINFO: '/ca.pem' };
  const env = closedEnv({ ...needed, OPENAI_API_KEY: 'k' }, '.git');
  expect(env).toMatchObject(needed);
  expect(env).not.toHaveProperty('OPENAI_API_KEY');
});

it('a base that is not there is an error, and one whose file git has lost', async () => {
  const root = temporaryFolder();
  createRepository(root, gateFiles());
  await expect(rulingHere(root, { base: 'nowhere' })).rejects.toThrow(/nowhere/);
  const id = git(root, 'rev-parse', `main:${CONFIG_PATH}`);
  rmSync(path.join(root, '.git/objects', id.slice(0, 2), id.slice(2)));
  await expect(rulingHere(root, { base: 'main' })).rejects.toThrow(CONFIG_PATH);
});

it.each([[[true, false]], [[false, true]]])(
  'a file that only the input data may name is no file of a configuration: %j',
  async (order) => {
    const head = workTreeFiles(temporaryFolder());
    const { config } = await rulingHere(temporaryFolder(gateFiles()));
    const sources = {
      server: { revisions: new Map() },
      written: workTreeFiles(temporaryFolder({ 'q.csv': 'text,answer\na,b\n' })),
      sides: [head],
    };
    const read = createRowReader(head, config, sources);
    const data = { source: 'q.csv', columns: {}, placeOfColumn: () => undefined };
    for (const isFromInput of order) {
      const count = read({ ...data, isFromInput }).then(({ rows: all }) => all.length);
      if (isFromInput) expect(await count).toBe(1);
      else await expect(count).rejects.toThrow(/q\.csv/);
    }
  },
);

it('files outside, links and files of git are never read', async () => {
  const root = temporaryFolder();
  createRepository(root, { 'a.txt': 'a' });
  const link = path.join(root, 'link');
  symlinkSync('.', link);
  const files = workTreeFiles(link);
  for (const file of ['../x', '/etc/passwd', '.git/config', 'link/a.txt'])
    await expect(files.read([file])).rejects.toThrow(/outside|of git|link/);
  expect((await files.read(['none', './a.txt'])).map(String)).toEqual(['undefined', 'a']);
  expect(await files.list()).toEqual(['a.txt']);
  truncateSync(path.join(root, 'a.txt'), 1.1e8);
  await expect(files.read(['a.txt'])).rejects.toThrow('100');
});

it('a file in a merge conflict is listed once, and nothing where git fails', async () => {
  const root = temporaryFolder();
  const base = createRepository(root, { 'a.txt': 'a' });
  const theirs = commit(root, { 'a.txt': 'b' }, 'theirs');
  git(root, 'read-tree', '-m', base, commit(root, { 'a.txt': 'c' }, 'ours'), theirs);
  const files = workTreeFiles(root, { cwd: root, env: process.env });
  expect(await files.list()).toEqual(['a.txt']);
  // A repository that git cannot read is not taken for a folder without one.
  put(root, { '.git/index': 'damaged' });
  await expect(files.list()).rejects.toThrow(/ls-files/);
});
