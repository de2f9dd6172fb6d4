/**
 * Differences between the model under test and the base's: the line under the headline, and the
 * next step after a regression. Plain text: the writer escapes it.
 */
import type { Results, RuleChange } from '../../engine/results.ts';
import { quotedName } from '../../json.ts';
import { enumerate } from '../../language/enumerate.ts';
import { cut } from './truncate.ts';
import type { Segment } from './inserted.ts';
import { keepTexts, quantity } from './words.ts';
import { listedChanges } from './listed-changes.ts';

export interface ChangedText {
  key: string;
  oldValue: Segment[] | undefined;
  newValue: Segment[] | undefined;
}

const MAX_SHOWN = 3;
const MAX_VALUE_LENGTH = 600;

/** The changed values of the model, in a run in which rows broke. The diff shows the prompts. */
export function changedTexts({ outcome, report, changed_subject = [] }: Results): ChangedText[] {
  const isBroken = report.some(
    (test) => test.outcome === 'fail' && test.baseline && test.baseline.broken > 0,
  );
  if (outcome !== 'fail' || !isBroken) return [];
  return changed_subject
    .filter(({ path }) => !isPrompt(path))
    .slice(0, MAX_SHOWN)
    .map(({ path, old, new: now }) => ({
      key: path,
      oldValue: shownValue(old),
      newValue: shownValue(now),
    }));
}

/** ``compare the old and the new `prompt` ``: a step for a regression. */
export function compareSubject({ changed_subject = [] }: Pick<Results, 'changed_subject'>): string {
  if (changed_subject.length === 0) return 'look at the model, its prompt and its parameters';
  return `compare the old and the new ${changed_subject.map(({ path }) => quotedName(path)).join(', ')}`;
}

function shownValue(value: unknown): Segment[] | undefined {
  if (value === null || value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [{ text: cut(text, MAX_VALUE_LENGTH), inserted: false }];
}

export function isPrompt(path: string): boolean {
  return path === 'prompt' || path === 'system_prompt';
}

export interface ChangedPrompt {
  key: string;
  /** The file of the prompt; absent for one that stands in the configuration. */
  file?: string;
  /** Set if only one side has the prompt. */
  kind?: 'added' | 'removed';
  /** First changed line and the number of changed lines; 0 for lines that are gone. */
  lines: readonly { line: number; count: number }[];
}

interface SubjectChange {
  /** True if only the base has changed the model since the branch began. */
  isOlder: boolean;
  old: Results['model'];
  new: Results['model'];
  /** Values other than prompts. */
  changes: readonly RuleChange[];
  prompts: readonly ChangedPrompt[];
  /** Undefined for a model that answers in the job itself. */
  hosts: { old: string | undefined; new: string | undefined };
}

/** `` This pull request changes the model: `openai/gpt-x` → `reference/attentive`. `` */
export function modelSentence(change: SubjectChange): string {
  const { isOlder, old, new: now, changes, prompts, hosts } = change;
  const nameOf = ({ hub, name }: Results['model']) => quotedName(`${hub}/${name}`);
  const values = changes.filter(({ path }) => path !== 'hub' && path !== 'name');
  const parts = keepTexts([
    nameOf(old) !== nameOf(now) && `${nameOf(old)} → ${nameOf(now)}`,
    values.length > 0 && listedChanges(values),
    ...prompts.slice(0, MAX_SHOWN).map(promptWords),
    prompts.length > MAX_SHOWN && `and ${quantity(prompts.length - MAX_SHOWN, 'more prompt')}`,
  ]);
  const changedNoun = nameOf(old) === nameOf(now) && values.length === 0 ? 'prompt' : 'model';
  const lead = isOlder
    ? 'This branch asks an older model than its base'
    : `This pull request changes the ${changedNoun}`;
  const sentence = `${lead}: ${parts.join(', ')}.`;
  if (hosts.old === hosts.new) return sentence;
  if (hosts.new === undefined)
    return `${sentence} It answers in the job itself: no request reaches a model.`;
  const hostClause = hosts.old === undefined ? '' : ` instead of ${quotedName(hosts.old)}`;
  return `${sentence} It is asked at ${quotedName(hosts.new)}${hostClause}.`;
}

function promptWords({ key, file, kind, lines }: ChangedPrompt): string {
  if (kind !== undefined) return `${quotedName(key)} ${kind}`;
  const [firstRange] = lines;
  const isOneLine = lines.length === 1 && firstRange?.count === 1;
  // The line stands within the quotation.
  if (isOneLine && file !== undefined)
    return quotedName(file).replace(/`$/, () => `:${firstRange.line}\``);
  const ranges = lines.slice(0, MAX_SHOWN).map(({ line, count }) => {
    if (count === 0) return `before ${line}`;
    return count === 1 ? `${line}` : `${line}-${line + count - 1}`;
  });
  if (lines.length > MAX_SHOWN) ranges.push(quantity(lines.length - MAX_SHOWN, 'more place'));
  return `${quotedName(file ?? key)} (${isOneLine ? 'line' : 'lines'} ${enumerate(ranges)})`;
}
