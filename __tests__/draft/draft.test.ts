import { draftRows, type CheckedRow, type DraftOptions } from '../../src/draft/draft.ts';
import { quoteFlaw, type DraftKind } from '../../src/draft/draft-kind.ts';
import { piecesOf } from '../../src/draft/pieces.ts';
import type { RequestFailure } from '../../src/engine/asking/breaker.ts';

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

async function draftWith(script: Script, over: Partial<DraftOptions> = {}) {
  const rows: CheckedRow[] = [];
  const prompts: string[] = [];
  const drafted = await draftRows({
    kind: KIND,
    pieces: PIECES,
    rows: 2,
    seed: 1,
    earlier: [],
    check: () => Promise.resolve('{}'),
    write: (prompt) => Promise.resolve(script(prompts.push(prompt), prompt)),
    onRow: (row) => Promise.resolve(void rows.push(row)),
    ...over,
  });
  return { ...drafted, rows, prompts };
}

/** A reply of rows, each with the text of the prompt's piece as its quote. */
function replyOf(prompt: string, rows: readonly { question: string; answer?: string }[]): string {
  const quote = PIECES.find(({ text }) => prompt.includes(text))?.text;
  return JSON.stringify({ rows: rows.map((row) => ({ answer: 'So.', quote, ...row })) });
}

/** Replies with these questions, each with the number of the call. */
function reply(...texts: string[]): Script<string> {
  return (call, prompt) =>
    replyOf(
      prompt,
      texts.map((text) => ({ question: `${text} ${call}` })),
    );
}

describe('drafting rows', () => {
  it('stops once there are enough, with rows of every piece', async () => {
    const { keptCount, rows, prompts } = await draftWith(reply('When?'));
    expect(keptCount).toBe(2);
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
    const { keptCount, prompts } = await draftWith(reply('Doubtful?'));
    expect(keptCount).toBe(0);
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
    expect(await draftWith(script)).toMatchObject({ keptCount: 1, failure });
  });

  it('gives each half its rows', async () => {
    const kind: DraftKind = { ...KIND, halves: ['true', 'false'] };
    const script: Script = (call, prompt) =>
      replyOf(
        prompt,
        ['true', 'true', 'true', 'false'].map((answer, i) => ({
          question: `Statement ${call} ${i}`,
          answer,
        })),
      );
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
    const script: Script = (_call, prompt) =>
      replyOf(prompt, [{ question: 'When?' }, { question: 'when? ' }]);
    const { keptCount, dropped } = await draftWith(script);
    expect(keptCount).toBe(1);
    expect(dropped.get('the same text again')?.count).toBeGreaterThan(1);
  });

  it('writes no row again that the file holds', async () => {
    const earlier = PIECES.map(({ text: passage }) => ({ text: 'WHEN?', key: 'So.', passage }));
    const script: Script = (_call, prompt) => replyOf(prompt, [{ question: 'When?' }]);
    const draft = await draftWith(script, { earlier });
    expect([draft.keptCount, draft.dropped.get('the same text again')?.count]).toEqual([0, 12]);
    expect(draft.prompts[0]).toContain('Write none of these again: "WHEN?"');
  });

  it('keeps rows before those behind them are checked', async () => {
    const kept: CheckedRow[] = [];
    let keptAtLastCheck = 0;
    const doubt = () => {
      keptAtLastCheck = kept.length;
      return Promise.resolve(undefined);
    };
    await draftWith(reply('One?', 'Two?', 'Three?', 'Four?', 'Five?'), {
      kind: { ...KIND, doubt },
      pieces: PIECES.slice(0, 1),
      rows: 5,
      onRow: (row) => Promise.resolve(void kept.push(row)),
    });
    expect([kept.length, keptAtLastCheck]).toEqual([5, 4]);
  });
});
