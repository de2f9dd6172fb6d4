import { sha256Base64 } from './sealed-line.ts';

/**
 * Identifies a request by everything that shapes its answer, and by the number of equal requests
 * before it.
 */
export interface NumberedRequest {
  id: string;
  nth: number;
}

export interface RequestShape {
  hub: string;
  method: string;
  url: URL;
  /** As it is sent, not parsed. */
  body: string;
  /** Headers that shape the answer, without keys. */
  headers: readonly (string | null)[];
  /** True for a question that is asked again, whose replies are its own. */
  isFresh?: boolean | undefined;
}

/** Owns the numbers of equal requests: a run that resumes another one assigns the same numbers. */
export class RequestNumbers {
  private readonly next = new Map<string, number>();
  private readonly freed = new Map<string, number[]>();

  /** Assigns the lowest number that no other equal request has. */
  assign({ hub, method, url, headers, body, isFresh = false }: RequestShape): NumberedRequest {
    const parts: unknown[] = [hub, method, url.href, headers, body];
    if (isFresh) parts.push('again');
    const id = sha256Base64(JSON.stringify(parts));
    const freedNumber = this.freed.get(id)?.shift();
    if (freedNumber !== undefined) return { id, nth: freedNumber };
    const nth = this.next.get(id) ?? 0;
    this.next.set(id, nth + 1);
    return { id, nth };
  }

  /** Gives the number of a failed request to the next equal one. */
  free({ id, nth }: NumberedRequest): void {
    const freed = this.freed.get(id) ?? [];
    freed.push(nth);
    this.freed.set(
      id,
      freed.toSorted((a, b) => a - b),
    );
  }
}
