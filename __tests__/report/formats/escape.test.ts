import fc from 'fast-check';
import {
  code,
  html,
  link,
  logLine,
  prose,
  htmlWithCode,
  forTerminal,
  visible,
  xml,
} from '../../../src/report/formats/escape.ts';
import { oneLine } from '../../../src/report/story/truncate.ts';
import { INERT, readHtml } from '../../support/gfm.ts';
import { workflowCommands } from '../../support/workflow-commands.ts';
import { anything, pieces } from '../anything.ts';
import { parseMarkup } from '../markup.ts';

/**
 * Of controls, a terminal may get a line feed; no zero-width character, no bidirectional mark, no
 * half of a pair.
 */
const UNSEEN =
  /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B-\u200F\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/u;

describe('visible', () => {
  it.each([
    ['\u202E', '\\u{202E}'],
    ['\u0000', '\\u{0}'],
    ['a\u200Bb', 'a\\u{200B}b'],
    ['\u{E0041}', '\\u{E0041}'],
    ['\uD800', '\\u{D800}'],
    ['\u00AD', '\\u{AD}'],
    ['a\rb', 'a\\u{D}b'],
    ['a\r\nb', 'a\nb'],
    ['a\tb\n', 'a\tb\n'],
    ['\u2764\uFE0F 1\uFE0F\u20E3 é 漢 שלום', '\u2764\uFE0F 1\uFE0F\u20E3 é 漢 שלום'],
    ['pass\uFE0Fword #\uFE0F \uFE0E', 'pass\\u{FE0F}word #\\u{FE0F} \\u{FE0E}'],
  ])('%j becomes %j', (text, expected) => {
    expect(visible(text)).toBe(expected);
  });

  it('spells out every invisible character', () => {
    const ranges = [
      [0x202a, 0x202e],
      [0x2066, 0x2069],
      [0x200b, 0x200f],
      [0xe0000, 0xe007f],
      [0x80, 0x9f],
      [0x00, 0x08],
    ] as const;
    const singles = [0x61c, 0x2060, 0xfeff, 0xad, 0x7f, 0x1b, 0x2028, 0x2029];
    const points = [
      ...singles,
      ...ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
    ];
    for (const point of points) {
      expect(visible(String.fromCodePoint(point))).toBe(`\\u{${point.toString(16).toUpperCase()}}`);
    }
  });
});

describe('html', () => {
  it('escapes what HTML reads', () => {
    expect(html(`<a href="x" title='y'>&amp;`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;',
    );
  });

  it('leaves no markup in any text', () => {
    fc.assert(
      fc.property(anything, (text) =>
        expect(html(text)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/),
      ),
    );
  });
});

describe('code', () => {
  it('makes an element of each line, since GitHub hides a <br> in <code>', () => {
    expect(String(code('a\n\nb'))).toBe('<code>a</code><br><br><code>b</code>');
    expect(String(code(''))).toBe('');
  });

  it('marks what was inserted, line by line', () => {
    const segments = [
      { text: 'a <', inserted: false },
      { text: 'not\n>', inserted: true },
    ];
    expect(String(code(segments))).toBe(
      '<code>a &lt;<b><ins>not</ins></b></code><br><code><b><ins>&gt;</ins></b></code>',
    );
  });

  it('never holds a line feed, and keeps all text inside <code>', () => {
    fc.assert(
      fc.property(fc.oneof(anything, pieces), (text) => {
        expect(String(code(text))).not.toMatch(/[\n\r]/);
        expect(
          parseMarkup(String(code(text))).texts.every(({ within }) => within[0] === 'code'),
        ).toBe(true);
      }),
    );
  });

  it('shows the text and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(anything, pieces), (text) => {
        const { elements, text: shown } = readHtml(String(code(text)));
        expect(shown).toBe(visible(text));
        expect(
          elements.filter(
            ({ name, attributes }) =>
              !['code', 'br'].includes(name) || Object.keys(attributes).length > 0,
          ),
        ).toEqual([]);
      }),
    );
  });
});

describe('prose', () => {
  it('keeps plain words and numbers', () => {
    expect(prose("The model's rate is 12% (of 1,204 rows), 0.7 needed.")).toBe(
      html("The model's rate is 12% (of 1,204 rows), 0.7 needed."),
    );
  });

  it.each([
    ['see evals/a.jsonl:3.', 'see <code>evals/a.jsonl:3</code>.'],
    [
      'ask @octocat, #12 or a@b.c',
      'ask <code>@octocat</code>, <code>#12</code> or <code>a@b.c</code>',
    ],
    ['set `min pass`!', 'set <code>min pass</code>!'],
    ['add_negation and deadbeef', '<code>add_negation</code> and <code>deadbeef</code>'],
    [':tada: www.a.b https://a.b', '<code>:tada</code>: <code>www.a.b https://a.b</code>'],
    [
      'grant:\n  permissions:\n    pull-requests: write',
      'grant:<br><code>  permissions:</code><br><code>    pull-requests: write</code>',
    ],
  ])('%j becomes %j', (text, expected) => {
    expect(prose(text)).toBe(expected);
  });

  it('leaves nothing outside <code> that GitHub links or turns into a picture', () => {
    fc.assert(
      fc.property(fc.oneof(anything, pieces), (text) => {
        expect(readHtml(prose(text))).toMatchObject(INERT);
        const outside = parseMarkup(prose(text)).texts.filter(({ within }) => within.length === 0);
        expect(outside.map(({ text: shown }) => shown).join('\u0001')).not.toMatch(/[`*_~[\]|\\]/);
      }),
    );
  });
});

describe('quoted', () => {
  it('shows back-ticks as code', () => {
    expect(String(htmlWithCode('set `a<b` or `'))).toBe('set <code>a&lt;b</code> or `');
  });
});

describe('link', () => {
  it('opens http and https only', () => {
    expect(String(link('https://github.com/o/r?a=1&b="', 'run'))).toBe(
      '<a href="https://github.com/o/r?a=1&amp;b=%22">run</a>',
    );
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'nonsense', '', undefined])
      expect(link(address, 'run')).toBeUndefined();
  });
});

describe('xml', () => {
  it('holds only characters of XML 1.0', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(String(xml`${text}`)).toMatch(
          /^[\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u,
        );
        expect(String(xml`${text}`)).not.toMatch(/[<>"']/);
      }),
    );
  });
});

describe('terminal', () => {
  it('lets no control sequence through', () => {
    expect(forTerminal('\u001B[2J\u009B1m\r')).toBe('\\u{1B}[2J\\u{9B}1m\\u{D}');
    fc.assert(fc.property(anything, (text) => expect(forTerminal(text)).not.toMatch(UNSEEN)));
  });
});

describe('logLine', () => {
  it.each([
    ['::error::x', ': :error::x'],
    ['a\n \t::error::x', 'a\n     : :error::x'],
    ['x ##[error]y', 'x ## [error]y'],
    ['std::vector', 'std::vector'],
    [':::x', ': ::x'],
  ])('%j becomes %j', (text, expected) => {
    expect(logLine(text)).toBe(expected);
  });

  it('is never a workflow command, and does not change when escaped twice', () => {
    fc.assert(
      fc.property(fc.oneof(anything, pieces), (text) => {
        const line = logLine(text);
        expect(workflowCommands(line)).toEqual([]);
        expect(line).not.toContain('##[');
        expect(logLine(line)).toBe(line);
      }),
    );
  });
});

describe('oneLine', () => {
  it('collapses white space and cuts', () => {
    expect(oneLine('  a \n\n b\tc ', 10)).toBe('a b c');
    expect(oneLine('abcdef', 4)).toBe('abc…');
  });
});
