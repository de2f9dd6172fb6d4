import type { BotRule } from '../engine/sample.js';
import { LONGEST_RULE, MOST_RULES } from '../engine/sample.js';
import { ConfigError, didYouMean, mergeErrors } from '../errors.js';
import { isMapping, quoted } from '../json.js';
import type { DataConfig, Source, WrittenTest } from './config.js';
import { parseYaml, type Path } from './positions.js';
import { rulesFileAt } from './prompts.js';

const KEYS = ['rule', 'ask'];

/** The list of rules as it is written, and where its entries stand. */
interface WrittenList {
  list: unknown;
  where: string;
  placeOf: (at: Path, key?: string) => string;
}

/**
 * Returns the rules of the bot that the test `rules` has, from the configuration or their own file;
 * undefined for another test. @throws ConfigError that names every mistake
 */
export function botRulesOf(source: Source, written: WrittenTest): BotRule[] | undefined {
  if (written.test.measures !== 'rules') return undefined;
  return checkedRules(writtenList(source, written));
}

function writtenList(source: Source, { own, path }: WrittenTest): WrittenList {
  const { yaml } = source;
  const at = [...path, 'rules'];
  const file = rulesFileAt(source, path);
  if (file === undefined)
    return {
      list: own.rules,
      where: own.rules === undefined ? yaml.where(path) : yaml.where(path, 'rules'),
      placeOf: (below, key) => yaml.where([...at, ...below], key),
    };
  const read = parseYaml(file.text, file.file);
  return { list: read.value, where: file.file, placeOf: (below, key) => read.where(below, key) };
}

function checkedRules({ list, where, placeOf }: WrittenList): BotRule[] {
  const remedy = `Write a list of 1 to ${MOST_RULES} rules: each a sentence, or { rule: …, ask: … }.`;
  if (list === undefined) throw new ConfigError('the test rules has no rules', { where, remedy });
  if (!Array.isArray(list)) throw new ConfigError('the rules are no list', { where, remedy });
  if (list.length === 0) throw new ConfigError('the list of rules is empty', { where, remedy });
  const problems: ConfigError[] = [];
  if (list.length > MOST_RULES)
    problems.push(
      new ConfigError(`${list.length} rules are more than the ${MOST_RULES} that one test holds`, {
        where: placeOf([MOST_RULES]),
        remedy: `Keep the ${MOST_RULES} that matter most.`,
      }),
    );
  const seen = new Map<string, number>();
  const rules = list.map((entry: unknown, index): BotRule => {
    const found = ruleIn(entry);
    for (const { message, key } of problemsOf(entry, { ...found, index, seen }))
      problems.push(
        new ConfigError(message, {
          where: placeOf(key === undefined ? [index] : [index], key),
          remedy: `Correct it there. A rule is a sentence of at most ${LONGEST_RULE} characters, or { rule: …, ask: … }.`,
        }),
      );
    return found.ask === undefined ? { rule: found.rule } : { rule: found.rule, ask: found.ask };
  });
  const [first, ...others] = problems;
  if (first) throw mergeErrors([first, ...others], ConfigError);
  return rules;
}

function ruleIn(entry: unknown): { rule: string; ask: string | undefined } {
  const { rule, ask } = isMapping(entry) ? entry : { rule: entry, ask: undefined };
  const trimmed = (text: unknown) => (typeof text === 'string' ? text.trim() : undefined);
  return { rule: trimmed(rule) ?? '', ask: trimmed(ask) };
}

interface Numbered {
  rule: string;
  index: number;
  /** The number of each rule so far, in lower case. */
  seen: Map<string, number>;
}

function problemsOf(
  entry: unknown,
  { rule, index, seen }: Numbered,
): { message: string; key?: string }[] {
  const name = `rule ${index + 1}`;
  if (typeof entry !== 'string' && !isMapping(entry))
    return [{ message: `${name} is no text, but ${quoted(entry)}` }];
  const given: Record<string, unknown> = isMapping(entry) ? entry : { rule: entry };
  const problems: { message: string; key?: string }[] = [];
  for (const key of Object.keys(given).filter((one) => !KEYS.includes(one)))
    problems.push({
      message: `unknown key ${quoted(key)} in ${name}${didYouMean(key, KEYS)}`,
      key,
    });
  if (given.rule === undefined) {
    const has = given.ask === undefined ? 'has no `rule`' : 'is an `ask` without a `rule`';
    return [...problems, { message: `${name} ${has}` }];
  }
  const place = (key: string) => (isMapping(entry) ? key : undefined);
  for (const [key, value] of Object.entries(given).filter(([one]) => KEYS.includes(one))) {
    const what = key === 'rule' ? name : `the \`ask\` of ${name}`;
    const why = textProblem(value);
    if (why !== undefined) problems.push({ message: `${what} ${why}`, key: place(key) });
  }
  const twin = seen.get(rule.toLowerCase());
  if (rule !== '' && twin !== undefined)
    problems.push({ message: `${name} is rule ${twin} once more` });
  else seen.set(rule.toLowerCase(), index + 1);
  return problems;
}

function textProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return `is no text, but ${quoted(value)}`;
  const { length } = [...value.trim()];
  if (length === 0) return 'is empty';
  return length > LONGEST_RULE
    ? `has ${length} characters, and at most ${LONGEST_RULE} are allowed`
    : undefined;
}

const OF_DOCUMENTS = /\b(?:documents?|contexts?|passages?|sources?|knowledge[ -]?bases?)\b/i;

/**
 * @throws ConfigError for a rule about documents that no column fills: the judge would not see them
 */
export function refuseUnseenDocuments(
  source: Source,
  written: WrittenTest,
  { rules = [], data }: { rules?: readonly BotRule[]; data: DataConfig },
): void {
  const isFilled = Object.keys(data.columns?.fill ?? {}).length > 0;
  const at = rules.findIndex(({ rule }) => OF_DOCUMENTS.test(rule));
  const found = rules[at];
  if (isFilled || !found) return;
  const [word] = OF_DOCUMENTS.exec(found.rule) ?? [];
  throw new ConfigError(
    `rule ${at + 1} speaks of ${quoted(word)}, and no column of the rows is filled into the prompt: its judge would not see it`,
    {
      where: writtenList(source, written).placeOf([at]),
      remedy:
        'Name the column of the documents: `data: { columns: { fill: [context] } }`; or word the rule without them.',
    },
  );
}
