import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { baseFromGit } from '../../src/terminal/evaluate-options.js';

it("reads a commit's prompts as a checkout would have them: below the folder, through links, never out of the repository", async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'sensitivity-git-base-'));
  try {
    const below = path.join(root, 'app');
    await mkdir(path.join(below, 'prompts'), { recursive: true });
    await writeFile(path.join(root, 'secret.txt'), 'outside');
    await writeFile(path.join(below, 'prompts', 'a.md'), 'Sei kurz: ä\n\n');
    await symlink('prompts/a.md', path.join(below, 'link.md'));
    await symlink('prompts', path.join(below, 'folder'));
    await symlink('/etc/hostname', path.join(below, 'out.md'));
    const read = async (file: string) => {
      const model = `{ hub: openai, name: m, system_prompt_file: ${file} }`;
      await writeFile(
        path.join(below, 'c.yml'),
        `model: ${model}\ndata: { source: a.txt }\ntests: { sensitivity: { add_negation: } }\n`,
      );
      const git = (...words: string[]) =>
        execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words], {
          cwd: root,
        });
      git('init', '--quiet');
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', 'x');
      const { rules } = await baseFromGit('HEAD', { root: below, file: 'c.yml', overrides: {} });
      return 'config' in rules
        ? rules.config.model.system_prompt
        : 'problem' in rules
          ? rules.problem.message
          : undefined;
    };
    for (const file of ['prompts/a.md', 'link.md', 'folder/a.md'])
      expect(await read(file)).toBe('Sei kurz: ä\n');
    for (const file of ['prompts', 'none.md', 'out.md'])
      expect(await read(file)).toBe(`there is no file \`"${file}"\``);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
