import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/rules.ts';
import { splitIntoParts } from '../../src/engine/attribution/parts.ts';
import { partInReport } from '../../src/run/changed-parts.ts';

const parsed = parseConfig(
  'model: { hub: reference, name: attentive }\ndata: { source: "builtin:statements" }\ntests: { sensitivity: { add_negation: {} } }',
  'f.yml',
);
const places: Config['places'] = {
  placeOfText: (_field, line) => ({ path: 'f.yml', line: 10 + line }),
  placeOfValue: () => ({ path: 'f.yml', line: 1 }),
  placeOfVariable: (_name, line) => ({ path: 'tone.txt', line }),
};
type Side = readonly [prompt: string, tone: string];
const sideOf = ([text, tone]: Side) => ({
  config: {
    ...parsed,
    places,
    variables: { tone },
    prompts: { prompt: { text } },
  },
  subject: { texts: { prompt: text.replace('{tone}', tone) }, values: {} },
});

type Row = [
  string,
  base: Side,
  head: Side,
  old: string,
  now: string | undefined,
  place: string,
  isFilled?: true,
];

it.each<Row>([
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
    'kind',
    'bold',
    'tone.txt:1',
  ],
  ['a value of two lines', ['{tone}\nx', 'a\nb'], ['{tone}\ny', 'a\nb'], 'x', 'y', 'f.yml:12'],
  [
    'a line that stands twice',
    ['x\n{tone}\nx', 'a\nb'],
    ['x\n{tone}\ny', 'a\nb'],
    'x',
    'y',
    'f.yml:13',
  ],
  [
    'a sentence of a value',
    ['You help. {tone}', 'Be kind. Be brief.'],
    ['You help. {tone}', 'Be kind. Be clear.'],
    'Be kind. Be brief.',
    'Be kind. Be clear.',
    'tone.txt:1',
  ],
  ['a line of a value', ['{tone}\nx', 'a\nb'], ['{tone}\nx', 'a\nc'], 'b', 'c', 'tone.txt:2'],
  ['a line that a value lost', ['{tone}', 'a\nb'], ['{tone}', 'a'], 'b', undefined, 'tone.txt:2'],
  [
    'a changed value in a changed line',
    ['Be {tone}.', 'kind'],
    ['Stay {tone}.', 'bold'],
    'Be kind.',
    'Stay bold.',
    'f.yml:11',
    true,
  ],
  [
    'a changed line that a value of two lines splits',
    ['Be {tone}.', 'a\nb'],
    ['Stay {tone}.', 'a\nb'],
    'Be a',
    'Stay a',
    'f.yml:11',
    true,
  ],
])(
  '%s: the lines of the file, filled in where the file does not have them',
  (_, base, head, oldLine, newLine, place, isFilled) => {
    const [before, after] = [sideOf(base), sideOf(head)];
    const [part] = splitIntoParts(before.subject, after.subject);
    const described = partInReport(part!, {
      head: after.config,
      base: before.config,
      headSubject: after.subject,
      baseSubject: before.subject,
    });
    const [path] = place.split(':');
    const headLines = newLine === undefined ? [] : [newLine];
    expect(described).toMatchObject({ path, place, base: [oldLine], head: headLines });
    expect(described.filled).toBe(isFilled);
  },
);
