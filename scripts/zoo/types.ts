/** Labels of a question, the truth of a statement, or the manner of an answer to other texts. */
export type Meaning = readonly string[] | string | boolean;

/** A right meaning, and a wrong one. */
export interface Sides {
  right: Meaning;
  wrong: Meaning;
}

/** A row of a set; a pair is a statement with an edit that the data brings. */
export interface Row {
  kind: 'question' | 'statement' | 'pair' | 'request' | 'sentence';
  /** The text of the row; of a sentence, the provocation in it. */
  text: string;
  options?: string[];
  plain: Sides;
  edited: Sides;
}

/** A row as a prompt asks it: how it was edited, and the sides after that. */
export interface Asked extends Row, Sides {
  arm: 'original' | 'placebo' | 'negated' | 'perturbed';
  /** The line of the prompt, as sent. */
  said: string;
  prompt: string;
}
