import { describe, expect, it } from '@jest/globals';
import { draftRows, type CheckedRow, type EarlierRow } from '../../src/draft/draft.js';
import type { DraftKind } from '../../src/draft/draft-kind.js';
import { quoteFlaw } from '../../src/draft/draft-kind.js';
import { piecesOf, type DocumentPiece } from '../../src/draft/pieces.js';
import type { RequestFailure } from '../../src/engine/breaker.js';

const KIND: DraftKind = {
  name: 'questions',
  columns: ['text', 'answer'],
  format: { name: 'rows', schema: {} },
  fields: ['question', 'answer', 'quote'],
  task: (count) => `Write ${count} questions.`,
  surplus: 1,
  checks: 1,
  flaw: quoteFlaw,
  doubt: ({ text }) =>
    Promise.resolve(
      text.startsWith('Doubtful') ? { reason: 'in doubt', judgement: 'No.' } : undefined,
    ),
};

const PIECES = piecesOf([
  { name: 'a.md', text: 'Parcels leave within two days.' },
  { name: 'b.md', text: 'Returns are free for 30 days.' },
]);

type Script<Reply = string | RequestFailure> = (call: number, prompt: string) => Reply;

async function draftWith(
  script: Script,
  given: { rows?: number; kind?: DraftKind; earlier?: EarlierRow[] } = {},
) {
  const kept: CheckedRow[] = [];
  const prompts: string[] = [];
  const result = await draftRows({
    kind: given.kind ?? KIND,
    pieces: PIECES,
    rows: given.rows ?? 2,
    seed: 1,
    earlier: given.earlier ?? [],
    check: () => Promise.resolve('{}'),
    write: (prompt) => Promise.resolve(script(prompts.push(prompt), prompt)),
    onRow: async (row) => {
      kept.push(row);
      return Promise.resolve();
    },
  });
  return { ...result, rows: kept, prompts };
}

function reply(...texts: string[]): Script<string> {
  return (call, prompt) => {
    const piece = PIECES.find(({ text }) => prompt.includes(text)) as DocumentPiece;
    const rows = texts.map((question) => ({
      question: `${question} ${call}`,
      answer: 'So.',
      quote: piece.text,
    }));
    return JSON.stringify({ rows });
  };
}

describe('drafting rows', () => {
  it('stops once there are enough, with rows of every piece', async () => {
    const { keptCount: kept, rows, prompts } = await draftWith(reply('When?'));
    expect(kept).toBe(2);
    expect(new Set(rows.map(({ piece }) => piece.document))).toEqual(new Set(['a.md', 'b.md']));
    expect(prompts).toHaveLength(2);
  });

  it('counts what it drops by its reason, with an example', async () => {
    const script: Script = (call, prompt) =>
      call === 1
        ? JSON.stringify({ rows: [{ question: 'Where?', answer: 'x', quote: 'Nowhere.' }] })
        : reply('Doubtful?', 'When?')(call, prompt);
    const { dropped } = await draftWith(script);
    expect(Object.fromEntries(dropped)).toMatchObject({
      'its quote does not stand in the document': { count: 1, example: { text: 'Where?' } },
      'in doubt': { count: 2, example: { text: 'Doubtful? 2', judgement: 'No.' } },
    });
  });

  it('asks a piece six times, and names what it has of it', async () => {
    const { keptCount: kept, prompts } = await draftWith(reply('Doubtful?'));
    expect(kept).toBe(0);
    expect(prompts).toHaveLength(12);
    expect(prompts[2]).toContain('Write none of these again: "Doubtful?');
  });

  it('repairs a reply without JSON once, then leaves the piece out and names it', async () => {
    const { unreadable, prompts } = await draftWith(() => 'Here you are.');
    expect(unreadable.toSorted()).toEqual(['a.md:1-1', 'b.md:1-1']);
    expect(prompts).toHaveLength(4);
    expect(prompts[1]).toContain('Your last answer was not this JSON object.');
  });

  it('reads JSON between fences', async () => {
    const fenced: Script = (call, prompt) =>
      `Sure!\n\`\`\`json\n${reply('When?')(call, prompt)}\n\`\`\``;
    expect((await draftWith(fenced)).keptCount).toBe(2);
  });

  it('reads an answer that is a number', async () => {
    const script: Script = (call, prompt) => reply('When?')(call, prompt).replace('"So."', '14');
    expect((await draftWith(script)).rows.map(({ key }) => key)).toEqual(['14', '14']);
  });

  it('keeps what it has where a request fails', async () => {
    const failure: RequestFailure = { kind: 'budget', message: 'The cap is reached.' };
    const script: Script = (call, prompt) => (call === 2 ? failure : reply('When?')(call, prompt));
    const { keptCount: kept, failure: end } = await draftWith(script);
    expect(kept).toBe(1);
    expect(end).toEqual(failure);
  });

  it('gives each half its rows', async () => {
    const kind: DraftKind = { ...KIND, halves: ['true', 'false'] };
    const script: Script = (call, prompt) => {
      const piece = PIECES.find(({ text }) => prompt.includes(text)) as DocumentPiece;
      const rows = ['true', 'true', 'true', 'false'].map((answer, i) => ({
        question: `Statement ${call} ${i}`,
        answer,
        quote: piece.text,
      }));
      return JSON.stringify({ rows });
    };
    const { rows } = await draftWith(script, { rows: 4, kind });
    expect(rows.map(({ key }) => key).toSorted()).toEqual(['false', 'false', 'true', 'true']);
    // Those that the file holds count as well.
    const earlier = [1, 2].map((n) => ({ text: `Earlier ${n}`, key: 'true', passage: '' }));
    const added = await draftWith(script, { rows: 4, kind, earlier });
    expect(added.rows.map(({ key }) => key).toSorted()).toEqual([
      ...['false', 'false', 'false', 'true'],
    ]);
  });

  it('takes no text twice, whatever its case and spaces', async () => {
    const script: Script = (_call, prompt) => {
      const piece = PIECES.find(({ text }) => prompt.includes(text)) as DocumentPiece;
      const rows = ['When?', 'when? '].map((question) => ({
        question,
        answer: 'So.',
        quote: piece.text,
      }));
      return JSON.stringify({ rows });
    };
    const { keptCount: kept, dropped } = await draftWith(script);
    expect(kept).toBe(1);
    expect(dropped.get('the same text again')?.count).toBeGreaterThan(1);
  });

  it('writes no row again that the file holds', async () => {
    const earlier = PIECES.map(({ text: passage }) => ({ text: 'WHEN?', key: 'So.', passage }));
    const script: Script = (_call, prompt) => reply('When?')(0, prompt).replace('When? 0', 'When?');
    const draft = await draftWith(script, { earlier });
    expect([draft.keptCount, draft.dropped.get('the same text again')?.count]).toEqual([0, 12]);
    expect(draft.prompts[0]).toContain('Write none of these again: "WHEN?"');
  });

  it('keeps rows before those behind them are checked', async () => {
    let keptAtLastCheck = 0;
    const kept: string[] = [];
    const texts = ['One?', 'Two?', 'Three?', 'Four?', 'Five?'];
    await draftRows({
      kind: {
        ...KIND,
        async doubt() {
          keptAtLastCheck = kept.length;
          return Promise.resolve(undefined);
        },
      },
      pieces: PIECES.slice(0, 1),
      rows: 5,
      seed: 1,
      earlier: [],
      check: () => Promise.resolve('{}'),
      write: (prompt) => Promise.resolve(reply(...texts)(1, prompt)),
      onRow: async ({ text }) => {
        kept.push(text);
        return Promise.resolve();
      },
    });
    expect([kept.length, keptAtLastCheck]).toEqual([5, 4]);
  });
});
