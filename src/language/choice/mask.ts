import { allIn, type Found } from '../all-in.js';
import { isBareLabel } from './bare-label.js';
import { FIRST, type Mention, mentionsIn } from './mention.js';
import { kindBefore, kindBehind, sharedHead } from './kinds.js';
import { type Hit, together } from './hits.js';
import { inWords } from './in-words.js';
import { isWeighed, LIST, NO_JOIN, OR, toldTwice } from './joined.js';
import type { Option } from './options.js';
import { isAmong, meaning } from './question.js';
import { ARTICLE, NOUN, START } from './phrases.js';
import { placed } from './ordinals.js';
import { GOES_BEFORE, NUMBER } from './number-words.js';
import { type Named, withLatter, withReferents } from './referring.js';
import { dateBefore, measureOf } from './numbers.js';
import { anyOf, LABEL_BEGINS, LABEL_ENDS, spellings, textLeads, textVariants, type Way } from './signs.js';
import { CROSSES, TICKS } from './marks.js';

const MOST = 600;

/** `No, penguins cannot fly`: no doubt, and no more to choose from. */
const SAYS_WHY =
  /^, (?!(?:but|although|though|however|and (?:yes|no|only|in|at|on|if|when|sometimes)|or|in|if|unless|only|not|wait|sometimes|mostly|partly|yes|no|maybe|perhaps)(?!\p{L}))(?![^.!?]{0,300}, (?:but|although|though|however|unless|only)(?!\p{L}))/iu;
const CLAUSE = /^(?:it|he|she|they|we|you) \p{L}/iu;
const OWN_WORDS = /(?:[\p{L}\p{N}'’-]{1,40} ){1,12}$/u;
const COMMON =
  /^(?:yes|no|[a-z]+ not|of course not|none|true|false|is|are|was|were|be|the|an?|of|in|on|at|to|by|for|from|with|and|or|but|so|if|as|it|he|she|they|up|down|left|right|out|over|under|more|less|most|all|some|many|both|other|first|last|always|never|not|has|have|had|do|does|will|can)$/i;
const STANDS_FREE =
  /(?:^|[.!?:,;"'“()—–-] ?|(?:\b(?<!that )|['’])(?:s|is|be|say|so|thus|therefore|hence|answer|both|either|or|not|than|choose|pick) (?:(?:definite|certain|clear|sure|simp|obvious|probab|like)ly )?(?:a |the )?["'“(]?)$/iu;
const ENDS_LIST = new RegExp(`^["'”)\\]]?(?:$| ?[.!)–—${TICKS}${CROSSES}]| are\\b)`, 'u');
const ENDS_FREE = new RegExp(
  `^["'”)\\]]{0,2}(?:$| ?[.,;:!?()–—、${TICKS}${CROSSES}-]|(?: (?:because|since|as|and|or|but|not|is|it|the|indeed|für|weil)(?!\\p{L})))`,
  'u',
);

const SET_AGAINST = new RegExp(
  `${START}(?:unlike|contrary to|as opposed to|in contrast (?:to|with)|compared (?:to|with)|instead of|rather than)(?: ${ARTICLE})? ["'“(]?$`,
  'iu',
);

const BEGINS_CLAUSE = /^["'”)]{0,2} (?!(?:and|or|nor|und|oder|et|ou|y|o)(?!\p{L}))\p{L}/u;

/** Most questions have the same labels, and the pattern takes as long to compile as a reading. */
const LABEL_PATTERNS = new Map<string, RegExp>();

function labelPattern(signs: string): RegExp {
  const known = LABEL_PATTERNS.get(signs);
  if (known !== undefined) return known;
  const pattern = new RegExp(
    `(?<noun>${START}${NOUN}(?: number)? ?#? ?)?${LABEL_BEGINS}(?<open>["'“«(\\[{]{0,2})(?<sign>${signs})${LABEL_ENDS}(?<close>["'’”»)\\]}]{0,2})`,
    'giu',
  );
  if (LABEL_PATTERNS.size >= MOST) LABEL_PATTERNS.clear();
  LABEL_PATTERNS.set(signs, pattern);
  return pattern;
}

/** Finds the options of one question in a line of text. */
export class OptionFinder {
  readonly labels: readonly string[];
  readonly options: readonly string[];
  private readonly withHeads: (line: string) => string;
  private readonly texts: { label: string; begin: string; whole: RegExp }[];
  private readonly anyText: RegExp;
  /** First words of the texts: where none is, there is no text. */
  private readonly begins: readonly string[];
  private readonly anyLabel: RegExp;
  private readonly spelled: Map<string, string>;
  /** A label's own text behind it. */
  private readonly told: Map<string, (after: string) => boolean>;
  private readonly hasNumbers: boolean;
  /** Words that carry meaning, of each option's text. */
  private readonly wordsOf: Map<string, readonly string[]>;
  private readonly counted: readonly string[];

  private readonly kinds: readonly string[];

  /**
   * @param counted - words of the question: what a number may count and still be an option, `12 apples`
   * @param kinds - what it asks for, which may stand beside an option: `the river Nile`
   */
  constructor(options: readonly Option[], counted: readonly string[], kinds: readonly string[]) {
    this.counted = counted;
    this.kinds = kinds;
    this.labels = options.map(({ label }) => label);
    this.options = options.map(({ text }) => text);
    this.withHeads = sharedHead(this.options);
    const length = ({ before, core, after }: Way): number => before.length + core.length + after.length;
    const ways = options
      .flatMap(({ label, text }) => textVariants(text, this.options).map((way) => ({ label, ...way })))
      .sort((a, b) => length(b) - length(a));
    this.texts = ways.map(({ label, begin, core }) => ({ label, begin, whole: new RegExp(`^(?:${core})$`, 'iu') }));
    this.begins = [...new Set(ways.map(({ begin }) => begin))];
    this.anyText = new RegExp(anyOf(ways), 'giu');
    this.spelled = spellings(this.labels);
    this.told = new Map(options.map(({ label, text }) => [label, textLeads(text)]));
    this.wordsOf = new Map(options.map(({ label, text }) => [label, meaning(text)]));
    this.hasNumbers = options.some(({ label, text }) => /^\d/.test(label) || /^\W*\d{1,2}\W*$/.test(text));
    const signs = [...this.spelled.keys(), ...(this.hasNumbers ? [] : this.labels.map((_, index) => String(index + 1)))].sort(
      (a, b) => b.length - a.length,
    );
    this.anyLabel = labelPattern(signs.join('|'));
  }

  /** @returns undefined where a line names more options than anybody would */
  mask(told: string, mentions: Mention[]): string | undefined {
    const line = this.withHeads(told);
    const lower = line.toLowerCase();
    const texts = this.begins.some((begin) => lower.includes(begin)) ? allIn(line, this.anyText) : [];
    const signs = allIn(line, this.anyLabel);
    if (mentions.length + texts.length + signs.length > MOST) return undefined;
    const hits = together([...this.textHits(line, texts), ...this.labelHits(line, signs)], line);
    const add = (mention: Mention): string => String.fromCharCode(FIRST + mentions.push(mention) - 1);
    const named = { mentions, labels: this.labels, add };
    let text = '';
    let end = 0;
    for (const hit of hits) {
      text += line.slice(end, hit.from) + add(hit);
      end = hit.to;
    }
    text += line.slice(end);
    text = withReferents(this.listed(withLatter(text, named), named), named);
    return inWords(toldTwice(text, mentions), named);
  }

  /** `A, C and D` is one mention of three. After a mere comma the next one may begin a clause of its own: `B, A is wrong`. */
  private listed(text: string, named: Named): string {
    return text.replace(LIST, (...found: unknown[]) => {
      const said = found[0] as string;
      const at = found.at(-3) as number;
      const rest = text.slice(at + said.length);
      const { either } = found.at(-1) as { either?: string };
      const parts = mentionsIn(said, named.mentions);
      const joins = said.split(/[\ue000-\uf8ff]/u).slice(1, -1);
      const labels = this.inOrder(parts.flatMap((part) => part.labels));
      const isAll = labels.length === this.labels.length;
      // `Unlike sharks, whales are`: what it stands against, and then the other.
      if (
        SET_AGAINST.test(text.slice(Math.max(0, at - 30), at)) &&
        /^["'”)]?, (?:the )?$/i.test(joins.at(-1)!) &&
        BEGINS_CLAUSE.test(rest)
      ) {
        const end = said.lastIndexOf(', ');
        return this.listed(said.slice(0, end), named) + said.slice(end);
      }
      if (either === undefined && !/[\p{L}&+/]/u.test(joins.at(-1)!.replace(NO_JOIN, '')) && !ENDS_LIST.test(rest)) return said;
      // `A, B, C, D` tells them over again; `A, B, C and D` are all.
      if (isAll && either === undefined && !joins.some((join) => /[\p{L}&+]/u.test(join))) return said;
      // Each with an aside of its own: they are gone through.
      if (isAll && joins.some((join) => join.includes('('))) return said;
      if (joins.some((join) => join.replace(/\([^()]*\)/g, '').trim() === '')) return said;
      const isOr = joins.some((join) => OR.test(join)) && !/^(?:neither|.* of)$/i.test(either ?? '');
      const isOpen = isWeighed(said) || parts.some((part) => part.isOpen) || (isOr && labels.length > 1);
      const ways = new Set(parts.map(({ by }) => by));
      const mention = named.add({ labels, by: ways.size === 1 ? parts[0]!.by : 'both', isOpen });
      return `${/^neither$/i.test(either ?? '') ? 'neither ' : ''}${mention}`;
    });
  }

  private inOrder(labels: readonly string[]): string[] {
    return this.labels.filter((label) => labels.includes(label));
  }

  private textHits(line: string, found: readonly Found[]): Hit[] {
    return found.flatMap(({ index: from, 0: said }): Hit[] => {
      if (said === '') return [];
      const [before, after] = [line.slice(0, from), line.slice(from + said.length)];
      // Not the word but the answer is meant by these, and an answer stands free.
      if (COMMON.test(said) && !(STANDS_FREE.test(before.slice(-40)) && ENDS_FREE.test(after))) return [];
      if (GOES_BEFORE.test(before.slice(-20)) && NUMBER.test(said) && !/\d/.test(said)) return [];
      const measure = NUMBER.test(said) ? measureOf(before, after, this.counted) : 0;
      if (measure === undefined || /^[\^_]/.test(after)) return [];
      return [
        {
          from: from - (dateBefore(said, before) || kindBefore(before, this.kinds)),
          to: from + said.length + (measure || kindBehind(after, this.kinds)),
          labels: this.labelsOf(said),
          by: 'text',
          isClause: CLAUSE.test(said),
          isLabelFirst: before === '' && /^(?:yes|no|true|false|correct|incorrect)$/i.test(said) && SAYS_WHY.test(after),
        },
      ];
    });
  }

  private labelsOf(said: string): string[] {
    const lower = said.toLowerCase();
    return this.inOrder(this.texts.filter(({ begin, whole }) => lower.startsWith(begin) && whole.test(said)).map(({ label }) => label));
  }

  private labelHits(line: string, found: readonly Found[]): Hit[] {
    const places = placed(line, this.labels).map((place): Hit => ({ ...place, by: 'label', isMarked: true }));
    const signs = found.flatMap((hit): Hit[] => {
      const { noun, open, sign, close } = hit.groups!;
      // `α` is a sign of its own, `Α` is typed for the Latin letter.
      if (/\p{sc=Greek}/u.test(sign!) && sign !== sign!.toUpperCase()) return [];
      const label = this.spelled.get(sign!.toUpperCase()) ?? this.labels[Number(sign) - 1]!;
      const isBracketed = /[([{]/.test(open!) && /[)\]}]/.test(close!);
      // A bracket that holds more than the label stays.
      const from = hit.index + (noun === undefined && !isBracketed && /[([{]/.test(open!) ? open!.length : 0);
      const to = hit.index + hit[0].length - (!isBracketed && /[)\]}]/.test(close!) ? close!.length : 0);
      const own = isBracketed && noun === undefined ? this.ownWords(line.slice(0, from), label) : 0;
      const [before, after] = [line.slice(0, from), line.slice(to)];
      const isTold = this.told.get(label)!(after);
      const isPosition = !this.spelled.has(sign!.toUpperCase());
      if (
        isPosition &&
        (noun === undefined || !/option|choice|answer/i.test(noun)) &&
        !(before === '' && (isTold || /^[.)]?$/.test(after)))
      )
        return [];
      if (!isBracketed && !isBareLabel({ sign: sign!, isNamed: noun !== undefined, before: before.slice(-60), after, isTold })) return [];
      return [
        {
          from: from - own,
          to,
          labels: [label],
          by: own > 0 ? 'both' : 'label',
          isMarked: isBracketed || noun !== undefined,
          isAside: isBracketed && from > 0,
          isNamed: noun !== undefined && !isBracketed,
          isTold,
        },
      ];
    });
    return [...places, ...signs];
  }

  /** How far back the option's own words go, in whatever form: `the tilt of the axis (A)`. */
  private ownWords(before: string, label: string): number {
    const words = OWN_WORDS.exec(before)?.[0].split(/(?<= )/) ?? [];
    const isOwn = (word: string): boolean => meaning(word).every((one) => isAmong(one, this.wordsOf.get(label)!));
    const start = words.findLastIndex((word) => !isOwn(word)) + 1;
    const begun = words.findIndex((word, index) => index >= start && meaning(word).length > 0);
    return begun < 0 ? 0 : words.slice(begun).join('').length;
  }
}
