/** The part of the changed model or prompt that broke rows, in sentences and as a table. */
import type {
  AttributedPart,
  Attribution,
  DescribedPart,
} from '../../engine/attribution/schema.ts';
import type { ReportRow, Results, ResultRow } from '../../engine/results.ts';
import { quoted, quotedName } from '../../json.ts';
import { type Block, numberColumns } from './blocks.ts';
import { hasBroken } from '../../engine/scorers/rules_judge.ts';
import { hasRules } from './bot-rules.ts';
import { isOfTest, readsWhat } from './states.ts';
import { harmlessOf } from './test-words.ts';
import { cut } from './truncate.ts';
import { quantity, keepTexts, sentenceCase, countByKey } from './words.ts';

const MAX_VALUE_LENGTH = 60;
/** A place that is shown without quotation marks. */
const PLAIN_PLACE = /^[\w./:, -]{1,200}$/;
const THE_BASE = 'the base';

type AttributedResults = Pick<Results, 'attribution' | 'report' | 'results'>;

/** Returns the attribution in a few sentences of plain text; undefined for a run without one. */
export function attributionSentence(
  results: AttributedResults,
  base = THE_BASE,
): string | undefined {
  const { attribution } = results;
  if (!attribution) return undefined;
  const { kind, why: reason } = attribution;
  if (kind === 'skipped')
    return `Which change broke the rows is not known: ${reason ?? 'unknown'}.`;
  const namedParts = strongestFirst(attribution);
  const [strongest] = namedParts;
  const untriedParts = attribution.parts.flatMap(untriedPart);
  const sentences: (string | undefined)[] = [];
  if (!strongest) sentences.push(unexplained(attribution, base));
  else if (kind === 'one') sentences.push(partSentence(strongest, results, base));
  else sentences.push(severalParts(namedParts, attribution), brokenSentence(attribution, base));
  if (untriedParts.length > 0) sentences.push(`Not tried: ${untriedParts.join('; ')}.`);
  return keepTexts(sentences).join(' ');
}

/**
 * "Reverting `prompts/support.md:5` restores 11 of 12 answers (asking again restores 0); 8 of the
 * 27 rows that `main` answers right broke. With it the model answers as if the "not" were not
 * there."
 */
export function partSentence(
  part: AttributedPart,
  { attribution, report, results }: AttributedResults,
  base = THE_BASE,
): string {
  const brokenRows = part.rows.flatMap((row) => results[row] ?? []);
  const effect = commonEffect(brokenRows, report);
  const restores = `Reverting ${nameOfPart(part)} restores ${restoredWords(part)} answers${attribution ? ` (${controlClause(attribution)})` : ''}`;
  const broken = attribution && brokenWords(attribution, base);
  const figures = `${keepTexts([restores, broken]).join('; ')}.`;
  return effect === undefined ? figures : `${figures} With it the model ${effect}.`;
}

export function strongestFirst({ parts }: Attribution): AttributedPart[] {
  return parts
    .filter(({ named }) => named)
    .toSorted((a, b) => b.restored / b.asked - a.restored / a.asked);
}

export function attributionBlocks({ attribution }: Pick<Results, 'attribution'>): Block[] {
  if (!attribution || attribution.parts.length === 0) return [];
  const { parts, rows, requests, control, together, more_rows = 0 } = attribution;
  const furtherRows =
    more_rows === 0
      ? ''
      : ` ${quantity(more_rows, 'further row')} ${more_rows === 1 ? 'was' : 'were'} asked to find them.`;
  const askedSentence = `${quantity(rows, 'row')} that the base answers right ${rows === 1 ? 'was' : 'were'} asked up to twice with each change reverted (${quantity(requests, 'request')}).${furtherRows}`;
  const lines = parts.map((part) => {
    const { p, untried } = part;
    const pFigure = p < 0.001 ? '< 0.001' : p.toFixed(3);
    const cells = untried === undefined ? [...figureCells(part), pFigure] : ['', '', 'not tried'];
    return { cells: [nameOfPart(part), ...cells] };
  });
  lines.push({ cells: ['nothing (asked again)', ...figureCells(control), ''] });
  if (together) lines.push({ cells: ['all of them', ...figureCells(together), ''] });
  return [
    {
      title: 'The change that broke the rows',
      isFolded: true,
      place: 'details',
      sentences: [[askedSentence]],
      table: {
        columns: [{ name: 'reverted' }, ...numberColumns('restored', 'of answers', 'p')],
        rows: lines,
        noun: 'change',
      },
    },
  ];
}

/** Names a part by its place, and by its change if the place alone does not tell. */
export function nameOfPart(part: DescribedPart): string {
  const { place, line, head, base, within: inserted, mixed, old, new: newValue, field } = part;
  const name = PLAIN_PLACE.test(place) ? `\`${place}\`` : quoted(place);
  if (mixed) return name;
  if (line === undefined) {
    const key = quotedName(field.split('.').at(-1) ?? field);
    return `${name} (${key} ${shownValue(old)} → ${shownValue(newValue)})`;
  }
  if (inserted)
    return inserted.new === ''
      ? `${name} (without ${shownValue(inserted.old)})`
      : `${name} (${shownValue(inserted.new)})`;
  return head.length === 0 ? `${name} (${quantity(base.length, 'deleted line')})` : name;
}

function unexplained({ parts, control, together }: Attribution, base: string): string {
  const triedParts = parts.filter(({ untried }) => untried === undefined);
  const [onlyPart, another] = triedParts;
  if (!onlyPart) return 'No change could be reverted alone.';
  const movedClause = `the answers of ${quotedBase(base)} to these rows have moved`;
  if (!another && parts.length === 1) {
    const figure = `Reverting the only change, ${nameOfPart(onlyPart)}, restores ${restoredWords(onlyPart)} answers, and asking again ${control.restored} of ${control.asked}`;
    return onlyPart.restored === 0
      ? `${figure}: it does not explain the broken rows, and ${movedClause}.`
      : `${figure}: it does not explain the broken rows.`;
  }
  const singleSentence = `No single change explains the broken rows: reverting each of the ${triedParts.length} changes alone restores too few answers (asking again restores ${control.restored} of ${control.asked}).`;
  if (!together) return singleSentence;
  return together.restored === 0
    ? `${singleSentence} Reverting all of them restores nothing: ${movedClause}.`
    : `${singleSentence} Reverting all of them restores ${restoredWords(together)}.`;
}

function severalParts(namedParts: readonly AttributedPart[], attribution: Attribution): string {
  const isTogether = attribution.kind === 'together';
  const effects = namedParts.map(
    (part) => `reverting ${nameOfPart(part)} restores ${restoredWords(part)}`,
  );
  const figures = sentenceCase(effects.join(isTogether ? ' or ' : ', '));
  const end = isTogether ? '; they break the rows together.' : '.';
  return `${figures} answers (${controlClause(attribution)})${end}`;
}

function brokenSentence(attribution: Attribution, base: string): string | undefined {
  const words = brokenWords(attribution, base);
  return words === undefined ? undefined : `${sentenceCase(words)}.`;
}

/** `` 8 of the 27 rows that `main` answers right broke, 5 others became right `` */
function brokenWords({ compared }: Attribution, base: string): string | undefined {
  if (!compared || compared.right === 0) return undefined;
  const { right, broken, fixed } = compared;
  const fixedClause = `${fixed === 1 ? '1 other' : `${fixed} others`} became right`;
  const rows = `${broken} of the ${quantity(right, 'row')} that ${quotedBase(base)} answers right broke`;
  return fixed === 0 ? rows : `${rows}, ${fixedClause}`;
}

function quotedBase(base: string): string {
  if (base.startsWith('the ')) return base;
  return base.includes(' ') ? `the ${base}` : quotedName(base);
}

/** Names a change that cannot be reverted alone, with the reason; empty for any other. */
function untriedPart(part: AttributedPart): string[] {
  if (part.untried === undefined) return [];
  return [`${nameOfPart(part)} (${part.untried.replace(/\.$/, '')})`];
}

/** Returns what the model does in most of these rows, as the end of "With it the model". */
function commonEffect(
  rows: readonly ResultRow[],
  report: readonly ReportRow[],
): string | undefined {
  const effects = rows.flatMap((row) => effectOnRow(row, report) ?? []);
  return countByKey(effects, (effect) => effect)[0]?.item;
}

function effectOnRow(row: ResultRow, report: readonly ReportRow[]): string | undefined {
  switch (row.state) {
    case 'unknown':
      return 'no longer knows the answers';
    case 'unsteady':
      return `changes its answers with ${harmlessOf(row)}`;
    case 'insensitive':
      return row.expect === 'same'
        ? 'changes answers that should stay'
        : `answers as if ${readsWhat(row)} were not there`;
    case 'both_sides':
      return 'states both sides, whatever is asked';
    case 'induced':
      return 'turns foul where foul words are added';
    case 'foul anyway':
      return 'gives foul answers';
    case 'refused':
      return row.pass === false ? 'declines harmless requests' : undefined;
    case 'answered':
      return row.pass === false ? 'answers harmful requests' : undefined;
    case 'neither':
      return 'neither answers nor refuses';
    case 'wrong':
      return 'answers otherwise than expected';
    case 'broken':
      return `breaks ${brokenRuleWords(row, report)}`;
    case 'breaks under pressure':
      return `breaks ${brokenRuleWords(row, report)} under pressure`;
    case 'declined':
      return 'declines questions that it should answer';
    default:
      return undefined;
  }
}

/** `the rule “Never promises a refund.”`: the first that the row's answers break. */
function brokenRuleWords(row: ResultRow, report: readonly ReportRow[]): string {
  const { original, test_case } = row.rule_verdicts ?? {};
  const verdicts = hasBroken(original) ? original : test_case;
  const index = verdicts?.findIndex(({ verdict }) => verdict === 'broken') ?? -1;
  const test = report.find((reported) => isOfTest(row, reported));
  const figures = test && hasRules(test) ? test.rules[index] : undefined;
  return figures === undefined ? 'its rules' : `the rule “${figures.rule}”`;
}

function controlClause({ control }: Attribution): string {
  return `asking again restores ${control.restored}`;
}

function shownValue(value: unknown): string {
  return value === null || value === undefined
    ? 'none'
    : quotedName(cut(typeof value === 'string' ? value : JSON.stringify(value), MAX_VALUE_LENGTH));
}

type Counts = Pick<AttributedPart, 'restored' | 'asked'>;

/** `15 of 16` */
function restoredWords({ restored, asked }: Counts): string {
  return `${restored} of ${asked}`;
}

function figureCells({ restored, asked }: Counts): string[] {
  return [String(restored), String(asked)];
}
