import { LONGEST_RULE, MOST_RULES } from '../../engine/sample.js';
import { asRecord } from '../../json.js';
import { asList, scalarText, type ConvertedRow, type Notes, type Reason } from '../material.js';
import type { Located } from './prompt.js';
import { rendered, templateOf, templateVariables } from './template.js';
import type { ReadTest } from './tests.js';

/** What is right for a test, and what its answer must keep. */
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
const TOO_MANY: Reason = {
  why: '`rules` takes at most 10 rules',
  instead: 'Write two rules into one, or leave this one out.',
};
const WORDS: Reason = {
  why: 'it names no right answer',
  instead: 'Keep it in promptfoo, or write what is right as answer of the row.',
};
const SECOND: Reason = {
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

const IS_REFUSAL = /^(?:not-)?is-refusal$/;
/** Names the right answer. */
const MATCHES = /^(?:equals|starts-with|i?contains(?:-any)?|factuality|model-graded-factuality)$/;
const IS_RUBRIC = /^(?:not-)?(?:llm-rubric|g-eval|model-graded-closedqa)$/;
const SAYS_NOT = /^not-i?contains(?:-any)?$/;
const GRADED = /rubric|g-eval|graded|factuality|relevance|faithfulness|recall|select-best/;
const READ_KEYS = new Set(['type', 'value', 'metric']);

/** Reads the assertions of a test, those of all tests first. What is not taken is noted. */
export function demandsOf(
  { values, assertions, place }: ReadTest,
  shared: readonly Located[],
  notes: Notes,
): TestDemands {
  const texts: Record<string, string> = {};
  for (const [name, { text }] of Object.entries(values)) texts[name] = text;
  const found: { answers: string[]; should?: ConvertedRow['should']; rules: RuleCandidate[] } = {
    answers: [],
    rules: [],
  };
  for (const assertion of [...shared, ...assertions]) {
    const isShared = shared.includes(assertion);
    const { type, value } = asRecord(assertion.value);
    const name = scalarText(type) ?? 'without a type';
    // What differs from test to test is named at the test.
    const at = isShared ? place : assertion.place;
    if (IS_REFUSAL.test(name)) found.should = name === 'is-refusal' ? 'refuse' : 'answer';
    else if (MATCHES.test(name)) {
      const answers = textsIn(value, texts);
      if (answers === undefined) notes.add(`assert ${name}`, at, WORDS);
      else if (found.answers.length > 0) notes.add(`assert ${name}`, at, SECOND);
      else found.answers = answers;
    } else {
      const rule = ruleTexts(name, value, texts);
      const candidates = rule.map((text) => ({
        text,
        type: name,
        place: assertion.place,
        isShared,
      }));
      found.rules.push(...candidates);
    }
  }
  return found;
}

/**
 * Notes the assertions that no test can take, and keys beside those that are read. Returns the
 * others.
 */
export function usableAssertions(assertions: readonly Located[], notes: Notes): Located[] {
  return assertions.filter(({ value, place }) => {
    const assertion = asRecord(value);
    const name = scalarText(assertion.type) ?? 'without a type';
    const isRule = IS_RUBRIC.test(name) || SAYS_NOT.test(name);
    if (!isRule && !IS_REFUSAL.test(name) && !MATCHES.test(name)) {
      notes.add(`assert ${name}`, place, GRADED.test(name) ? RUBRIC : WORDS);
      return false;
    }
    if (assertion.transform !== undefined) {
      notes.add(`assert ${name}`, place, TRANSFORMED);
      return false;
    }
    if (isRule && ruleTemplates(assertion.value).length === 0) {
      notes.add(`assert ${name}`, place, NO_RULE);
      return false;
    }
    for (const key of Object.keys(assertion).filter((key) => !READ_KEYS.has(key)))
      notes.add(`assert ${name}: ${key}`, place, UNREAD_KEY);
    return true;
  });
}

/** The texts of a value with its variables filled in; undefined if one is none. */
function textsIn(value: unknown, values: Readonly<Record<string, string>>): string[] | undefined {
  const texts = asList(value).map((entry) => {
    const template = templateOf(scalarText(entry) ?? '{{');
    const isFilled =
      template !== undefined &&
      templateVariables(template).every((name) => Object.hasOwn(values, name));
    return isFilled ? rendered(template, values).trim() : '';
  });
  const areWords = texts.every((text) => /[\p{L}\p{N}]/u.test(text) && !/^file:\/\//i.test(text));
  return texts.length > 0 && areWords ? texts : undefined;
}

function ruleTemplates(value: unknown): string[] {
  const texts = asList(value).map((entry) => scalarText(entry)?.trim().replace(/\s+/g, ' ') ?? '');
  const areTexts = texts.every((text) => text !== '' && !/^file:\/\/|\{[%#]/i.test(text));
  return areTexts ? texts : [];
}

/** A demand as rules; variables that have no value stay, and are no rule. */
function ruleTexts(
  type: string,
  value: unknown,
  values: Readonly<Record<string, string>>,
): string[] {
  const texts = ruleTemplates(value).map((text) => {
    const template = templateOf(text);
    const isFilled =
      template !== undefined &&
      templateVariables(template).every((name) => Object.hasOwn(values, name));
    return isFilled ? rendered(template, values) : text;
  });
  if (SAYS_NOT.test(type)) return [`Never says ${texts.map((text) => `"${text}"`).join(' or ')}.`];
  return type.startsWith('not-') ? texts.map((text) => `This is never so: ${text}`) : texts;
}

/** The rules that hold for every test; the demands of some are noted where they stand. */
export function commonRules(tests: readonly TestDemands[], notes: Notes): string[] {
  const holding = new Map<string, number>();
  for (const { rules } of tests)
    for (const text of new Set(rules.map((rule) => rule.text)))
      holding.set(text, (holding.get(text) ?? 0) + 1);
  const commonTexts: string[] = [];
  const noted = new Set<string>();
  for (const rule of tests.flatMap(({ rules }) => rules)) {
    const isCommon = holding.get(rule.text) === tests.length && (rule.isShared || tests.length > 1);
    const isRule = rule.text.length <= LONGEST_RULE && !/\{\{/.test(rule.text);
    if (commonTexts.includes(rule.text)) continue;
    if (isCommon && isRule && commonTexts.length < MOST_RULES) {
      commonTexts.push(rule.text);
      continue;
    }
    const key = JSON.stringify([rule.place, rule.type]);
    if (noted.has(key)) continue;
    noted.add(key);
    let reason = HOLDS_FOR_SOME;
    if (!isRule || rule.isShared) reason = NO_RULE;
    if (isCommon && isRule) reason = TOO_MANY;
    notes.add(`assert ${rule.type}`, rule.place, reason);
  }
  return commonTexts;
}
