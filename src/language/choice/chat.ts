/** As people type who are in a hurry: `its b`, `i dont know`, `im going with c`. */

const DENIED = /(?<!\p{L})(?<verb>is|are|was|were|do|does|did|has|have|ca|wo|would|could|should)nt(?!\p{L})/giu;
const SPEAKER =
  /(?<!\p{L})(?<who>i(?=(?:m|ve)(?!\p{L}))|that(?=s(?!\p{L}))|it(?=s (?:the |an? )?["'(]?(?:\p{L}|option \p{L})["')]?(?:[.!]?$|, ))|it(?=s (?:the|definitely|probably|clearly|not) ))/giu;

/** `B i guess??` */
const GUESSING = /(?<=(?<!\p{L})i (?:guess|think|suppose|reckon))\?{1,4}/giu;
/** They say nothing of the choice; `jk` does. */
const PARTICLES = /,? (?:ofc|lol|lmao|imo|imho|tbh|ngl|obvs?|haha|duh|afaik|iirc|fwiw)(?=[.!]{0,3}$)/giu;

export const withApostrophes = (line: string): string =>
  line.replace(DENIED, "$<verb>n't").replace(SPEAKER, "$<who>'").replace(GUESSING, '.').replace(PARTICLES, '');
/** Before a label in a small letter. */
export const BEFORE_SMALL =
  /(?:(?<!\p{L})(?:it['’]s|it is|with|definitely|probably|prob|say|pick|choose|guess|so|therefore|clearly|surely|for|think|going|be)) ["'“]?$/iu;
/** Behind it. */
export const BEHIND_SMALL = /^,? i(?:['’]d)? (?:think|guess|say|suppose|believe|reckon)(?!\p{L})/iu;
