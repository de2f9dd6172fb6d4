import { withoutUnread } from '../../config/langtest.js';
import type { LocatedYaml } from '../../config/positions.js';
import { asRecord } from '../../json.js';
import { NO_MODEL, textOf, type Material, type Notes, type Reason } from './material.js';

const UNREAD: Reason = { why: 'it changes no sensitivity test', instead: 'Keep it in LangTest.' };

/** Reads a LangTest configuration. It works as it is: it gets a model and LangTest's verdict, and loses other categories of tests. */
export function fromLangTest(yaml: LocatedYaml, notes: Notes): Material {
  const { model: given, ...whole } = asRecord(yaml.value);
  const { value, unread } = withoutUnread(whole);
  for (const key of unread) notes.add(key, yaml.where(key.split('.')), UNREAD);
  const { tests, ...root } = asRecord(value);
  const { defaults, sensitivity, ...others } = asRecord(tests);
  for (const [category, given] of Object.entries(others)) {
    const what = [`tests.${category}`, Object.keys(asRecord(given)).join(', ')].filter(Boolean).join(': ');
    notes.add(what, yaml.where(['tests'], category), { why: 'only tests of sensitivity are asked here', instead: 'Keep it in LangTest.' });
  }
  if (sensitivity === undefined)
    notes.add('tests', yaml.where(['tests']), {
      why: 'it has no test of sensitivity',
      instead: 'add_negation and add_toxic_words stand in their place: remove what you do not want.',
    });
  const model = asRecord(given);
  const deployment = textOf(asRecord(root.model_parameters).deployment_name);
  return {
    format: 'a LangTest configuration',
    config: {
      ...root,
      model: {
        hub: textOf(model.hub) ?? (deployment === undefined ? NO_MODEL.hub : 'azure-openai'),
        name: textOf(model.model) ?? textOf(model.name) ?? deployment ?? NO_MODEL.name,
      },
      tests: { ...(defaults !== undefined && { defaults }), sensitivity: sensitivity ?? { add_negation: {}, add_toxic_words: {} } },
      evaluation: { method: 'pair', ...asRecord(root.evaluation) },
    },
    rows: [],
  };
}
