import type { BotRule } from '../engine/types.ts';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { BUILTIN_NAMES } from '../data/builtin.ts';
import { ANSWER_NAMES } from '../data/keys.ts';
import type { DataConfig, WrittenText } from './config.ts';
import { Faults } from './faults.ts';
import type { Source } from './source.ts';
import { ruleList, type TestSettings } from './schema.ts';
import { parseYaml, type Path } from './yaml.ts';

const SETS = BUILTIN_NAMES.map((name) => `builtin:${name}`).join(', ');
const HAS_SPLIT = /:(?:train|validation|test|dev)$|:.*:.*:/;

/** The rows of a test: its own, else those of the file, whose source the input `data` overrides. */
export function resolveData(source: Source, own: TestSettings['data'], test: Path): DataConfig {
  const { written, faults, overrides, placeOf } = source;
  const above = own ? [...test, 'data'] : ['data'];
  const { columns = {}, limit, split, source: named, data_source } = own ?? written.data ?? {};
  const refuse = (key: string, problem: string, remedy: string) => {
    faults.add([...above, key], problem, remedy);
  };
  const input = own ? undefined : overrides.data;
  const file = named ?? data_source ?? '';
  if ((input ?? file) === '')
    refuse(
      'source',
      'is missing: no data is named',
      `Write a path, ${SETS}, or hf:OWNER/NAME, or set the input \`data\`.`,
    );
  if (named !== undefined && data_source !== undefined)
    refuse('data_source', 'is written twice: as source, too', 'Keep one of them.');
  if (split !== undefined && (!file.startsWith('hf:') || HAS_SPLIT.test(file)))
    refuse('split', 'belongs to a source hf:OWNER/NAME without a split', 'Remove it.');
  if (columns.answer_index !== undefined && typeof columns.answer === 'string')
    refuse('columns', 'has the right options twice: answer, answer_index', 'Keep one of them.');
  const keys = [columns.answer, 'answer', 'truth', ...ANSWER_NAMES].map((name) =>
    name?.toLowerCase(),
  );
  const shown = Object.values(columns.fill ?? {}).find((column) =>
    keys.includes(column.toLowerCase()),
  );
  if (shown !== undefined)
    refuse('columns', `fills prompts from ${quoted(shown)}, a right answer`, 'Correct fill.');
  const places = Object.keys(columns).map((role): [string, string | undefined] => [
    role,
    placeOf([...above, 'columns', role]),
  ]);
  return {
    source: input ?? sourceWith(file, split),
    columns,
    limit,
    isFromInput: input !== undefined,
    place:
      input === undefined ? placeOf([...above, named ? 'source' : 'data_source']) : "input 'data'",
    columnPlaces: Object.fromEntries(places),
  };
}

/** A source without a config has two colons before its split. */
function sourceWith(file: string, split?: string): string {
  if (split === undefined) return file.replace(/^\.\//, '');
  return file.split(':').length > 2 ? `${file}:${split}` : `${file}::${split}`;
}

const DOCUMENTS =
  /\b(?:from|only|based on|according to|by|beyond|outside|outside of|than|what|in) (?:the|these|those|its|our|your) (?:given |provided |retrieved )?(?:documents?|passages?|knowledge[ -]?bases?|sources?(?! code)|contexts?(?! of))\b/i;
const RULES: Path = ['tests', 'sensitivity', 'rules', 'rules'];

/** The rules of a bot, from the configuration or a file of their own. */
export function resolveRules(
  { faults, texts }: Source,
  rules: TestSettings['rules'],
  { columns }: DataConfig,
): readonly BotRule[] {
  if (!rules) faults.add(RULES, 'is missing', 'Write a list of 1 to 10 rules.');
  const list = Array.isArray(rules) ? rules : rulesIn(texts.rules, faults);
  for (const [i, { rule }] of list.entries()) {
    const [words] = DOCUMENTS.exec(rule) ?? [];
    if (words === undefined || columns.fill) continue;
    faults.add(
      Array.isArray(rules) ? [...RULES, i] : RULES,
      `has rule ${i + 1}, which says ${quoted(words)}: no column of the rows fills the prompt, so the judge would not see them`,
      'Name the column of the documents: `data: { columns: { fill: [context] } }`. Or write the rule without these words.',
    );
  }
  return list;
}

function rulesIn(named: WrittenText | undefined, faults: Faults): BotRule[] {
  if (!named) return [];
  try {
    const yaml = parseYaml(named.text, named.file ?? '');
    const ofFile = new Faults(yaml);
    const list = ofFile.check(ruleList, yaml.value);
    ofFile.throwAny();
    return list;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.errors.push(error);
    return [];
  }
}
