import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { namedFilesBelow } from '../../src/config/named-files.ts';
import { configOf, readRules } from '../../src/config/rules.ts';
import { baseFromGit } from '../../src/terminal/evaluate-options.ts';
import { localBaseRules } from '../../src/trust/local-base.ts';
import { commitNamed } from '../../src/trust/local-git.ts';

function commitAll(root: string): void {
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words], {
      cwd: root,
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'x');
}

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
      commitAll(root);
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

const ROWS = ['The sky is blue.', 'Grass is green.', 'The rivers are long.'];
const CONFIG = `model: { hub: reference, name: attentive, system_prompt_file: prompts/s.md }
data: { source: evals/rows.txt }
tests: { sensitivity: { add_negation: { method: pair, min_pass_rate: 0.7 } } }
`;

it('judges a checkout that changes rules or rows by those of the base as well', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'sensitivity-base-rules-'));
  const scratch = path.join(root, '.git');
  const write = async (files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    }
  };
  const rulesOf = async () => {
    const read = () => readFile(path.join(root, 'c.yml'), 'utf8');
    const readNamedFile = namedFilesBelow(root);
    const rules = await readRules({
      readConfig: read,
      readNamedFile,
      file: 'c.yml',
      overrides: {},
      root,
    });
    const commit = await commitNamed('HEAD', root);
    const base = await baseFromGit('HEAD', { root, file: 'c.yml', overrides: {} });
    const sides = { root, scratch, head: configOf(rules, 'c.yml'), base, commit };
    return localBaseRules(sides);
  };
  try {
    await write({
      'c.yml': CONFIG,
      'evals/rows.txt': ROWS.join('\n'),
      'prompts/s.md': 'Be brief.',
    });
    commitAll(root);
    // A changed prompt is the subject's, and judged by the same rules.
    await write({ 'prompts/s.md': 'Be kind.' });
    expect(await rulesOf()).toBeUndefined();

    await write({ 'c.yml': CONFIG.replace('0.7', '0.2'), 'evals/rows.txt': 'The sky is red.' });
    const baseRules = await rulesOf();
    expect(baseRules).toMatchObject({
      name: expect.stringMatching(/^base commit [0-9a-f]{7}$/),
      rules: [{ path: 'tests.sensitivity.add_negation.min_pass_rate', old: 0.7, new: 0.2 }],
      rows: [{ source: 'evals/rows.txt', added: 0, changed: 1, removed: 2, common: 0 }],
      config: { model: { system_prompt: 'Be kind.' } },
    });
    const folder = baseRules && 'root' in baseRules ? baseRules.root : '';
    expect(await readFile(path.join(folder, 'evals/rows.txt'), 'utf8')).toBe(ROWS.join('\n'));

    await write({ 'c.yml': CONFIG });
    await rm(path.join(root, 'evals/rows.txt'));
    expect(await rulesOf()).toMatchObject({ rows: [{ removed: 3, common: 0 }] });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
