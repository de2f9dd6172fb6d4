import type { BotRule } from '../engine/sample.ts';
import { MAX_RULE_LENGTH, MAX_RULES } from '../engine/sample.ts';
import { ConfigError } from '../errors.ts';
import { isMapping, quoted } from '../json.ts';
import type { Source, WrittenTest } from './config.ts';
import type { DataConfig } from './keys/data.ts';
import { parseYaml, type Path } from './positions.ts';
import { namedFileAt } from './named-files.ts';
import { mergeProblems } from './problems.ts';
import { didYouMean } from '../language/nearest.ts';

const RULE_KEYS = ['rule', 'ask'];

/** The list of rules as it is written, with the places of its entries. */
interface WrittenList {
  list: unknown;
  place: string;
  /** Returns the place of an entry, or of a key of one. */
  placeOf: (path: Path, key?: string) => string;
}

/**
 * Returns the rules of the bot, from the configuration or from a file of their own; undefined for
 * any other test than `rules`.
 *
 * @throws ConfigError that names every mistake
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

function checkedRules(written: WrittenList): BotRule[] {
  const { placeOf } = written;
  const entries = entriesIn(written);
  const problems: ConfigError[] = [];
  if (entries.length > MAX_RULES)
    problems.push(
      new ConfigError(
        `the list has ${entries.length} rules, and at most ${MAX_RULES} are allowed`,
        { where: placeOf([MAX_RULES]), remedy: `Keep the ${MAX_RULES} that matter most.` },
      ),
    );
  const numbersByRule = new Map<string, number>();
  const rules = entries.map((entry, index): BotRule => {
    const number = index + 1;
    const { rule, ask } = ruleIn(entry);
    const ruleProblems = problemsOf(entry, number);
    const firstNumber = numbersByRule.get(rule.toLowerCase());
    if (firstNumber === undefined) numbersByRule.set(rule.toLowerCase(), number);
    else if (rule !== '')
      ruleProblems.push({ message: `rule ${number} repeats rule ${firstNumber}` });
    for (const { message, key } of ruleProblems)
      problems.push(
        new ConfigError(message, {
          where: placeOf([index], key),
          remedy: `Correct the rule. A rule is a sentence of at most ${MAX_RULE_LENGTH} characters, or { rule: …, ask: … }.`,
        }),
      );
    return ask === undefined ? { rule } : { rule, ask };
  });
  if (problems.length > 0) throw mergeProblems(problems);
  return rules;
}

/** @throws ConfigError for anything but a list with entries */
function entriesIn({ list, place }: WrittenList): unknown[] {
  if (Array.isArray(list) && list.length > 0) return list;
  let message = 'the rules are not a list';
  if (list === undefined) message = 'the test rules has no rules';
  else if (Array.isArray(list)) message = 'the list of rules is empty';
  throw new ConfigError(message, {
    where: place,
    remedy: `Write a list of 1 to ${MAX_RULES} rules: each a sentence, or { rule: …, ask: … }.`,
  });
}

function ruleIn(entry: unknown): { rule: string; ask: string | undefined } {
  const { rule, ask } = isMapping(entry) ? entry : { rule: entry, ask: undefined };
  const trimmed = (text: unknown) => (typeof text === 'string' ? text.trim() : undefined);
  return { rule: trimmed(rule) ?? '', ask: trimmed(ask) };
}

/** A problem of a rule, and the key of the rule that has it, if the rule is a mapping. */
interface RuleProblem {
  message: string;
  key?: string;
}

function problemsOf(entry: unknown, number: number): RuleProblem[] {
  const name = `rule ${number}`;
  if (typeof entry === 'string') return textProblems(name, entry);
  if (!isMapping(entry)) return [{ message: `${name} is not text, but ${quoted(entry)}` }];
  const problems: RuleProblem[] = [];
  for (const key of Object.keys(entry).filter((name) => !RULE_KEYS.includes(name)))
    problems.push({
      message: `unknown key ${quoted(key)} in ${name}${didYouMean(key, RULE_KEYS)}`,
      key,
    });
  const { rule, ask } = entry;
  if (rule === undefined) {
    const message =
      ask === undefined ? `${name} has no \`rule\`` : `${name} is an \`ask\` without a \`rule\``;
    return [...problems, { message }];
  }
  problems.push(...textProblems(name, rule, 'rule'));
  if (ask !== undefined) problems.push(...textProblems(`the \`ask\` of ${name}`, ask, 'ask'));
  return problems;
}

function textProblems(subject: string, value: unknown, key?: string): RuleProblem[] {
  const problem = textProblem(value);
  return problem === undefined ? [] : [{ message: `${subject} ${problem}`, key }];
}

function textProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return `is not text, but ${quoted(value)}`;
  const { length } = [...value.trim()];
  if (length === 0) return 'is empty';
  return length > MAX_RULE_LENGTH
    ? `has ${length} characters, and at most ${MAX_RULE_LENGTH} are allowed`
    : undefined;
}

const SURE_NOUN = 'documents?|passages?|knowledge[ -]?bases?';
const DOCUMENT_NOUN = `(?:${SURE_NOUN}|contexts?|(?<!open[ -])sources?(?![ -]code))`;
const DETERMINER = '\\s(?:the|these|those|its|our|your)\\s(?:given |provided |retrieved )?';

/** Matches a rule that may be about documents. `source code` and `open source` are not. */
const DOCUMENT_WORD = new RegExp(`\\b${DOCUMENT_NOUN}\\b`, 'i');

/**
 * Matches a rule that binds answers to documents: `from the documents`, `only the given context`.
 * Other uses of these words may mean something else, such as "polite in any context".
 */
const BOUND_TO_DOCUMENTS = new RegExp(
  `\\b(?:from|only|based on|according to|by|beyond|outside|outside of|than|what)${DETERMINER}${DOCUMENT_NOUN}\\b` +
    `|\\bin${DETERMINER}(?:${SURE_NOUN})\\b`,
  'i',
);

interface RulesAndData {
  rules?: readonly BotRule[];
  data: DataConfig;
}

/** Returns true if no column of the rows fills a prompt. The judge then sees no documents. */
function hasNoFill({ columns }: DataConfig): boolean {
  return Object.keys(columns?.fill ?? {}).length === 0;
}

/**
 * Refuses a rule that binds answers to documents if no column fills them into the prompt.
 *
 * @throws ConfigError
 */
export function refuseUnseenDocuments(
  source: Source,
  writtenTest: WrittenTest,
  { rules = [], data }: RulesAndData,
): void {
  const ruleIndex = rules.findIndex(({ rule }) => BOUND_TO_DOCUMENTS.test(rule));
  if (ruleIndex === -1 || !hasNoFill(data)) return;
  const [phrase] = BOUND_TO_DOCUMENTS.exec(rules[ruleIndex]?.rule ?? '') ?? [];
  throw new ConfigError(
    `rule ${ruleIndex + 1} says ${quoted(phrase)}, but no column of the rows fills the prompt, so the judge would not see them`,
    {
      where: writtenList(source, writtenTest).placeOf([ruleIndex]),
      remedy:
        'Name the column of the documents: `data: { columns: { fill: [context] } }`. Or write the rule without these words.',
    },
  );
}

/** Returns a notice for each rule that may be about documents if the judge sees none. */
export function documentNotices({ rules = [], data }: RulesAndData): string[] {
  if (!hasNoFill(data)) return [];
  return rules.flatMap(({ rule }, index) => {
    const [word] = DOCUMENT_WORD.exec(rule) ?? [];
    if (word === undefined) return [];
    return [
      `Rule ${index + 1} of the test rules mentions ${quoted(word)}, and no column of the rows fills the prompt. If the rule is about documents, name their column: \`data: { columns: { fill: [context] } }\`.`,
    ];
  });
}
