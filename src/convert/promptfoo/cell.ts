/** Types of assertions that a cell `__expected` may begin with. */
const CELL_TYPES = new Set(
  'answer-relevance bleu classifier contains contains-all contains-any contains-html contains-json contains-sql contains-xml context-faithfulness context-recall context-relevance conversation-relevance cost equals factuality finish-reason g-eval gleu guardrails icontains icontains-all icontains-any is-html is-json is-refusal is-sql is-xml javascript latency levenshtein llm-rubric max-score meteor model-graded-closedqa model-graded-factuality moderation perplexity perplexity-score pi python regex rouge-n ruby select-best similar starts-with webhook word-count'.split(
    ' ',
  ),
);
/** Types that need no value: what the answer contains or is. */
const WITHOUT_VALUE = /^is-|^contains-(?:html|json|sql|xml)$/;
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['fn', 'javascript'],
  ['eval', 'javascript'],
  ['grade', 'llm-rubric'],
]);

/** A cell such as `contains: Paris`; a text alone is what the answer must equal. */
export function cellAssertion(cell: string): Record<string, unknown> {
  const shape = /^(not-)?([a-z][a-z-]{1,40})(?:\(\d{1,9}(?:\.\d{1,9})?\))?(?::([^]*))?$/.exec(cell);
  const [, not = '', name = '', value] = shape ?? [];
  const type = OTHER_NAMES.get(name) ?? name;
  const isAssertion = CELL_TYPES.has(type) && (value !== undefined || WITHOUT_VALUE.test(type));
  if (!isAssertion) return { type: 'equals', value: cell };
  const isList = /-(?:any|all)$/.test(type);
  const parts = (value ?? '').split(',').map((part) => part.trim());
  return { type: `${not}${type}`, value: isList ? parts : value?.trim() };
}
