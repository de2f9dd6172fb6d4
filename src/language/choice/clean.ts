import { CROSSES, POINTERS, TICKS } from './marks.js';

/** An answer without what only decorates it. */
export interface CleanAnswer {
  /** Lines that say something, in order, without markup. */
  lines: string[];
  /** What stood in bold letters, with the line around it, and whether that is neither the first nor the last. */
  bold: { said: string; line: string; isInside: boolean }[];
}

const THINKING = 'think|thinking|thought|reasoning|analysis|scratchpad|reflection';
const OPENS_THINKING = new RegExp(`<(?:${THINKING})>|◁think▷`, 'i');
const CLOSES_THINKING = new RegExp(`^[^]*(?:</(?:${THINKING})>|◁/think▷|<\\|channel\\|>\\s*final\\s*<\\|message\\|>)`, 'i');

/** What comes after the thinking; a model's own template sometimes swallows the opening tag. Undefined: it never ended. */
export function withoutThinking(answer: string): string | undefined {
  const said = answer.replace(CLOSES_THINKING, '');
  return OPENS_THINKING.test(said) ? undefined : said;
}

/** An answer's own mark for "this is it" becomes the words that say so; where one is nested, its inside stays as it is. */
const MARKED = [
  /\\(?:boxed|fbox)\s*\{(?<said>(?:[^{}]|\{[^{}]*\})*)\}/g,
  /[<[{]((?:final[_ ]?)?(?:answer|choice))[>\]}](?<said>[^]{0,1000}?)[<[{]\/\1[>\]}]/gi,
];
const inWords = (...found: unknown[]): string => `\nFinal answer: ${(found.at(-1) as { said: string }).said.trim()}\n`;

const DROPPED = [
  /<\|[^|<>\n]*\|>|<\/?s>|\[\/?INST\]/g,
  /^[ \t]*```.*$/gm,
  /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi,
  /\\[()[\] ]|\$+/g,
  /\*\*|__|`/g,
  /(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g,
  /(?<!\w)_(?=\w)|(?<=\w)_(?!\w)/g,
];
/** A label alone on its line, or behind a colon, between signs that only set it off: `<C>`, `/A/`, `~B~`. */
const WRAPPED = /(?<=^|: ?)[<\/~.|\\=>#_-]{1,3} ?(\p{Lu}|(?<=[<\/~])\p{Ll}) ?[>\/~.|\\<=#_-]{1,3}$/gmu;
/** Letters white on a square or a disc, of which NFKC knows nothing: `🅰`. */
function fromSquare(sign: string): string {
  const place = sign.codePointAt(0)! - 0x1f150;
  return place >= 0 && place < 0x3a && place % 32 < 26 ? String.fromCharCode(65 + (place % 32)) : sign;
}
const LATEX_FONT = /\\(?:text|textbf|mathrm|mathbf|textit|mathit)\s*\{([^{}]*)\}/g;
const FRACTION = /\\[dt]?frac\s*\{([^{}]{1,40})\}\s*\{([^{}]{1,40})\}/g;
const SUBSCRIPT = /(?<=[A-Z][a-z]?)_(?:\{(\d+)\}|(\d))/g;
const BULLET = /^\s*(?:(?:[-*•+>]|#{1,6})\s+)*/;

/**
 * Full-width letters and signs become plain ones (NFKC), so that `（Ｂ）` is `(B)`, and so do full stops, commas and question marks of other
 * scripts; private letters stand for other things here.
 */
export function clean(said: string): CleanAnswer {
  const plain = said
    .normalize('NFKC')
    .replace(/\p{So}\ufe0f?/gu, fromSquare)
    .replace(/\ufe0f?\u20e3/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/(?<=(?<!\p{L})(?:option|choice|answer))[_-](?=\p{L}(?!\p{L}))/giu, ' ')
    .replace(/(?<!\p{L})(?:(?:no|nr)\.|number) ?(?=\d{1,2}(?:[.,;!]? *$| \(|[.,;] \D| is(?!\p{L})))/gimu, 'option ')
    .replace(/~~[^~\n]{1,200}~~/g, '')
    .replace(WRAPPED, '$1')
    .replace(/^(?:\.{3}|…) ?(?=\S)|^(?:#|(?:No|Nr|Number|Nummer|Numero|Núm(?:ero)?|Numéro)[.°o]? ?)(?=\d{1,2}[.)]?$)/gim, '')
    .replace(/[\u0964\u06d4\u1362\u17d4\u104b\u0589]/g, '.')
    .replace(/。/g, '. ')
    .replace(/(?<=\p{sc=Han}[!?;])(?=\p{sc=Han})/gu, ' ')
    .replace(/\u061f/g, '?')
    .replace(/[\u060c\u061b]/g, ',')
    .replace(/[\u200b-\u200f\u2060\ufeff\ue000-\uf8ff]/g, '');
  const lines = plain.split('\n');
  const bold = lines.flatMap((text, row) => {
    const words = Array.from(text.matchAll(/\*\*([^*]+)\*\*/g), ([, inside]) => inside!);
    const around = words.length > 0 ? line(bare(text)) : '';
    return words.map((inside) => ({ said: line(bare(inside)), line: around, isInside: row > 0 && row < lines.length - 1 }));
  });
  return {
    lines: bare(plain)
      .split('\n')
      .flatMap(byMark)
      .map(line)
      .filter((text) => text !== ''),
    bold,
  };
}

function bare(text: string): string {
  const unfonted = text.replace(LATEX_FONT, '$1').replace(LATEX_FONT, '$1').replace(SUBSCRIPT, '$1$2').replace(FRACTION, '$1/$2');
  const marked = MARKED.reduce((rest, mark) => rest.replace(mark, inWords), unfonted);
  return DROPPED.reduce((rest, drop) => rest.replace(drop, ''), marked);
}

/** `✅ C ❌ A ❌ B`: each mark with what stands behind it is a line. */
const MARKED_FIRST = new RegExp(`^(?:[${TICKS}${CROSSES}]\\ufe0f?[^${TICKS}${CROSSES}?]{1,60}){2,12}$`, 'u');
const MARK = new RegExp(`(?=[${TICKS}${CROSSES}])`, 'u');
const byMark = (text: string): string[] => (MARKED_FIRST.test(text) ? text.split(MARK) : [text]);

const MARKED_LINE = new RegExp(`^([${TICKS}${CROSSES}${POINTERS}])\\ufe0f? ?(\\S.*)$`, 'u');

/** A ticked box, or a tick or a hand before it, ticks its line. A table's row becomes `first: second`; its ruler goes. */
function line(text: string): string {
  const content = text.replace(/\s+/g, ' ').replaceAll(' -- ', ' – ').replace(BULLET, '').trim();
  if (/^[|\s:-]*$/.test(content)) return '';
  const box = /^\[([ xX✓])\]\s(.*)$/.exec(content);
  if (box) return `${box[2]!} ${box[1] === ' ' ? '❌' : '✅'}`;
  const marked = MARKED_LINE.exec(content);
  if (marked) return `${marked[2]!} ${marked[1]!}`;
  if (!content.startsWith('|')) return content;
  return content.replace(/^\|\s*|(?:(?<!\s)\s+)?\|$/g, '').replace(/(?:(?<!\s)\s+)?\|\s*/g, ': ');
}
