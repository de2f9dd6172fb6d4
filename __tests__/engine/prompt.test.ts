import { parseTemplate, renderPrompt, rowNames } from '../../src/engine/prompt.ts';

it.each([
  ...['{{{text}}}', '{{ text }}', '{{text}}', '{text}'],
  ...['{{{ticket}}}', '{{ ticket }}', '{ticket}', '{{ message }}', '{message}'],
])('%s is the sample, and sends no braces', (template) => {
  const columns = { text: 'ticket', fill: { message: 'ticket' } };
  const names = { variables: [], ...rowNames([columns]) } as const;
  const values = { message: 'as it stands in the row' };
  expect(renderPrompt(parseTemplate(template, names), { text: 'a {b}', values })).toBe('a {b}');
});

it('a name is no sample where it is a variable, or another column of other rows', () => {
  const sources = [{ text: 'ticket' }, { text: 'q', fill: { ticket: 'case' } }, {}];
  const names = rowNames(sources);
  expect(names.columns).toEqual(['ticket']);
  const pieces = parseTemplate('{q}{ticket}', { ...names, variables: ['q'] });
  expect(pieces.flatMap(({ name = [] }) => name)).toEqual(['q', 'ticket']);
});
