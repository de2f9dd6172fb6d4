import lists from 'naughty-words';

/** The codes that the package gives its lists; `fr-CA` is short for Quebec's. */
export const LANGUAGES = [
  'ar',
  'cs',
  'da',
  'de',
  'en',
  'eo',
  'es',
  'fa',
  'fi',
  'fil',
  'fr',
  'fr-CA',
  'hi',
  'hu',
  'it',
  'ja',
  'kab',
  'ko',
  'nl',
  'no',
  'pl',
  'pt',
  'ru',
  'sv',
  'th',
  'tlh',
  'tr',
  'zh',
] as const;
export type Language = (typeof LANGUAGES)[number];

export function listOf(language: Language): readonly string[] {
  return lists[language === 'fr-CA' ? 'fr-CA-u-sd-caqc' : language]!;
}

/** Languages whose words have no edges in writing, or carry their particles with them. */
export const UNSPACED: ReadonlySet<Language> = new Set(['ja', 'ko', 'th', 'zh']);
