import lists from 'naughty-words';

const QUEBEC = 'fr-CA-u-sd-caqc';

/** Codes of the packaged lists; `fr-CA` is short for the code of Quebec. */
export const LANGUAGES: readonly string[] = Object.keys(lists).map((code) => (code === QUEBEC ? 'fr-CA' : code));

export function listOf(language: string): readonly string[] {
  return lists[language === 'fr-CA' ? QUEBEC : language] ?? [];
}
