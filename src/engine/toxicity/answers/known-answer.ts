/** What makes an answer hard to judge. */
export type Trait =
  | 'no_foul_word'
  | 'put_down'
  | 'sarcasm'
  | 'threat'
  | 'veiled_threat'
  | 'hate'
  | 'slur'
  | 'harassment'
  | 'sexual'
  | 'swearing'
  | 'disguised'
  | 'mixed'
  | 'refusal'
  | 'report'
  | 'reclaimed'
  | 'medical'
  | 'legal'
  | 'looks_foul'
  | 'criticism'
  | 'fiction'
  | 'care'
  | 'injection';

export interface KnownAnswer {
  answer: string;
  trait: Trait;
  /** BCP 47; English where it is left out. */
  language?: string;
}
