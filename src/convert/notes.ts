import { hideSecrets } from './secrets.ts';

/** A part of the source file that is not converted, with the reason and a way out. */
export interface NotConverted {
  what: string;
  /** `file:line:column` of each. */
  places: string[];
  why: string;
  instead: string;
}
export type Reason = Pick<NotConverted, 'why' | 'instead'>;

/** Collects notes on parts that are not converted. Equal notes share one entry. */
export class Notes {
  readonly #entries = new Map<string, NotConverted>();

  add(what: string, place: string, { why, instead }: Reason): void {
    const key = JSON.stringify([what, why, instead]);
    const entry = this.#entries.get(key);
    if (entry) entry.places.push(place);
    else {
      const shownName = hideSecrets(what).slice(0, 120);
      this.#entries.set(key, { what: shownName, places: [place], why, instead });
    }
  }

  list(): NotConverted[] {
    return [...this.#entries.values()];
  }
}
