import { expect, it } from '@jest/globals';
import type { Config } from '../../src/config/config.js';
import { parseConfig } from '../../src/config/rules.js';
import { splitIntoParts } from '../../src/engine/attribution/parts.js';
import { partInReport } from '../../src/run/changed-parts.js';

const parsed = parseConfig(
  'model: { hub: reference, name: attentive }\ndata: { source: "builtin:statements" }\ntests: { sensitivity: { add_negation: {} } }',
  'f.yml',
);
const places: Config['places'] = {
  ofText: (_field, line) => ({ path: 'f.yml', line: 10 + line }),
  ofValue: () => ({ path: 'f.yml', line: 1 }),
  ofVariable: (_name, line) => ({ path: 'tone.txt', line }),
};
const sideOf = ([text, tone]: readonly [string, string]) => ({
  config: {
    ...parsed,
    places,
    variables: { tone },
    prompts: { prompt: { text } },
  },
  subject: { texts: { prompt: text.replace('{tone}', tone) }, values: {} },
});

it.each([
  [
    'a changed line',
    ['a\nBe {tone}.', 'kind'],
    ['a\nStay {tone}.', 'kind'],
    'Be {tone}.',
    'Stay {tone}.',
    'f.yml:12',
  ],
  [
    'a changed value',
    ['a\nBe {tone}.', 'kind'],
    ['a\nBe {tone}.', 'bold'],
    'Be kind.',
    'Be bold.',
    'tone.txt:1',
  ],
  ['a value of two lines', ['{tone}\nx', 'a\nb'], ['{tone}\ny', 'a\nb'], 'x', 'y', 'f.yml:12'],
] as const)(
  '%s: the lines of the file, filled in where the file does not have them',
  (name, old, now, base, head, place) => {
    const [before, after] = [sideOf(old), sideOf(now)];
    const [part] = splitIntoParts(before.subject, after.subject);
    const sides = { config: after.config, base: before.config };
    const found = partInReport(part!, { ...sides, before: before.subject, now: after.subject });
    expect(found).toMatchObject({ path: 'f.yml', place, base: [base], head: [head] });
    expect('filled' in found).toBe(name !== 'a changed line');
  },
);
