/** Labels of a question, the truth of a statement, or the manner of an answer to other texts. */
export type Meaning = readonly string[] | string | boolean;

/** What is right to mean, and what is wrong. */
export interface Sides {
  right: Meaning;
  wrong: Meaning;
}

/** A row of a set; a pair is a statement with an edit that the data brings. */
export interface Row {
  kind: 'question' | 'statement' | 'pair' | 'request' | 'sentence';
  /** Of a sentence: the provocation in it. */
  text: string;
  options?: string[];
  plain: Sides;
  edited: Sides;
}

/** What a prompt asks: a row, how it was changed, and the sides once it was. */
export interface Asked extends Row, Sides {
  arm: 'original' | 'placebo' | 'negated' | 'perturbed';
  /** The line of the prompt, as sent. */
  said: string;
  prompt: string;
}
