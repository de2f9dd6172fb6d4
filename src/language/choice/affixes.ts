/** What some languages join to a letter without making another word of it: `B-t választom`, `B'yi seçiyorum`, `ngu-B`. */

const BEHIND =
  /(?<![\p{L}\p{N}'’.-])(?<sign>\p{Lu})(?:['’-](?:y?[iıuü]|[dt][iıuü]r|n[iıuü]n?|ot|et|t|ს|ა|ն)|:(?:n|tä|ta|ää|aa))(?=[ .,]|$)/gu;
const BEFORE = /(?<![\p{L}\p{N}])(?<prefix>ngu|yi|ב|ל|ה)-(?=\p{Lu}(?!\p{L}))/gu;

export const withoutAffixes = (line: string): string => line.replace(BEHIND, '$<sign>').replace(BEFORE, '$<prefix> ');
