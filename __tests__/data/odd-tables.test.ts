import { fault, load } from './support.ts';

const texts = async (...given: Parameters<typeof load>) =>
  (await load(...given)).samples.map(({ source, text }) => `${source} ${text}`);

describe('a table as a spreadsheet writes it is read', () => {
  it('with columns that are empty to their end', async () => {
    expect(
      await texts('q.csv', 'text,truth,,\nOne.,true,,\nTwo.,false\nThree.,true,,,,\n'),
    ).toEqual(['q.csv:2 One.', 'q.csv:3 Two.', 'q.csv:4 Three.']);
    expect(await fault(load('q.csv', 'text,truth,,\nOne.,true,,stray\n'))).toMatchObject({
      where: 'q.csv:2',
      message: 'This row has 4 cells, the first row 2: `"text"`, `"truth"`.',
    });
  });

  it.each([
    ['q.csv', ';'],
    ['q.csv', ','],
    ['q.csv', '\t'],
    ['q.tsv', ';'],
  ])('%s: with the line sep=%j before the names', async (name, sign) => {
    const rows = [`sep=${sign}`, `text${sign}note`, `One.${sign}a`, `Two.${sign}b`];
    const expected = [`${name}:3 One.`, `${name}:4 Two.`];
    expect(await texts(name, rows.join('\n'))).toEqual(expected);
    expect(await texts(name, `\ufeff${rows.join('\r\n')}\r\n`)).toEqual(expected);
  });

  it('with another separator in that line, which is named', async () => {
    expect(await fault(load('q.csv', 'sep=|\ntext|note\nOne.|a\n'))).toEqual({
      where: 'q.csv:1',
      message: 'The first line names the separator `"|"`.',
      remedy: 'Allowed are commas, semicolons and tabs: save the file with one of them.',
    });
  });

  it.each([
    ['q.csv', 'text,truth\rOne.,true\rTwo.,false\r', 2],
    ['q.tsv', 'text\ttruth\rOne.\ttrue\rTwo.\tfalse', 2],
    ['q.txt', 'One.\rTwo.\r', 1],
    ['q.jsonl', '{"text":"One."}\r{"text":"Two."}\r', 1],
  ])('%s: with lines that end in a carriage return alone', async (name, content, first) => {
    const expected = [`${name}:${first} One.`, `${name}:${first + 1} Two.`];
    expect(await texts(name, content)).toEqual(expected);
    expect(await texts(name, `\ufeff${content}`)).toEqual(expected);
  });

  it('with a carriage return in a cell beside ordinary line ends, which stays', async () => {
    const { samples } = await load('q.csv', 'text\n"One\rtwo."\n');
    expect(samples[0]!.text).toBe('One\rtwo.');
  });

  it('with names of columns that differ in case alone', async () => {
    const content = 'TEXT,Options,Answer\nWhich?,fruit | stone,B\n';
    const { samples, understood } = await load('q.csv', content, { reads: 'keys' });
    expect(samples).toMatchObject([{ text: 'Which?', answer: ['B'], negated_answer: ['A'] }]);
    expect(understood).toContain('text = `"TEXT"`, options = `"Options"`, answer = `"Answer"`');
    // The exact name goes first, and of two that differ in case none is meant.
    expect(await texts('q.csv', 'Text,text\nno,yes\n')).toEqual(['q.csv:2 yes']);
    expect(await fault(load('q.csv', 'Text,TEXT\nno,yes\n'))).toMatchObject({ where: 'q.csv:2' });
  });
});

describe('what is no table of rows is named with what to do', () => {
  it.each([
    ['Survey of 2024\ntext,truth\nOne.,true\n', 2],
    ['Survey,,\n\nMade by us,,\nTEXT,truth,\nOne.,true,\n', 4],
    ['Survey of 2024\n"text";"truth"\nOne.;true\n', 2],
  ])('a title above the names: %j', async (content, line) => {
    expect(await fault(load('q.csv', content))).toEqual({
      where: 'q.csv:1',
      message: `The names of the columns stand in line ${line}, and not in the first row.`,
      remedy: 'Delete the lines above them, such as a title.',
    });
  });

  it('a name that stands in a quoted cell of the first row is no title', async () => {
    expect(await texts('q.csv', '"a\ntext",text\nx,One.\n')).toEqual(['q.csv:3 One.']);
  });

  it.each([
    'The sky is blue.,true\nThe sea is dry.,false\n',
    'What is red?\nWhat is green?\n',
    'one two three four,B\nfive,C\n',
    'red,1\ngreen,0\n',
  ])('no names at all: %j', async (content) => {
    expect(await fault(load('q.csv', content))).toMatchObject({
      where: 'q.csv:1',
      message: expect.stringMatching(/^The first row names no column: it holds `".+"`\.$/),
      remedy: expect.stringMatching(/^Write the names of the columns above it, such as text,/),
    });
  });

  it.each(['q.csv', 'q.jsonl', 'q.json', 'q.txt', 'q.tsv'])(
    '%s: a pointer of Git LFS',
    async (name) => {
      const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
      expect(await fault(load(name, pointer))).toEqual({
        where: name,
        message: 'The file is a pointer of Git LFS, and not the data itself.',
        remedy: 'Set `lfs: true` for actions/checkout in the workflow, or run `git lfs pull`.',
      });
    },
  );

  it.each(['[{"text":"One."}]', '[\n  {"text":"One."}\n]\n', '\n["One."]\n'])(
    'a list in JSON Lines: %j',
    async (content) => {
      expect(await fault(load('q.jsonl', content))).toEqual({
        where: content.startsWith('\n') ? 'q.jsonl:2' : 'q.jsonl:1',
        message: 'The file begins with a list, and not with a row.',
        remedy: 'Write one row a line; or if the whole file is one JSON array, name it .json.',
      });
    },
  );

  it.each(['q.xlsx', 'q.XLS', 'q.ods', 'q.numbers'])('a workbook: %s', async (name) => {
    expect(await fault(load(name, 'PK\u0003\u0004'))).toMatchObject({
      message: `The format of \`"${name}"\` is not known.`,
      remedy: 'Open it in the spreadsheet, save it as CSV (UTF-8), and name that file.',
    });
  });

  it('a workbook under the name of a table', async () => {
    expect(await fault(load('q.csv', 'PK\u0003\u0004\u0000rest'))).toEqual({
      where: 'q.csv',
      message: 'The file is a workbook or an archive, and not a text.',
      remedy: 'Open it in the spreadsheet, save it as CSV (UTF-8), and name that file.',
    });
  });
});

it.each([
  ['text,truth\n"As sources say,[1], so.",true\n', { text: 'As sources say,[1], so.' }],
  ['text,note\n"a,[1],b",x\n', { text: 'a,[1],b' }],
  ['text,note\n"one\n[1],two",x\n', { text: 'one\n[1],two' }],
  ['text,options,answer\n"a,[1],b",["fruit","stone"],A\n', { options: 'A. fruit\nB. stone' }],
])('a list inside of a quoted cell stays a text: %j', async (csv, wanted) => {
  const { samples } = await load('q.csv', csv, { reads: 'keys' });
  expect(samples).toMatchObject([wanted]);
});
