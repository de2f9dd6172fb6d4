/**
 * The elements that our writers make, links aside. Whatever else stands in what they have written
 * came from a text.
 */
export const MARKDOWN =
  'h3 p b i ins sub code br wbr blockquote table thead tbody tr th td details summary'.split(' ');
export const PAGE = [
  ...'html head meta title style body main header section nav h1 h2 h3 h4 p div span b i ins code small blockquote ul ol li dl dt dd'.split(
    ' ',
  ),
  ...'table thead tbody tr th td details summary figure figcaption form label input select option button noscript'.split(
    ' ',
  ),
  ...'svg rect path circle text'.split(' '),
];
