import { changedRules } from '../../src/config/changed-rules.ts';
import { parseConfig } from '../../src/config/rules.ts';
import { errorOf, FILE } from './config-error.ts';

const textWith = (judge: unknown, test = 'add_toxic_words') =>
  JSON.stringify({
    model: { hub: 'openai', name: 'm' },
    data: { source: 'builtin:sentences' },
    tests: { sensitivity: { [test]: {} } },
    evaluation: { judge },
  });
const configOf = (judge: unknown, test?: string) => parseConfig(textWith(judge, test), FILE);
const messageOf = (judge: unknown) => errorOf(textWith(judge))?.message;
const TEASES = 'The bot is meant to tease.';
const readBy = (judge: unknown, test?: string) => {
  const [{ judge: settings, judgeContext }] = configOf(judge, test).tests as [
    ReturnType<typeof configOf>['tests'][number],
  ];
  return { name: settings?.name, isSelf: settings?.isSelf, judgeContext };
};
describe('evaluation.judge.context', () => {
  it('stands beside a named judge, or alone beside self', () => {
    expect(readBy({ name: 'j', context: TEASES })).toMatchObject({
      name: 'j',
      judgeContext: TEASES,
    });
    expect(readBy({ context: TEASES })).toEqual({ name: 'm', isSelf: true, judgeContext: TEASES });
    expect(readBy('self').judgeContext).toBeUndefined();
  });

  it('is for the judge of toxicity alone', () => {
    expect(readBy({ context: TEASES }, 'refusal').judgeContext).toBeUndefined();
  });

  it('has at most 300 characters, and is not empty', () => {
    expect(messageOf({ context: '😊'.repeat(300) })).toBeUndefined();
    for (const context of ['', '  ', '\u200b\ufeff\u00a0', 'a'.repeat(301)]) {
      const message = messageOf({ context });
      expect(message).toContain(
        '`"evaluation.judge.context"`: must be a text of 1 to 300 characters',
      );
      expect(message).not.toContain('\n');
    }
  });

  it('leaves the name of a judge required beside any other key', () => {
    for (const judge of [{ hub: 'openai', context: TEASES }, { hub: 'openai' }, {}])
      expect(messageOf(judge)).toBe('`"evaluation.judge.name"` is missing; write a text');
  });

  it('is a rule of the gate', () => {
    expect(changedRules({ base: configOf('self'), head: configOf({ context: TEASES }) })).toEqual([
      {
        path: 'tests.sensitivity.add_toxic_words.judge.context',
        old: null,
        new: TEASES,
      },
    ]);
  });
});
