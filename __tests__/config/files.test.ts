import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readPlainFile } from '../../src/config/files.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sensitivity-files-'));
  await writeFile(path.join(root, 'plain.yml'), 'a');
  await writeFile(path.join(root, '.hidden.yml'), 'a');
  await symlink('.hidden.yml', path.join(root, 'link.yml'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const REFUSED = 'git does not track the file';
const LINK = `${REFUSED}, which is a link to \`".hidden.yml"\``;

it.each<[file: string, isNamedByWorkflow: boolean, isTracked: boolean | undefined, string?]>([
  ['plain.yml', false, true],
  ['plain.yml', false, undefined],
  ['plain.yml', true, false, REFUSED],
  ['.hidden.yml', false, true],
  ['.hidden.yml', true, undefined],
  ['.hidden.yml', false, undefined, 'the file is hidden, and there is no git repository'],
  ['link.yml', false, true],
  [
    'link.yml',
    true,
    undefined,
    'the file is a link to the hidden file `".hidden.yml"`, and there is no git repository',
  ],
  ['link.yml', true, false, LINK],
])(
  '%s, named by the workflow: %s, tracked: %s',
  async (file, isNamedByWorkflow, isTracked, message) => {
    const reading = readPlainFile({
      root,
      file,
      label: 'the file',
      place: 'f.yml:1:1',
      confined: true,
      isTracked: () => Promise.resolve(isTracked),
      isNamedByWorkflow,
    });
    if (message === undefined) expect(await reading).toBe('a');
    else await expect(reading).rejects.toThrow(message);
  },
);
