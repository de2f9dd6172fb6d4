import { workflowCommands } from './workflow-commands.ts';

const names = (...streams: string[]): string[] =>
  workflowCommands(...streams).map(({ name }) => name);

describe('workflowCommands', () => {
  it.each([
    [
      '::error file=a%2Cb.yml,line=3::x%0Ay',
      { name: 'error', properties: { file: 'a,b.yml', line: '3' }, data: 'x\ny', legacy: false },
    ],
    [
      ' \t\u00A0\u0085::add-mask::x::y',
      { name: 'add-mask', properties: {}, data: 'x::y', legacy: false },
    ],
    ['::ERROR::', { name: 'error', properties: {}, data: '', legacy: false }],
    [
      'what ##[set-output name=x;y=a%5Db]z',
      { name: 'set-output', properties: { name: 'x', y: 'a]b' }, data: 'z', legacy: true },
    ],
    ['::nonsense::##[error]x', { name: 'error', properties: {}, data: 'x', legacy: true }],
    ['\u200B::error::x', { name: 'error', properties: {}, data: 'x', legacy: false }],
    ['#\u200B#[error]x', { name: 'error', properties: {}, data: 'x', legacy: true }],
  ])('%j is a command', (line, command) => {
    expect(workflowCommands(line)).toEqual([command]);
  });

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
