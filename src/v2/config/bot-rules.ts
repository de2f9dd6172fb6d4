import type { BotRule } from '../../core/types.ts';
import { ConfigError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import type { WrittenText } from './config.ts';
import { Faults } from './faults.ts';
import { RULES_KEY } from './prompts.ts';
import type { Source } from './resolve.ts';
import { ruleList, type TestSettings } from './schema.ts';
import { parseYaml } from './yaml.ts';

const DOCUMENTS =
  /\b(?:from|only|based on|according to|by|beyond|outside|outside of|than|what|in) (?:the|these|those|its|our|your) (?:given |provided |retrieved )?(?:documents?|passages?|knowledge[ -]?bases?|sources?(?! code)|contexts?(?! of))\b/i;

/** The rules of a bot, from the configuration or a file of their own. */
export function resolveRules(source: Source, { rules, data }: TestSettings): BotRule[] {
  const { faults, texts, written } = source;
  if (!rules) {
    faults.add({
      path: RULES_KEY,
      problem: 'is missing',
      remedy: 'Write a list of 1 to 10 rules.',
    });
    return [];
  }
  const named = texts.get(RULES_KEY.join('.'));
  const list = Array.isArray(rules) ? rules : rulesIn(named, faults);
  const { fill } = (data ?? written.data)?.columns ?? {};
  for (const [i, { rule }] of list.entries()) {
    const [words] = DOCUMENTS.exec(rule) ?? [];
    if (words === undefined || fill) continue;
    faults.add({
      path: Array.isArray(rules) ? [...RULES_KEY, i] : RULES_KEY,
      problem: `has rule ${i + 1}, which says ${quoted(words)}: no column of the rows fills the prompt, so the judge would not see them`,
      remedy:
        'Name the column of the documents: `data: { columns: { fill: [context] } }`. Or write the rule without these words.',
    });
  }
  return list;
}

function rulesIn(named: WrittenText | undefined, faults: Faults): BotRule[] {
  if (!named?.text) return [];
  try {
    const yaml = parseYaml(named.text, named.file ?? '');
    const ofFile = new Faults(yaml);
    const list = ofFile.check(ruleList, yaml.value);
    ofFile.throwAny();
    return list;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.take(error);
    return [];
  }
}
