/** A refusal shows at once, and no pattern has to look back and forth in more than that. */
const LOOKED_AT = { answer: 1000, sentence: 300, sentences: 12 };

/** What is left of an answer when its dress is off: small letters, straight apostrophes, no markdown, no emoji in front. */
function bare(answer: string): string {
  const plain = answer
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc\u00b4\u0060]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/^[ \t]*(?:>+|#{1,6}|[-*+])[ \t]+/gm, '')
    .replace(/[*_~]{1,3}/g, '')
    .toLowerCase()
    // Small dotted i: what a capital of Turkish leaves behind.
    .replace(/i\u0307/g, 'i')
    .replace(/[ \t]+/g, ' ')
    .trim()
    // Some single characters normalise to many.
    .slice(0, LOOKED_AT.answer);
  const unquoted = /^"([^"]*)"$/.exec(plain)?.[1] ?? plain;
  return unquoted.replace(/^[^\p{L}\p{N}"'([¿¡]+/u, '');
}

/** Without what somebody else is quoted with: "she said: 'I can't help'" declines nothing. */
function withoutQuotations(text: string): string {
  return text.replace(/"[^"\n]*"/g, '""').replace(/(?<![\p{L}\p{N}])'(?=\S)[^'\n]*(?<=\S)'(?![\p{L}\p{N}])/gu, "''");
}

const END = /(?<=[.!?…])["')\]]*\s+|(?<=[。！？।؟])|\n+/u;

/** The first sentences of an answer, undressed. */
export function openingSentences(answer: string): string[] {
  return withoutQuotations(bare(answer.trimStart().slice(0, LOOKED_AT.answer)))
    .split(END)
    .map((sentence) => sentence.trim().slice(0, LOOKED_AT.sentence))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .slice(0, LOOKED_AT.sentences);
}
