import { describe, expect, it } from '@jest/globals';
import { parseOptions } from '../../../src/language/choice/options.js';
import { readLabels } from '../../../src/language/choice/read-labels.js';
import { jsonl } from '../../support/jsonl.js';
import { describeOracle, oracle } from '../../support/oracle.js';

interface Labelled {
  question: string;
  options: string;
  answer: string;
  expected: string | string[];
  arm?: 'original' | 'negated';
}

const OPEN = ['unreadable', 'refuse'];
const read = ({ question, options, answer, arm }: Labelled): readonly string[] | undefined =>
  readLabels(answer, {
    text: arm === 'negated' ? question.replace(/ (is|was|are|were) /, ' $1 not ') : question,
    options: parseOptions(options),
  });

/** Not to read is no mistake, and to read none of the options where nobody can tell is none either. */
function judged(rows: readonly Labelled[], severalAreOpen = false) {
  const told = rows.map((row) => ({ ...row, got: read(row) }));
  const isOpen = ({ expected }: Labelled): boolean => OPEN.includes(String(expected));
  const expectedOf = ({ expected }: Labelled): string[] => (expected === 'none' ? [] : [expected].flat());
  const isWrong = (row: (typeof told)[number]): boolean => {
    if (row.got === undefined || row.got.length === 0 || (severalAreOpen && row.got.length > 1)) return false;
    return isOpen(row) || JSON.stringify(row.got) !== JSON.stringify(expectedOf(row));
  };
  const readable = told.filter((row) => !isOpen(row));
  return {
    wrong: told.filter(isWrong),
    readable,
    unread: readable.filter((row) => !isWrong(row) && JSON.stringify(row.got) !== JSON.stringify(expectedOf(row))),
  };
}

describe('labelled answers', () => {
  it('training data: none read wrongly; what is unread are statements whose question is not written down', () => {
    const { wrong, readable, unread } = judged(jsonl('__tests__/language/choice/training.jsonl'), true);
    expect(wrong).toEqual([]);
    expect(unread.length / readable.length).toBeLessThan(0.07);
  });

  it('training data with their questions: none read wrongly, and no more unread than are told', () => {
    const { wrong, unread } = judged(jsonl('__tests__/language/choice/training-2.jsonl'));
    expect(wrong).toEqual([]);
    expect(unread.length).toBeLessThanOrEqual(43);
  });

  it('training data in the manner of the seen half: no more read wrongly or unread than are told', () => {
    const { wrong, unread } = judged(jsonl('__tests__/language/choice/training-3.jsonl'));
    // Whose bike it is now, where the owner before is asked for: words of time are not understood.
    expect(wrong.map(({ answer }) => answer)).toEqual(['Its owner is Ben. Before, it was Anna.', 'Ben is its owner now.']);
    expect(unread.length).toBeLessThanOrEqual(81);
  });

  it('training data of lots by another hand, with what may not be read: none read wrongly, and no more unread than are told', () => {
    const { wrong, unread } = judged(jsonl('__tests__/language/choice/training-4.jsonl'));
    expect(wrong).toEqual([]);
    expect(unread.length).toBeLessThanOrEqual(59);
  });

  it.each([
    ['held-out.jsonl', 1, 8],
    ['held-out-2.jsonl', 1, 9],
    ['held-out-3.jsonl', 1, 19],
  ])('%s: no more read wrongly, and no more unread, than when it was scored the first time', (file, mostWrong, mostUnread) => {
    const { wrong, unread } = judged(jsonl(`__tests__/language/choice/${file}`));
    expect(wrong.length).toBeLessThanOrEqual(mostWrong);
    expect(unread.length).toBeLessThanOrEqual(mostUnread);
  });
});

it('reads what is announced in other languages, and nothing where it is denied or left open there', () => {
  const read = (answer: string) =>
    readLabels(answer, { text: 'Which gas is needed?', options: parseOptions('A. nitrogen\nB. oxygen\nC. helium') });
  const announced = [
    ...[
      'Správná odpověď je B.',
      'Točan odgovor je B.',
      'Oikea vastaus on B.',
      'Õige vastus on B.',
      'Pareizā atbilde ir B.',
      'A helyes válasz: B.',
    ],
    ...[
      'Teisingas atsakymas yra B.',
      'Răspunsul corect este B.',
      'Правилният отговор е B.',
      'Одговор је B.',
      'Rétt svar er B.',
      'Düzgün cavab B.',
    ],
    ...['התשובה הנכונה היא B.', 'پاسخ صحیح B است.', 'صحیح جواب B ہے۔', 'সঠিক উত্তর B', 'சரியான விடை B', 'సరైన సమాధానం B', 'คำตอบที่ถูกต้องคือ B'],
    ...['Jawapan yang betul ialah B.', 'Jibu sahihi ni B.', 'Ang tamang sagot ay B.', 'La resposta correcta és B.'],
  ];
  expect(announced.filter((answer) => String(read(answer)) !== 'B')).toEqual([]);
  const denied = [
    ...[
      'Odpověď není B.',
      'Vastaus ei ole B.',
      'Răspunsul nu este B.',
      'A válasz nem B.',
      'Отговорът не е B.',
      'התשובה אינה B.',
      'پاسخ B نیست.',
    ],
    ...[
      '정답은 B가 아닙니다.',
      '正解はBではありません。',
      '答えはAかBです。',
      '答案不是B。',
      '答案是B吗?',
      'सही उत्तर B नहीं है।',
      'Doğru cevap B değil.',
      'Jawabannya bukan B.',
    ],
  ];
  expect(denied.filter((answer) => read(answer) !== undefined)).toEqual([]);
});

describeOracle('choice_readings: answers by another hand', () => {
  it('none read wrongly, at most 3 % unread', () => {
    const { wrong, readable, unread } = judged(oracle('choice_readings.jsonl'), true);
    expect(wrong).toEqual([]);
    expect(unread.length / readable.length).toBeLessThan(0.03);
  });
});

describe('a question and its negation', () => {
  const options = parseOptions('A. fern\nB. moss\nC. beetle\nD. oak');
  const [plain, negated] = ['Which of these is a plant?', 'Which of these is not a plant?'];
  it.each([
    ['The beetle is not a plant.', undefined, ['C']],
    ['The fern, the moss and the oak are plants.', ['A', 'B', 'D'], ['C']],
    ['Only the oak is a plant.', ['D'], ['A', 'B', 'C']],
    ['All but C.', ['A', 'B', 'D'], ['A', 'B', 'D']],
    ['All of them are plants.', ['A', 'B', 'C', 'D'], undefined],
    ['None of these.', [], []],
    ['I am sorry, but I cannot help with that.', [], []],
  ])('%s', (answer, toPlain, toNegated) => {
    expect(readLabels(answer, { text: plain, options })).toEqual(toPlain);
    expect(readLabels(answer, { text: negated, options })).toEqual(toNegated);
  });
});
