import { lookAlikes, unboxed, writtenFor } from './letters.js';

/** How a letter was read from a sign: as it stands, from one that looks alike, from a digit or a sign, without its marks. */
export type Reading = 'letter' | 'alike' | 'digit' | 'sign' | 'unmarked';

export interface Cell {
  start: number;
  end: number;
  /** The sign without dress: in small letters, full width and styles undone. */
  sign: string;
  isLetter: boolean;
  isDigit: boolean;
  /** A letter with a small form that it has not here. */
  isCapital: boolean;
  isSpace: boolean;
  /** Dressed up (full width, bold, a circle), or with signs inside that do not show. */
  isDressed: boolean;
  /** A letter of no other alphabet than it seems; undefined where it is none. */
  readings: readonly (readonly [letter: string, reading: Reading])[];
}

const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\u180e]$/u;
/** Marks over and through letters; not those which are vowels, as in Hindi. */
const MARK = /[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/u;
const MARKS = new RegExp(MARK, 'gu');
const LETTER = /^\p{L}$/u;
const DIGIT = /^\p{N}$/u;
const SPACE = /^\s$/u;

/** The text as a row of signs, with what does not show taken into the sign before it. */
export function cellsOf(text: string): Cell[] {
  const cells: Cell[] = [];
  for (let at = 0; at < text.length;) {
    const codePoint = text.codePointAt(at)!;
    const start = at;
    at += codePoint > 0xffff ? 2 : 1;
    if (codePoint < 0x80) {
      cells.push(asciiCell(codePoint, start));
      continue;
    }
    const character = text.slice(start, at);
    const before = cells.at(-1);
    if (INVISIBLE.test(character)) {
      if (before && !before.isSpace) cells[cells.length - 1] = { ...before, end: at, isDressed: true };
      continue;
    }
    if (MARK.test(character)) {
      if (before?.isLetter) cells[cells.length - 1] = marked(before, character, at);
      continue;
    }
    const isCapital = character !== character.toLowerCase();
    for (const sign of undressed(character, codePoint))
      cells.push(cellOf(sign, { start, end: at, isCapital, isDressed: sign !== character.toLowerCase() }));
  }
  return cells;
}

function undressed(character: string, codePoint: number): string {
  const unboxedLetter = unboxed(codePoint);
  if (unboxedLetter) return unboxedLetter;
  const plain = character.normalize('NFKC').toLowerCase();
  // A letter in brackets is one letter.
  return /^\((.)\)$/u.exec(plain)?.[1] ?? plain;
}

type Place = Pick<Cell, 'start' | 'end' | 'isCapital' | 'isDressed'>;

function cellOf(sign: string, place: Place): Cell {
  const isLetter = LETTER.test(sign);
  const isDigit = DIGIT.test(sign);
  const readings: [string, Reading][] = isLetter ? [[sign, 'letter']] : [];
  if (isLetter) {
    const bare = sign.normalize('NFKD').replace(MARKS, '');
    if (bare !== sign && [...bare].length === 1) readings.push([bare, 'unmarked']);
  }
  const add = (letter: string, reading: Reading) => {
    if (!readings.some(([known]) => known === letter)) readings.push([letter, reading]);
  };
  for (const letter of lookAlikes(sign)) add(letter, isLetter || sign > '\x7f' ? 'alike' : 'sign');
  for (const letter of writtenFor(sign)) add(letter, isDigit ? 'digit' : 'sign');
  return { ...place, sign, isLetter, isDigit, isSpace: SPACE.test(sign), readings };
}

/** A letter with one more mark: perhaps a letter of its own, and always the bare one without its marks. */
function marked(cell: Cell, mark: string, end: number): Cell {
  const sign = (cell.sign + mark).normalize('NFC');
  const bare = cell.sign.normalize('NFKD').replace(MARKS, '');
  const readings: [string, Reading][] = [];
  if ([...sign].length === 1) readings.push([sign, 'letter']);
  readings.push([bare, 'unmarked']);
  for (const letter of lookAlikes(bare)) readings.push([letter, 'alike']);
  return { ...cell, end, sign: [...sign].length === 1 ? sign : bare, readings };
}

const ASCII = Array.from({ length: 0x80 }, (_, unit) =>
  cellOf(String.fromCharCode(unit).toLowerCase(), { start: 0, end: 1, isCapital: unit >= 0x41 && unit <= 0x5a, isDressed: false }),
);

/** Not by spreading it, which takes longer: most signs are such. */
function asciiCell(unit: number, start: number): Cell {
  const { sign, isLetter, isDigit, isCapital, isSpace, isDressed, readings } = ASCII[unit]!;
  return { start, end: start + 1, sign, isLetter, isDigit, isCapital, isSpace, isDressed, readings };
}

const FOREIGN = /^[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]$/u;
const LOOKS_LATIN = (cell: Cell) => cell.readings.some(([letter]) => letter >= 'a' && letter <= 'z');

/** Whether the text has letters of another alphabet that look like no Latin one: then that alphabet is no disguise of it. */
export function hasForeignLetters(cells: readonly Cell[]): boolean {
  return cells.some((cell) => cell.isLetter && FOREIGN.test(cell.sign) && !LOOKS_LATIN(cell));
}
