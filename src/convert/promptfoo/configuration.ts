import { valueAt, type LocatedYaml } from '../../config/positions.ts';
import { asRecord, isMapping } from '../../json.ts';
import { type ConvertedSource, NO_MODEL } from '../converted-source.ts';
import type { Notes, Reason } from '../notes.ts';
import { asList, scalarText } from '../values.ts';
import type { SourceFiles } from '../source-files.ts';
import { commonRules, demandsOf, usableAssertions } from './assertions.ts';
import {
  choosePrompt,
  nameForNote,
  ONE_OF_EACH,
  type ChosenPrompt,
  type LocatedValue,
} from './prompt.ts';
import { modelOf } from './provider.ts';
import { shapeSource, type TestWithDemands } from './shape.ts';
import {
  NO_COUNTERPART,
  NOT_PLAIN,
  readTest,
  testsOf,
  testsUnder,
  yamlOf,
  type TestReader,
} from './tests.ts';

/** Maximum number of shared variables, and of shared assertions: each test is read with all. */
const MAX_SHARED_ENTRIES = 200;
const TOO_LONG: Reason = {
  why: `more than ${MAX_SHARED_ENTRIES} variables or assertions of all tests are not read`,
  instead: 'Write those that matter.',
};
const READ_KEYS = new Set(
  'description tags metadata sharing outputPath $schema defaultTest prompts providers targets tests assertionTemplates'.split(
    ' ',
  ),
);
const SHARED_KEYS = new Set(['vars', 'assert', 'description', 'metadata']);
const LONE_VARIABLE: ChosenPrompt = { user: [{ variable: 'prompt' }], system: [] };
const NO_PROMPT: ChosenPrompt = { user: [], system: [] };

/** The keys and assertions of `defaultTest`, which all tests share. */
interface SharedTest {
  test: Record<string, unknown>;
  assertions: LocatedValue[];
}

export async function fromPromptfoo(
  yaml: LocatedYaml,
  sourceFiles: SourceFiles,
  notes: Notes,
): Promise<ConvertedSource> {
  const root = asRecord(yaml.value);
  const reader: TestReader = { sourceFiles, notes };
  for (const key of Object.keys(root).filter((name) => !READ_KEYS.has(name)))
    notes.add(key, yaml.placeOf([], key), NO_COUNTERPART);
  const providers = [...testsUnder(yaml, ['providers']), ...testsUnder(yaml, ['targets'])];
  const model = firstModel(providers, notes) ?? NO_MODEL;
  const prompts = writtenPrompts(yaml);
  const prompt =
    prompts.length === 0 ? LONE_VARIABLE : await choosePrompt(prompts, sourceFiles, notes);
  const shared = await sharedTest(yaml, reader);
  const tests = await testsWithDemands(yaml, shared, reader);
  const rules = commonRules(
    tests.map(({ demands }) => demands),
    notes,
  );
  const shapedSource = await shapeSource(prompt ?? NO_PROMPT, tests, reader);
  return { format: 'a promptfoo configuration', model, rules, ...shapedSource };
}

/** Returns the section `model` of the first provider that one of the hubs can ask. */
function firstModel(
  providers: readonly LocatedValue[],
  notes: Notes,
): Record<string, unknown> | undefined {
  let model: Record<string, unknown> | undefined;
  for (const { value, place } of providers) {
    if (model === undefined) model = modelOf(value, place, notes);
    else notes.add(`provider ${nameForNote(value)}`, place, ONE_OF_EACH);
  }
  return model;
}

/** Returns the prompts, which are a list or a mapping of files to labels. */
function writtenPrompts(yaml: LocatedYaml): LocatedValue[] {
  const { prompts } = asRecord(yaml.value);
  if (!isMapping(prompts) || prompts.id !== undefined || prompts.raw !== undefined)
    return testsUnder(yaml, ['prompts']);
  return Object.keys(prompts).map((value) => ({ value, place: yaml.placeOf(['prompts'], value) }));
}

/** Reads `defaultTest`, which may stand in a file of its own. */
async function sharedTest(
  yaml: LocatedYaml,
  { sourceFiles, notes }: TestReader,
): Promise<SharedTest> {
  const { defaultTest } = asRecord(yaml.value);
  if (defaultTest === undefined || defaultTest === null) return { test: {}, assertions: [] };
  const place = yaml.placeOf(['defaultTest']);
  const file = /^file:\/\/([^*]+\.ya?ml)$/i.exec(scalarText(defaultTest) ?? '')?.[1];
  const entries =
    file === undefined
      ? testsUnder(yaml, ['defaultTest'])
      : testsUnder(await yamlOf(file, place, sourceFiles), []);
  const [entry] = entries;
  if (!isMapping(entry?.value)) {
    notes.add('defaultTest', place, NOT_PLAIN);
    return { test: {}, assertions: [] };
  }
  const { value: test, place: testPlace, placeOf } = entry;
  if (
    Math.max(Object.keys(asRecord(test.vars)).length, asList(test.assert).length) >
    MAX_SHARED_ENTRIES
  ) {
    notes.add('defaultTest', testPlace, TOO_LONG);
    return { test: {}, assertions: [] };
  }
  for (const key of Object.keys(test).filter((name) => !SHARED_KEYS.has(name)))
    notes.add(`defaultTest.${key}`, testPlace, NO_COUNTERPART);
  const assertions = asList(test.assert).map((value, i) => ({ value, place: placeOf(i) }));
  const resolved = resolveReferences(assertions, yaml.value);
  return { test, assertions: usableAssertions(resolved, notes) };
}

/** Reads all tests. Without tests, promptfoo asks once what `defaultTest` says. */
async function testsWithDemands(
  yaml: LocatedYaml,
  shared: SharedTest,
  reader: TestReader,
): Promise<TestWithDemands[]> {
  let entries = testsUnder(yaml, ['tests']);
  if (entries.length === 0 && Object.keys(shared.test).length > 0) {
    const place = yaml.placeOf(['defaultTest']);
    entries = [{ value: {}, place, placeOf: () => place }];
  }
  const tests: TestWithDemands[] = [];
  for (const entry of entries) {
    for (const writtenTest of await testsOf(entry, reader)) {
      const [firstTest, ...furtherTests] = await readTest(writtenTest, shared.test, reader);
      if (firstTest === undefined) continue;
      const resolved = resolveReferences(firstTest.assertions, yaml.value);
      const assertions = usableAssertions(resolved, reader.notes);
      for (const test of [firstTest, ...furtherTests]) {
        const usableTest = { ...test, assertions };
        const demands = demandsOf(usableTest, shared.assertions, reader.notes);
        tests.push({ ...usableTest, demands });
      }
    }
  }
  return tests;
}

/** Replaces each `$ref: "#/assertionTemplates/NAME"` by its assertion. */
function resolveReferences(assertions: readonly LocatedValue[], root: unknown): LocatedValue[] {
  return assertions.map(({ value, place }) => {
    const { $ref } = asRecord(value);
    const path = /^#\/([\w/.-]{1,200})$/.exec(scalarText($ref) ?? '')?.[1]?.split('/');
    const template = path && valueAt(root, path);
    return { value: isMapping(template) ? template : value, place };
  });
}
