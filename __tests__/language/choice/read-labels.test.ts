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
    expect(unread.length).toBeLessThanOrEqual(41);
  });

  it('training data in the manner of the seen half: no more read wrongly or unread than are told', () => {
    const { wrong, unread } = judged(jsonl('__tests__/language/choice/training-3.jsonl'));
    // Whose bike it is now, where the owner before is asked for: words of time are not understood.
    expect(wrong.map(({ answer }) => answer)).toEqual(['Its owner is Ben. Before, it was Anna.', 'Ben is its owner now.']);
    expect(unread.length).toBeLessThanOrEqual(71);
  });

  it('training data of lots by another hand, with what may not be read: none read wrongly, and no more unread than are told', () => {
    const { wrong, unread } = judged(jsonl('__tests__/language/choice/training-4.jsonl'));
    expect(wrong).toEqual([]);
    expect(unread.length).toBeLessThanOrEqual(52);
  });

  it.each([
    ['training-5.jsonl', 4],
    ['training-6.jsonl', 6],
    ['training-7.jsonl', 7],
    ['training-8.jsonl', 6],
    ['training-9.jsonl', 4],
    ['training-10.jsonl', 3],
    ['ways-to-say.jsonl', 56],
  ])(
    'training data of fresh blind lots, and what was written beside one, %s: none read wrongly, and no more unread than are told',
    (file, mostUnread) => {
      const { wrong, unread } = judged(jsonl(`__tests__/language/choice/${file}`));
      expect(wrong).toEqual([]);
      expect(unread.length).toBeLessThanOrEqual(mostUnread);
    },
  );

  it.each([
    ['held-out.jsonl', 1, 8],
    ['held-out-2.jsonl', 1, 9],
    ['held-out-3.jsonl', 1, 19],
    ['held-out-4.jsonl', 0, 4],
    ['held-out-5.jsonl', 0, 1],
  ])('%s: no more read wrongly, and no more unread, than when it was scored the first time', (file, mostWrong, mostUnread) => {
    const { wrong, unread } = judged(jsonl(`__tests__/language/choice/${file}`));
    expect(wrong.length).toBeLessThanOrEqual(mostWrong);
    expect(unread.length).toBeLessThanOrEqual(mostUnread);
  });
});

it('takes the reason behind `as` for no more of a list: as is an article in Portuguese', () => {
  const read = (answer: string) =>
    readLabels(answer, { text: 'Which lake is the deepest?', options: parseOptions('A. Baikal\nB. Huron\nC. Erie\nD. Ontario') });
  for (const answer of ['C, as B and D are wrong.', 'The answer is C, as A, B and D are wrong.'])
    expect([answer, read(answer)]).toEqual([answer, ['C']]);
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
    ...[
      'Η σωστή απάντηση είναι η B.',
      'Η απάντηση είναι η Β (B).',
      'Η απάντηση είναι το Β.',
      'Rätt är B.',
      'Doğru seçenek B.',
      'सही विकल्प B है।',
      'A válasz az B.',
      'Svaret är alternativ B.',
      'Răspunsul corect este varianta B.',
      'Përgjigjja e saktë është B.',
    ],
    ...['الإجابة الصحيحة هي الخيار B.', 'Правильный ответ — это вариант B.', 'სწორი პასუხია B.', 'Erantzun zuzena B.', 'ਸਹੀ ਜਵਾਬ B ਹੈ।'],
    ...['התשובה הנכונה היא B.', 'پاسخ صحیح B است.', 'صحیح جواب B ہے۔', 'সঠিক উত্তর B', 'சரியான விடை B', 'సరైన సమాధానం B', 'คำตอบที่ถูกต้องคือ B'],
    ...['Jawapan yang betul ialah B.', 'Jibu sahihi ni B.', 'Ang tamang sagot ay B.', 'La resposta correcta és B.'],
  ];
  expect(announced.filter((answer) => String(read(answer)) !== 'B')).toEqual([]);
  const denied = [
    ...['Rätt är inte B.', 'सही B नहीं है।', 'الخيار الصحيح ليس B.', '答案不是选项B。'],
    ...['Η απάντηση δεν είναι η B.', 'Svaret är inte alternativ B.', 'Përgjigjja nuk është B.', 'Erantzuna ez da B.', 'ਜਵਾਬ B ਨਹੀਂ ਹੈ।'],
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

/** What each answer is read as, of one question; `-`: as nothing. */
function expectReadings(question: string, options: string, told: readonly (readonly [label: string, answer: string])[]): void {
  const read = ([, answer]: readonly [string, string]) =>
    readLabels(answer, { text: question, options: parseOptions(options) })?.join('') ?? '-';
  expect(told.map((one) => [read(one), one[1]])).toEqual(told);
}

it('a clause that stands beside the matter does not speak for the answer', () => {
  expectReadings('Which language is spoken by most people in Brazil?', 'A. Spanish\nB. Portuguese\nC. English', [
    ['-', 'Unlike its neighbours, where Spanish is spoken, Brazil uses Portuguese.'],
    ['-', 'In Argentina, where Spanish is spoken, things are different.'],
    ['-', 'Where Spanish is spoken, tourists feel at home.'],
    ['-', 'Countries where English is spoken are rare in South America.'],
    ['-', 'People who believe that Spanish is spoken by most people in Brazil have never been there.'],
    ['-', 'That would be the case of Peru (A).'],
    ['B', 'Whereas Spanish is spoken by most people in Argentina, in Brazil it is Portuguese.'],
    ['B', 'As opposed to Spanish, which is spoken in Mexico, Portuguese is spoken by most people in Brazil.'],
    ['B', 'Contrary to what many say, Portuguese is spoken by most people in Brazil.'],
    ['B', 'Contrary to what many say, the answer is B.'],
    ['B', 'After some thought, I settle on B.'],
  ]);
  expectReadings('Which of these metals is liquid at room temperature?', 'A. iron\nB. mercury\nC. copper\nD. gold', [
    ['B', 'Unlike iron, copper and gold, mercury is liquid at room temperature.'],
    ['B', 'Unlike gold, which melts in a furnace, mercury is liquid at room temperature.'],
    ['B', 'Instead of A, C or D I choose B.'],
    ['B', 'I think that the liquid metal is mercury.'],
    ['-', 'Of gold and iron, which are alike, nothing is liquid.'],
    ['-', '选项B不对。'],
    ['-', 'Falsch: A.'],
  ]);
  expectReadings('Which gas is taken in by plants?', 'A. oxygen\nB. carbon dioxide\nC. helium', [
    ['-', 'Plants that take in oxygen do so at night.'],
    ['-', 'Unlike animals, by which oxygen is taken in, plants are green.'],
    ['-', 'What animals take in is oxygen.'],
    ['B', 'They give off oxygen, but what they take in is carbon dioxide.'],
  ]);
});

it('the last word is that of a changed mind, and only of its own', () => {
  expectReadings('Which of these animals is a mammal?', 'A. whale\nB. shark\nC. penguin\nD. crocodile', [
    ['A', 'B looks right, but it has gills. I am changing my answer to A.'],
    ['A', "B. Hmm, I'm settling on A."],
    ['A', 'I change my answer from B to A.'],
    ['A', 'B. I have changed my mind. A.'],
    ['A', 'Je change ma réponse pour A.'],
    ['A', 'Меняю свой ответ на A.'],
    ['-', 'I am not changing my answer to A.'],
    ['-', 'I might switch to A.'],
    ['-', 'She changed her answer to B.'],
    ['-', 'Ich ändere meine Antwort nicht auf A.'],
    ['-', 'I switched from A to B and back to A.'],
    ['-', 'B. I take that back.'],
    ['-', 'I will switch to crocodile.'],
  ]);
});

it('reads what is asked and denied one by one, preferred, taken up or singled out', () => {
  expectReadings('Which of these animals is a mammal?', 'A. whale\nB. shark\nC. penguin\nD. crocodile', [
    ['A', 'Is it B? No. C? No. It is A.'],
    ['-', 'Is it B? No. C? No. It has feathers.'],
    ['A', 'It has lungs, so A rather than B or D.'],
    ['-', 'So B rather than A would be wrong.'],
    ['A', 'The whale nurses its young, so it is the one.'],
    ['-', 'The penguin lays eggs, so it is the one that does not belong.'],
    ['-', 'The penguin lays eggs, so it is not the one.'],
    ['A', 'Although sharks live there as well, only the whale has no gills (A).'],
    ['-', 'Only the crocodile is not warm-blooded (D).'],
    ['A', 'Of the four, only the whale nurses its young.'],
    ['-', 'Of the fish, only the shark is here.'],
    ['', "Not B. Not C. Not D. I don't know."],
  ]);
  expectReadings('Which of these animals is not a mammal?', 'A. whale\nB. cow\nC. penguin\nD. bat', [
    ['C', 'The penguin lays eggs, so it is the one that does not belong.'],
    ['C', 'The penguin lays eggs, so it is the one that is not a mammal.'],
    ['-', 'The whale nurses its young, so it is the one that is a mammal.'],
    ['-', 'Of the four, only the penguin has feathers.'],
    ['C', 'My first thought was A, but a whale is a mammal. C, the penguin, is not.'],
  ]);
  expectReadings('How does a fish get its oxygen?', 'A. through its gills\nB. diffusion\nC. lungs', [
    ['A', 'Through the gills.'],
    ['A', 'A fish breathes through its gills (A).'],
    ['B', 'By diffusion.'],
    ['-', 'Not by diffusion.'],
    ['-', 'Plants do so by diffusion.'],
  ]);
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
