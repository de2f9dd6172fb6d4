import { lstat, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { piecesOf } from '../../src/draft/pieces.ts';
import { QUESTIONS } from '../../src/draft/questions.ts';
import { openRowsFile, piecesToAsk, type IfThere } from '../../src/draft/rows-file.ts';

const PIECES = piecesOf([
  { name: 'a.md', text: 'Parcels leave within two days.' },
  { name: 'b.md', text: 'Returns are free, for 30 days.' },
]);
const [FIRST, SECOND] = PIECES.map(({ text }) => text);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rows-'));
  file = path.join(folder, 'rows.csv');
});
afterEach(() => rm(folder, { recursive: true }));

const opened = (ifThere: IfThere) =>
  openRowsFile(file, { name: 'rows.csv', kind: QUESTIONS, ifThere });
const row = (text: string, piece = PIECES[0]!) => ({ text, key: 'So.', quote: piece.text, piece });

describe('the file of rows', () => {
  it('keeps a file that is to be replaced until there is a row', async () => {
    await writeFile(file, 'reviewed by hand');
    const failed = await opened('replace');
    await failed.discard();
    expect(await readFile(file, 'utf8')).toBe('reviewed by hand');
    const written = await opened('replace');
    await written.add(row('When?'));
    await written.add(row('How?'));
    expect((await readFile(file, 'utf8')).split('\n').map((line) => line.split(',')[0])).toEqual([
      ...['text', 'When?', 'How?', ''],
    ]);
  });

  it('replaces a link, and not what it leads to', async () => {
    const target = path.join(folder, 'target');
    await writeFile(target, 'another file');
    await symlink(target, file);
    await (await opened('replace')).add(row('When?'));
    expect(await readFile(target, 'utf8')).toBe('another file');
    expect((await lstat(file)).isSymbolicLink()).toBe(false);
  });

  it('gives the rows of earlier commands with their passages', async () => {
    const begun = await opened('refuse');
    await begun.add(row('When, at last?'));
    await begun.add(row('How?', PIECES[1]));
    expect((await opened('add')).earlier).toEqual([
      { text: 'When, at last?', key: 'So.', passage: FIRST },
      { text: 'How?', key: 'So.', passage: SECOND },
    ]);
  });
});

describe('a file to add to', () => {
  const columns = 'text,answer,passage,quote,source,reviewed';

  it('may be one that a spreadsheet has saved', async () => {
    const line = 'When?,So.,A passage.,A passage.,a.md:1-1,Kim';
    await writeFile(file, `\uFEFF${columns}\r\n${line}\r\n`);
    expect((await opened('add')).earlier).toEqual([
      { text: 'When?', key: 'So.', passage: 'A passage.' },
    ]);
  });

  it.each([
    ['text;answer\n', 'has other columns than text, answer'],
    [`${columns}\n"When?`, 'is no CSV: Quote Not Closed'],
  ])('is not %j', async (text, message) => {
    await writeFile(file, text);
    await expect(opened('add')).rejects.toThrow(message);
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});

describe('pieces to ask', () => {
  const earlier = [
    { text: 'When?', key: 'So.', passage: FIRST! },
    { text: 'How?', key: 'So.', passage: 'A passage of another document.' },
  ];

  it('are those without a row', () => {
    expect(piecesToAsk(PIECES, earlier, 40)).toEqual({ pieces: [PIECES[1]], rows: 40 });
  });

  it('are all, for the missing rows, where each has one: a command may have been killed', () => {
    const pieces = PIECES.slice(0, 1);
    expect(piecesToAsk(pieces, earlier, 40)).toEqual({ pieces, rows: 39 });
    expect(piecesToAsk(pieces, earlier, 1)).toEqual({ pieces, rows: 0 });
  });
});
