import { isBlankText, visibleText } from '../../src/engine/visible-text.ts';
import { fault, load } from './support.ts';

const BLANKS = ['', ' \t\n', '\u200b', '\ufeff', '\u00a0', '\u00ad', ' \u2060\u200d\u00a0\ufe0f'];

describe('a text of white space and invisible characters', () => {
  it.each(BLANKS)('is blank: %j', (blank) => {
    expect(isBlankText(blank)).toBe(true);
    expect(visibleText(blank)).toBe('');
    expect(isBlankText(`${blank}-`)).toBe(false);
  });

  it.each(BLANKS)('fills no placeholder: %j', async (passage) => {
    const rows = JSON.stringify({ text: 'Is it cold?', passage });
    const columns = { fill: { context: 'passage' } };
    const { message } = await fault(load('q.jsonl', rows, { columns }));
    expect(message).toBe('The column `"passage"` is blank.');
  });

  it.each(BLANKS)('is no row, no key and no option: %j', async (blank) => {
    const rows = [
      { text: blank, truth: true },
      { text: 'Ice is cold.', truth: blank },
    ];
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');
    const { samples, blank: places } = await load('q.jsonl', lines, { reads: 'keys' });
    expect(places).toEqual(['q.jsonl:1']);
    expect(samples.map(({ truth }) => truth)).toEqual([undefined]);
    const options = JSON.stringify({ text: 'What is it?', options: ['fruit', blank, 'gas'] });
    const { message } = await fault(load('q.jsonl', options));
    expect(message).toBe('The column `"options"` lists a blank option.');
  });
});
