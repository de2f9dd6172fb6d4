import { batchesOf, zip } from '../engine/lists.ts';
import { drawFrom, shuffled } from '../engine/random.ts';
import type { RequestFailure } from '../engine/asking/breaker.ts';
import type { AskJudgeModel } from '../engine/scorers/scorer.ts';
import { isMapping, listIn } from '../json.ts';
import {
  draftPrompt,
  collapseSpaces,
  type DraftKind,
  type DraftRow,
  type Doubt,
} from './draft-kind.ts';
import { jsonObjectIn } from './json-reply.ts';
import { placeOfPiece, type DocumentPiece } from './pieces.ts';

/** Maximum number of rows that one request asks for. */
const MAX_ROWS_PER_REQUEST = 10;
/** Number of times that every piece is asked while rows are missing. */
const MAX_ROUNDS = 6;
/** Number of rows that are checked at the same time. */
const CHECKED_AT_ONCE = 4;
/** Number of texts of a piece that the prompt of a later round excludes. */
const MAX_EXCLUDED_TEXTS = 30;

export interface CheckedRow extends DraftRow {
  piece: DocumentPiece;
}

/** A row of an earlier command, which is not written again. */
export interface EarlierRow extends Pick<DraftRow, 'text' | 'key'> {
  /** The text of its piece. */
  passage: string;
}

export interface DraftOptions {
  kind: DraftKind;
  pieces: readonly DocumentPiece[];
  /** Number of rows to write. */
  rows: number;
  seed: number;
  /** Rows that the file holds already. */
  earlier: readonly EarlierRow[];
  /** Ask the model that writes rows, and the one that checks them. */
  write: AskJudgeModel;
  check: AskJudgeModel;
  /** Called for each checked row, before the next piece is asked. */
  onRow: (row: CheckedRow) => Promise<void>;
}

/** The reason for dropping a row whose text an earlier row has. */
export const REPEATED = 'the same text again';

/** The rows that were dropped for one reason. */
export interface DroppedRows {
  count: number;
  /** The first of them. */
  example: DraftRow & Doubt;
}

export interface DraftResult {
  keptCount: number;
  /** Rows that were dropped, by the reason. */
  dropped: ReadonlyMap<string, DroppedRows>;
  /** Places of the pieces for which the model wrote no JSON. */
  unreadable: readonly string[];
  /** Why no further request was sent: the endpoint, or a cap. */
  failure?: RequestFailure;
}

/**
 * Asks a model for rows from pieces of documents, in a seeded order, and keeps those that pass
 * every check. Ends when there are enough rows, or when every piece was asked six times.
 */
export async function draftRows(options: DraftOptions): Promise<DraftResult> {
  const { kind, pieces, seed } = options;
  const order = shuffled(pieces, drawFrom(seed, 'draft', kind.name));
  const session = new DraftSession(options);
  for (let round = 0; round < MAX_ROUNDS && session.missing > 0; round += 1) {
    for (const [askedPieces, piece] of order.entries()) {
      if (session.missing === 0) break;
      const count = Math.ceil((session.missing * kind.surplus) / (order.length - askedPieces));
      const failure = await session.draftFrom(piece, Math.min(MAX_ROWS_PER_REQUEST, count));
      if (failure) return { ...session.result(), failure };
    }
  }
  return session.result();
}

/** The rows that one command has drafted so far. */
class DraftSession {
  private readonly options: DraftOptions;
  private readonly texts = new Set<string>();
  private readonly textsOfPiece = new Map<DocumentPiece, string[]>();
  private readonly keptByKey = new Map<string, number>();
  private readonly dropped = new Map<string, DroppedRows>();
  private readonly unreadable = new Set<DocumentPiece>();
  private keptCount = 0;

  constructor(options: DraftOptions) {
    this.options = options;
    for (const { text, key, passage } of options.earlier) {
      const piece = options.pieces.find(({ text: pieceText }) => pieceText === passage);
      this.remember(text, piece);
      this.countKey(key);
    }
  }

  get missing(): number {
    return this.options.rows - this.keptCount;
  }

  result(): DraftResult {
    return {
      keptCount: this.keptCount,
      dropped: this.dropped,
      unreadable: [...this.unreadable].map(placeOfPiece),
    };
  }

  /** Returns the failure of a request that ends the command. */
  async draftFrom(piece: DocumentPiece, count: number): Promise<RequestFailure | undefined> {
    if (this.unreadable.has(piece)) return undefined;
    const { kind, check } = this.options;
    const reply = await this.ask(piece, count);
    if ('failure' in reply) return reply.failure;
    const newRows = reply.rows.filter((row) => this.isNew(row, piece));
    // In small batches, each kept before the next one: a command that is killed loses little.
    for (const batch of batchesOf(newRows, CHECKED_AT_ONCE)) {
      const rowsToCheck = batch.filter((row) => this.isWanted(row));
      const doubts = await Promise.all(
        rowsToCheck.map(async (row) => kind.doubt(row, { piece, ask: check })),
      );
      for (const [row, doubt] of zip(rowsToCheck, doubts)) {
        if (doubt !== undefined) this.drop(row, doubt);
        else if (this.isWanted(row)) await this.keep({ ...row, piece });
      }
    }
    return undefined;
  }

  /** Asks the writing model, and retries once if its reply holds no rows. */
  private async ask(
    piece: DocumentPiece,
    count: number,
  ): Promise<{ rows: DraftRow[] } | { failure: RequestFailure }> {
    const { kind, write } = this.options;
    const knownTexts = (this.textsOfPiece.get(piece) ?? []).slice(-MAX_EXCLUDED_TEXTS);
    const prompt = draftPrompt(kind, { piece, count, knownTexts });
    for (const attempt of [prompt, `${prompt}\n\nYour last answer was not this JSON object.`]) {
      const reply = await write(attempt, kind.format);
      if (typeof reply !== 'string') return { failure: reply };
      const rows = rowsIn(jsonObjectIn(reply), kind.fields);
      if (rows) return { rows };
    }
    this.unreadable.add(piece);
    return { rows: [] };
  }

  private isNew(row: DraftRow, piece: DocumentPiece): boolean {
    const flaw = this.options.kind.flaw(row, piece);
    if (flaw !== undefined) this.drop(row, { reason: flaw });
    else if (this.texts.has(textKey(row.text))) this.drop(row, { reason: REPEATED });
    else {
      this.remember(row.text, piece);
      return true;
    }
    return false;
  }

  private remember(text: string, piece: DocumentPiece | undefined): void {
    this.texts.add(textKey(text));
    if (piece === undefined) return;
    const earlierTexts = this.textsOfPiece.get(piece) ?? [];
    this.textsOfPiece.set(piece, [...earlierTexts, text]);
  }

  /** False once there are enough rows, or enough of this half. */
  private isWanted({ key }: DraftRow): boolean {
    const { kind, rows, earlier } = this.options;
    if (this.missing <= 0) return false;
    if (!kind.halves) return true;
    return (this.keptByKey.get(key) ?? 0) < Math.ceil((earlier.length + rows) / 2);
  }

  private countKey(key: string): void {
    this.keptByKey.set(key, (this.keptByKey.get(key) ?? 0) + 1);
  }

  private drop(row: DraftRow, doubt: Doubt): void {
    const dropped = this.dropped.get(doubt.reason) ?? { count: 0, example: { ...row, ...doubt } };
    this.dropped.set(doubt.reason, { ...dropped, count: dropped.count + 1 });
  }

  private async keep(row: CheckedRow): Promise<void> {
    this.keptCount += 1;
    this.countKey(row.key);
    await this.options.onRow(row);
  }
}

/** Returns the same key for texts that differ only in case and spaces. */
function textKey(text: string): string {
  return collapseSpaces(text).toLowerCase();
}

/** Returns the rows of a reply; undefined if it has no list of them. */
function rowsIn(
  reply: Record<string, unknown> | undefined,
  [text, key, quote]: DraftKind['fields'],
): DraftRow[] | undefined {
  const list = reply?.['rows'];
  if (!Array.isArray(list)) return undefined;
  // A model may write true, or the 14 of "14 days", without quotes.
  const textOf = (value: unknown) =>
    ['string', 'boolean', 'number'].includes(typeof value) ? String(value).trim() : '';
  return listIn(list)
    .slice(0, 2 * MAX_ROWS_PER_REQUEST)
    .filter(isMapping)
    .map((row) => ({ text: textOf(row[text]), key: textOf(row[key]), quote: textOf(row[quote]) }));
}
