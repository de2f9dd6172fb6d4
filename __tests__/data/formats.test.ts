import { fault, load } from './support.ts';

const sample = (source: string, text: string, id?: string) => ({ source, text, id });

describe('JSON Lines', () => {
  it('reads objects and strings, with the line as source', async () => {
    const { samples, total } = await load('q.jsonl', '{"text":"One."}\n"Two."\n');
    expect(samples).toEqual([sample('q.jsonl:1', 'One.'), sample('q.jsonl:2', 'Two.')]);
    expect(total).toBe(2);
  });

  it('drops a byte order mark, takes CRLF, skips blank lines and needs no last newline', async () => {
    const { samples } = await load(
      'q.ndjson',
      '\ufeff{"text":"One."}\r\n\r\n   \r\n{"text":"Two."}',
    );
    expect(samples).toEqual([sample('q.ndjson:1', 'One.'), sample('q.ndjson:4', 'Two.')]);
  });

  it.each(['\u2028', '\u2029', '\u0085'])('does not end a line at %j', async (separator) => {
    const { samples } = await load(
      'q.jsonl',
      `{"text":"One${separator}two."}\n{"text":"Three."}\n`,
    );
    expect(samples).toEqual([
      sample('q.jsonl:1', `One${separator}two.`),
      sample('q.jsonl:2', 'Three.'),
    ]);
  });

  it('reads lines longer than what is read at once, and characters at its edges', async () => {
    const long = 'é🙂'.repeat(50_000);
    const { samples } = await load('q.jsonl', `{"text":"${long}"}\n{"text":"x${long}"}\n`);
    expect(samples.map(({ text }) => text)).toEqual([long, `x${long}`]);
  });

  it('says where the syntax is wrong', async () => {
    expect(await fault(load('evals/q.jsonl', '{"text":"One."}\n\n{"text":"Two.",}\n'))).toEqual({
      where: 'evals/q.jsonl:3:16',
      message: 'This is not valid JSON: `"}"`.',
      remedy: 'Correct the syntax: double quotes, no comma after the last entry, no comments.',
    });
    expect(await fault(load('q.jsonl', '{"text":"One."'))).toMatchObject({
      where: 'q.jsonl:1:15',
      message: 'The JSON ends too early.',
    });
  });

  it.each([
    ['7', 'a number'],
    ['null', 'null'],
    ['true', 'a boolean'],
    ['["x"]', 'a list'],
  ])('refuses the row %s', async (row, kind) => {
    expect(await fault(load('q.jsonl', `"One."\n${row}\n`))).toEqual({
      where: 'q.jsonl:2',
      message: `This row is ${kind}.`,
      remedy: 'Write every row as an object with a column for the text, or as a string.',
    });
  });
});

describe('JSON', () => {
  it('reads an array of objects or strings, with the row as source', async () => {
    const { samples } = await load('q.json', '\ufeff[\r\n{"text":"One."},\r\n"Two."]');
    expect(samples).toEqual([sample('q.json#1', 'One.'), sample('q.json#2', 'Two.')]);
  });

  it('names line and column of a syntax error', async () => {
    expect(
      await fault(load('q.json', '[\n  {"text": "One."},\n  {"text": "Two."},\n]\n')),
    ).toMatchObject({
      where: 'q.json:4:1',
      message: 'This is not valid JSON: `"]\\n"`.',
    });
  });

  it('names the line of a faulty row', async () => {
    const text = '[\n\t{"text": "One, [two], {three}"},\n\n\t{"text":\n\t\t7}, 8\n]';
    expect(await fault(load('q.json', text))).toMatchObject({
      where: 'q.json:4',
      message: 'The column `"text"` holds a number, not a text.',
    });
    expect(await fault(load('q.json', text.replace('7', '"Two."')))).toMatchObject({
      where: 'q.json:5',
      message: 'This row is a number.',
    });
  });

  it('takes nothing but an array', async () => {
    expect(await fault(load('q.json', '{"data": []}'))).toEqual({
      where: 'q.json',
      message: 'The file holds an object, not a list of rows.',
      remedy: 'Write the rows as a JSON array, or one a line in a .jsonl file.',
    });
  });
});

describe('CSV and TSV', () => {
  it('reads quoted cells with separators, quotes and newlines; a row stands where it starts', async () => {
    const content =
      'text,options\n"One, ""two""","A. x\nB. y"\n\n   \nThree,\n"Four\n\nfive",-\nSix,-\n';
    const { samples } = await load('q.csv', content);
    expect(samples).toEqual([
      { source: 'q.csv:2', text: 'One, "two"', options: 'A. x\nB. y' },
      sample('q.csv:6', 'Three'),
      sample('q.csv:7', 'Four\n\nfive'),
      sample('q.csv:10', 'Six'),
    ]);
  });

  it('gives the same samples with CRLF and a byte order mark', async () => {
    const content = 'id,question\n1,"One\ntwo"\n\n2,Three\n';
    const { samples } = await load('q.csv', content);
    const windows = await load('q.csv', `\ufeff${content.replaceAll('\n', '\r\n')}`);
    expect(windows.samples).toEqual(samples);
    expect(samples).toEqual([sample('q.csv:2', 'One\ntwo', '1'), sample('q.csv:5', 'Three', '2')]);
  });

  it('reads tabs in .tsv', async () => {
    const { samples } = await load('q.tsv', 'id\ttext\n1\tOne, two\n2\t"Three\tfour"');
    expect(samples).toEqual([
      sample('q.tsv:2', 'One, two', '1'),
      sample('q.tsv:3', 'Three\tfour', '2'),
    ]);
  });

  it.each([
    ['2', 1],
    ['2,Two,three', 3],
  ])('refuses the row %s', async (row, cells) => {
    expect(await fault(load('q.csv', `id,text\n1,"One\none"\n${row}\n`))).toEqual({
      where: 'q.csv:4',
      message: `This row has ${cells} cells, the first row 2: \`"id"\`, \`"text"\`.`,
      remedy:
        'Give every row as many cells as the first. Put a cell that holds a separator between double quotes; write a list of options as fruit | stone.',
    });
  });

  it.each([
    ['2,"Two', 'A cell of this row opens with a quote that is never closed.'],
    ['2,Two "three"', 'A cell of this row has a quote in its middle.'],
    ['2,"Two" three', 'A cell of this row has a quote in its middle.'],
  ])('refuses the quotes of %s', async (row, message) => {
    expect(await fault(load('q.csv', `id,text\n1,One\n${row}\n3,Four\n`))).toEqual({
      where: 'q.csv:3',
      message,
      remedy: expect.stringMatching(
        /^Put a cell that holds quotes or newlines between double quotes, and double the quotes in it\./,
      ),
    });
  });

  it('refuses two columns of a name', async () => {
    expect(await fault(load('q.csv', 'text,id,text\na,b,c\n'))).toEqual({
      where: 'q.csv:1',
      message: 'The first row names the column `"text"` twice.',
      remedy: 'Name every column once.',
    });
  });

  it('takes a column of any name', async () => {
    const { samples } = await load('q.csv', '__proto__,constructor\nOne,Two\n', {
      columns: { text: '__proto__' },
    });
    expect(samples).toEqual([sample('q.csv:2', 'One')]);
  });
});

describe('text', () => {
  it('takes every line that is not blank', async () => {
    const { samples } = await load('q.txt', '\ufeffOne, "two".\r\n\r\n  Three.  \r\n{"text": 4}');
    expect(samples).toEqual([
      sample('q.txt:1', 'One, "two".'),
      sample('q.txt:3', '  Three.  '),
      sample('q.txt:4', '{"text": 4}'),
    ]);
  });
});

describe('any format', () => {
  const notUtf8 = { message: 'This line is not valid UTF-8.', remedy: 'Save the file as UTF-8.' };

  it.each(['q.jsonl', 'q.json', 'q.csv', 'q.tsv', 'q.txt'])(
    '%s: names the line that is no UTF-8',
    async (name) => {
      const latin1 = Buffer.from('text\n"two"\n"caf\u00e9"\n"four"\n', 'latin1');
      expect(await fault(load(name, name === 'q.jsonl' ? latin1.subarray(5) : latin1))).toEqual({
        ...notUtf8,
        where: name === 'q.jsonl' ? `${name}:2` : `${name}:3`,
      });
    },
  );

  it('names the line far into a file', async () => {
    const content = Buffer.concat([
      Buffer.from('A line of text.\r\n'.repeat(20_000)),
      Buffer.from([0xc3, 0x28]),
    ]);
    expect(await fault(load('q.txt', content))).toEqual({ ...notUtf8, where: 'q.txt:20001' });
  });

  it('refuses UTF-16 and a character cut off at the end', async () => {
    expect(await fault(load('q.csv', Buffer.from('\ufefftext\none\n', 'utf16le')))).toEqual({
      ...notUtf8,
      where: 'q.csv:1',
    });
    expect(await fault(load('q.txt', Buffer.from([0x61, 0xe2, 0x82])))).toEqual({
      ...notUtf8,
      where: 'q.txt:1',
    });
  });

  it.each([
    ['q.jsonl', '\n \n'],
    ['q.jsonl', ''],
    ['q.json', '[]'],
    ['q.json', ''],
    ['q.csv', 'text,options\n'],
    ['q.tsv', ''],
    ['q.txt', '\ufeff\r\n'],
  ])('%s without rows (%j) is an error', async (name, content) => {
    expect(await fault(load(name, content))).toEqual({
      where: name,
      message: 'The file has no rows.',
      remedy: 'Write rows into it, or name another file.',
    });
  });
});

describe('CSV of other spreadsheets', () => {
  const CELLS = [
    ['id', 'question', 'options'],
    ['1', 'What is red; or blue, or\tgreen?', 'A. A "rose"\nB. Grass'],
    ['2', 'Two.', ''],
  ];
  const written = (separator: string, newline = '\n') =>
    CELLS.map((cells) =>
      cells
        .map((cell) => (/[";,\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(separator),
    ).join(newline);

  it('is the same rows between commas, semicolons and tabs', async () => {
    const comma = await load('q.csv', written(','));
    expect(comma.samples).toHaveLength(2);
    expect(comma.understood).toBe(
      '`"q.csv"`: 3 columns, 2 rows, text = `"question"`, options = `"options"`, id = `"id"`',
    );
    for (const [separator, name] of [
      [';', 'semicolons'],
      ['\t', 'tabs'],
    ] as const) {
      const { samples, understood } = await load('q.csv', `\ufeff\n${written(separator, '\r\n')}`);
      expect(samples).toEqual(
        comma.samples.map((row) => ({
          ...row,
          source: row.source.replace(/\d+$/, (line) => `${Number(line) + 1}`),
        })),
      );
      expect(understood).toContain(`3 columns between ${name}, 2 rows`);
    }
  });

  it('a column name that holds another separator is a name; what cannot be told is refused', async () => {
    for (const header of ['text,note; more', 'text;"a, b";c, d', '"a;b",text']) {
      const cells = header.startsWith('text;')
        ? 'One.;x;y'
        : header.startsWith('text')
          ? 'One.,x'
          : 'x,One.';
      expect((await load('q.csv', `${header}\n${cells}\n`)).samples[0]!.text).toBe('One.');
    }
    expect(
      (await load('q.csv', 'sample;a,b\nOne.;x\n', { columns: { text: 'sample' } })).samples[0]!
        .text,
    ).toBe('One.');
    expect(await fault(load('q.csv', 'a,b;c\n1,2\n'))).toEqual({
      where: 'q.csv:1',
      message: 'The separator is not clear: the first row holds commas and semicolons.',
      remedy:
        'Put a column name that holds one of them between double quotes, or name the column of the texts in data.columns.text.',
    });
  });
});

it('every format says what it was understood as', async () => {
  const understood = async (...given: Parameters<typeof load>) => (await load(...given)).understood;
  expect(await understood('q.txt', 'One.\nTwo.\n')).toBe('`"q.txt"`: 2 rows, each line a text');
  expect(await understood('q.tsv', 'text\tx\nOne.\t1\n')).toBe(
    '`"q.tsv"`: 2 columns, 1 row, text = `"text"`; not read: `"x"`',
  );
  expect(await understood('q.jsonl', '{"question":"One.","x":1}\n{"text":"Two.","y":2}\n')).toBe(
    '`"q.jsonl"`: 4 columns, 2 rows, text = `"question"` or `"text"`; not read: `"x"`, `"y"`',
  );
  expect(
    await understood('q.json', '[{"q":"One.","truth":true},{"q":"Two.","truth":false}]', {
      columns: { text: 'q' },
      limit: 1,
      reads: 'keys',
    }),
  ).toBe('`"q.json"`: 2 columns, 2 rows, 1 of them drawn, text = `"q"`, truth = `"truth"`');
});
