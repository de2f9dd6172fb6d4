import type { Option } from './options.js';
import { ARTICLE, END, JOIN, NOUN, REASON } from './wording.js';

/** One or more options named at one place: two are a hedge, or a letter beside another option's text. */
export interface Choice {
  labels: string[];
  /** What follows in the line. */
  rest: string;
}

/** Where in a line an option is named in a way that no article, pronoun or vitamin is. */
export interface Mention extends Choice {
  before: string;
}

/** Finds the options of one question in text. */
export interface ChoiceFinder {
  /** The options that a text begins with. */
  at(text: string): Choice | undefined;
  /** The options that a text consists of. */
  whole(text: string): Choice | undefined;
  /** Every `(B)`, `option B` and option text in a line, first to last; the longest text first, none inside another. */
  mentions(line: string): Mention[];
  /** A label that stands by itself, however it is used: `B`, `(B)`, `option B`. */
  labels(line: string): Mention[];
  /** Whether the text of this option is a part of another's. */
  isPart(label: string): boolean;
  /** A text with the options' own texts blanked, so that an option "cannot be determined" is no refusal. */
  withoutTexts(text: string): string;
}

/** Cyrillic capitals that look like a Latin label, and are typed for one. */
const LOOKALIKES: Record<string, string> = { A: 'А', B: 'В', C: 'С', E: 'Е', H: 'Н', K: 'К', M: 'М', O: 'О', P: 'Р', T: 'Т' };
/** Scripts that put no space between words: a label may stand against them, and their words need no edge. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const SPACED_LETTER = '[\\p{sc=Latin}\\p{sc=Cyrillic}\\p{sc=Greek}\\p{sc=Arabic}\\p{N}\\p{M}_+#%°]';
const EDGE = `(?!${SPACED_LETTER}|[.,:/]\\d|['’-]\\p{L})`;

const LEAD = /^[\s"'“”‘’«»„([:=>–—-]*/;
const CLOSE = /^[)\]}"'“”’»]*/;
const SET_OFF = /^[)\]}"'“”’».,:;]*\s*[-–—:(=]*\s*["'“„«]?/;
/** What lets a bare `A`, `I`, `b` or `2` be a label: the clause ends here, a reason follows, or another script. */
const STOPS = new RegExp(`^(?:\\s*(?:$|[.,;:!?)\\]}"'“”’»、。…–—(]|-\\s|${REASON}${END}|${JOIN})|${UNSPACED.source})`, 'iu');
const ENDED = /^[\s)\]}"'“”’».,;:!。…😊🙂✅✓✔🌵]*$/u;

export function choiceFinder(options: readonly Option[]): ChoiceFinder {
  const shapes = options.map(({ label, text }) => ({ label, text: textSource(text) })).filter(({ text }) => text !== '');
  const longestFirst = [...shapes].sort((a, b) => b.text.length - a.text.length);
  const texts = longestFirst.map(({ label, text }) => ({ label, begins: new RegExp(`^(?:${ARTICLE}\\s+)?${text}`, 'iu') }));
  const looksLatin = options.every(({ label }) => !/\p{sc=Cyrillic}/u.test(label));
  const spelled = new Map(options.flatMap(({ label }) => [[label, label], ...(looksLatin && LOOKALIKES[label] ? [[LOOKALIKES[label], label]] : [])] as [string, string][]));
  const any = [...spelled.keys()].sort((a, b) => b.length - a.length).join('|') || '(?!)';
  const labelled = new RegExp(`^(?:${ARTICLE}\\s+)?(?<noun>${NOUN}\\s*(?:is\\s+)?[:#]?\\s*)?["'“«]?(?<open>[(\\[{])?\\s*["']?(?<label>${any})${EDGE}`, 'iu');

  const textAt = (text: string) => {
    const hit = texts.map(({ label, begins }) => ({ label, length: begins.exec(text)?.[0].length ?? 0 })).filter(({ length }) => length > 0);
    const longest = Math.max(0, ...hit.map(({ length }) => length));
    return { length: longest, labels: hit.filter(({ length }) => length === longest).map(({ label }) => label) };
  };

  const labelAt = (text: string) => {
    const hit = labelled.exec(text);
    if (hit === null) return undefined;
    const { noun, open, label: sign } = hit.groups!;
    const label = spelled.get(sign!.toUpperCase());
    if (label === undefined) return undefined;
    const rest = text.slice(hit[0].length);
    const isCertain = open !== undefined ? /^\s*["']?[)\]}]/.test(rest) : STOPS.test(rest) || (noun !== undefined && sign === sign!.toUpperCase());
    // `B liquid`: the letter and its own text. Any other word after a bare capital is left to the frame around it.
    const isCapital = sign === sign!.toUpperCase() && !/^[AI\d]$/.test(label) && /^\s/.test(rest);
    const own = textAt(rest.replace(/^\s+/, '')).labels;
    return isCertain || own.includes(label) || (isCapital && own.length === 0) ? { label, rest, length: hit[0].length } : undefined;
  };

  /** One option: its label, with its text or without; or its text, with its label behind it or without. */
  const one = (raw: string): Choice | undefined => {
    const text = raw.replace(LEAD, (lead) => (/[([]$/.test(lead) ? lead.slice(-1) : ''));
    const unopened = text.replace(/^[([]/, '');
    const label = labelAt(text);
    const named = textAt(unopened);
    const behind = label && beside(label.rest);
    // The longer reading wins: `E. coli` is a bacterium before it is option E. Of like length, nobody can tell.
    if (named.length > 0 && named.length >= (label?.length ?? 0) && !(label && behind!.labels.includes(label.label))) {
      const after = unopened.slice(named.length);
      const isBoth = label !== undefined && named.length === label.length;
      const second = labelAt(after.replace(SET_OFF, (sign) => (sign.endsWith('(') ? '(' : '')));
      const rest = second && /^\s*[-–—(,:]/.test(after) ? second.rest.replace(CLOSE, '') : after;
      const labels = [...named.labels, ...(isBoth ? [label.label] : []), ...(second && rest !== after ? [second.label] : [])];
      return STOPS.test(after) ? { labels: distinct(labels), rest } : undefined;
    }
    if (label === undefined) return undefined;
    if (behind!.labels.length === 0) return { labels: [label.label], rest: label.rest.replace(CLOSE, '') };
    return { labels: behind!.labels.includes(label.label) ? [label.label] : [label.label, ...behind!.labels], rest: behind!.rest };
  };

  /** The option text that a label is set off from: `B. liquid`, `B - liquid`, `B (liquid)`. */
  const beside = (rest: string): Choice => {
    const off = SET_OFF.exec(rest)?.[0] ?? '';
    const found = /\S/.test(off) || /^\s/.test(rest) ? textAt(rest.slice(off.length)) : { length: 0, labels: [] };
    const after = rest.slice(off.length + found.length);
    return found.length > 0 && STOPS.test(after) ? { labels: found.labels, rest: after.replace(CLOSE, '') } : { labels: [], rest };
  };

  const at = (text: string): Choice | undefined => {
    const first = one(text.replace(/^\s*(?:either|both|entweder|sowohl|soit|tanto)\s+/i, ''));
    const join = first && new RegExp(`^${JOIN}`, 'iu').exec(first.rest);
    if (!first || !join) return first;
    const others = at(first.rest.slice(join[0].length));
    // After a comma another option begins a sentence of its own as often as it hedges: `B, A is wrong`.
    if (!others || /^\s*(?:is|was|isn['’]t|does|grows|would)\b/i.test(others.rest)) return first;
    return { labels: distinct([...first.labels, ...others.labels]), rest: others.rest };
  };

  const labelStarts = new RegExp(`(?<![\\p{L}\\p{N}_'’.+-])(?=(?:${NOUN}\\s+)?[(\\[]?(?:${any})${EDGE})`, 'giu');
  const labels = (line: string): Mention[] => {
    let end = 0;
    return Array.from(line.matchAll(labelStarts)).flatMap(({ index }) => {
      const hit = labelled.exec(line.slice(index));
      const { noun, open, label: sign } = hit?.groups ?? {};
      if (hit === null || index < end || (sign !== sign!.toUpperCase() && open === undefined && noun === undefined)) return [];
      const rest = line.slice(index + hit[0].length);
      if (open !== undefined && !/^\s*[)\]}]/.test(rest)) return [];
      end = index + hit[0].length;
      return [{ labels: [spelled.get(sign!.toUpperCase())!], before: line.slice(0, index), rest }];
    });
  };

  const textMention = longestFirst.length > 0 ? new RegExp(longestFirst.map(({ text }) => `(?:${text})`).join('|'), 'giu') : undefined;
  const textMentions = (line: string): Mention[] =>
    Array.from(textMention ? line.matchAll(textMention) : []).flatMap(({ index, 0: hit }) => {
      const rest = line.slice(index + hit.length);
      const isNumber = /^[\d.,]+$/.test(hit);
      if (isNumber && !/^\s*(?:$|[.!)])/.test(rest)) return [];
      return [{ labels: textAt(hit).labels, before: line.slice(0, index), rest }];
    });

  const mentions = (line: string) => {
    const marked = labels(line).filter(({ before, rest }) => {
      const named = line.slice(before.length, line.length - rest.length);
      return /^[([]/.test(named) || (/\s/.test(named) && /\p{Lu}$|\d$/u.test(named));
    });
    return [...marked, ...textMentions(line)].sort((a, b) => a.before.length - b.before.length);
  };

  return {
    at,
    whole: (text) => {
      const found = at(text);
      return found && ENDED.test(found.rest) ? found : undefined;
    },
    mentions,
    labels,
    isPart: (label) => {
      const own = options.find((option) => option.label === label)!.text.toLowerCase();
      return options.some((other) => other.label !== label && other.text.toLowerCase() !== own && textMentions(other.text).some((hit) => hit.labels.includes(label)) ||
        (other.label !== label && other.text.toLowerCase() !== own && other.text.toLowerCase().includes(stripped(own).toLowerCase())));
    },
    withoutTexts: (text) => (textMention ? text.replace(textMention, '…') : text),
  };
}

function distinct(labels: readonly string[]): string[] {
  return [...new Set(labels)];
}

/** An option's text without its article and its full stop: neither tells options apart. */
function stripped(text: string): string {
  const plain = text.normalize('NFKC').replace(/[*`_$]/g, '').trim();
  return plain.replace(new RegExp(`^${ARTICLE}\\s+(?=\\S)`, 'iu'), '').replace(/[\s.,;:!?。]+$/, '') || plain;
}

function textSource(text: string): string {
  const core = stripped(text);
  if (core === '') return '';
  const source = core.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+').replace(/['’]/g, "['’]");
  const edge = (sign: string, look: string) => (/[\p{L}\p{N}]/u.test(sign) && !UNSPACED.test(sign) ? look : '');
  return `${edge([...core][0]!, '(?<![\\p{L}\\p{N}_-])')}${source}${edge([...core].at(-1)!, "(?![\\p{sc=Latin}\\p{sc=Cyrillic}\\p{N}\\p{M}_]|[.,]\\d|-\\p{L}|['’]\\p{L})")}`;
}
