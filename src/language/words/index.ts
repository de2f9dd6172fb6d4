export { wordFinder, type WordFinder, type WordOptions } from './finder.js';
export { isInside, quotedSpans } from './quotes.js';
export { type Language, LANGUAGES } from './languages.js';
