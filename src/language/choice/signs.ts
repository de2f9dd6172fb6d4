import { ARTICLE, BUT, END, JOIN, NOT, REASON } from './wording.js';

/** How options are written down in running text: where a label or an option's text begins, and where it ends. */

/** Cyrillic capitals that look like a Latin label, and are typed for one. */
const LOOKALIKES: Record<string, string> = { A: 'А', B: 'В', C: 'С', E: 'Е', H: 'Н', K: 'К', M: 'М', O: 'О', P: 'Р', T: 'Т' };

/** Scripts that put no space between words: a label may stand against them, and their words need no edge. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const SPACED = '\\p{sc=Latin}\\p{sc=Cyrillic}\\p{sc=Greek}\\p{sc=Arabic}\\p{N}\\p{M}_';

/** No label goes on: not into a word, a number, a grade (`A+`), a time, a contraction or a compound (`A-level`). */
export const LABEL_ENDS = `(?![${SPACED}+#%°]|[.,:/]\\d|['’-]\\p{L}|\\.\\p{L}\\.)`;
export const LABEL_BEGINS = `(?<![${SPACED}'’.+-])`;

export const LEAD = /^[\s✅✓✔☑👉➡\u{fe0f}"'“”‘’«»„([:=>–—-]*/u;
export const CLOSE = /^[)\]}"'“”’»]*/;
/** Between a label and its text. */
export const SET_OFF = /^[)\]}"'“”’».,:;]*\s*[-–—:(=]*\s*["'“„«]?/;

/** What lets a bare `A`, `I`, `b` or `2` be a label: the clause ends here, a reason follows, or another script. */
export const STOPS = new RegExp(
  `^(?:\\s*(?:$|[.,;:!?)\\]}"'“”’»、。…–—(]|-\\s|${REASON}${END}|${NOT}${END})|${BUT}${END}|${JOIN}|\\s?${UNSPACED.source})`,
  'iu',
);
/** Nothing more is said. */
export const ENDED = /^[\s)\]}"'“”’».,;:!。…\p{Extended_Pictographic}\u{fe0f}]*$/u;

/** Each way to spell a label, and the label. */
export function spellings(labels: readonly string[]): Map<string, string> {
  const isCyrillic = labels.some((label) => /\p{sc=Cyrillic}/u.test(label));
  const pairs = labels.flatMap((label) => {
    const lookalike = isCyrillic ? undefined : LOOKALIKES[label];
    return [label, ...(lookalike === undefined ? [] : [lookalike])].map((sign) => [sign, label] as const);
  });
  return new Map(pairs);
}

/** The source of a pattern for an option's text as a whole; empty where there is nothing to find. */
export function textSource(text: string): string {
  const core = stripped(text);
  const [first, last] = [[...core][0], [...core].at(-1)];
  if (first === undefined || last === undefined) return '';
  const source = core
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replace(/['’]/g, "['’]");
  const begins = isSpacedWord(first) ? '(?<![\\p{L}\\p{N}_-])' : '';
  const ends = isSpacedWord(last) ? `(?![${SPACED}]|[.,]\\d|-\\p{L}|['’]\\p{L})` : '';
  return begins + source + ends;
}

/** Without its article and its full stop, which tell no options apart. */
function stripped(text: string): string {
  const plain = text.normalize('NFKC').replace(/[*`_$]/g, '').replace(/\s+/g, ' ').trim();
  const bare = plain.replace(new RegExp(`^${ARTICLE}\\s+(?=\\S)`, 'iu'), '');
  return bare.replace(/(?<![ .,;:!?。])[ .,;:!?。]+$/, '') || bare;
}

function isSpacedWord(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign) && !UNSPACED.test(sign);
}
