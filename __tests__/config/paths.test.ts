import { globProblem, namedFile, namedFileProblem, pathProblem } from '../../src/config/paths.ts';

it('knows a path where a text belongs, and a text that only has a full stop', () => {
  const paths = {
    'file://sp.txt': 'sp.txt',
    'FILE://prompts/my prompt.txt': 'prompts/my prompt.txt',
    'file:prompts/a.j2': 'prompts/a.j2',
    'prompts/a.txt': 'prompts/a.txt',
    './prompts/a.system': './prompts/a.system',
    'prompts\\a.txt': 'prompts\\a.txt',
    'sp.md\n': 'sp.md',
    '@prompts/a.txt': 'prompts/a.txt',
  };
  for (const [text, file] of Object.entries(paths))
    expect({ text, file: namedFile(text) }).toEqual({ text, file });
  const texts = [
    '',
    'Answer.',
    'Be brief.Answer in German.',
    'Answer yes/no.',
    'Ja.Nein',
    'e.g.',
    '{text}',
    'evals/{text}.txt',
    'Read prompts/a.txt aloud.',
    'file: {text} here',
    'https://host.example/a.txt',
    `${'a/'.repeat(200)}a.txt`,
  ];
  for (const text of texts)
    expect({ text, file: namedFile(text) }).toEqual({ text, file: undefined });
});

it('says what to write, as a path that a key can name', () => {
  expect(namedFileProblem('file://./sp.txt', 'system_prompt_file')).toContain(
    'write `system_prompt_file:` `"sp.txt"`',
  );
  for (const outside of ['file:///etc/passwd', 'file://../sp.txt', 'prompts\\a.txt']) {
    expect(namedFileProblem(outside, 'prompt_file')).toContain('write `prompt_file:` `"PATH"`');
  }
  expect(namedFileProblem('{text}', 'prompt_file')).toBeUndefined();
});

it('takes paths below the repository alone', () => {
  for (const good of ['a.txt', './prompts/my prompt.md', 'prompts/[x]*.txt', 'a..b/c'])
    expect(pathProblem(good)).toBeUndefined();
  for (const bad of [
    '/etc/passwd',
    '../a.txt',
    'a/../../b',
    'a\\b.txt',
    'C:/a.txt',
    'file://a.txt',
    'a\nb',
    ' a',
    'a'.repeat(400),
  ]) {
    expect({ bad, problem: pathProblem(bad) }).toEqual({
      bad,
      problem: expect.stringContaining('must be a path'),
    });
  }
});

it.each([
  'evals/q.jsonl',
  'evals/**/*.jsonl',
  '{a,b}/{c,d}/*.txt',
  '*_*_*.csv',
  'a[0-9].txt',
  '{a',
  'a}',
  'q (1).txt',
])('the glob %s is reasonable', (pattern) => {
  expect(globProblem(pattern)).toBeUndefined();
});

it.each([
  ['{a,b}'.repeat(4), 'braces'],
  ['{a,{b,{c,{d}}}}', 'braces'],
  ['{a,b,c,d,e,f,g,h,i,j,k,l,m,n}', 'commas'],
  ['{1..9999999999}', 'ranges'],
  ['*a*a*a*a', 'stars'],
  ['**/**/**/**/a', 'folders'],
  ['+(a|b)', 'groups'],
  ['[a]'.repeat(21), 'brackets'],
  ['a'.repeat(501), 'characters'],
])('the glob %s is not', (pattern, word) => {
  expect(globProblem(pattern)).toContain(word);
});
