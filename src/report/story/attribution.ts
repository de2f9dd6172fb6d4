/**
 * Which part of the changed model or prompt broke the rows, with the figures of the measurement.
 */
import type { AttributedPart, Attribution } from '../../engine/attribution/schema.js';
import type { Results } from '../../engine/results.js';
import { quotedName } from '../../json.js';
import { type Block, numbers } from './blocks.js';
import { cut } from './truncate.js';
import { counted, sentenceCase } from './words.js';

const LONGEST_VALUE = 60;

/** The finding in one sentence; undefined for a run that measured none. Plain text. */
export function attributionSentence({
  attribution,
}: Pick<Results, 'attribution'>): string | undefined {
  if (!attribution) return undefined;
  const { kind, why, control, parts } = attribution;
  const named = strongestFirst(attribution);
  const tried = parts.filter(({ untried }) => untried === undefined).length;
  const again = `asking again restores ${control.restored} of ${control.asked}`;
  if (kind === 'skipped')
    return `The change that broke the rows was not searched for: ${why ?? 'unknown'}.`;
  const left = parts.flatMap(untriedPart);
  const rest = left.length === 0 ? '' : ` Not tried: ${left.join('; ')}.`;
  const [strongest] = named;
  if (tried === 0) return `No change could be reverted alone.${rest}`;
  if (kind === 'none' || !strongest) {
    return `No single change explains the broken rows: reverting each of the ${tried} changes alone restores too few answers (${again}).${rest}`;
  }
  if (kind === 'one') return `${partSentence(strongest, attribution)}${rest}`;
  const each = named.map((part) => `reverting ${nameOfPart(part)} restores ${restoredWords(part)}`);
  const end = kind === 'together' ? `(${again}); they break the rows together.` : `(${again}).`;
  return `${sentenceCase(each.join(kind === 'together' ? ' or ' : ', '))} ${end}${rest}`;
}

/** The name of a change that cannot be reverted alone, and why. */
function untriedPart(part: AttributedPart): string[] {
  if (part.untried === undefined) return [];
  return [`${nameOfPart(part)} (${part.untried.replace(/\.$/, '')})`];
}

/**
 * "Reverting line 3 of `system_prompt` restores 15 of 16 answers (asking again restores 1 of 16)."
 */
export function partSentence(part: AttributedPart, { control }: Attribution): string {
  return `Reverting ${nameOfPart(part)} restores ${restoredWords(part)} answers (asking again restores ${control.restored} of ${control.asked}).`;
}

export function strongestFirst({ parts }: Attribution): AttributedPart[] {
  return parts
    .filter(({ named }) => named)
    .toSorted((a, b) => b.restored / b.asked - a.restored / a.asked);
}

export function attributionBlocks({ attribution }: Pick<Results, 'attribution'>): Block[] {
  if (!attribution || attribution.parts.length === 0) return [];
  const { parts, rows, requests, control } = attribution;
  const asked = `${counted(rows, 'row')} that the base answers right ${rows === 1 ? 'was' : 'were'} asked twice with each change reverted (${counted(requests, 'request')}).`;
  const lines = parts.map((part) => {
    const { restored, asked, p, untried } = part;
    const shown = p < 0.001 ? '< 0.001' : p.toFixed(3);
    const figures =
      untried === undefined ? [String(restored), String(asked), shown] : ['', '', 'not tried'];
    return { cells: [nameOfPart(part), ...figures] };
  });
  const again = ['nothing (asked again)', String(control.restored), String(control.asked), ''];
  return [
    {
      title: 'The change that broke the rows',
      isFolded: true,
      place: 'details',
      sentences: [[asked]],
      table: {
        columns: [{ name: 'reverted' }, ...numbers('restored', 'of answers', 'p')],
        rows: [...lines, { cells: again }],
        noun: 'change',
      },
    },
  ];
}

function nameOfPart({ field, line, head, base, old, new: now }: AttributedPart): string {
  if (line === undefined)
    return `${quotedName(field.split('.').at(-1) ?? field)} ${shown(old)} → ${shown(now)}`;
  if (head.length === 0)
    return `the ${base.length === 1 ? 'line' : 'lines'} deleted before line ${line} of ${quotedName(field)}`;
  return `${head.length === 1 ? `line ${line}` : `lines ${line} to ${line + head.length - 1}`} of ${quotedName(field)}`;
}

function shown(value: unknown): string {
  return value === null || value === undefined
    ? 'none'
    : quotedName(cut(typeof value === 'string' ? value : JSON.stringify(value), LONGEST_VALUE));
}

/** `15 of 16` */
function restoredWords({ restored, asked }: AttributedPart): string {
  return `${restored} of ${asked}`;
}
