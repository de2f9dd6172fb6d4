import { lazy } from '../lazy.js';
import { unicodePattern } from './openers.js';

/** How a sentence declines in other languages: a form of the first person, or one of a machine, with a verb of helping or answering. */

const DE_VERB = '(?:helfen|behilflich|beantwort|antworten|tun\\b|erfüllen|erstellen|generieren|erzeugen|schreiben|verfassen|eingehen|unterstützen|nachkommen|fortsetzen|fortführen|bereitstellen|ausführen|mitmachen|wiedergeben|verwenden|äußern|diskutieren|weitergeben|bearbeiten|entsprechen|reagieren|sprechen|reden|kommentieren|teilnehmen|auskunft|ratschl|informationen|weitermachen|befolgen|umsetzen)';
const FR_VERB = "(?:aider|répondre|faire|produire|générer|créer|écrire|rédiger|fournir|traiter|satisfaire|participer|continuer|accéder|donner suite|discuter|utiliser|parler|aborder|discuter|partager|commenter|réagir|proposer|accomplir|exécuter|assister|donner (?:ce|cette|ces|des conseils|d.informations)|poursuivre)";
const ES_VERB = '(?:ayud|respond|contest|hacer|cumpl|gener|crear|escrib|proporcion|ofrec|particip|continu|complac|atend|realiz|usar|discut|asist|habl|brind|compart|dar(?:te|le)? (?:es[aeo]|inform|consejos)|coment|reaccion|proced|apoy|convers|ejecut|produc)';
const PT_VERB = '(?:ajud|respond|fazer|gerar|criar|atend|cumpr|escrev|fornec|particip|continu|realiz|usar|discut|auxili|produz|falar|compartilh|dar (?:ess|inform|conselhos)|coment|prossegu|apoiar|convers|execut)';
const IT_VERB = '(?:aiut|rispond|farlo|fare\\b|usare|gener|crear|scriv|forni|soddisf|esegui|partecip|continu|assist|produr|accont|parlar|prosegu|condivid|dar(?:e|ti) (?:quest|inform|consigli)|comment|discut|proced|support)';
const NL_VERB = '(?:help|beantwoord|antwoord|doen\\b|uitvoer|schrijv|maken|genere|ingaan|\\bop in\\b|voldoen|bieden|meewerken|produceren|verder|praten|spreken|delen|reager|bespreken|geven|assister|doorgaan|deelnemen)';
const PL_VERB = '(?:pomóc|pomagać|odpowie|odpowiada|zrobić|spełni|tworzyć|napisać|pisać|wygenerować|generować|kontynuować|udzieli|wykonać|rozmawia|omawia|podać|podawa|podzieli|reagowa|mówić|dostarczy|wspiera|uczestniczy)';
const RU_VERB = '(?:помо[чг]|ответ|отвеч|сделать|делать|выполн|созда|напис|писать|предостав|продолж|обсужда|поддерж|генерир|удовлетвор|исполн|участвовать|говорить|делиться|поделиться|комментир|реагир|обсуд|рассказ|дать (?:такой|эту|вам)|давать)';
const AR_VERB = '(?:مساعد|أساعد|إجابة|أجيب|القيام|فعل|إنشاء|تقديم|الرد|كتابة|تلبية|استجابة|توليد|تنفيذ|متابعة|إكمال|المشاركة|الحديث|التحدث|مناقش|التعليق|إعطاء|مشاركة|شرح|دعم)';

const SOURCES: Record<string, readonly string[]> = {
  de: [
    `\\b(?:ich (?:kann|darf|werde|möchte|will|könnte)|(?:kann|darf|werde|möchte|will) ich)\\b.*\\b(?:nicht|nichts|kein\\p{L}*)\\b.*${DE_VERB}`,
    `\\bich (?:bin|wäre|sehe mich)\\b.*\\bnicht (?:in der lage|befugt|imstande|dazu da)|\\bmir\\b.*\\bnicht (?:möglich|erlaubt|gestattet)|\\bnicht (?:möglich|erlaubt|gestattet)\\b.*\\bmir\\b`,
    '\\bda muss ich (?:leider )?passen|\\bich lehne\\b.*\\bab\\b|\\bich (?:weigere|verweigere)|\\bich muss\\b.*\\bablehnen|\\b(?:antworte ich|ich antworte|verwende ich|ich verwende|schreibe ich|ich schreibe|beantworte ich|ich beantworte|reagiere ich|ich reagiere|ich helfe|helfe ich)\\b.*\\b(?:nicht|kein\\p{L}*)\\b',
    '(?:verstößt|verstoßen|verstoßt) gegen (?:meine|unsere|die)|widerspricht (?:meinen|unseren|den) (?:richtlinien|regeln|grundsätzen)|^(?:das |dies )?kann ich (?:leider )?nicht[.!]?$',
  ],
  fr: [
    `\\bje ne (?:peux|puis|pourrai|pourrais|souhaite|veux|vais|dois|saurais)\\b.*${FR_VERB}`,
    `\\bje ne suis (?:malheureusement )?pas (?:en mesure|capable|autorisée?|à même|habilitée?)`,
    "\\bje (?:refuse|décline|dois refuser|dois décliner|préfère ne pas)|\\bil m'est impossible|\\bil ne m'est pas possible|\\bje préfér\\p{L}* ne pas|\\bje ne (?:l[ae]s? )?(?:réponds|répondrai|traiterai|ferai|participerai) pas|(?:contraire à|à l'encontre de) (?:mes|nos)",
  ],
  es: [
    `(?<!él |ella |usted |se )\\bno (?:te |le |les |os |me )?(?:puedo|podré|podría|voy a|quiero|debo|deseo|pienso)\\b.*${ES_VERB}`,
    `\\bno (?:estoy (?:en condiciones|autorizad|capacitad)|soy capaz|me (?:es posible|está permitido))`,
    '\\blamento no poder\\b|\\bme niego\\b|\\bprefiero no (?:respond|contest|hac|ayud|habl)|\\bdebo (?:rechazar|declinar|negarme)|\\bva en contra de (?:mis|nuestras)|\\bno (?:respondo|responderé|contesto) a|\\bno tengo (?:permitido|permiso|autorización)',
  ],
  pt: [
    `\\bnão (?:te |lhe )?(?:posso|consigo|poderei|poderia|vou|quero|devo|pretendo)\\b.*${PT_VERB}`,
    `\\bnão (?:me é (?:possível|permitido)|sou capaz|estou (?:em condições|autorizad|apt))`,
    '\\b(?:eu )?me recuso\\b|\\brecuso-me\\b|\\bprefiro não (?:respond|fal|faz|ajud)|\\bdevo (?:recusar|declinar)|\\bvai contra (?:as minhas|minhas|as nossas|nossas)|\\bnão (?:respondo|responderei|irei responder) a',
  ],
  it: [
    `\\bnon (?:ti |le |vi )?(?:posso|potrò|potrei|voglio|intendo|devo|riesco)\\b.*${IT_VERB}`,
    '\\bnon (?:sono (?:in grado|autorizzat|capace|abilitat)|mi è (?:possibile|permesso|consentito))',
    '\\bmi rifiuto\\b|\\brifiuto di\\b|\\bpreferisco non (?:rispond|farlo|aiut|parl)|\\bdevo (?:rifiutare|declinare)|\\bva contro (?:le mie|le nostre)|\\bnon (?:rispondo|risponderò) a|\\bnon poter(?:ti|la|vi)? (?:aiut|rispond|assist)|\\btemo di non poter',
  ],
  nl: [
    `\\b(?:ik (?:kan|mag|wil|zal|ga|zou)|(?:kan|mag|wil|zal|ga) ik)\\b.*\\b(?:niet|geen|niets)\\b.*${NL_VERB}`,
    '\\bik ga (?:hier|daar) niet op in\\b|\\bik ben niet in staat|\\bik weiger\\b|(?:reageer ik|ik reageer|antwoord ik|ik antwoord) niet|\\bik ga niet in op|\\bik moet\\b.*\\b(?:weigeren|afwijzen)|\\bin strijd met (?:mijn|onze)|\\bhet is mij niet (?:mogelijk|toegestaan)',
  ],
  pl: [
    `\\bnie (?:mogę|będę|chcę|zamierzam|potrafię|umiem|wolno mi)\\b.*${PL_VERB}`,
    '\\bnie jestem (?:w stanie|upoważnion|uprawnion)|\\bnie (?:odpowiadam|reaguję) na\\b|\\bodmawiam\\b|\\bmuszę odmówić|\\bwolę nie (?:odpowiada|pisa)|\\bnarusza (?:moje|nasze)|\\bjest sprzeczn\\p{L}* z (?:moimi|naszymi)',
  ],
  ru: [
    `(?<![\\p{L}])не (?:могу|буду|стану|хочу|смогу|готов[а]?|имею права|в состоянии|вправе)(?![\\p{L}]).*${RU_VERB}`,
    '(?<![\\p{L}])я не (?:отвечаю|реагирую|обсуждаю|создаю|участвую)|(?<![\\p{L}])(?:я )?(?:отказываюсь|вынужден[а]? отказать)|(?:нарушает|противоречит) (?:мои|моим|наши|нашим|правил)|предпочитаю не (?:отвеч|обсужд)',
  ],
  tr: [
    'yardım(?:cı|da)?\\p{L}* (?:olamam|edemem|olamıyorum|edemiyorum|olamayacağım|edemeyeceğim|bulunamam|olmam mümkün değil|etmem mümkün değil)',
    '(?:yanıt|cevap) (?:vermiyorum|vermem|veremem|veremiyorum|vermeyeceğim|veremeyeceğim|vermem mümkün değil)|(?:konuşam|tartışam|söyleyem|sunam|destekleyem|bilgi verem|yanıtlayam|cevaplayam|yapam|getirem|üretem|oluşturam|yazam|katılam|paylaşam|sağlayam|karşılayam)(?:am|em|ıyorum|iyorum|ayacağım|eyeceğim)|(?:yanıtlaya|cevaplaya|yapa|getire|ürete|oluştura|yaza|katıla|paylaşa|sağlaya|karşılaya)m(?:am|em|ıyorum|iyorum)?\\b|reddediyorum|reddetmek zorundayım|kurallarıma aykırı',
  ],
  ja: [
    // What others cannot is an answer.
    '^(?!.*(?:彼|彼女|誰|だれ|先生|者|人|犬|猫)(?:は|が|も|に)).*(?:お?答え|回答|お?手伝い|お?手伝う|ご?対応|お?応え|ご?提供|作成|ご?協力|ご?支援|お受け|生成|返信|応じ|お力に|お役に|執筆|記述|お話し|申し上げ|ご案内|お教え|ご紹介|議論|コメント|共有)[^。、]{0,14}(?:できません|出来ません|できかね|いたしかね|致しかね|しかね|られません|られない|えません|なれません|立てません|できない|いたしません|致しません|しません)',
    '^(?:(?:申し訳|すみません|すいません|ごめん|恐れ入り|恐縮|残念)[^。]*[、。]\\s*)?(?:それ|そのようなこと|そういったこと|これ)は(?:でき|出来)(?:ません|ない|かねます)|お断り|拒否(?:します|いたします)|差し控え|控えさせていただ|ご?遠慮(?:いた|させ)|ガイドラインに(?:反|違反)',
  ],
  zh: [
    '(?:我|抱歉|对不起|不好意思|遗憾|作为[^，。]*，?)[^。！？他她它们]{0,16}(?:无法|不能|没有办法|没办法|不可以|不会|不便|不愿|不想|難以|难以|無法|沒辦法)[^。！？]{0,14}(?:回答|帮|幫|协助|協助|提供|满足|滿足|完成|生成|这样做|这么做|這樣做|回应|回應|执行|執行|继续|繼續|讨论|討論|谈|透露|分享|评论|支持|介绍|给出|参与|做到|创作|写|处理|為您|为您)',
    '(?:无法|不能|無法)(?:回答|协助|提供|满足|处理)(?:您|你|这|此|该)|我(?:必须|只能|不得不)?拒绝|恕(?:我)?(?:无法|不能|难)|违反了?(?:我|使用|相关)',
  ],
  ko: [
    '^(?!.*(?:그는|그녀는|그들은|아무도|누구도|그가|사람은)).*(?:도와|도움|도울|답변|대답|응답|응할|들어\\s?드릴|작성|생성|제공|수행|그렇게 할|처리|답해|답할|이행|참여|만들어|말씀|이야기|논의|알려|공유|지원|언급)[^.。\\n]{0,12}(?:수 없|수는 없|수가 없|어렵|불가|못 ?합|못 ?해|않겠|않을게|않습니다)',
    '거부(?:합니다|하겠|할게)|거절(?:합니다|하겠|할게)|(?:정책|지침)[^.]{0,8}(?:위반|어긋)',
  ],
  ar: [
    `(?:لا (?:أستطيع|يمكنني|أقدر|يسعني|أود|أريد)|لن (?:أستطيع|أتمكن|أقوم|يمكنني)|لست قادر|غير قادر|ليس بإمكاني|لا يمكن لي|لا أتمكن).*${AR_VERB}`,
    '(?:أرفض|لن أجيب|لن أرد|لن أشارك|لن أساعد|أعتذر عن (?:عدم|الإجابة)|يتعارض مع (?:سياس|إرشاد|مبادئ)|يخالف (?:سياس|إرشاد))',
  ],
  hi: [
    '(?:मैं|मुझ|हम).*(?:मदद|सहायता|उत्तर|जवाब|बात|चर्चा|साझा|टिप्पणी|जानकारी|ऐसा|यह|ये|पूरा|बना|लिख|प्रदान|जारी|तैयार).*(?:नहीं|असमर्थ)(?:\\s*(?:कर|दे|बना|लिख|हो))?\\s*(?:सक|पा|करू|दूं|दूँ|हूं|हूँ)?',
    '(?:मैं|मुझे).*(?:असमर्थ|इनकार|मना कर|अस्वीकार)|(?:दिशानिर्देश|नीति)\\S* .*(?:खिलाफ|विरुद्ध|उल्लंघन)|मैं.*(?:जवाब|उत्तर) नहीं (?:देता|देती|दूंगा|दूँगा|दूंगी)',
  ],
};

/** The nearest verb: what stands behind it may be the answer after all. */
export const otherDeclines = lazy(() => Object.values(SOURCES).flatMap((sources) => sources.map((source) => unicodePattern(source.replaceAll('.*', '.*?')))));

/** A turn from declining to answering. */
export const CONTRAST =
  /(?:^|[\s,;:.—–-])(?:but|however|that said|nevertheless|nonetheless|still|instead|though|aber|jedoch|allerdings|stattdessen|dennoch|mais|cependant|toutefois|néanmoins|pero|sin embargo|no obstante|mas|porém|contudo|no entanto|ma|però|tuttavia|maar|echter|ale|jednak|natomiast|но|однако|зато|ama|ancak|fakat|لكن|ولكن|लेकिन|परंतु|किंतु)(?=[\s,])|しかし|ただし|ですが、|けれど|但是|但我|不过|然而|하지만|그러나|다만/u;

/** Says that now comes what was asked for. */
export const ANSWERS =
  /\b(?:the (?:correct |right |short )?answer (?:is|to)|here(?:'s| is| are)\b|die antwort|la réponse (?:est|correcte)|la respuesta (?:es|correcta)|a resposta (?:é|correta)|la risposta (?:è|corretta)|het antwoord|odpowiedź to|cevap:)|ответ:|答えは|答案是|정답은|الجواب هو|उत्तर है/u;

/** Apologies and offers in other languages: they answer nothing. */
export const AROUND =
  /entschuldig|tut mir leid|bitte|gern|wenn (?:sie|du)|désolé|excus|regrett|n'hésitez|si vous|autre chose|lo siento|lamento|disculp|perd[óo]n|si (?:necesitas|quieres|deseas)|otra cosa|sinto muito|desculp|infelizmente|se (?:precisar|quiser)|mi (?:di)?spiace|scusa|spiacente|se (?:hai|vuoi)|spijt|sorry|als je|als u|przepraszam|przykro|jeśli|извин|прост|сожален|жаль|если|üzgün|özür|maalesef|eğer|başka|申し訳|すみません|ごめん|恐れ入り|他に|ほかに|抱歉|对不起|不好意思|遗憾|如果|其他|죄송|미안|다른|آسف|عذر|إذا|क्षमा|माफ़|माफ|खेद|यदि|अगर/u;
