/** Where a changed value of a configuration stands, and the lines that restore the base's. */
import { parseYaml } from '../../src/config/positions.ts';
import { restoredLines, restoredValue } from '../../src/config/restore.ts';

const fileOf = (...lines: string[]) => {
  const text = lines.join('\n');
  return { path: 'f.yml', text, yaml: parseYaml(text, 'f.yml') };
};
const NAME = ['model', 'name'];

describe('a value', () => {
  const change = { old: 'large', current: 'small' };
  const judge = ['evaluation:', '  judge: { hub: openai, name: small }'];

  it.each([
    ['plain', '  name: small', '  name: large'],
    ['quoted', '  name: "small"', '  name: "large"'],
    ['in single quotes', "  name: 'small'", "  name: 'large'"],
    [
      'beside a comment that quotes it',
      '  name: small # not "small"',
      '  name: large # not "small"',
    ],
    ['with an anchor', '  name: &it small', '  name: &it large'],
    ['with line breaks of Windows', '  name: small\r', '  name: large'],
  ])('%s: its own line, and not an equal one of another section', (_, line, restored) => {
    const file = fileOf(...judge, 'model:', line, '  hub: openai');
    const head = [line.replace('\r', '')];
    expect(restoredValue(file, NAME, change)).toEqual({ firstLine: 4, head, base: [restored] });
  });

  it('alone between braces', () => {
    const file = fileOf(
      'model:',
      '  parameters: { temperature: 1 } # warm',
      '  top: { temperature: 1 }',
    );
    const path = ['model', 'parameters', 'temperature'];
    expect(restoredValue(file, path, { old: 0, current: 1 })).toMatchObject({
      firstLine: 2,
      base: ['  parameters: { temperature: 0 } # warm'],
    });
  });

  it.each([
    ['with a neighbour between braces', ['model: { hub: openai, name: small }']],
    ['folded', ['model:', '  name: >-', '    small']],
    ['in quotes over two lines', ['model:', '  name: "small', '    one"'], 'small one'],
    ['another one, as in a merge commit', ['model:', '  name: tiny']],
    ['absent', ['model:', '  hub: openai']],
  ])('%s: no line', (_, lines, now = 'small') => {
    expect(restoredValue(fileOf(...lines), NAME, { old: 'large', current: now })).toBeUndefined();
  });

  it.each([
    ['an alias', ['x: &it small', 'model:', '  name: *it'], 3, ['  name: large']],
    ['an anchor that others share', ['model:', '  name: &it small', '  top: *it'], 2, undefined],
  ])('%s: its line; a suggestion changes nothing else', (_, lines, first, base) => {
    expect(restoredValue(fileOf(...lines), NAME, change)).toEqual({
      firstLine: first,
      head: [lines[first - 1]],
      base,
    });
  });

  it('a new key is removed, and text that YAML would read otherwise is quoted', () => {
    const file = fileOf('model:', '  hub: openai', '  name: small');
    expect(restoredValue(file, NAME, { old: null, current: 'small' })!.base).toEqual([]);
    for (const old of ['yes', '1', 'a: b', 'a #b', ' a', 'a\nb', '', '*x']) {
      const { base } = restoredValue(file, NAME, { old, current: 'small' })!;
      const restored = [...file.text.split('\n').slice(0, 2), ...base!].join('\n');
      expect(parseYaml(restored, 'f.yml').value).toEqual({ model: { hub: 'openai', name: old } });
    }
  });
});

describe('a prompt', () => {
  const PROMPT = ['model', 'prompt'];
  const change = { line: 2, head: ['b'], base: ['B', ''] };

  it.each([
    ['a literal block', '  prompt: |'],
    ['a literal block with a comment and an indentation', '  prompt: |1- # b'],
  ])('%s: the line of the block', (_, header) => {
    const file = fileOf('# a', '# b', 'model:', header, '    a', '    b', '    c', 'x: [b]');
    const indented = header.includes('1');
    const inText = { ...change, head: [indented ? ' b' : 'b'] };
    expect(restoredLines(file, PROMPT, inText)).toEqual({
      firstLine: 6,
      head: ['    b'],
      base: [indented ? '   B' : '    B', ''],
    });
    const deleted = { line: 3, head: [], base: inText.head };
    expect(restoredLines(file, PROMPT, deleted)).toEqual({
      firstLine: 7,
      head: [],
      base: ['    b'],
    });
  });

  it('a text of one line', () => {
    const file = fileOf('model:', '  # say "hi {text}"', '  prompt: "hi {text}" # "hi {text}"');
    const one = { line: 1, head: ['hi {text}'], base: ['ho {text}'] };
    const base = ['  prompt: "ho {text}" # "hi {text}"'];
    expect(restoredLines(file, PROMPT, one)).toMatchObject({ firstLine: 3, base });
  });

  it('a text of several lines that stands in one', () => {
    const file = fileOf('model:', '  prompt: "a\\nb"');
    const one = { line: 2, head: ['b'], base: ['B'] };
    const base = ['  prompt: "a\\nB"'];
    expect(restoredLines(file, PROMPT, one)).toMatchObject({ firstLine: 2, base });
  });

  it.each([
    ['a new key goes with its line', ['  prompt: a'], ['a'], []],
    [
      'a new block has no suggestion: without its lines, it is an empty prompt',
      ['  prompt: |', '    a'],
      ['a'],
      undefined,
    ],
  ])('%s', (_, lines, head, base) => {
    const file = fileOf('model:', '  hub: openai', ...lines);
    expect(restoredLines(file, PROMPT, { line: 1, head, base: [] })!.base).toEqual(base);
  });

  it.each([
    ['a number', '14', '30', '30'],
    ['a boolean', 'true', 'false', 'false'],
    ['a number that was a text', '14', 'two weeks', 'two weeks'],
    ['a text that looks like a boolean in the base', 'no', 'true', '"true"'],
  ])('%s', (_, head, base, written) => {
    const file = fileOf('model:', `  prompt: ${head}`);
    expect(restoredLines(file, PROMPT, { line: 1, head: [head], base: [base] })!.base).toEqual([
      `  prompt: ${written}`,
    ]);
  });

  it.each([
    ['folded', ['model:', '  prompt: >', '    a', '', '    b']],
    ['in quotes over two lines', ['model:', '  prompt: "a', '', '    b"']],
    ['another text at its line', ['model:', '  prompt: |', '    a', '    c', '    b']],
  ])('%s: no line', (_, lines) => {
    expect(restoredLines(fileOf(...lines), PROMPT, change)).toBeUndefined();
  });
});
