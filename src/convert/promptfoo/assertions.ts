import { MAX_RULE_LENGTH, MAX_RULES } from '../../engine/sample.ts';
import { asRecord } from '../../json.ts';
import type { ConvertedRow } from '../converted-source.ts';
import type { Notes, Reason } from '../notes.ts';
import { asList, scalarText } from '../values.ts';
import type { LocatedValue } from './prompt.ts';
import { joinTemplate, templateOf, templateVariables } from './template.ts';
import type { PromptfooTest } from './tests.ts';

/** The right answers of a test, and the rules that its answer must keep. */
export interface TestDemands {
  answers: readonly string[];
  should?: ConvertedRow['should'];
  rules: readonly RuleCandidate[];
}

/** A demand that becomes a rule if it holds for every test. */
interface RuleCandidate {
  text: string;
  type: string;
  place: string;
  isShared: boolean;
}

const RUBRIC: Reason = {
  why: 'it is judged by a rubric of its own',
  instead:
    'Write what every answer must keep under `tests.sensitivity.rules`, and what is right for a row as its answer.',
};
const HOLDS_FOR_SOME: Reason = {
  why: 'it holds for some tests, and `rules` hold for all rows',
  instead:
    'Write what is right for the row as its answer, or a rule that says when it holds ("If the customer …, …").',
};
const NO_RULE: Reason = {
  why: 'a rule is a text of at most 500 characters, without variables that differ from row to row',
  instead: 'Write it as a rule of `tests.sensitivity.rules` in fewer words.',
};
const TOO_MANY_RULES: Reason = {
  why: '`rules` takes at most 10 rules',
  instead: 'Write two rules into one, or leave this one out.',
};
const NO_ANSWER: Reason = {
  why: 'it names no right answer',
  instead: 'Keep it in promptfoo, or write what is right as answer of the row.',
};
const SECOND_ANSWER: Reason = {
  why: 'the row has its right answer already',
  instead: 'Write both into one answer, in words.',
};
const UNREAD_KEY: Reason = {
  why: 'an answer is right or not, and a rule kept or broken',
  instead: 'Leave it out, or keep it in promptfoo.',
};

const TRANSFORMED: Reason = {
  why: 'its `transform` makes another text of the answer',
  instead: 'Keep it in promptfoo, or write what is right as answer of the row.',
};

/** The use of an assertion in the configuration, by its type. */
type AssertionUse = 'refusal' | 'answer' | 'rule' | 'unread';

const IS_REFUSAL = /^(?:not-)?is-refusal$/;
const NAMES_ANSWER =
  /^(?:equals|starts-with|i?contains(?:-any)?|factuality|model-graded-factuality)$/;
const IS_RUBRIC = /^(?:not-)?(?:llm-rubric|g-eval|model-graded-closedqa)$/;
const FORBIDS_WORDS = /^not-i?contains(?:-any)?$/;
const IS_GRADED = /rubric|g-eval|graded|factuality|relevance|faithfulness|recall|select-best/;

function useOf(type: string): AssertionUse {
  if (IS_REFUSAL.test(type)) return 'refusal';
  if (NAMES_ANSWER.test(type)) return 'answer';
  return IS_RUBRIC.test(type) || FORBIDS_WORDS.test(type) ? 'rule' : 'unread';
}

const READ_KEYS = new Set(['type', 'value', 'metric']);

function typeOf(assertion: Record<string, unknown>): string {
  return scalarText(assertion.type) ?? 'without a type';
}

/**
 * Returns the assertions that a test can take. Notes the others, and the keys of an assertion that
 * are not read.
 */
export function usableAssertions(
  assertions: readonly LocatedValue[],
  notes: Notes,
): LocatedValue[] {
  return assertions.filter(({ value, place }) => {
    const assertion = asRecord(value);
    const type = typeOf(assertion);
    const problem = problemOf(assertion, type);
    if (problem !== undefined) {
      notes.add(`assert ${type}`, place, problem);
      return false;
    }
    for (const key of Object.keys(assertion))
      if (!READ_KEYS.has(key)) notes.add(`assert ${type}: ${key}`, place, UNREAD_KEY);
    return true;
  });
}

/** Returns why no test can take an assertion; undefined if one can. */
function problemOf(assertion: Record<string, unknown>, type: string): Reason | undefined {
  const use = useOf(type);
  if (use === 'unread') return IS_GRADED.test(type) ? RUBRIC : NO_ANSWER;
  if (assertion.transform !== undefined) return TRANSFORMED;
  return use === 'rule' && ruleTemplates(assertion.value).length === 0 ? NO_RULE : undefined;
}

/** Reads the usable assertions of a test, those of all tests first. */
export function demandsOf(
  { values, assertions, place }: PromptfooTest,
  shared: readonly LocatedValue[],
  notes: Notes,
): TestDemands {
  const variables: Record<string, string> = {};
  for (const [name, { text }] of Object.entries(values)) variables[name] = text;
  let answers: readonly string[] = [];
  let should: ConvertedRow['should'];
  const rules: RuleCandidate[] = [];
  for (const located of [...shared, ...assertions]) {
    const isShared = shared.includes(located);
    const assertion = asRecord(located.value);
    const type = typeOf(assertion);
    switch (useOf(type)) {
      case 'refusal':
        should = type === 'is-refusal' ? 'refuse' : 'answer';
        break;
      case 'answer': {
        const namedAnswers = answerTexts(assertion.value, variables);
        // Variables differ from test to test, so the note names the test.
        const notePlace = isShared ? place : located.place;
        if (namedAnswers === undefined) notes.add(`assert ${type}`, notePlace, NO_ANSWER);
        else if (answers.length > 0) notes.add(`assert ${type}`, notePlace, SECOND_ANSWER);
        else answers = namedAnswers;
        break;
      }
      default:
        for (const text of ruleTexts(type, assertion.value, variables))
          rules.push({ text, type, place: located.place, isShared });
    }
  }
  return { answers, should, rules };
}

/** Returns a template with its variables filled in; undefined if one of them has no value. */
function fillVariables(
  text: string,
  variables: Readonly<Record<string, string>>,
): string | undefined {
  const template = templateOf(text);
  if (template === undefined) return undefined;
  const hasAll = templateVariables(template).every((name) => Object.hasOwn(variables, name));
  return hasAll ? joinTemplate(template, (name) => variables[name] ?? '') : undefined;
}

/** Returns the right answers that a value names; undefined if one of them is no text with words. */
function answerTexts(
  value: unknown,
  variables: Readonly<Record<string, string>>,
): string[] | undefined {
  const texts = asList(value).map((entry) => {
    const text = scalarText(entry);
    return text === undefined ? '' : (fillVariables(text, variables)?.trim() ?? '');
  });
  const areWords = texts.every((text) => /[\p{L}\p{N}]/u.test(text) && !/^file:\/\//i.test(text));
  return texts.length > 0 && areWords ? texts : undefined;
}

/** Returns the texts of a rule, each in one line; none if one of them is no plain text. */
function ruleTemplates(value: unknown): string[] {
  const texts = asList(value).map((entry) => scalarText(entry)?.trim().replace(/\s+/g, ' ') ?? '');
  const areTexts = texts.every((text) => text !== '' && !/^file:\/\/|\{[%#]/i.test(text));
  return areTexts ? texts : [];
}

/** Returns an assertion as rules. A text with a variable that has no value stays a template. */
function ruleTexts(
  type: string,
  value: unknown,
  variables: Readonly<Record<string, string>>,
): string[] {
  const texts = ruleTemplates(value).map((text) => fillVariables(text, variables) ?? text);
  if (FORBIDS_WORDS.test(type))
    return [`Never says ${texts.map((text) => `"${text}"`).join(' or ')}.`];
  return type.startsWith('not-') ? texts.map((text) => `This is never so: ${text}`) : texts;
}

/** Returns the rules that hold for every test. Notes the others at their assertions. */
export function commonRules(tests: readonly TestDemands[], notes: Notes): string[] {
  const testCounts = new Map<string, number>();
  for (const { rules } of tests)
    for (const text of new Set(rules.map((rule) => rule.text)))
      testCounts.set(text, (testCounts.get(text) ?? 0) + 1);
  const commonTexts: string[] = [];
  const notedAssertions = new Set<string>();
  for (const rule of tests.flatMap(({ rules }) => rules)) {
    if (commonTexts.includes(rule.text)) continue;
    const isEverywhere = testCounts.get(rule.text) === tests.length;
    const isCommon = isEverywhere && (rule.isShared || tests.length > 1);
    const reason = refusalOfRule(rule, isCommon, commonTexts.length);
    if (reason === undefined) {
      commonTexts.push(rule.text);
      continue;
    }
    const assertion = JSON.stringify([rule.place, rule.type]);
    if (notedAssertions.has(assertion)) continue;
    notedAssertions.add(assertion);
    notes.add(`assert ${rule.type}`, rule.place, reason);
  }
  return commonTexts;
}

/** Returns why a candidate becomes no rule; undefined if it becomes one. */
function refusalOfRule(
  { text, isShared }: RuleCandidate,
  isCommon: boolean,
  ruleCount: number,
): Reason | undefined {
  const isRule = text.length <= MAX_RULE_LENGTH && !text.includes('{{');
  if (!isRule) return NO_RULE;
  if (!isCommon) return isShared ? NO_RULE : HOLDS_FOR_SOME;
  return ruleCount < MAX_RULES ? undefined : TOO_MANY_RULES;
}
