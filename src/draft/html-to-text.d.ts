declare module 'html-to-text' {
  /** Returns the text of a page: blocks between blank lines, links and images left out. */
  export function convert(
    html: string,
    options?: {
      wordwrap?: false | number;
      selectors?: readonly { selector: string; format?: string; options?: object }[];
      limits?: { maxInputLength?: number };
    },
  ): string;
}
