/** Verbs with which a speaker of another language than English chooses. They say `I`, so that nobody else's choice is read as its own. */

const any = (...list: string[]): string => `(?:${list.join('|')})`;

/** Before the choice: `je prends` B, `fico com a` B. */
export const CHOOSES_ABROAD = any(
  'ich (?:würde|wähle|nehme|sage|tippe auf|entscheide mich für|stimme für|bleibe bei)|(?:würde|wähle|nehme|sage|tippe) ich(?: auf)?|entscheide ich mich für|meine Wahl fällt auf',
  "(?:je (?:choisis|prends|sélectionne|retiens|réponds|dirais|garde|coche|vote pour|opte pour|penche pour|mise sur|pense que c['’]est|crois que c['’]est)|j['’](?:opte pour|ai choisi))",
  '(?:elijo|escojo|selecciono|opto por|me (?:quedo con|decanto por|inclino por)|voy con|apuesto por|marco|respondo|elegiría|escogería|diría(?: que es)?|creo que es)',
  '(?:escolho|seleciono|opto (?:por|pel[ao])|fico com|vou (?:de|com)|assinalo|escolheria|diria(?: que é)?|acho que é|aposto n?[ao]|escollo|elixo|trio|em quedo amb)',
  '(?:scelgo|prendo|opto per|seleziono|direi|sceglierei|rispondo|punto su|penso che sia|credo che sia)|(?:aleg|optez pentru|aș (?:alege|spune)|cred că este)',
  '(?:ik (?:kies|neem|ga|stem|denk dat het)(?: voor| op)?|(?:kies|neem|ga) ik(?: voor)?|ek kies)|(?:jag (?:väljer|gissar på|tror (?:att )?det är|svarar|skulle (?:säga|svara))|jeg (?:svarer|vil svare|velger|vælger|tipper|går for|tror det er|ville si|ville sige)|ég vel)',
  '(?:valitsen|valitsin|valitsisin|sanoisin|valin|valiksin|renkuosi|pasirenku|izvēlos|zgjedh|nagħżel|mi elektas|roghnaím|mwen chwazi)',
  '(?:wybieram|wybrał(?:a)?bym|stawiam na|zaznaczam|obstawiam|decyduję się na|(?:myślę|uważam|sądzę), że(?: to)?|myslím, že(?: je)?(?: to)?|mislim da je(?: to)?|volím|vybírám|vyberám|zvolím|tipuji|biram|izbiram|odabirem|odlučujem se za)',
  '(?:выбираю|выберу|выбрал(?:а)? бы|отвечаю|голосую за|остановлюсь на|(?:считаю|думаю),?(?: что)?(?: это)?|обираю|вибираю|обрала? би|выбіраю|избирам|бирам|одабирем)',
  '(?:επιλέγω|διαλέγω|θα (?:επέλεγα|διάλεγα|έλεγα)|ընտրում եմ|ვირჩევ|сонгоно|seçiyorum|választom)',
  '(?:أختار|سأختار|اخترت|أرجح|(?:אני )?(?:בוחרת?|אבחר)(?: ב-?)?)',
  '(?:saya (?:akan )?(?:pilih|memilih)|(?:tôi|em|mình) (?:sẽ )?chọn|(?<=^|[.,;] )chọn|(?:pinipili|pipiliin|pinili) ko(?: ang)?|nachagua|ninachagua|nitachagua)',
  "(?:na zaɓi|zan zaɓi|mo yan|ngikhetha|ndikhetha|misafidy|waxaan dooranayaa|(?:dw i|rwy)['’]n dewis)",
);
/** Behind it, and no space between: `Bを選びます`. */
const UNSPACED_VERBS = any(
  '(?:を|に|が|の方を)?(?:選びます|選択します|選ぶ|選択する|選びました|選択しました|選んだ|します|する)|(?:だ)?と(?:思います|思う|考えます|答えます|します)|(?:が)?(?:正解|正答|答え|正しい|最?も?適切)(?:です|だ|である|となります|でしょう)?|でしょう|だろう|となります|になります',
  '(?:번)?(?:을|를|으로|로|이|가)? ?(?:선택(?:합니다|하겠습니다|했습니다|한다|할게요|해요)|고릅니다|고르겠습니다|고를게요|골랐습니다|택하겠습니다|하겠습니다)|(?:번)?(?:이)?라고 (?:생각합니다|봅니다|답하겠습니다)|(?:번)?(?:이|가) (?:정답|답|맞|옳)(?:입니다|이다|습니다|다)',
  ' ?(?:เป็นคำตอบ(?:ที่ถูกต้อง)?|ถูกต้อง(?:ที่สุด)?|คือคำตอบ)|(?:是|为|為)?(?:最?(?:正确|正確|合适|合適)(?:的)?(?:答案|选项|選項)?|对的|對的)',
);
const SPACED_VERBS = any(
  'richtig (?:ist|sind|wäre)|korrekt (?:ist|sind)|صحیح است|درست است|a helyes|választom|választanám|jelölöm|seçiyorum|seçerim|seçtim|işaretliyorum|tercih ediyorum|diyorum|seçirəm|tanlayman|таңдаймын|тандайм|сонгоно|aukeratzen dut|hautatzen dut',
  '(?:चुनता|चुनती|चुन रहा|चुन रही) हू[ँं]|चुनू[ँं]ग[ाी]|निवडतो|निवडते|छान्छु|रोज्छु|(?:منتخب کرتا|منتخب کرتی|انتخاب کرتا|انتخاب کرتی|چنتا|چنتی) ہوں|انتخاب می ?کنم|برمی ?گزینم',
  'বেছে নিচ্ছি|বেছে নেব|নির্বাচন করছি|தேர்வு செய்கிறேன்|தேர்ந்தெடுக்கிறேன்|ఎంచుకుంటాను|ఎంచుకుంటున్నాను|ಆಯ್ಕೆ ಮಾಡುತ್ತೇನೆ|തിരഞ്ഞെടുക്കുന്നു|પસંદ કરું છું|ਚੁਣਦ[ਾੀ] ਹਾਂ|තෝරා ගනිමි|እመርጣለሁ|መረጥኩ|ვირჩევ|ընտրում եմ',
);
/** Between the choice and such a verb: a word or two that mark the case, and none that denies. */
const CASE = '(?: (?!nicht|niet|pas|нет|не|nem|नहीं|ना|نہیں|না|न )[^\\s.,;:!?\\ue000-\\uf8ff]{1,14}){0,2}';
/** Behind the choice. */
export const CHOSEN_BEHIND = any(
  `${UNSPACED_VERBS}(?=$|[\\s.,;:!?、，。)]|[よねわがのか]|から|ので|けど)`,
  `${CASE} ${SPACED_VERBS}(?![\\p{L}\\p{M}])`,
);

/** `很多人选` B: it is others who choose, or nobody does. */
export const CHOSEN_BY_OTHERS = /(?:人|他|她|彼|们|們|学生|學生|同学|友|者|先生|老师|みんな|多く|사람|친구|학생|다수|คน)/u;
