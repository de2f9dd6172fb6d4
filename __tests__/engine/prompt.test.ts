import {
  buildPrompt,
  fillVariables,
  fillRow,
  showsOptions,
  systemProblem,
  templateProblem,
} from '../../src/engine/rows/prompt.ts';

const filled = (template: string, options?: string) =>
  buildPrompt(
    { text: 'Is it?', ...(options !== undefined && { options }) },
    { sendsOptions: true, template },
  );

describe('braces in a prompt', () => {
  it.each([
    [
      'of JSON stay as they are',
      '{text} as {"a": {"b": []}}, or {}',
      'Is it? as {"a": {"b": []}}, or {}',
    ],
    ['around a placeholder fill it', '{"q": {text}}', '{"q": Is it?}'],
    ['twice are one each, as in a format string', '{{"q": {text}}}', '{"q": Is it?}'],
    [
      'twice around a name are no placeholder',
      '{text} \\boxed{{answer}} {{options}}',
      'Is it? \\boxed{answer} {options}',
    ],
  ])('%s', (_what, template, prompt) => {
    expect(templateProblem(template)).toBeUndefined();
    expect(filled(template)).toBe(prompt);
  });

  it.each([
    '{text} {context}',
    '{text} \\boxed{answer}',
    '{text} { options }',
    '{{}} {text} {"a": 1}',
  ])('%s is an error', (template) => {
    expect(templateProblem(template)).toMatch(
      /^unknown placeholder `"\{.*\}"` \(.*write \{\{ and \}\} .*\); allowed in a prompt: \{text\}, \{question\}, \{options\}$/,
    );
  });

  it('of a system prompt hold no placeholder, and stand twice where a name is meant', () => {
    for (const text of ['{text}', '{options}', '{context}'])
      expect(systemProblem(text)).toContain('a system prompt has none');
    for (const [text, sent] of [
      ['Say {"a": 1} or {}.', 'Say {"a": 1} or {}.'],
      ['Say \\boxed{{answer}}.', 'Say \\boxed{answer}.'],
    ] as const) {
      expect(systemProblem(text)).toBeUndefined();
      expect(fillRow(text, {})).toBe(sent);
    }
  });

  it.each([
    ['{context}\n{text}', '{"a": {b}}', '{"a": {b}}\nIs it?'],
    ['{text} in {context} as {"a": 1}', 'x}}', 'Is it? in x}} as {"a": 1}'],
    ['{text} in {context}', '{text}', 'Is it? in {text}'],
    ['{{"q": {text}}} {context}', '{{x}}', '{"q": Is it?} {{x}}'],
    ['{{ context }}: {{ question }} {"a": {}}', 'a', 'a: Is it? {"a": {}}'],
    ['{{question}}', '', 'Is it?'],
  ])('%s is filled with the variable context: %j', (template, context, prompt) => {
    expect(templateProblem(template, { variables: ['context'], columns: [] })).toBeUndefined();
    expect(filled(fillVariables(template, { context })!.text)).toBe(prompt);
  });

  it.each([
    ['{text} {{context}}', '{context}'],
    ['{text} {{ passage }}', '{passage}'],
    ['{{ text }} {passage}', '{{ passage }}'],
  ])('%s is in two styles, and %s is meant', (template, meant) => {
    const names = { variables: ['context'], columns: ['passage'] };
    expect(templateProblem(template, names)).toMatch(/^it has placeholders in two styles: /);
    expect(templateProblem(template, names)?.endsWith(`write ${meant}`)).toBe(true);
  });

  it.each(['{text} {passage}', '{{ text }} {{ passage }}', '{{"p": {{{passage}}}, "q": {text}}}'])(
    '%s is filled from a column of the row, as it stands there',
    (template) => {
      const names = { variables: [], columns: ['passage'] };
      expect(templateProblem(template, names)).toBeUndefined();
      const shape = fillVariables(template, {})!.text;
      const passage = '{text} {{options}} {passage}';
      const prompt = buildPrompt(
        { text: 'Is it?', filled: { passage } },
        { sendsOptions: true, template: shape },
      );
      expect(prompt).toContain(passage);
      expect(prompt.replace(passage, '')).toContain('Is it?');
    },
  );

  it('of the sample twice are an error', () => {
    expect(templateProblem('{text} {question}')).toContain('the sample is filled in twice');
    expect(templateProblem('{text} {text}')).toBeUndefined();
  });

  it('of a system prompt that hold a name between spaces are an error', () => {
    for (const text of ['By {{ name }}.', 'By {{name }}.'])
      expect(systemProblem(text)).toMatch(/^unknown placeholder `"\{\{ ?name \}\}"`/);
    expect(
      systemProblem('By {{ name }} of {place}.', { variables: ['place'], columns: [] }),
    ).toContain('unknown placeholder');
    expect(systemProblem('By {{ name }}.', { variables: [], columns: ['name'] })).toBeUndefined();
  });

  it('of another template language are named', () => {
    expect(templateProblem('{{ question }} {{ passage }}')).toContain(
      'unknown placeholder `"{passage}"` (give it a value under model.variables',
    );
    expect(templateProblem('{% if a %}{{ question }}{% endif %}')).toContain(
      'the statement `"{% if a %}"` is not run here',
    );
  });

  it('tell whether the options of a row are shown', () => {
    expect(
      [undefined, '{text}\n{options}', '{text}', '{text} {{options}}'].map(showsOptions),
    ).toEqual([true, true, false, false]);
  });
});
