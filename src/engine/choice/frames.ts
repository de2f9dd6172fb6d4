import { START, words } from './wording.js';

/** Words after which an answer names its choice. */
export interface Frame {
  opens: RegExp;
  /** Whether the choice may stand on the next line. */
  announces: boolean;
}

const MANY = (list: string) => `(?:${list}\\s+)*`;
const IS = `\\s*(?:${words('is', 'was', 'would be', 'should be', 'must be', 'will be', 'has to be', 'seems to be', 'appears to be', 'could be', 'might be', 'may be')}(?:\\s+${words('most likely', 'likely', 'probably', 'clearly', 'definitely', 'actually', 'indeed', 'therefore', 'thus', 'then', 'simply', 'still')})*\\s*:?|:|=+>?|[-–—]+>?|→|['"]\\s*:)`;
const SIGN = '\\s*(?:[:=]|[-–—]+>?|→)';

/** One line a language; each is what models of 2025 and 2026 write there. */
const ANNOUNCED = [
  `${MANY(words('final', 'correct', 'right', 'best', 'my', 'chosen', 'selected', 'most likely', 'most appropriate'))}(?:${words('answer', 'choice', 'option', 'selection', 'response', 'pick', 'vote', 'guess', 'verdict', 'conclusion', 'ans', 'correction')}(?:\\s+choice)?)(?:\\s+(?:here|to (?:this|the) question|for (?:this|the) question|from the (?:options|list)))?${IS}`,
  `${words('correct', 'closest', 'best fit', 'winner', 'solution')}${IS}`,
  `(?:richtige\\s+|korrekte\\s+|endgültige\\s+)*${words('Antwort', 'Lösung', 'Option')}(?:\\s+${words('ist', 'lautet', 'wäre')}(?:\\s+also)?\\s*:?|${SIGN})|${words('richtig', 'korrekt')} ist`,
  `(?:bonne\\s+)?${words('réponse', 'reponse')}(?:\\s+(?:correcte|finale|exacte))?(?:\\s+est(?:\\s+donc)?\\s*:?|${SIGN})|c['’]est`,
  `${words('respuesta', 'opción', 'opcion', 'alternativa')}(?:\\s+(?:correcta|final))?(?:\\s+es\\s*:?|${SIGN})|es la (?:opción|respuesta)`,
  `(?:risposta|opzione)(?:\\s+(?:corretta|giusta|esatta|finale))?(?:\\s+è\\s*:?|${SIGN})`,
  `(?:resposta|alternativa|opção)(?:\\s+(?:correta|certa|final))?(?:\\s+é\\s*:?|${SIGN})`,
  `(?:juiste\\s+|correcte\\s+)?antwoord(?:\\s+is\\s*:?|${SIGN})`,
  `(?:prawidłowa\\s+|poprawna\\s+)?odpowiedź(?:\\s+(?:to|brzmi)\\s*:?|${SIGN})`,
  `(?:rätt\\s+|rätta\\s+|riktige\\s+)?sva(?:ret|r)(?:\\s+(?:är|er)\\s*:?|${SIGN})`,
  `(?:правильный\\s+|верный\\s+)?${words('ответ', 'вариант', 'відповідь')}(?:\\s+(?:это|є|—|–)\\s*:?|${SIGN})`,
  `(?:doğru\\s+)?(?:cevap|yanıt)(?:\\s*[:=]?)`,
  `jawaban(?:nya)?(?:\\s+yang\\s+(?:benar|tepat))?(?:\\s+adalah\\s*:?|${SIGN})`,
  `đáp án(?:\\s+(?:đúng|chính xác))?(?:\\s+là\\s*:?|${SIGN})`,
  `(?:الإجابة|الجواب)(?:\\s+(?:الصحيحة|الصحيح|النهائية))?(?:\\s+(?:هي|هو)\\s*:?|\\s*:)`,
  `(?:सही\\s+)?(?:उत्तर|जवाब)(?:\\s+है)?\\s*:?`,
];
/** No spaces between words here, so no edge before the frame. */
const UNSPACED = '(?:答案|选项|選項|正解|答え|解答|回答)(?:应该|應該|应)?(?:是|为|為|选|選|は|:)+|(?:我)?(?:选择|選擇|应选|故选|选)\\s*:?|(?:정답|답)\\s*(?:은|는|:)';

const CHOSEN = words(
  "(?:I['’]d|I would|I['’]ll|I will|let['’]s|I|we)(?:\\s+(?:have to|definitely|probably|still))?\\s+(?:go|going|stick)(?:\\s+(?:with|for))?",
  "(?:I['’]m|I am|we['’]re)\\s+(?:going with|going for|picking|choosing)",
  "(?:I['’]d|I would|I['’]ll|I will|we|I)\\s+(?:have to\\s+|definitely\\s+|probably\\s+|therefore\\s+)*(?:choose|pick|select|say|answer|guess|chose|picked|opt for|lean (?:towards?|to)|vote for)(?:\\s+(?:it['’]s|it is))?",
  "I\\s+(?:think|believe|guess|suspect|feel|reckon)(?:\\s+(?:that\\s+)?(?:it['’]s|it is|it has to be|it must be))?",
  'ich (?:würde|wähle|nehme|tippe auf)', 'je (?:choisis|dirais|pense que c[’\']est)', '(?:yo )?(?:elijo|elegiría)', 'escolho', 'scelgo', 'ik kies', 'wybieram', 'я выбираю', 'выбираю',
  'going with', 'points? to', 'leaves? (?:us with|only)?', 'corresponds? to', 'matches',
);
const IT_IS = "(?:it|that|this)(?:['’]s|\\s+(?:is|would be|must be|has to be|should be|will be|could be|might be|may be|can be|can only be))(?:\\s+(?:definitely|probably|clearly|actually|most likely|likely|therefore|got to be|gotta be))*";
const LED_UP_TO = words('of (?:the|these) \\p{L}+', 'therefore', 'thus', 'hence', 'so', 'conclusion', 'overall', 'probably', 'definitely', 'maybe', 'perhaps', 'clearly', 'certainly', 'obviously', 'sure', 'easy', 'wahrscheinlich', 'also', 'donc', 'entonces', 'portanto', 'quindi', 'поэтому', 'значит');

export const FRAMES: readonly Frame[] = [
  { opens: new RegExp(`${START}(?:${ANNOUNCED.map((opens) => `(?:${opens})`).join('|')})`, 'giu'), announces: true },
  { opens: new RegExp(UNSPACED, 'giu'), announces: true },
  { opens: new RegExp(`${START}${CHOSEN}(?=[\\s:])`, 'giu'), announces: false },
  { opens: new RegExp(`${START}${IT_IS}(?=[\\s:])`, 'giu'), announces: false },
  { opens: new RegExp(`${START}${LED_UP_TO}[!,:]?(?=\\s)`, 'giu'), announces: false },
];

/** Words that make a choice the last one. */
export const CONCLUDES = new RegExp(`${START}${words('final', 'finally', 'so', 'therefore', 'thus', 'hence', 'in conclusion', 'overall', 'ultimately', 'in the end', 'correct', 'best', 'but', 'however', 'also', 'donc', 'endgültige', 'finale', 'entonces', 'поэтому')}${'(?![\\p{L}])'}`, 'iu');

/** Words with which an answer takes back what it said. */
export const TAKES_BACK = /(?:(?<=^|[.,!?…;:–—-]\s*|\b(?:hmm|oh|no|but)\s)(?<stops>wait|hold on|scratch that|let me (?:re|think|look|check|double)\w*|on second thoughts?|on reflection|moment mal|attends|espera)\b|\b(?:actually|correction|korrektur|eigentlich|en fait|en realidad)\b)[\s,:.!…–—-]*(?:no\b[\s,:.!…–—-]*)?(?:actually\b[\s,:]*)?/giu;
