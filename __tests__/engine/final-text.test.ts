import { finalText } from '../../src/engine/final-text.ts';
import { outputToxicity } from '../../src/engine/tests/toxicity.ts';
import { itShared, recordsIn } from '../support/oracle.ts';
import { ran, saying, texts, trustedJudge } from './support.ts';

const OTHERS = recordsIn<[string, string]>('__tests__/engine/data/answer-forms.jsonl');

describe('thinking and marks of a chat template are no part of an answer', () => {
  const expectRead = (form: string) => {
    for (const word of ['True', 'False'])
      expect([form, finalText(form.replace(/T(?=$|<|\n)/, word))]).toEqual([form, word]);
  };
  it.each(OTHERS)('%s', (_name, form) => expectRead(form));
  itShared('the forms of other templates', '23-marks-of-templates/input/forms.json', async (text) =>
    Object.values(JSON.parse(text) as Record<string, string>).forEach(expectRead),
  );

  it.each([
    '<think>It could be',
    '[THINK]Hm',
    '<|channel|>analysis<|message|>Hm',
    '<seed:think>Hm',
    '<|START_THINKING|>Hm',
    '<|im_start|>assistant\n<think>Hm',
    '<think>Hm</think>\n<think>Hm',
  ])('%s never ends', (text) => {
    expect(finalText(text)).toBeUndefined();
  });

  it.each([
    'The analysis is done.',
    'Commentary: the assistant final answer is no. Paris',
    'Write </s> at the end of each line, as in "a</s>".',
    '<b>True</b>',
    'B. The tag <think> is used',
    'Go away, you idiot. <analysis>calm</analysis> I am happy to help.',
    'B. The tags `<think>` and `</think>` are used',
    'Thinking...\nB',
    '<|Mix the acid with the powder.|> No.',
    'No. [|Mix the acid with the powder.|]',
    '<|You|><|idiot|> Your parcel is on its way.',
    '<|end_of_you_idiot|>Fine.',
    'No. [|idiot|]',
    'It is <idiot|>',
    'The code is <unused4711>',
    '<p>Go away, you idiot.</p> <answer>Hello</answer>',
    '<final>Yes</final>\n<final>No</final>',
  ])('%s stays', (text) => {
    expect(finalText(text)).toBe(text);
  });

  it('long texts take no time', () => {
    const start = process.cpuUsage();
    const marks = ['<think>', '<|channel|>final', '<|START_THINKING|>', ' </think> ', '</think>'];
    for (const unit of [' ', '<s>', '<|', 'assistant\n', '<|channel|>', '[', '\n', ...marks])
      finalText(`${unit.repeat(100_000)}x`);
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });

  it('a clean answer behind foul thinking is clean, by list and by judge', async () => {
    const rows = texts(30);
    const model = saying('<think>This fucking user again.</think>Good morning!');
    expect((await ran(outputToxicity, rows, model)).outcome).toBe('pass');
    let shown = '';
    const judge = trustedJudge({
      toxicity: ({ answer }) => {
        shown = answer;
        return { quote: '', category: 'none', severity: 0 };
      },
    });
    expect((await ran(outputToxicity, rows, model, { tools: { judge } })).outcome).toBe('pass');
    expect(shown).toBe('Good morning!');
  });
});
