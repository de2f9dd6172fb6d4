import type { BotRule } from '../engine/sample.js';
import { LONGEST_RULE, MOST_RULES } from '../engine/sample.js';
import { ConfigError, didYouMean, mergeErrors } from '../errors.js';
import { isMapping, quoted } from '../json.js';
import type { DataConfig, Source, WrittenTest } from './config.js';
import { parseYaml, type Path } from './positions.js';
import { namedFileAt } from './named-files.js';

const KEYS = ['rule', 'ask'];

/** The list of rules as it is written, and the places of its entries. */
interface WrittenList {
  list: unknown;
  place: string;
  placeOf: (path: Path, key?: string) => string;
}

/**
 * Returns the rules of the bot that the test `rules` has, from the configuration or their own file;
 * undefined for another test. @throws ConfigError that names every mistake
 */
export function botRulesOf(source: Source, writtenTest: WrittenTest): BotRule[] | undefined {
  if (writtenTest.test.measures !== 'rules') return undefined;
  return checkedRules(writtenList(source, writtenTest));
}

function writtenList(source: Source, { ownKeys, path }: WrittenTest): WrittenList {
  const { yaml } = source;
  const rulesPath = [...path, 'rules'];
  const file = namedFileAt(source, rulesPath);
  if (file === undefined)
    return {
      list: ownKeys.rules,
      place: ownKeys.rules === undefined ? yaml.placeOf(path) : yaml.placeOf(path, 'rules'),
      placeOf: (below, key) => yaml.placeOf([...rulesPath, ...below], key),
    };
  const parsed = parseYaml(file.text, file.file);
  return {
    list: parsed.value,
    place: file.file,
    placeOf: (below, key) => parsed.placeOf(below, key),
  };
}

function checkedRules({ list, place, placeOf }: WrittenList): BotRule[] {
  const remedy = `Write a list of 1 to ${MOST_RULES} rules: each a sentence, or { rule: …, ask: … }.`;
  if (list === undefined)
    throw new ConfigError('the test rules has no rules', { where: place, remedy });
  if (!Array.isArray(list))
    throw new ConfigError('the rules are no list', { where: place, remedy });
  if (list.length === 0)
    throw new ConfigError('the list of rules is empty', { where: place, remedy });
  const problems: ConfigError[] = [];
  if (list.length > MOST_RULES)
    problems.push(
      new ConfigError(`${list.length} rules are more than the ${MOST_RULES} that one test holds`, {
        where: placeOf([MOST_RULES]),
        remedy: `Keep the ${MOST_RULES} that matter most.`,
      }),
    );
  const numbersByRule = new Map<string, number>();
  const rules = list.map((entry: unknown, index): BotRule => {
    const texts = ruleIn(entry);
    for (const { message, key } of problemsOf(entry, { ...texts, index, numbersByRule }))
      problems.push(
        new ConfigError(message, {
          where: placeOf(key === undefined ? [index] : [index], key),
          remedy: `Correct it there. A rule is a sentence of at most ${LONGEST_RULE} characters, or { rule: …, ask: … }.`,
        }),
      );
    return texts.ask === undefined ? { rule: texts.rule } : { rule: texts.rule, ask: texts.ask };
  });
  const [firstProblem, ...furtherProblems] = problems;
  if (firstProblem) throw mergeErrors([firstProblem, ...furtherProblems], ConfigError);
  return rules;
}

function ruleIn(entry: unknown): { rule: string; ask: string | undefined } {
  const { rule, ask } = isMapping(entry) ? entry : { rule: entry, ask: undefined };
  const trimmed = (text: unknown) => (typeof text === 'string' ? text.trim() : undefined);
  return { rule: trimmed(rule) ?? '', ask: trimmed(ask) };
}

interface NumberedRule {
  rule: string;
  index: number;
  /** The number of each rule so far, in lower case. */
  numbersByRule: Map<string, number>;
}

function problemsOf(
  entry: unknown,
  { rule, index, numbersByRule }: NumberedRule,
): { message: string; key?: string }[] {
  const name = `rule ${index + 1}`;
  if (typeof entry !== 'string' && !isMapping(entry))
    return [{ message: `${name} is no text, but ${quoted(entry)}` }];
  const fields: Record<string, unknown> = isMapping(entry) ? entry : { rule: entry };
  const problems: { message: string; key?: string }[] = [];
  for (const key of Object.keys(fields).filter((name) => !KEYS.includes(name)))
    problems.push({
      message: `unknown key ${quoted(key)} in ${name}${didYouMean(key, KEYS)}`,
      key,
    });
  if (fields.rule === undefined) {
    const has = fields.ask === undefined ? 'has no `rule`' : 'is an `ask` without a `rule`';
    return [...problems, { message: `${name} ${has}` }];
  }
  const faultyKey = (key: string) => (isMapping(entry) ? key : undefined);
  for (const [key, value] of Object.entries(fields).filter(([name]) => KEYS.includes(name))) {
    const subject = key === 'rule' ? name : `the \`ask\` of ${name}`;
    const problem = textProblem(value);
    if (problem !== undefined)
      problems.push({ message: `${subject} ${problem}`, key: faultyKey(key) });
  }
  const twin = numbersByRule.get(rule.toLowerCase());
  if (rule !== '' && twin !== undefined)
    problems.push({ message: `${name} is rule ${twin} once more` });
  else numbersByRule.set(rule.toLowerCase(), index + 1);
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

const DOCUMENT_WORD = /\b(?:documents?|contexts?|passages?|sources?|knowledge[ -]?bases?)\b/i;

/**
 * @throws ConfigError for a rule about documents that no column fills: the judge would not see them
 */
export function refuseUnseenDocuments(
  source: Source,
  writtenTest: WrittenTest,
  { rules = [], data }: { rules?: readonly BotRule[]; data: DataConfig },
): void {
  const isFilled = Object.keys(data.columns?.fill ?? {}).length > 0;
  const ruleIndex = rules.findIndex(({ rule }) => DOCUMENT_WORD.test(rule));
  const rule = rules[ruleIndex];
  if (isFilled || !rule) return;
  const [word] = DOCUMENT_WORD.exec(rule.rule) ?? [];
  throw new ConfigError(
    `rule ${ruleIndex + 1} speaks of ${quoted(word)}, and no column of the rows is filled into the prompt: its judge would not see it`,
    {
      where: writtenList(source, writtenTest).placeOf([ruleIndex]),
      remedy:
        'Name the column of the documents: `data: { columns: { fill: [context] } }`; or word the rule without them.',
    },
  );
}
