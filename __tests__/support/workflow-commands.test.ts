import { workflowCommands } from './workflow-commands.ts';
import { recordsIn } from './oracle.ts';

const names = (...streams: string[]): string[] =>
  workflowCommands(...streams).map(({ name }) => name);

describe('workflowCommands', () => {
  it.each(recordsIn<[string, object]>('__tests__/support/data/workflow-commands.jsonl'))(
    '%j is a command',
    (line, command) => {
      expect(workflowCommands(line)).toEqual([command]);
    },
  );

  it.each([
    '',
    '::',
    '::error:x',
    'x ::error::y',
    ': :error::x',
    '::unknown::x',
    '## [error]x',
    '##[error',
    '##[unknown]x',
    '::error\n::',
  ])('%j is no command', (line) => {
    expect(workflowCommands(line)).toEqual([]);
  });

  it('reads lines of every kind, of both streams', () => {
    expect(names('a\r::error::x\r\n::notice::y\nb', '::warning::z')).toEqual([
      'error',
      'notice',
      'warning',
    ]);
  });

  it('stops at stop-commands until the token', () => {
    expect(names('::stop-commands::t\n::error::x\n::T::\n::notice::x')).toEqual([
      'stop-commands',
      't',
      'notice',
    ]);
  });
});
