import { formatList } from '../../language/text.ts';
import { parseRowOptions, rightWords, type Case, type Row, keyOfRow, askedCase } from '../row.ts';
import { toArmAnswer } from '../score.ts';
import { compareObjects, isRight, readArm, truncatedError } from '../read.ts';
import { SEQUENTIAL_SETTINGS, passRate, type Rate, type RateWords, type Test } from '../test.ts';

const HAND_OVER = 'A person of our staff takes this over: I hand you over, or say whom to contact.';

/** The key of a row. If a decline is right, the key has no words. */
function keyFor(row: Row) {
  const { should, key } = row;
  if (should === 'decline') return { words: [] };
  if (should !== 'escalate') return keyOfRow(row, parseRowOptions(row));
  const answers = key && 'words' in key ? key.words : [''];
  return { words: answers.map((answer) => `${answer} ${HAND_OVER}`) };
}

function caseOf(row: Row) {
  const key = keyFor(row);
  if (!key)
    return {
      row,
      reason:
        'the row has neither a right answer (`answer`) nor an order to decline (`should`: decline or escalate)',
    };
  return { ...askedCase(row), keys: { asked: key }, options: parseRowOptions(row) };
}

const WORDS: RateWords = {
  does: 'answers as expected',
  misses: 'gives unexpected answers',
  remedy:
    'Compare the answers below with the expected ones. Correct the prompt or the documents that it includes, or an expected answer if that is wrong.',
};

function isToDecline({ row: { should } }: Case) {
  return should === 'decline' || should === 'escalate';
}

/** The user's own questions, asked unchanged: CheckList's minimum functionality test. */
export const answers: Test = {
  name: 'answers',
  words: {
    ...WORDS,
    states: {
      wrong: 'gives an unexpected answer',
      declined: 'declines to answer',
      answered: 'does not decline or hand over as it should',
      unlisted: 'does not answer with just the options',
      'no object': 'does not answer with just a JSON object',
    },
    remedies: {
      declined:
        'Say in the prompt what the model may answer. `sensitivity check` shows what is sent with a row. If a document is missing there, write `{help}` into the prompt, and `variables: { help: { files: "help/*.md" } }` under `model`. If declining is right, write `decline` in a column `should`.',
      unlisted:
        'In the prompt, ask for nothing but one of the options, or name a `judge`. If the model should answer in JSON, make the rows expect JSON, without `options`.',
      'no object':
        'In the prompt, ask for nothing but the JSON object: no text around it and no code fence.',
    },
    rates: {
      right: WORDS,
      declined: {
        does: 'declines what it should',
        misses: 'answers what it should decline',
        remedy:
          'Say in the prompt what the model must decline or hand over, and what to answer instead.',
      },
    },
  },
  settings: [...SEQUENTIAL_SETTINGS, 'min_decline_rate'],
  holds: true,
  sendsOptions: true,
  guessedArm: 'asked',
  keyOf: ({ key, should }) => [key, should],
  cases: (rows) => rows.map(caseOf),
  async observe(testCase, subject, { judge }) {
    const reply = await subject.ask(testCase, 'asked');
    const reading = await readArm(testCase, 'asked', { reply, judge, mayNameNone: true });
    const { said, key } = reading;
    // All options of the key, and no others.
    const pass = isRight(reading) && rightWords(key).every((word) => said.includes(word));
    // The missing end of a wrong answer could have corrected it.
    if (!pass && reply.isCut) throw truncatedError();
    const { isObject = true, wrongFields = [] } = compareObjects(reading) ?? {};
    const why =
      wrongFields.length > 0 ? `fields that differ: ${formatList(wrongFields)}` : undefined;
    let state = pass ? 'right' : 'wrong';
    if (!pass && isToDecline(testCase)) state = 'answered';
    else if (said.includes('declines')) state = 'declined';
    else if (!judge && said.length === 0) state = 'unlisted';
    else if (!isObject) state = 'no object';
    return { pass, state, why, answers: { asked: toArmAnswer(reply, reading) } };
  },
  rates(setup, cases) {
    const right: Rate = {
      ...passRate('right', setup),
      mayCount: (testCase) => !isToDecline(testCase),
    };
    const declined: Rate = {
      ...passRate('declined', setup, setup.min_decline_rate),
      mayCount: isToDecline,
      mustHoldIfFew: true,
    };
    if (!cases.some(isToDecline)) return [right];
    return cases.every(isToDecline) ? [declined] : [right, declined];
  },
  cost: () => ({ asks: 1, reads: 1 }),
};
