/**
 * How models announce their choice in other languages than English. One list of each kind of word serves all: no two languages clash in it.
 */

const any = (...list: string[]): string => `(?:${list.join('|')})`;

const NOUN = any(
  'Antwort(?:en)?|Lösung|Option|Buchstabe|réponses?|reponse|respuestas?|opción|opcion|alternativa|risposta|opzione|resposta|opção|opció|antwoord',
  'odpowiedź|odpověď|odpoveď|odgovor|možnost|možnosť|svar(?:et)?|svarið|vastaus|vastus|atbilde|atsakymas|răspuns(?:ul)?|varianta|απάντηση|επιλογή|alternativ(?:et)?|opcja|optie|vaihtoehto|opcija|opțiunea|variantă|pilihan(?:nya)?|phương án|lựa chọn|chaguo',
  'одговор|đáp án|câu trả lời|jawaban(?:nya)?|jawapan(?:nya)?|jibu|sagot|përgjigj(?:ja|jen|e)|الإجابة|الخيار|האפשרות|الجواب|תשובה|התשובה',
  'amsar?|ìdáhùn|idahun|azịza|impendulo|jawaabt[au]|ateb|freagra|freagairt|respondo|repons|tweġiba|whakautu|valiny|wangsulan|jawaban(?:é|e)?|waleran|äntwert|igisubizo|mhinduro|karabo|responsum|tubag|sungbat|deebi(?:in|i)',
);
/** They do without a word for "is", or say it behind the choice. */
const BARE_NOUN = any(
  'ответ|вариант|відповідь|варіант|отговор(?:ът)?|cevap|yanıt|cavab|válasz|उत्तर|जवाब|پاسخ|جواب|উত্তর|பதில்|விடை|సమాధానం|विकल्प|seçenek|şık|گزینه(?:ٔ|ی)?|گزینۀ|doğru|सही|সঠিক|ਸਹੀ|התשובה הנכונה',
  'адказ|жауап|javob|პასუხი(?:ა)?|պատասխանը|erantzun\\p{L}{0,3}|ਜਵਾਬ|જવાબ|ಉತ್ತರ|ഉത്തരം',
  'jawabannya|jawapannya|pilihannya|(?:jawaban|pilihan) saya|bersiv[ae]|պատասխանն?|පිළිතුර|መልስ(?:ዎ|ህ)?|መልሱ|ምርጫ(?:ዬ|ው)?|አማራጭ|መልሲ|хариулт|жооп|җавап|ҷавоб|jogap|جاۋاب|ځواب|وەڵام\\p{L}{0,3}',
);
const QUALITY = any(
  'est correcte|correct[aeo]?|corrett[ao]|corret[ao]|finale?|exacte|esatta|giusta|certa|yang|benar|tepat|betul|đúng|chính xác|corectă?|sahihi|na tama|e saktë|e duhur|zuzena|სწორი|ճիշտ',
  'daidai|tó tọ́|ziri ezi|efanele|elungile|echanekileyo|saxda ah|cywir|ceart|cheart|kòrèk(?: la)?|lan|rast|tajba|t-tajba|korretta|tika|marina|sing bener|anu leres|cy.ukuri|nyacyo|chaiyo|e nepahetseng|rectum|husto|sakto|ko',
  'الصحيحة|الصحيح|النهائية|הנכונה|הנכון|صحیح|درست|نهایی|final',
);
const IS = any(
  'ist|sind|lautet|wäre|est|es|és|é|је|è|e|to|brzmi|är|er|is|je|jest|on|ir|yra|este|είναι|це|это|є|е|là|adalah|ialah|ni|ay|është|هي|هو|היא|הוא|sería|seria|serait|sarebbe|sia|seja|soit|será|sera|হলো|হল|হচ্ছে|है|է|ko|ita ce|ce|bụ|ngu|yi|waa|yw|ydy|estas|se|hija|dia|yaiku|nyaéta|ke|ndi|ass|mao ang|ket|нь',
);
const THEREFORE = '(?: (?:also|daher|donc|somit|então|quindi|entonces|dus|więc|tedy))?';
const POINTS = ' ?(?:[:=]|[-–—]+>?|→)';

export const ANNOUNCED_ABROAD = any(
  `${NOUN}(?: ${QUALITY}){0,3}(?: (?:n['’])?${IS}${THEREFORE} ?:?|${POINTS})`,
  `${BARE_NOUN}(?: ${QUALITY}){0,3}(?: ${IS})?(?:${POINTS}|(?= ))`,
  `(?:správně|správná|správne|poprawna|poprawnie|prawidłowa|prawidłowo|rätt|riktigt?|rigtigt?|oikein|corect|točno|tačno|правильно|верно|правилно|вірно|σωστό|σωστή)(?: ${IS}|${POINTS})`,
  // `Es la B`, at the beginning of a sentence or clause: behind a "not" it begins with that.
  '(?<=^|[.!?,;:] )(?:(?:meiner Meinung nach |wohl )?(?:ist es|es ist|das ist|das wäre|das müsste|es handelt sich um)|es (?:la|el)|sería (?:la|el)|é [ao]|seria [ao]|è (?:la|il)|sarebbe (?:la|il)|het is|dat is|ce serait|det är|det er|se on|see on|je to|to je|to jest|это|це)',
  '(?<=^|[.!?] )(?:es|é|è)(?= [\\ue000-\\uf8ff][.,;:!])',
  "(?<=^|[.!?,;:] )il s['’]agit d[eu]",
  '(?:richtig|korrekt) (?:ist|sind)|(?:ist|lautet|wäre) (?:daher |also |somit )?die (?:(?:richtige|korrekte) )?(?:Antwort|Lösung)',
  "(?:is é|['’]s e)(?= [\\ue000-\\uf8ff] (?:an|am) (?:freagra|freagairt))|c['’]est|es la (?:opción|respuesta)|(?:la|a|lo|o) (?:correcta|correcto|correta|correto|corretta|correcte|bonne) (?:es|é|è|est)",
);
/** It changes its mind. */
export const CHANGED_ABROAD = any(
  '(?:ich )?(?:ändere|korrigiere|revidiere)(?: ich)? meine (?:Antwort|Wahl) (?:auf|zu|in)|je (?:change|modifie|corrige|révise) (?:ma réponse|mon choix) (?:pour|en|à)',
  '(?:cambio|corrijo|modifico) mi (?:respuesta|elección) (?:a|por)|(?:mudo|altero|troco|corrijo) (?:a )?minha (?:resposta|escolha) (?:para|por)',
  '(?:cambio|correggo|modifico) la mia (?:risposta|scelta) (?:in|con)|ik (?:verander|wijzig|herzie) mijn (?:antwoord|keuze) (?:in|naar)',
  'zmieniam (?:(?:swoją|moją) )?odpowiedź na|měním (?:svou )?odpověď na|mením (?:svoju )?odpoveď na|mijenjam (?:svoj )?odgovor (?:u|na)',
  '(?:меняю|изменяю|исправляю) (?:(?:свой|мой) )?(?:ответ|выбор) на|змінюю (?:свою )?відповідь на|αλλάζω την απάντησή μου σε',
  'jag ändrar (?:mitt svar|svaret) till|jeg (?:endrer|ændrer) (?:svaret mitt|mit svar|svaret) til|îmi schimb răspunsul (?:în|la)',
  'أغير إجابتي إلى|saya (?:ubah|mengubah|ganti|mengganti) jawaban(?: saya)? (?:menjadi|ke)|tôi đổi (?:câu trả lời|đáp án) (?:thành|sang)',
);
/** No spaces between words here, so no edge before them. */
export const ANNOUNCED_UNSPACED = any(
  '(?:答案|选项|選項|正解|答え|解答|回答)(?:应该|應該|应)?(?:是|为|為|选|選|は|:)(?:选项|選項|選択肢)?',
  '(?<![不别別未没沒勿误誤]|不[要会會能该該应應])我?(?:选择|選擇|应选|故选|改选|改選|选|選) ?:?|答案改(?:为|為|成) ?:?',
  '(?:정답|답) ?(?:은|는|:)',
  'ค(?:ำ|ํา)ตอบ(?:ที่ถูกต้อง|ที่ถูก)?(?:คือ|:) ?(?:ข้อ )?|(?<!ไม่|ไม่ได้)(?:ตอบ|เลือก|คือ) ?(?:ข้อ|ตัวเลือก)? ?',
  'ຄ(?:ຳ|ໍາ)ຕອບ(?:ທີ່ຖືກຕ້ອງ)?(?:ແມ່ນ|ຄື|:) ?(?:ຂໍ້ )?|ចម្លើយ(?:ត្រឹមត្រូវ|ដែលត្រឹមត្រូវ)?(?:គឺ|:) ?|အဖြေ(?:မှန်)?(?:က|မှာ|သည်|:) ?',
);
/** What is denied, asked or left open behind a choice that stands against other words: `正解はAではありません`. */
export const UNSAID_UNSPACED = /不是|不对|不對|并非|错|錯|吗|嗎|ない|なく|ません|違|아니|아닙|않|틀|ไม่|^か|^또는|^或|^还是/u;
/** Words that say "is" behind the choice. */
export const IS_BEHIND = any(
  'seçeneğidir|şıkkıdır|لأن|لأنه|כי|है|होगा|है।|است|می‌باشد|ہے|হবে|ஆகும்|lehetőség|opció|ਹੈ|છે|ആണ്|է|हो|आहे|වේ|යි|ነው|እዩ|ye|dha|دی|دە|ဖြစ်သည်|ဖြစ်ပါသည်|ဖြစ်တယ်|an freagra|am freagairt',
);

/** Words that deny, of those that English has not. */
export const DENIED_ABROAD = any(
  'nicht|kein\\p{L}*|pas|não|non|niet|geen|inte|ikke|ekki|nem|не|nie|ne|neni|není|nu|δεν|değil|لا|لن|لم|ليس|ليست|לא|אינה|नहीं|نہیں|tidak|bukan|không|hindi|siyo|አይደለም',
);

/** Words that lead to a conclusion; of those that English has as well, none. */
export const THEREFORE_ABROAD = any(
  // An English sentence has it before no verb that is German.
  '(?<=(?:ist|sind|wäre|lautet|stimmt|bleibt) )also|also(?= (?:ist|sind|stimmt|stimmen|bleibt|bleiben|passt|wähle|nehme|muss|die Antwort|die Lösung)(?!\\p{L}))',
  "deshalb|daher|darum|somit|folglich|demnach|donc|par conséquent|c['’]est pourquoi|entonces|por (?:lo )?tanto|así que|por eso|portanto|por isso|então",
  'quindi|dunque|perciò|pertanto|dus|daarom|więc|zatem|dlatego|takže|proto|tedy|preto|teda|zato|dakle|stoga|tehát|ezért|deci|așadar|prin urmare',
  'alltså|därför|altså|derfor|siis|joten|seetõttu|tāpēc|todėl|поэтому|следовательно|значит|таким образом|тому|отже|затова|следователно|дакле',
  'άρα|επομένως|συνεπώς|οπότε|bu yüzden|bu nedenle|dolayısıyla|o halde|لذلك|إذن|لذا|بالتالي|بنابراین|لہذا|اس لیے|ולכן|לכן|इसलिए|अतः|তাই',
  'vì vậy|do đó|vì thế|cho nên|jadi|maka|oleh karena itu|kwa hiyo|hivyo',
);
/** What may stand around a choice there: nothing but the answer, its letter, and that it is chosen. */
export const OF_CHOICE_ABROAD = any(
  NOUN,
  QUALITY,
  IS,
  BARE_NOUN,
  'ich|nehme|wähle|tippe|auf|muss|stimmt|passt|es|sind|bleibt|nur|die|der|das|sein|je|réponds|choisis|la|le|lettre|reste|il|elijo|escojo|marco|letra|queda|escolho|fica|resta|scelgo|lettera',
  "c['’]est|het|de|ik|kies|letter|wybieram|zostaje|litera|to|ta|jag|väljer|jeg|velger|vælger|valitsen|minä|vybírám|volím|biram|a|az|választom|betű|aleg|litera|это|правильный|верный",
  'выбираю|буква|остаётся|обираю|избирам|το|η|επιλέγω|επιλογή|σωστή|μένει|şıkkı\\p{L}*|seçene\\p{L}*|seçiyorum|işaretliyorum|doğru|أختار|الحرف|الخيار|אני|בוחר|बहु|विकल्प|सही',
  'گزینه(?:ٔ|ی)?|گزینۀ|saya|pilih|memilih|huruf|tôi|chọn|nachagua|herufi',
);
