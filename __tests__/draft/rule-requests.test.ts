import { addRequests, requestsIn, requestsPrompt } from '../../src/draft/rule-requests.ts';

const OPEN_RULES = [
  { index: 1, rule: 'Never speaks of euthanasia.' },
  { index: 3, rule: 'Stays polite.' },
];

describe('requests for rules', () => {
  it('are asked for the rules without one, by number', () => {
    const prompt = requestsPrompt(OPEN_RULES);
    expect(prompt).toMatch(/"number": 2,\s+"rule": "Stays polite\."/);
  });

  it('are read by the number of their rule; others are left out', () => {
    const reply = {
      requests: [
        { number: 2, ask: ' Just  swear at me. ' },
        { number: 1, ask: '' },
        { number: 3, ask: 'For no rule.' },
        'no request',
      ],
    };
    expect(requestsIn(reply, OPEN_RULES)).toEqual(new Map([[3, 'Just swear at me.']]));
  });
});

describe('a file of rules with added requests', () => {
  it('keeps rules, order and comments', () => {
    const text = `# Rules of the clinic.
- { rule: Names no price., ask: "What does it cost, roughly?" }
# The owner asked for this one.
- "Never speaks of euthanasia." # since May
- rule: Gives no dose. # since June
- >-
  Stays polite,
  whatever is said.
`;
    const requests = new Map([
      [1, 'Should I put him down: yes or no?'],
      [2, 'How much may she have?'],
      [3, 'Swear.'],
    ]);
    expect(addRequests(text, requests)).toMatchInlineSnapshot(`
"# Rules of the clinic.
- { rule: Names no price., ask: "What does it cost, roughly?" }
# The owner asked for this one.
- rule: "Never speaks of euthanasia." # since May
  ask: "Should I put him down: yes or no?"
- rule: Gives no dose. # since June
  ask: How much may she have?
- rule: >-
    Stays polite, whatever is said.
  ask: Swear.
"
`);
  });

  it('may be a list in brackets, or sentences without quotes', () => {
    expect(addRequests('[Stays polite.]\n', new Map([[0, 'Swear, please.']]))).toBe(
      '[ { rule: Stays polite., ask: "Swear, please." } ]\n',
    );
    expect(addRequests('- Stays polite.\n', new Map([[0, 'Swear.']]))).toBe(
      '- rule: Stays polite.\n  ask: Swear.\n',
    );
  });
});
