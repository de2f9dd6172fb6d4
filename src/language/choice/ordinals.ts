import { allIn } from '../all-in.js';
import { ONES } from './number-words.js';
import { END, START } from './phrases.js';

/** Options named by their place: `the second option`, `option two`, `die letzte Antwort`, `the one in the middle`. */

const PLACES = ['first|1st', 'second|2nd', 'third|3rd', 'fourth|4th', 'fifth|5th'];
const COUNTS = ONES.slice(1, PLACES.length + 1);
/** In other languages: each place, and last the last one. Before the word for an option in most, behind it in some. */
const BEFORE = [
  'erste[nr]?|première|primer[ao]?|primeir[ao]|prim[ao]|eerste|pierwsz[ay]|перв(?:ый|ая)|перш(?:ий|а)|första|første|birinci|prv[ay]|पहला',
  'zweite[nr]?|deuxième|seconde|segund[ao]|second[ao]|tweede|drug[ia]|втор(?:ой|ая)|друг(?:ий|а)|andra|anden|andre|ikinci|druh[áý]|दूसरा',
  'dritte[nr]?|troisième|tercer[ao]?|terceir[ao]|terz[ao]|derde|trzeci[a]?|трет(?:ий|ья|ій|я)|tredje|üçüncü|třetí|तीसरा',
  'vierte[nr]?|quatrième|cuart[ao]|quart[ao]|vierde|czwart[ay]|четв[её]рт(?:ый|ая)|fjärde|fjerde|dördüncü|čtvrt[áý]|चौथा',
  'fünfte[nr]?|cinquième|quint[ao]|vijfde|piąt[ay]|пят(?:ый|ая)|femte|beşinci|pát[áý]|पाँचवाँ',
  'letzte[nr]?|dernière|últim[ao]|ultim[ao]|laatste|ostatni[a]?|последн(?:ий|яя)|останн(?:ій|я)|sista|sidste|siste|poslední|son|आखिरी|अंतिम',
];
const OPTION =
  '(?:Option|Antwort|Möglichkeit|Aussage|réponse|proposition|opción|respuesta|alternativa|opção|resposta|opzione|risposta|optie|antwoord|keuze|odpowiedź|opcja|вариант|ответ|варіант|відповідь|alternativet|svaret|svar|mulighed|seçenek|şık|možnost|odpověď|विकल्प|उत्तर)';
const BEHIND = [
  'pertama|thứ nhất|đầu tiên|الأول',
  'kedua|thứ hai|الثاني',
  'ketiga|thứ ba|الثالث',
  'keempat|thứ tư|الرابع',
  'kelima|thứ năm|الخامس',
  'terakhir|cuối cùng|الأخير',
];
/** Without spaces, and so without edges. */
const UNSPACED = [
  ['一', '첫'],
  ['二', '두'],
  ['三', '세'],
  ['四', '네'],
  ['五', '다섯'],
].map(
  ([sign, korean], i) =>
    `第(?:${sign!}|${i + 1})(?:[个個]?(?:选项|選項|答案)|[项項个個](?!\\p{sc=Han}))|(?:${sign!}|${i + 1})(?:番目|つ目)の?(?:選択肢|もの|答え)|${korean!} ?번째 ?(?:선택지|보기|답)`,
);
const UNSPACED_LAST =
  '最[后後]一?[个個]?(?:选项|選項|答案|[项項个個](?!\\p{sc=Han}))|最後の(?:選択肢|もの|答え)|마지막 ?(?:선택지|보기|답)';
const abroad = (at: number): string =>
  `(?:${BEFORE[at]!}) ?${OPTION}|(?:pilihan|opsi|jawaban|lựa chọn|phương án|đáp án|الخيار|الجواب) (?:${BEHIND[at]!})`;

/** Where a place by itself stands for what is there, and for nothing that the question may be about: `the answer is the second one`. */
const PICKS =
  '(?:^|(?:answer|choice|option|pick|guess|selection)(?: is| would be| must be| ?:)(?: therefore| thus| clearly)? |(?:choose|pick|select|go(?:ing)? (?:with|for)|(?:all|everything|any) (?:of (?:them|these) )?(?:but|except(?: for)?|save)) )(?:the )?';
const CONCLUDES = "(?:(?:hence|therefore|thus|so),? (?:(?:it|this|that)(?:[’']s| is| must be| has to be) )?|, but |leaves |leaving )the ";
const OF_THEM = '(?: (?:on|in|from) (?:the|this|that|your) list| of (?:the|these|those)(?: (?:two|three|four|five))?)?';
const ENDS = '[.!)]{0,2}(?:$|,? (?:because|since|as) |, (?:the )?[\\p{L}\\p{N}]{1,20}[.!]?$)';
const alone = (place: string): string =>
  `(?<=${PICKS})(?:${place})(?: one)?${OF_THEM}(?=${ENDS})|(?<=${CONCLUDES})(?:${place}) one${OF_THEM}(?=${ENDS})`;

const THING = '(?:option|choice|answer|alternative)';
const ORDINALS = new RegExp(
  `${START}(?:the )?(?:${PLACES.map(
    (place, i) =>
      `(?<p${i + 1}>(?:${place}) ${THING}(?! (?:is|was) to)|(?:option|choice|number) ${COUNTS[i]!}|${alone(place)}|${abroad(i)})`,
  ).join(
    '|',
  )}|(?<last>(?:last|final(?= (?:option|alternative))) ${THING}|${alone('last')}|${abroad(5)})|(?<middle>(?:middle|central) ${THING}|(?<=${PICKS}|${CONCLUDES})(?:middle one|one in the middle)))${END}(?! ?:)`,
  'giu',
);

const PLACED_UNSPACED = new RegExp(`${UNSPACED.map((place, i) => `(?<p${i + 1}>${place})`).join('|')}|(?<last>${UNSPACED_LAST})`, 'gu');

interface Placed {
  from: number;
  to: number;
  labels: readonly string[];
}

/** `The last two options`; without the noun only where nothing else is said. */
const SEVERAL = new RegExp(
  `${START}(?:the )?(?<end>first|last) (?<count>two|three|four) (?:options|choices|answers|alternatives)${END}|^(?:the )?(?<only>first|last) (?<number>two|three|four)(?: ones)?(?=[.!]?$)`,
  'giu',
);

function severalPlaced(line: string, labels: readonly string[]): Placed[] {
  return allIn(line, SEVERAL).flatMap(({ index: from, 0: said, groups }) => {
    const { end, count, only, number } = groups as Record<string, string | undefined>;
    const size = ONES.indexOf((count ?? number)!.toLowerCase());
    if (size >= labels.length) return [];
    const own = /^first$/i.test((end ?? only)!) ? labels.slice(0, size) : labels.slice(-size);
    return [{ from, to: from + said.length, labels: own }];
  });
}

/** Where a line names options by their place, and which. */
export function placed(line: string, labels: readonly string[]): Placed[] {
  const single = [...allIn(line, ORDINALS), ...allIn(line, PLACED_UNSPACED)].flatMap(({ index: from, 0: said, groups }) => {
    const { last, middle, ...places } = groups as Record<string, string | undefined>;
    const index = Object.values(places).findIndex((found) => found !== undefined);
    const half = (labels.length - 1) / 2;
    const label = last !== undefined ? labels.at(-1) : middle !== undefined ? labels[half] : labels[index];
    return label === undefined ? [] : [{ from, to: from + said.length, labels: [label] }];
  });
  return [...single, ...severalPlaced(line, labels)];
}
