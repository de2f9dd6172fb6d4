import fc from 'fast-check';
import { blocksToHtml, escapeMarkup } from '../../src/report/html.ts';
import {
  code,
  cut,
  cutWords,
  disarm,
  messageLine,
  plain,
  visible,
} from '../../src/report/blocks.ts';
import { markedChange } from '../../src/report/rows.ts';
import { asGitHub, INERT, readHtml } from '../support/gfm.ts';
import { HOSTILE } from '../support/hostile-corpus.ts';
import { workflowCommands } from '../support/workflow-commands.ts';
import { anything } from './hostile.ts';
import VISIBLE from './visible.json' with { type: 'json' };

/** Joiners are allowed in emoji and in Persian words. */
const UNSEEN =
  /(?!\n|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D\p{Extended_Pictographic}|(?<=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Knda}])[\u200C\u200D][\p{L}\p{M}])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B-\u200F\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/u;

function html(sentence: string) {
  return blocksToHtml([{ kind: 'text', text: sentence }]);
}

describe('visible', () => {
  it.each(VISIBLE)('%j becomes %j', (text, expected) => {
    expect(visible(text)).toBe(expected);
  });

  it('leaves no character that a reader cannot see', () => {
    fc.assert(fc.property(anything, (text) => expect(visible(text)).not.toMatch(UNSEEN)));
  });
});

describe('code', () => {
  it.each([
    ['a', '`a`'],
    ['a\n\nb', '`a`\n\n`b`'],
    ['', ''],
    ['```js\nx\n```', '`ˋˋˋjs`\n`x`\n`ˋˋˋ`'],
    ['##[error]##[x', '`## [error]## [x`'],
    ['::error::x', '`: :error::x`'],
  ])('%j becomes %j', (text, expected) => {
    expect(code(text)).toBe(expected);
  });

  it('of a message is code once, and shows its back-ticks where it is plain', () => {
    expect(plain('`a\\u0060b`')).toBe('a`b');
    expect(messageLine(`${' '.repeat(9000)}\`"127.0.0.1"\` cannot\nbe reached: \`"E"\`.`)).toBe(
      '`"127.0.0.1" cannot be reached: "E"`',
    );
  });

  it('of a change is whole where it fits', () => {
    const word = 'x'.repeat(90);
    expect(markedChange(`${word} y`, `${word} not y`, 96)).toContain(word);
    expect(markedChange('a b', 'a c', 96)).toBe('`a` **`c`**');
    // Texts that differ in too much are not compared.
    expect(markedChange('a '.repeat(900), 'b '.repeat(900), 9)).toBe('`b b b b …`');
  });

  it.each([
    ['Stay polite and calm.', 18, 'Stay polite and …'],
    ['- 客服不得\u{1F600}退款', 8, '- 客服不得…'],
    ['`docs/help/refunds.md` changed', 12, '`docs/help/…'],
  ])('of a sentence is cut behind a word, or within a long one: %j', (text, limit, cutText) => {
    expect(cutWords(text, limit)).toBe(cutText);
  });

  it('is cut between characters', () => {
    expect(code('abcdef', 4)).toBe('`abc…`');
    expect(cut('a\u{1F600}b', 3)).toBe('a…');
    fc.assert(
      fc.property(anything, fc.nat({ max: 50 }), (text, limit) =>
        expect(
          Math.max(
            ...code(text, limit)
              .split('\n')
              .map(({ length }) => length),
          ),
        ).toBeLessThanOrEqual(
          // Back-ticks, and a workflow command that is broken.
          2 * limit + 4,
        ),
      ),
    );
  });

  it('shows the text and nothing else in HTML, all of it in code', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const { elements, text: shown, ...found } = readHtml(html(code(text, 10_000)).slice(3, -4));
        expect(shown).toBe(disarm(visible(text)).replaceAll('`', 'ˋ'));
        expect(found).toMatchObject(INERT);
        const others = elements.filter(({ name }) => !['code', 'br'].includes(name));
        expect(others).toEqual([]);
      }),
    );
  });

  it('is inert in Markdown, in a log and in a terminal, too', () => {
    for (const text of HOSTILE) {
      expect(asGitHub(code(text))).toMatchObject(INERT);
      expect(workflowCommands(code(text))).toEqual([]);
      expect(plain(code(text))).not.toMatch(UNSEEN);
    }
    fc.assert(
      fc.property(anything, (text) => {
        expect(workflowCommands(plain(code(text)))).toEqual([]);
        expect(plain(code(text))).not.toMatch(UNSEEN);
      }),
    );
  });
});

describe('sentences', () => {
  it.each([
    ['12% of 1,204 rows: "not" too often.', '12% of 1,204 rows: &#34;not&#34; too often.'],
    ['see evals/a.jsonl:3', 'see <code>evals/a.jsonl:3</code>'],
    ['kept (rule_verdicts). f(x).', 'kept (<code>rule_verdicts</code>). <code>f(x).</code>'],
    ['ask @octocat', 'ask <code>@octocat</code>'],
    ['set `min pass`, **17 of 25**', 'set <code>min pass</code>, <b>17 of 25</b>'],
    ['deadbeef #1', '<code>deadbeef</code> <code>#1</code>'],
    ['⚠️ a → b', '⚠️ a → b'],
    ['open ** and `half', 'open <b> and </b><b><code>half</code></b>'],
  ])('%j becomes %j', (sentence, expected) => {
    expect(html(sentence)).toBe(`<p>${expected}</p>`);
  });

  it('turn nothing into a link or a picture, even where they quote', () => {
    fc.assert(fc.property(anything, (text) => expect(readHtml(html(text))).toMatchObject(INERT)));
  });

  it('are never a workflow command, and stay as they are when escaped twice', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const line = disarm(visible(text));
        expect(workflowCommands(line)).toEqual([]);
        expect(workflowCommands(plain(text))).toEqual([]);
        expect(disarm(line)).toBe(line);
        expect(escapeMarkup(text)).not.toMatch(/[<>"']|&(?!#\d\d;)/);
      }),
    );
  });
});
