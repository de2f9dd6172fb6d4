import { ConfigError } from '../shared/errors.ts';
import { differences } from '../shared/json.ts';
import { SAMPLING_PARAMETERS } from '../models/hubs/addresses.ts';
import type { Config, SubjectConfig } from './config.ts';
import { checkPrompts } from './prompts.ts';

/** The parts of a subject that are sent, without time limits and names of files. */
export function sentContent({ model, texts }: SubjectConfig, textOf = (text: string) => text) {
  const { timeout: _timeout, retries: _retries, ...settings } = model;
  return {
    model: settings,
    texts: Object.fromEntries(
      Object.entries(texts).map(([field, { text }]) => [field, textOf(text)]),
    ),
  };
}

/** The sent parts of a subject, normalized for white space: a model reads all else. */
export function normalizedContent(subject: SubjectConfig) {
  return sentContent(subject, (text) => text.replace(/\p{White_Space}+/gu, ' ').trim());
}

/**
 * The changed keys of a model, except its name, and sampling parameters that are numbers or
 * removed.
 */
export function changedKeys(base: SubjectConfig, head: SubjectConfig) {
  return differences(sentContent(base).model, sentContent(head).model, ['model']).filter(
    ({ path, new: value }) => {
      if (path === 'model.name') return false;
      const isSampling = SAMPLING_PARAMETERS.includes(path.replace('model.parameters.', ''));
      // A removed parameter takes the provider's default.
      return !(isSampling && (value === undefined || Number.isFinite(value)));
    },
  );
}

/** The changes to the rules, each with its place in the head. */
export function changedRules(base: Config, head: Config) {
  return differences(base.rules, head.rules).map(({ keys: _keys, ...change }) => ({
    ...change,
    place: head.placeOf(change.path),
  }));
}

/** The changes to model and texts. A text that is read from a file has the path of the file. */
export function changedSubject({ subject: base }: Config, { subject: head }: Config) {
  const written = { ...base.texts, ...head.texts };
  return differences(sentContent(base), sentContent(head)).map(
    ({ keys: [part, field = ''], ...change }) => {
      if (part === 'model') return change;
      const { file = `model.${field}`, lines } = written[field] ?? {};
      return { ...change, path: file, lines };
    },
  );
}

/**
 * Combines the rules of one side, with their time limits, and the subject of another.
 *
 * @throws ConfigError for another dialect, and for a prompt that these rules cannot fill
 */
export function withSubject(rules: Config, { subject, isLangTest, path }: Config) {
  if (rules.isLangTest !== isLangTest)
    throw new ConfigError(
      'Only one of the two commits has a section `model`, so neither can judge the other',
      {
        where: path,
        remedy: 'Keep the dialect, or run the change that switches it with `config-ref: head`.',
      },
    );
  const { timeout, retries } = rules.subject.model;
  checkPrompts(subject.texts, rules.tests, (key, problem) => {
    throw new ConfigError(
      `model.${key} cannot be used by the rules of another commit: ${problem}`,
      {
        where: subject.placeOf(key),
        remedy:
          'Correct the prompt. If it shows a new column, merge that first, with data.columns.fill.',
      },
    );
  });
  return { ...rules, subject: { ...subject, model: { ...subject.model, timeout, retries } } };
}
