import { cleaner } from '../../src/models/http/clean.ts';
import { KEY } from './support.ts';

describe('cleaner', () => {
  const clean = cleaner([KEY, 'ab']);

  it('makes one line without control and invisible characters', () => {
    expect(clean('  a\r\n::error::b\u001b[31m\u0000\u2028c\u202ed\u200be ')).toBe(
      'a ::error::b [31m cde',
    );
  });

  it('keeps at most 300 characters', () => {
    expect([...clean('💩'.repeat(400))]).toHaveLength(300);
  });

  it.each([
    ['as it is', KEY],
    ['in base64', Buffer.from(KEY).toString('base64')],
    ['in base64 without padding', Buffer.from(KEY).toString('base64').replace(/=+$/, '')],
    ['in base64url', Buffer.from(KEY).toString('base64url')],
    ['URL-encoded', encodeURIComponent(KEY)],
    ['with an invisible character inside', `${KEY.slice(0, 8)}\u200b${KEY.slice(8)}`],
  ])('blots out a key %s', (_, spelling) => {
    expect(clean(`Incorrect API key: ${spelling}.`)).toBe('Incorrect API key: ***.');
  });

  it('leaves no half of a key at the cut', () => {
    expect(clean(`${'x'.repeat(295)}${KEY}`)).not.toContain('sk-');
  });

  it('leaves no half of a key at the end of what is read of an endless text', () => {
    for (let shown = 1; shown < KEY.length; shown += 1) {
      const said = clean(`${' '.repeat(20_000 - shown)}${KEY}${'x'.repeat(1000)}`);
      expect(said).not.toContain(KEY.slice(0, Math.min(shown, 3)));
    }
  });

  it('blots out what is left of a half-hidden key, and leaves the words around it', () => {
    expect(clean('Key "sk-ab****wxyz", (sk-ab****; no): a**b ****')).toBe(
      'Key "***", ***; no): a**b ***',
    );
  });

  it('does not take two letters for a secret', () => {
    expect(clean('about')).toBe('about');
  });
});
