/** What a sign may stand for in a word in disguise. */

/** Letters of other alphabets, and styles that Unicode does not take as the same letter, by the Latin letter that they look like. */
const LOOK_ALIKE: Record<string, string> = {
  a: 'аαɑаᴀ∂⍺ⲁꭺАΑᎪλΛ',
  b: 'ьвЬвβʙᏏЂбɓƀᴃᗷВΒᏴ',
  c: 'сςᴄⲥ¢©СᏟƈⅽ',
  d: 'ԁɗᴅᏧժⅾđᎠ',
  e: 'еєεҽᴇ℮ɛ€ЕΕᎬэёəǝ',
  f: 'ƒꜰғϝfՔꞙ',
  g: 'ɡցɢԍɠǥᎶ',
  h: 'һнհʜнНΗᎻħђћԊⲏ',
  i: 'іιɪıɩїⅰІΙӀⲒᎥاí',
  j: 'јϳᴊЈյᎫ',
  k: 'кκᴋкКΚᏦⲕƙķ',
  l: 'ӏⅼʟɭłƖⳐᏞلŀ',
  m: 'мᴍⅿмМΜᎷɱ',
  n: 'пηɴнИηΝռոŋɲип',
  o: 'оοσσᴏօоОΟσøɵөθѳⲟο☉○●⭘ዐ',
  p: 'рρᴘрРΡƿᏢþⲣ',
  q: 'ԛգԚ',
  r: 'гʀᴦяГЯᎡɾ',
  s: 'ѕꜱЅՏʂᏕՏƽ',
  t: 'тτᴛтТΤƭŧᎢ†',
  u: 'υᴜцџսuμЦʋυΰບ',
  v: 'ѵνᴠⅴνѴᏙ',
  w: 'ѡԝᴡωшщωШᎳѿ',
  x: 'хχⅹ×хХΧӽ',
  y: 'уүγʏуУΥҮყўɣ',
  z: 'ᴢʐƶžΖᏃ',
};

/** Digits and signs, by the letters that they are written for. */
const WRITTEN_FOR: Record<string, string> = {
  '0': 'oо',
  '1': 'il',
  '3': 'eз',
  '4': 'aчa',
  '5': 's',
  '6': 'gб',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'aа',
  $: 's',
  '!': 'il',
  '|': 'il',
  '€': 'c',
  '¡': 'i',
  '+': 't',
  '(': 'c',
  '<': 'c',
  '§': 's',
};

/** Cyrillic letters that a Latin one is written for, so that Russian words in Latin dress are seen too. */
const CYRILLIC: Record<string, string> = {
  a: 'а',
  b: 'вь',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  n: 'п',
  o: 'о',
  p: 'р',
  r: 'г',
  t: 'т',
  u: 'и',
  x: 'х',
  y: 'у',
};

function turned(table: Record<string, string>): Map<string, string> {
  const result = new Map<string, string>();
  for (const [letter, signs] of Object.entries(table)) {
    for (const sign of signs.normalize('NFKC').toLowerCase()) if (!result.has(sign) && sign !== letter) result.set(sign, letter);
  }
  return result;
}

const LATIN = turned(LOOK_ALIKE);

/** The letters that look like this one in another alphabet. */
export function lookAlikes(letter: string): string {
  return (LATIN.get(letter) ?? '') + (CYRILLIC[letter] ?? '');
}

export function writtenFor(sign: string): string {
  return WRITTEN_FOR[sign] ?? '';
}

/** Signs that are put in the place of a letter to hide it. */
export const MASKS: ReadonlySet<string> = new Set('*#%&?^~•·●█▓■★☆×✕✖✗✱✳∗＊');
/** They join words as well, so that they hide no more than one vowel. */
export const WEAK_MASKS: ReadonlySet<string> = new Set('-_–—');
/** Signs that are put between the letters of a word. */
export const BETWEEN: ReadonlySet<string> = new Set('.-_*~·•+^|\'’`",:;=/\\#!–—‐‑ \t\u00a0');
export const VOWELS: ReadonlySet<string> = new Set('aeiouy');

const SQUARED_FIRST = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6];

/** Letters in squares and circles and those of flags, which Unicode has as signs. */
export function unboxed(codePoint: number): string | undefined {
  const first = SQUARED_FIRST.find((start) => codePoint >= start && codePoint < start + 26);
  return first === undefined ? undefined : String.fromCharCode(0x61 + codePoint - first);
}
