import type { BotRule } from '../engine/types.ts';
import { quoted } from '../json.ts';
import { BUILTIN_NAMES } from '../data/builtin.ts';
import { ANSWER_NAMES } from '../data/keys.ts';
import type { DataConfig, Overrides, SubjectTexts, WrittenText } from './config.ts';
import { Faults } from './faults.ts';
import { ruleList, type TestSettings, type WrittenConfig } from './schema.ts';
import { parseYaml, type Path } from './yaml.ts';

/** A file without the faults of the schema. */
export interface Source {
  written: WrittenConfig;
  /** The same before defaults, in the order of the file. */
  value: Readonly<Record<string, unknown>>;
  texts: SubjectTexts;
  /** The file with the rules of a bot. */
  ruleFile?: WrittenText;
  faults: Faults;
  overrides: Overrides;
  isLangTest: boolean;
  /** Undefined for a key that the file does not have. */
  placeOf: (path: Path) => string | undefined;
}

const SETS = BUILTIN_NAMES.map((name) => `builtin:${name}`).join(', ');
const HAS_SPLIT = /:(?:train|validation|test|dev)$|:.*:.*:/;

/**
 * The rows of a test, whose source the input `data` overrides.
 *
 * @param above - path of the section: `data`, or that of the test, which no input overrides
 */
export function resolveData(
  { faults, overrides, placeOf }: Source,
  rows: TestSettings['data'],
  above: Path,
): DataConfig {
  const { columns = {}, limit, split, source: named, data_source } = rows ?? {};
  const refuse = (key: string, problem: string, remedy: string) => {
    faults.add([...above, ...key.split('.')], problem, remedy);
  };
  const input = above.length === 1 ? overrides.data : undefined;
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
    refuse('columns.answer_index', 'is written twice: as answer, too', 'Keep one of them.');
  const answers = ['answer', 'truth', columns.answer?.toLowerCase(), ...ANSWER_NAMES];
  const shown = Object.values(columns.fill ?? {}).find((column) =>
    answers.includes(column.toLowerCase()),
  );
  if (shown !== undefined)
    refuse('columns.fill', `shows prompts ${quoted(shown)}, a right answer`, 'Fill in another.');
  // A source without a config has two colons before its split.
  const colons = file.split(':').length > 2 ? ':' : '::';
  return {
    source: input ?? (split === undefined ? file.replace(/^\.\//, '') : `${file}${colons}${split}`),
    columns,
    limit,
    isFromInput: input !== undefined,
    place: input ? "input 'data'" : placeOf([...above, named ? 'source' : 'data_source']),
    placeOfColumn: (role) => placeOf([...above, 'columns', role]),
  };
}

const DOCUMENTS =
  /\b(?:from|only|based on|according to|by|beyond|outside|outside of|than|what|in) (?:the|these|those|its|our|your) (?:given |provided |retrieved )?(?:documents?|passages?|knowledge[ -]?bases?|sources?(?! code)|contexts?(?! of))\b/i;
const RULES: Path = ['tests', 'sensitivity', 'rules', 'rules'];

/** The rules of a bot, from the configuration or a file of their own. */
export function resolveRules(
  { faults, ruleFile }: Source,
  rules: TestSettings['rules'],
  { columns }: DataConfig,
): readonly BotRule[] {
  if (!rules) faults.add(RULES, 'is missing', 'Write a list of 1 to 10 rules.');
  const ofFile = ruleFile && faults.attempt(() => rulesIn(ruleFile));
  const list = Array.isArray(rules) ? rules : (ofFile ?? []);
  for (const [i, { rule }] of list.entries()) {
    const [words] = DOCUMENTS.exec(rule) ?? [];
    if (words !== undefined && !columns.fill)
      faults.add(
        [...RULES, i],
        `(rule ${i + 1}) says ${quoted(words)}: no column of the rows fills the prompt, so the judge would not see them`,
        'Name the column of the documents: `data: { columns: { fill: [context] } }`. Or write the rule without these words.',
      );
  }
  return list;
}

function rulesIn({ text, file = '' }: WrittenText): BotRule[] {
  const yaml = parseYaml(text, file);
  const faults = new Faults(yaml);
  const list = faults.check(ruleList, yaml.value);
  faults.throwAny();
  return list;
}
