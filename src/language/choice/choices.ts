import { COMMON, type Mention, merged, type Named } from './mention.js';
import type { Option } from './options.js';
import { CLOSE, ENDED, LABEL_BEGINS, LABEL_ENDS, LEAD, SET_OFF, spellings, STOPS, textSource } from './signs.js';
import { ARTICLE, JOIN, NOUN } from './wording.js';

interface Hit {
  label: string;
  length: number;
  rest: string;
}

const JOINED = new RegExp(`^${JOIN}`, 'iu');
const BOTH = /^\s*(?:either|both|entweder|sowohl|soit|tanto)\s+/i;
const BEGINS_A_CLAUSE = /^\s*(?:is|was|isn['’]t|does|doesn['’]t|would|will|can|has)\b/i;
const CLOSED = /^\s*["']?[)\]}]/;
const NOTHING = { labels: [] as string[], length: 0 };

/** Finds the options of one question in text. */
export class ChoiceFinder {
  private readonly texts: { label: string; source: string; begins: RegExp }[];
  private readonly spelled: Map<string, string>;
  private readonly label: RegExp;
  private readonly labelPlaces: RegExp;
  private readonly anyText: RegExp;

  constructor(private readonly options: readonly Option[]) {
    this.texts = options
      .map(({ label, text }) => ({ label, source: textSource(text) }))
      .filter(({ source }) => source !== '')
      .sort((a, b) => b.source.length - a.source.length)
      .map(({ label, source }) => ({ label, source, begins: new RegExp(`^(?:${ARTICLE}\\s+)?${source}`, 'iu') }));
    this.spelled = spellings(options.map(({ label }) => label));
    const signs = [...this.spelled.keys()].sort((a, b) => b.length - a.length).join('|');
    this.label = new RegExp(
      `^(?:${ARTICLE}\\s+)?(?<noun>${NOUN}\\s*(?:is\\s+)?(?:[:#]\\s*)?)?["'“«]?(?<open>[(\\[{])?(?:(?<!\\s)\\s+)?["']?(?<sign>${signs})${LABEL_ENDS}`,
      'iu',
    );
    this.labelPlaces = new RegExp(`${LABEL_BEGINS}(?=(?:${NOUN}\\s+)?[(\\[]?(?:${signs})${LABEL_ENDS})`, 'giu');
    this.anyText = new RegExp(this.texts.map(({ source }) => `(?:${source})`).join('|') || '(?!)', 'giu');
  }

  /** The options that a text begins with. */
  at(text: string): Named | undefined {
    let found = this.one(text) ?? this.one(text.replace(BOTH, ''));
    for (let more = this.options.length; found !== undefined && more > 0; more--) {
      const join = JOINED.exec(found.rest);
      const next = join ? this.one(found.rest.slice(join[0].length)) : undefined;
      // After a comma another option begins a clause of its own as often as it hedges: `B, A is wrong`.
      if (next === undefined || BEGINS_A_CLAUSE.test(next.rest)) break;
      found = { labels: distinct([...found.labels, ...next.labels]), rest: next.rest };
    }
    return found;
  }

  /** The options that a text consists of. */
  whole(text: string): Named | undefined {
    const found = this.at(text);
    return found && ENDED.test(found.rest) ? found : undefined;
  }

  /** Labels that stand by themselves, however they are used: `B`, `(b)`, `option B`. */
  labels(line: string): Mention[] {
    let end = 0;
    return Array.from(line.matchAll(this.labelPlaces)).flatMap(({ index }) => {
      const hit = this.label.exec(line.slice(index));
      if (hit === null || index < end) return [];
      const { noun, open, sign } = hit.groups!;
      const rest = line.slice(index + hit[0].length);
      if (open === undefined ? noun === undefined && isLower(sign!) : !CLOSED.test(rest)) return [];
      end = index + hit[0].length;
      return [{ labels: [this.spelled.get(sign!.toUpperCase())!], before: line.slice(0, index), rest }];
    });
  }

  /** `(B)`, `option B` and option texts, first to last; of overlapping texts the longest. */
  mentions(line: string): Mention[] {
    const labels = this.labels(line);
    const marked = labels.filter(({ before, rest }) => {
      const said = line.slice(before.length, line.length - rest.length);
      // `Many would answer B`: no noun here.
      if (/^answer/i.test(said) && /\b(?:to|will|would|could|might|may|can)\s+$/i.test(before)) return false;
      return /^[([]/.test(said) || (/\s/.test(said) && !isLower(said.slice(-1)));
    });
    const texts = Array.from(line.matchAll(this.anyText)).flatMap(({ index, 0: said }) => {
      const rest = line.slice(index + said.length);
      // Not the word but the answer is meant by these, and an answer stands first.
      if (/^(?:yes|no|none)$/i.test(said) || this.isCommonWord(said)) return [];
      // A number within a sum or a sentence counts other things; at the end it is what was counted.
      if (/^[\d.,]+$/.test(said) && !/^\s*(?:$|[.!()])/.test(rest)) return [];
      return [{ labels: this.textAt(said).labels, before: line.slice(0, index), rest }];
    });
    const found = merged([...labels, ...texts].sort((a, b) => a.before.length - b.before.length), line);
    return found.filter((mention) => mention.isLabelled === true || marked.includes(mention) || texts.includes(mention));
  }

  /** Whether this option's text is a part of another's: `water` of `salt water`. */
  isPart(label: string): boolean {
    const own = this.texts.find((text) => text.label === label);
    if (own === undefined) return false;
    // `guilty` is no careless way to say `not guilty`, as `water` is one to say `salt water`.
    const inside = new RegExp(`(?=\\S)(?<!(?:not|no|non|nicht|kein|keine|never)\\s+)${own.source}`, 'iu');
    return this.options.some((other) => other.label !== label && inside.test(other.text));
  }

  /** Words that every sentence has: options of a question about grammar, but mostly just words. */
  isCommonWord(said: string): boolean {
    return COMMON.test(said.trim()) && !this.spelled.has(said.trim());
  }

  /** Whether an option is of this kind, as "cannot be determined" is a refusal, and then none. */
  offers(kind: RegExp): boolean {
    return this.options.some(({ text }) => kind.test(text));
  }

  /** One option: its label, with its text or without; or its text, with its label or without. */
  private one(raw: string): Named | undefined {
    const text = raw.replace(LEAD, (lead) => (/[([]$/.test(lead) ? lead.slice(-1) : ''));
    const label = this.labelAt(text);
    const beside = label && this.beside(label);
    if (beside?.labels.length === 1) return beside;

    const unopened = text.replace(/^[([]/, '');
    const named = this.textAt(unopened);
    // The longer reading wins: `E. coli` is a bacterium before it is option E. Of like length, nobody can tell.
    if (named.length === 0 || named.length < (label?.length ?? 0)) return beside ?? (label && { labels: [label.label], rest: label.rest.replace(CLOSE, '') });
    const rest = unopened.slice(named.length);
    if (!STOPS.test(rest)) return undefined;
    const labels = label?.length === named.length ? [...named.labels, label.label] : named.labels;
    return this.behind(rest, labels);
  }

  /** A label with the text that is set off from it: `B. liquid`, `B (liquid)`; with another's text both are named. */
  private beside({ label, rest }: Hit): Named | undefined {
    const off = SET_OFF.exec(rest)?.[0] ?? '';
    const { labels, length } = off === '' ? NOTHING : this.textAt(rest.slice(off.length));
    const after = rest.slice(off.length + length);
    if (length === 0 || !STOPS.test(after)) return undefined;
    // `B. Shakespeare (A) wrote Hamlet`: a new sentence, about another option.
    if (!labels.includes(label) && labels.includes(this.labelAt(after.trimStart())?.label ?? '')) return undefined;
    return { labels: labels.includes(label) ? [label] : [label, ...labels], rest: after.replace(CLOSE, '') };
  }

  /** A text's label behind it: `liquid (B)`, `liquid, option B`. */
  private behind(rest: string, labels: readonly string[]): Named {
    const second = /^\s*[-–—(,:]/.test(rest) ? this.labelAt(rest.replace(SET_OFF, (sign) => (sign.endsWith('(') ? '(' : ''))) : undefined;
    if (second === undefined) return { labels: distinct(labels), rest };
    const agreed = labels.includes(second.label) ? [second.label] : [...labels, second.label];
    return { labels: distinct(agreed), rest: second.rest.replace(CLOSE, '') };
  }

  /** The longest option text that a text begins with. */
  private textAt(text: string): { labels: string[]; length: number } {
    const hits = this.texts.map(({ label, begins }) => ({ label, length: begins.exec(text)?.[0].length ?? 0 }));
    const length = Math.max(0, ...hits.map((hit) => hit.length));
    return length === 0 ? NOTHING : { labels: hits.filter((hit) => hit.length === length).map(({ label }) => label), length };
  }

  private labelAt(text: string): Hit | undefined {
    const hit = this.label.exec(text);
    if (hit === null) return undefined;
    const { noun, open, sign } = hit.groups!;
    const label = this.spelled.get(sign!.toUpperCase());
    if (label === undefined) return undefined;
    // `The answer is 3` may mean option 3 as well as the option that is `3`.
    if (/is\b|answer/i.test(noun ?? '') && this.textAt(sign!).labels.some((other) => other !== label)) return undefined;
    const rest = text.slice(hit[0].length);
    const found = { label, rest, length: hit[0].length };
    if (open !== undefined) return CLOSED.test(rest) ? found : undefined;
    if (STOPS.test(rest) || (noun !== undefined && !isLower(sign!))) return found;
    // Before other words a capital is a label in its frame ("I think B is …"), but `A` may be an article and `I` a person.
    if (!/^\s/.test(rest)) return undefined;
    const own = this.textAt(rest.trimStart()).labels;
    return own.includes(label) || (own.length === 0 && !isLower(sign!) && !/^[AI\d]/.test(label)) ? found : undefined;
  }
}

function isLower(sign: string): boolean {
  return sign !== sign.toUpperCase();
}

function distinct(labels: readonly string[]): string[] {
  return [...new Set(labels)];
}
