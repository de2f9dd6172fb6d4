/** The elements that our writers make, links aside. Whatever else stands in what they have written came from a text. */
export const MARKDOWN = 'h3 p b i ins sub code br wbr blockquote table thead tbody tr th td details summary'.split(' ');
export const PAGE = 'html head meta title style body h1 h2 p div span b i ins code table thead tbody tr th td details summary'.split(' ');
