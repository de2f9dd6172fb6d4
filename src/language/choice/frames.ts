import { END, START, words } from './wording.js';

/** Words after which an answer names its choice. */
export interface Frame {
  opens: RegExp;
  /** Whether the choice may stand on the next line. */
  announces: boolean;
  /** Everyday words that lead up to all sorts of things: `that is …`. */
  isLoose?: boolean;
}

const VERB = words('is|was|would be|should be|must be|will be|has to be|seems to be|appears to be|could be|might be|may be');
const SURELY = words('most likely|likely|probably|clearly|definitely|actually|indeed|therefore|thus|then|simply|still|got to be|gotta be');
const IS = `(?:['’]s(?=\\s)|\\s*(?:${VERB}(?:\\s+${SURELY})*\\s*:?|[:,]|=+>?|[-–—]+>?|→|['"]\\s*:))`;
const SIGN = '\\s*(?:[:=]|[-–—]+>?|→)';
const KIND = words('final|correct|right|best|my|chosen|selected|most likely|most appropriate');
const ANSWER = words('answer|choice|option|selection|response|pick|vote|guess|verdict|conclusion|ans|correction|letter|number');
const TO_THIS = words('here|to (?:this|the) question|for (?:this|the) question|from the (?:options|list)');

/** One line a language; each is what models of 2025 and 2026 write there. */
const ANNOUNCED = [
  `(?:${KIND}\\s+){0,4}${ANSWER}(?:\\s+choice)?(?:\\s+${TO_THIS})?${IS}`,
  // No comma here: `In a salty solution, …`.
  `${words('correct|closest|best fit|winner|solution')}${IS.replace('[:,]', ':')}`,
  `the ${words('most|best|better|correct|right')}\\s[^.!?,;:]{0,60}\\s(?:is|would be)\\s*:?`,
  `(?:(?:richtige|korrekte|endgültige)r?\\s+){0,3}${words('Antwort|Lösung|Option|Buchstabe')}(?:\\s+${words('ist|lautet|wäre')}(?:\\s+also)?\\s*:?|${SIGN})|${words('richtig|korrekt')} ist|ist(?= (?:(?:Antwort|Option) )?\\(?[A-Z]\\)? (?:richtig|korrekt))|${words('ist|lautet|wäre')} (?:daher |also |somit )?die (?:(?:richtige|korrekte) )?${words('Antwort|Lösung')}`,
  `(?:bonne\\s+)?${words('réponse|reponse')}(?:\\s+(?:correcte|finale|exacte))?(?:\\s+(?:n['’])?est(?:\\s+donc)?\\s*:?|${SIGN})|c['’]est`,
  `${words('respuesta|opción|opcion|alternativa')}(?:\\s+(?:correcta|final))?(?:\\s+es\\s*:?|${SIGN})|es la (?:opción|respuesta)|(?:la|a|lo|o) (?:correcta|correcto|correta|correto|corretta|correcte|bonne) (?:es|é|è|est)`,
  `(?:risposta|opzione)(?:\\s+(?:corretta|giusta|esatta|finale))?(?:\\s+è\\s*:?|${SIGN})`,
  `(?:resposta|alternativa|opção)(?:\\s+(?:correta|certa|final))?(?:\\s+é\\s*:?|${SIGN})`,
  `(?:juiste\\s+|correcte\\s+)?antwoord(?:\\s+is\\s*:?|${SIGN})`,
  `(?:prawidłowa\\s+|poprawna\\s+)?odpowiedź(?:\\s+(?:to|brzmi)\\s*:?|${SIGN})`,
  `(?:rätt\\s+|rätta\\s+|riktige\\s+)?sva(?:ret|r)(?:\\s+(?:är|er)\\s*:?|${SIGN})`,
  `(?:правильный\\s+|верный\\s+)?${words('ответ|вариант|відповідь')}(?:\\s+(?:это|є|—|–)\\s*:?|${SIGN})`,
  `(?:doğru\\s+)?(?:cevap|yanıt)(?:\\s*[:=]?)`,
  `jawaban(?:nya)?(?:\\s+yang\\s+(?:benar|tepat))?(?:\\s+adalah\\s*:?|${SIGN})`,
  `απάντηση\\s+είναι\\s*:?`,
  `(?:đáp án|câu trả lời)(?:\\s+(?:đúng|chính xác))?(?:\\s+là\\s*:?|${SIGN})`,
  `(?:الإجابة|الجواب)(?:\\s+(?:الصحيحة|الصحيح|النهائية))?(?:\\s+(?:هي|هو)\\s*:?|\\s*:)`,
  `(?:सही\\s+)?(?:उत्तर|जवाब)(?:\\s+है)?\\s*:?`,
];
/** No spaces between words here, so no edge before the frame. */
const UNSPACED = words(
  '(?:答案|选项|選項|正解|答え|解答|回答)(?:应该|應該|应)?(?:是|为|為|选|選|は|:)+',
  '我?(?:选择|選擇|应选|故选|选)\\s*:?',
  '(?:정답|답)\\s*(?:은|는|:)',
);

const I_WILL = "(?:I['’]d|I would|I['’]ll|I will|let['’]s|I|we)";
const I_AM = "(?:I['’]m|I am|we['’]re)";
const IT_IS = "(?:it['’]s|it is|it has to be|it must be)";
const CHOSEN = words(
  `${I_WILL}(?:\\s+${words('have to|definitely|probably|still')})?\\s+(?:go|going|stick)(?:\\s+(?:with|for))?`,
  `${I_AM}\\s+${words('going with|going for|going to (?:go with|choose|pick|say|select)|picking|choosing')}`,
  `${I_WILL}\\s+(?:${words('have to|definitely|probably|therefore')}\\s+)*` +
    `${words('choose|pick|select|recommend|suggest|say|answer|guess|chose|picked|opt for|lean (?:towards?|to)|vote for')}(?:\\s+${IT_IS})?`,
  `I\\s+${words('think|believe|guess|suspect|feel|reckon')}(?:\\s+(?:that\\s+)?${IT_IS})?`,
  'ich (?:würde|wähle|nehme|tippe auf)',
  "je (?:choisis|dirais|pense que c['’]est)",
  '(?:yo )?(?:elijo|elegiría)|escolho|scelgo|ik kies|wybieram|(?:я )?выбираю',
  'going with|points? to|supports?|leaves?(?: us with| only)?|choose|pick|select|corresponds? to|matches',
);
const POINTED_AT = words(
  `(?:it|that|this)(?:['’]s|['’]d be|\\s+(?:${VERB}|can only be))(?:\\s+${SURELY})*`,
  'es ist|das ist|das wäre|это',
);
const LED_UP_TO = words(
  'therefore|thus|hence|so|conclusion|overall|on balance|of (?:the|these) \\p{L}+|ans\\)|(?=\\p{L})(?<=^|[.!?,:;]\\s+|so )(?:got to|gotta|must|has to|would) be',
  'i\\.e\\.(?=,? (?:(?:option|choice|answer) )?\\(?[A-Z]\\)?\\W*$)',
  '(?:→|⇒|={1,3}>|-{1,3}>)(?= ?\\(?[A-Z]\\)?\\W*$)',
  '(?:gives|yields)(?= \\(?[A-Z]\\)?\\W*$)',
  'without (?:a |any )?doubt|most likely(?! as)|presumably|probably|definitely|maybe|perhaps|clearly|certainly|obviously|sure|easy',
  'wahrscheinlich|also(?<=(?<!\\p{L})(?:der|die|das|ist|nicht|ein|eine)(?!\\p{L}).{0,200})|donc|entonces|portanto|quindi|поэтому|значит',
);

/** `The answer to the question "…" is B`: the question told over again may have verbs of its own, before the answer's or after it. */
const FAR = (reach: '' | '?') =>
  `${words('answer|choice|option')}\\s+${words('to|for|from|among|of|in|that')}\\s[^.!?]{0,200}${reach}\\s(?:is|would be)(?=[\\s:])`;

export const FRAMES: readonly Frame[] = [
  { opens: new RegExp(`${START}${FAR('?')}`, 'giu'), announces: false },
  { opens: new RegExp(`${START}${FAR('')}`, 'giu'), announces: false },
  { opens: new RegExp(`${START}(?:${ANNOUNCED.map((opens) => `(?:${opens})`).join('|')})`, 'giu'), announces: true },
  { opens: new RegExp(UNSPACED, 'giu'), announces: true },
  { opens: new RegExp(`${START}${CHOSEN}(?=[\\s:])`, 'giu'), announces: false, isLoose: true },
  { opens: new RegExp(`${START}${POINTED_AT}(?=[\\s:])`, 'giu'), announces: false, isLoose: true },
  { opens: new RegExp(`${START}${LED_UP_TO}[!,:]?(?=\\s)`, 'giu'), announces: false, isLoose: true },
];

const LAST = words(
  'final|finally|so|therefore|thus|hence|in conclusion|overall|ultimately|in the end|correct|best|but|however',
  'donc|endgültige|finale|entonces|поэтому',
);
/** Words that make a choice the last one. */
export const CONCLUDES = new RegExp(`${START}${LAST}${END}`, 'iu');

const STOPS = words(
  "wait|hold on|scratch that|let me (?:re|think|look|check|double)\\p{L}*|on second thoughts?|on reflection|no,? sorry|my (?:mistake|bad)",
  'oops|I meant|moment mal|attends|espera',
);
const TURNS = words('actually|correction|korrektur|eigentlich|en fait|en realidad');
const PAUSE = '[\\s,:.!…–—-]*';
/** Words with which an answer takes back what it said; after those named `stops` it has to say something else. */
export const TAKES_BACK = new RegExp(
  `(?:(?=\\p{L})(?<=^|[.,!?…;:–—-]\\s*|${START}(?:hmm|oh|no|but)\\s)(?<stops>${STOPS})${END}|${START}${TURNS}${END})${PAUSE}(?:no${END}${PAUSE})?(?:actually${END}[\\s,:]*)?`,
  'giu',
);
