import { hash } from 'node:crypto';
import { z } from 'zod';
import { jsonIn } from '../json.js';
import type { Link } from './connect.js';
import type { ModelSettings } from './settings.js';

/** What is noted of a batch before it is made, and once its number is known. */
const NOTE = z.strictObject({
  /** By which it is found where its number never came. */
  token: z.uuid(),
  batch: z.string().optional(),
  /** `custom_id` of what is in it. */
  names: z.array(z.string()),
  /** What it failed at stands in a report: whoever goes on asks that anew. */
  isTold: z.boolean().optional(),
});

export type Note = z.output<typeof NOTE>;

/** The batches of a run, in its journal, so that whoever takes it up finds them and asks nothing twice. */
export class BatchNotes {
  private next = 0;
  private readonly id: string;

  private readonly link: Link;

  constructor(link: Link, { name, system_prompt, parameters }: ModelSettings) {
    this.link = link;
    // A base may be asked at the same address.
    const whose = JSON.stringify(['batches', link.endpoint.href, name, system_prompt, parameters]);
    this.id = hash('sha256', whose, 'base64url');
  }

  /** Those of the run that was interrupted, with their places. */
  async read(): Promise<{ nth: number; note: Note }[]> {
    const found: { nth: number; note: Note }[] = [];
    for (;;) {
      const text = await this.link.kept?.memory.noted({ id: this.id, nth: this.next }, this.link.kept.seal);
      if (text === undefined) return found;
      const { data: note } = NOTE.safeParse(jsonIn(text));
      if (note) found.push({ nth: this.next, note });
      this.next += 1;
    }
  }

  /** @returns its place, to be written again as more is known. */
  async write(note: Note, nth = this.next++): Promise<number> {
    await this.link.kept?.memory.note({ id: this.id, nth }, JSON.stringify(note), this.link.kept.seal);
    return nth;
  }
}
