import { fault, load } from './support.ts';

const optionsOf = async (cell: string, name = 'q.csv') =>
  (
    await load(
      name,
      `text${name.endsWith('tsv') ? '\t' : ','}options\nWhich?${name.endsWith('tsv') ? '\t' : ','}${cell}\n`,
    )
  ).samples[0]!.options;

it.each([
  ['"[""fruit"", ""stone""]"', 'A. fruit\nB. stone'],
  ['"[""A. fruit"", ""stone, wet""]"', 'A. fruit\nB. stone, wet'],
  ['fruit|stone', 'A. fruit\nB. stone'],
  ['fruit; stone | chair', 'A. fruit; stone\nB. chair'],
  ['fruit; stone', 'A. fruit\nB. stone'],
  ['"A. fruit | B. stone"', 'A. fruit | B. stone'],
  ['"A) fruit B) stone"', 'A) fruit B) stone'],
  ['"fruit\nstone"', 'fruit\nstone'],
  ['', undefined],
  ['-', undefined],
])('a cell %s holds the options %j', async (cell, options) => {
  expect(await optionsOf(cell)).toBe(options);
});

it.each(['fruit', '"fruit, stone"', '"[""fruit""]"', 'yes or no', '"A. fruit\nC. stone"'])(
  'a cell %s is an error that shows the forms',
  async (cell) => {
    const { where, message, remedy } = await fault(
      load('q.csv', `text,options\nOne?,a|b\nWhich?,${cell}\n`),
    );
    expect({ where, message }).toEqual({
      where: 'q.csv:3',
      message: expect.stringMatching(
        /^The column `"options"` holds `".*"`, in which options cannot be told apart\.$/,
      ),
    });
    expect(remedy).toContain('["fruit", "stone"]), as fruit | stone, as fruit; stone, or labelled');
  },
);

it.each([
  ["\"['fruit', 'stone']\"", 'q.csv'],
  ["\"['fruit'; 'stone']\"", 'q.csv'],
  ['"[fruit | stone]"', 'q.csv'],
  ['"[""fruit"",\n stone]"', 'q.csv'],
  ["\"{'text': ['fruit', 'stone']}\"", 'q.csv'],
  ["['fruit'|'stone']", 'q.tsv'],
])('a cell %s that begins as JSON and is none is an error, never split', async (cell, name) => {
  const { where, message, remedy } = await fault(optionsOf(cell, name));
  expect({ where, message, remedy }).toEqual({
    where: `${name}:2`,
    message: expect.stringMatching(/^The column `"options"` begins as JSON and is none: `".*"`\.$/),
    remedy:
      'Write it as JSON, with double quotes: ["fruit", "stone"], or {"text": ["fruit", "stone"], "label": ["A", "B"]}.',
  });
});

it('labels between brackets are no JSON', async () => {
  expect(await optionsOf('[A] fruit [B] stone')).toBe('[A] fruit [B] stone');
});

it('TSV has the same forms, and a string of JSON Lines stays as it is', async () => {
  expect(await optionsOf('fruit|stone', 'q.tsv')).toBe('A. fruit\nB. stone');
  const { samples } = await load('q.jsonl', '{"text": "Which?", "options": "yes or no"}');
  expect(samples[0]!.options).toBe('yes or no');
});

it.each([
  ['comma', 'text,options,answer\nWhich?,["fruit","stone"],A\n', 'A. fruit\nB. stone'],
  ['comma', 'text,options,answer\n"Which, and why?",["a, b","c"],A\n', 'A. a, b\nB. c'],
  ['semicolon', 'text;options;answer\nWhich?;["fruit","stone"];A\n', 'A. fruit\nB. stone'],
  ['semicolon', 'text;options;answer\nWhich?;["a; x","c"];A\n', 'A. a; x\nB. c'],
  ['semicolon', 'text;options;answer\nWhich?;fruit|stone;A\n', 'A. fruit\nB. stone'],
  ['semicolon', 'text;options;answer\nWhich?;"fruit;stone";A\n', 'A. fruit\nB. stone'],
])('a file with the separator %s: %j', async (_separator, content, options) => {
  const { samples } = await load('q.csv', content, { reads: 'keys' });
  expect(samples).toMatchObject([{ options, answer: ['A'] }]);
});
