import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { namedFilesBelow } from '../../src/config/named-files.ts';
import { configOf, readRules } from '../../src/config/rules.ts';
import { baseFromGit } from '../../src/terminal/evaluate-options.ts';
import { localBaseRules } from '../../src/trust/local-base.ts';
import { commitNamed } from '../../src/trust/local-git.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sensitivity-base-rules-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

function git(...words: string[]): void {
  const user = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  execFileSync('git', [...user, ...words], { cwd: root });
}

function commitAll(): void {
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'x');
}

/** Makes a repository with one commit of these files, and of links: their targets by name. */
async function repository({
  files,
  links = {},
}: {
  files: Record<string, string>;
  links?: Record<string, string>;
}): Promise<void> {
  await write(files);
  for (const [name, target] of Object.entries(links)) await symlink(target, path.join(root, name));
  commitAll();
}

const gitRepository = (folder: string) => ({ root: folder, env: process.env, where: '--base' });

describe('a prompt of a commit', () => {
  /** The system prompt that the configuration in `app/` names, or the problem of its rules. */
  async function readPrompt(file: string): Promise<string | undefined> {
    const model = `{ hub: openai, name: m, system_prompt_file: ${file} }`;
    const config = `model: ${model}\ndata: { source: a.txt }\ntests: { sensitivity: { add_negation: } }\n`;
    await repository({
      files: {
        'secret.txt': 'outside',
        'app/prompts/a.md': 'Sei kurz: ä\n\n',
        'app/c.yml': config,
      },
      links: {
        'app/link.md': 'prompts/a.md',
        'app/folder': 'prompts',
        'app/out.md': '/etc/hostname',
      },
    });
    const { rules } = await baseFromGit('HEAD', {
      repository: gitRepository(path.join(root, 'app')),
      file: 'c.yml',
      overrides: {},
    });
    if ('config' in rules) return rules.config.model.system_prompt;
    return 'problem' in rules ? rules.problem.message : undefined;
  }

  it.each(['prompts/a.md', 'link.md', 'folder/a.md'])(
    'is read as from a checkout: %s',
    async (file) => {
      expect(await readPrompt(file)).toBe('Sei kurz: ä\n');
    },
  );

  it.each(['prompts', 'none.md', 'out.md'])(
    'is missing if it is no file of the repository: %s',
    async (file) => {
      expect(await readPrompt(file)).toBe(`there is no file \`"${file}"\``);
    },
  );
});

describe('a checkout that is compared with a commit', () => {
  const ROWS = ['The sky is blue.', 'Grass is green.', 'The rivers are long.'].join('\n');
  const CONFIG = `model: { hub: reference, name: attentive, system_prompt_file: prompts/s.md }
data: { source: evals/rows.txt }
tests: { sensitivity: { add_negation: { method: pair, min_pass_rate: 0.7 } } }
`;
  beforeEach(() =>
    repository({
      files: { 'c.yml': CONFIG, 'evals/rows.txt': ROWS, 'prompts/s.md': 'Be brief.' },
    }),
  );

  async function baseRules(ref = 'HEAD') {
    const overrides = {};
    const rules = await readRules({
      readConfig: () => readFile(path.join(root, 'c.yml'), 'utf8'),
      readNamedFile: namedFilesBelow(root),
      file: 'c.yml',
      overrides,
      root,
    });
    const checkout = gitRepository(root);
    const base = await baseFromGit(ref, { repository: checkout, file: 'c.yml', overrides });
    return localBaseRules({
      repository: checkout,
      scratch: path.join(root, '.git'),
      head: configOf(rules, 'c.yml'),
      base,
      commit: await commitNamed(ref, checkout),
    });
  }

  it('is judged once if only a prompt differs, which belongs to the subject', async () => {
    await write({ 'prompts/s.md': 'Be kind.' });
    expect(await baseRules()).toBeUndefined();
  });

  it("is judged by the commit's rules and rows as well if they differ", async () => {
    await write({
      'prompts/s.md': 'Be kind.',
      'c.yml': CONFIG.replace('0.7', '0.2'),
      'evals/rows.txt': 'The sky is red.',
    });
    const rules = await baseRules();
    expect(rules).toMatchObject({
      name: expect.stringMatching(/^base commit [0-9a-f]{7}$/),
      rules: [{ path: 'tests.sensitivity.add_negation.min_pass_rate', old: 0.7, new: 0.2 }],
      rows: [{ source: 'evals/rows.txt', added: 0, changed: 1, removed: 2, common: 0 }],
      config: { model: { system_prompt: 'Be kind.' } },
      remarks: [],
    });
    const folder = rules && 'root' in rules ? rules.root : '';
    expect(await readFile(path.join(folder, 'evals/rows.txt'), 'utf8')).toBe(ROWS);
  });

  it('counts all rows as removed if their file is gone', async () => {
    await rm(path.join(root, 'evals/rows.txt'));
    expect(await baseRules()).toMatchObject({ rows: [{ removed: 3, common: 0 }] });
  });

  it('says that the commit has changes of its own if the checkout lacks it', async () => {
    git('branch', 'earlier');
    await write({ 'c.yml': CONFIG.replace('0.7', '0.2') });
    commitAll();
    git('branch', 'tip');
    git('reset', '--quiet', '--hard', 'earlier');
    expect(await baseRules('tip')).toMatchObject({
      remarks: [expect.stringContaining('has commits that this checkout lacks')],
    });
    expect(await baseRules('earlier')).toBeUndefined();
  });

  it('has no verdict by the base if git cannot compare the commits', async () => {
    await write({ 'c.yml': CONFIG.replace('0.7', '0.2') });
    await writeFile(path.join(root, '.git/HEAD'), 'ref: refs/heads/gone\n');
    const sha = execFileSync('git', ['rev-parse', '--all'], { cwd: root, encoding: 'utf8' });
    expect(await baseRules(sha.trim())).toMatchObject({
      problem: { kind: 'other', where: '--base' },
    });
  });
});
