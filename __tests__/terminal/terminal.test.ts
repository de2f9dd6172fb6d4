import { PassThrough } from 'node:stream';
import { progressBar } from '../../src/terminal/progress-bar.ts';
import { questionsAsker } from '../../src/terminal/init/questions.ts';
import type { Process, Terminal } from '../../src/terminal/command.ts';
import { saveReport } from '../../src/terminal/saved-reports.ts';
import type { Config } from '../../src/config/config.ts';
import { results } from '../report/sample-results.ts';

/** A stream that takes itself for a terminal, and what was written to it. */
function screen(): {
  stream: PassThrough & { isTTY: boolean; columns: number };
  shown: () => string;
} {
  const written: string[] = [];
  const stream = Object.assign(new PassThrough(), {
    isTTY: true,
    columns: 80,
    setRawMode: () => stream,
  });
  stream.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  return { stream, shown: () => written.join('') };
}

const HIDE = '\u001B[?25l';
const SHOW = '\u001B[?25h';

it('a progress bar restores the cursor, and shows no time before the first answer', () => {
  const { stream, shown } = screen();
  const bar = progressBar(stream as unknown as NodeJS.WriteStream);
  bar.update(0, 800);
  expect(shown()).toContain(HIDE);
  expect(shown()).not.toMatch(/N[FaU]/);
  bar.stop();
  expect(shown().lastIndexOf(SHOW)).toBeGreaterThan(shown().lastIndexOf(HIDE));
});

/** Questions, and the keyboard that answers them. */
function questions() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const { stream, shown } = screen();
  const streams = { stdin: input, stdout: stream } as unknown as Pick<Process, 'stdin' | 'stdout'>;
  return { input, shown, ...questionsAsker(streams) };
}

it.each([
  ['Ctrl-C', (input: PassThrough) => input.write('\u0003')],
  ['the end of the input', (input: PassThrough) => input.end()],
])('%s at a question ends the questions', async (_, press) => {
  const { input, answer, close } = questions();
  const asked = answer({ ask: 'Hub', defaultAnswer: 'openai' });
  setImmediate(() => press(input));
  await expect(asked).rejects.toThrow('Nothing was written');
  close();
});

it('a question uses its default for an empty line, and is repeated after an answer that is not allowed', async () => {
  const { input, answer, close, shown } = questions();
  const asked = answer({
    ask: 'Hub',
    defaultAnswer: 'openai',
    problem: (hub) => (hub === 'opnai' ? 'no such hub' : undefined),
  });
  setImmediate(() => {
    input.write('opnai\r');
    setImmediate(() => input.write('\r'));
  });
  expect(await asked).toBe('openai');
  expect(shown()).toContain('no such hub');
  close();
});

it('a mask that cannot be built is printed, and costs no verdict', async () => {
  const config = {
    get tests(): never {
      throw new Error('a chunk of the bundle is missing');
    },
  } as unknown as Config;
  const complaints: string[] = [];
  const complain = (text: string) => void complaints.push(text);
  const terminal = { root: '/', layout: {}, complain } as unknown as Terminal;
  const evaluation = { results: results(), config };
  await saveReport('/nowhere', evaluation, terminal);
  expect(complaints).toEqual([expect.stringContaining('a chunk of the bundle is missing')]);
});
