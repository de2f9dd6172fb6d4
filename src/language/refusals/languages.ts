/** How a language declines. `flat` does so by itself; `no`, in the first person, with a verb of `help` or beside what says `sorry`. */
export interface Refusing {
  sorry: string;
  no: string;
  help?: string;
  flat?: string;
}

const raw = String.raw;

/** Languages beside English. Where a language marks no person, `no` leaves out what others cannot. */
export const OTHERS: readonly Refusing[] = [
  {
    sorry: raw`tut mir (?:sehr |wirklich )?leid|entschuld|\bleider\b|\bbedauer|\bverzeih|\bals (?:ki|sprachmodell|künstliche intelligenz)`,
    no: raw`\b(?:ich|mir)\b.{0,80}?\b(?:nichts?(?! (?:sicher|glauben|vorstellen|dass))|kein\p{L}*)\b|\bnicht (?:möglich|erlaubt)\b.{0,80}\bmir\b`,
    help:
      raw`\b(?:kann|darf|werde|möchte|will|bin|ist)\b.{0,80}` +
      '(?:helf|hilf|behilflich|antwort|tun|füll|stell|schreib|fass|geh|setz|führ|mach|sprech|reag|auskunft|in der lage)',
    flat:
      raw`muss ich.{0,80}(?:passen|ablehnen|verzichten)|\bich (?:muss .{0,80}ablehnen|lehne\b.{0,80}\bab\b|verweigere|weigere)|gegen (?:meine|unsere)|` +
      raw`\b(?:ich )?(?:(?:be)?antworte|verwende|schreibe|reagiere|helfe)(?: ich)?\b.{0,80}\b(?:nicht|kein\p{L}*)\b`,
  },
  {
    sorry: raw`désolée?|navrée?|\bexcuse[rz]?\b|je regrette|malheureusement|en tant qu['e]`,
    no: raw`\bje (?:ne |n').{0,80}?\bpas\b(?! (?:sûre?|que|certaine?))|\bje ne peux\b|\bne peut pas être|m'est (?:pas |im)possible`,
    help: 'aider|répon|faire|produi|génér|crée|écri|fourni|trait|particip|continu|donner|parl|en mesure|capable|autorisé|possible',
    flat: raw`\bje (?:dois )?(?:refuse|décline)r?\b|\bje préfér\p{L}* ne pas|(?:contraire à|à l'encontre de) (?:mes|nos)`,
  },
  {
    sorry: 'lo siento|lamento|disculp|perd[óo]n|me temo|lamentablemente|desafortunadamente|como (?:ia|modelo|asistente|inteligencia)',
    no: raw`\bno (?:te |le |me )?(?:puedo|podré|voy a|quiero|debo|tengo|estoy (?!segur)|soy capaz|es posible|está permitido|siento)`,
    help: 'ayud|respond|contest|hacer|cumpl|gener|crear|escrib|ofrec|particip|continu|usar|habl|brind|en condiciones|capaz|permi',
    flat: raw`lamento no poder|\bme niego\b|\bprefiero no\b|\bdebo rechazar|contra de (?:mis|nuestras)|\bno respond(?:o|eré) a\b`,
  },
  {
    sorry: 'sinto muito|desculp|lamento|infelizmente|receio|como (?:ia|um modelo|modelo|assistente)',
    no: raw`\bnão (?:te |lhe |me )?(?:posso|consigo|poderei|vou|irei|quero|devo|estou (?!cert)|sou capaz|tenho|é (?:possível|permitido))`,
    help: 'ajud|respond|fazer|gerar|criar|atend|cumpr|escrev|fornec|particip|continu|usar|discut|falar|coment|capaz|autoriza|permi|possível',
    flat: raw`\bme recuso\b|\brecuso-me\b|\bprefiro não\b|\bdevo recusar|contra (?:as )?(?:minhas|nossas)|\bnão respond(?:o|erei) a\b`,
  },
  {
    sorry: raw`mi (?:di)?spiace|spiacente|\bscusa|purtroppo|\btemo\b|come (?:ia|modello|assistente)|in quanto (?:ia|modello)`,
    no: raw`\bnon (?:ti |le |mi )?(?:posso(?!no)|poter|potrò|sono (?!sicur|cert)|voglio|devo|riesco|è (?:possibile|permesso|consentito))`,
    help: raw`aiut|rispond|farlo|fare\b|gener|crear|scriv|forni|partecip|continu|parlar|prosegu|in grado|permesso|consentito`,
    flat: raw`\bmi rifiuto\b|\bpreferisco non\b|\bdevo (?:rifiutare|declinare)|contro (?:le mie|le nostre)|\bnon rispond(?:o|erò) a\b`,
  },
  {
    sorry: raw`\bsorry\b|het spijt me|helaas|\bals (?:ai|taalmodel)`,
    no: raw`\b(?:ik|mij)\b.{0,80}?\b(?:niet(?! zeker)|geen|niets)\b`,
    help: raw`\b(?:kan|mag|wil|zal|ga|ben)\b.{0,80}(?:help|antwoord|doen\b|voer|schrijv|maken|\bin\b|werken|verder|praten|reager|geven)`,
    flat: raw`\bik weiger\b|\b(?:ik )?(?:reageer|antwoord)(?: ik)? niet|\bik moet\b.{0,80}\b(?:weigeren|afwijzen)|in strijd met (?:mijn|onze)`,
  },
  {
    sorry: 'przepraszam|przykro mi|niestety|wybacz|jako (?:ai|model|sztuczna)',
    no: raw`\bnie (?:mogę|będę|chcę|zamierzam|potrafię|wolno mi|jestem (?!pewn)|mam (?:możliwości|prawa|pozwolenia))`,
    help: 'pomóc|pomaga|odpowi|zrobić|spełni|tworzyć|pisać|generować|kontynuować|udzieli|wykonać|rozmawia|poda|mówić|w stanie',
    flat: raw`\bnie (?:odpowiadam|reaguję) na\b|\bodmawiam\b|\bmuszę odmówić|\bwolę nie\b|\bnarusza (?:moje|nasze)`,
  },
  {
    sorry: 'извини|прост|прошу прощения|сожалени|мне жаль|как (?:ии|языков|искусств)',
    no: raw`\bне (?:могу|буду|стану|хочу|смогу|готов|имею права|в состоянии|вправе)`,
    help: 'помо[чг]|отв[её]|дела|выполн|созда|писа|предостав|продолж|обсу|генерир|участвовать|говорить|делиться|реагир|расска|да(?:ва)?ть',
    flat: raw`\bя не (?:отвечаю|реагирую|обсуждаю|создаю)|\bотказываюсь\b|\bвынужден[а]? отказать|(?:нарушает|противоречит) (?:мои|наши)`,
  },
  {
    sorry: 'üzgünüm|özür dilerim|maalesef|ne yazık ki|kusura bakma|olarak',
    no: raw`(?<!\p{L})(?!sanm|bilm|düşünm|inanm)\p{L}+(?:[ae]m[ae]m|m[ıiuü]yorum|mayacağım|meyeceğim)(?!\p{L})|mümkün değil`,
    help: 'yardım|yanıt|cevap|konuş|tartış|söyle|sun|destekle|bilgi|yap|getir|üret|oluştur|yaz|katıl|paylaş|sağla|karşıla|çevir',
    flat: 'reddediyorum|reddetmek zorundayım|kurallarıma aykırı',
  },
  {
    sorry: '申し訳|すみませんが|すいませんが|ごめん|恐れ入り|恐縮|残念ながら|aiとして',
    no: '^(?!.{0,80}(?:彼|彼女|誰|だれ|先生|者|人|犬|猫)(?:は|が|も|に)).{0,80}(?:できません|出来ません|かね|られません|えません|できない|いたしません|控えます)',
    help: '答え|回答|手伝|対応|応え|提供|作成|協力|支援|お受け|生成|返信|応じ|お力に|お役に|執筆|話し|案内|教え|紹介|議論|コメント|共有',
    flat: 'お断り|拒否(?:します|いたします)|差し控え|控えさせていただ|ご?遠慮(?:いた|させ)|ガイドラインに(?:反|違反)',
  },
  {
    sorry: '抱歉|对不起|不好意思|遗憾|對不起|作为(?:一个|一名)?(?:ai|人工智能|语言模型)',
    no: '(?<![他她它们].{0,12})(?:不能|无法|不方便|不便|不会|不可以|不想|不愿|没办法|没有办法|不予|無法)',
    help: '我.{0,80}(?:回答|帮|幫|助|提供|满足|完成|生成|这样做|这么做|回应|执行|继续|讨论|谈|透露|分享|评论|支持|给出|参与|创作|写|处理)|^.{0,6}(?:回答|提供)',
    flat: '我(?:必须|只能|不得不)?拒绝|恕(?:我)?(?:无法|不能|难)|违反了?(?:我|使用|相关)',
  },
  {
    sorry: '죄송|미안|유감|안타깝|ai로서|모델로서',
    no: '^(?!.{0,80}(?:그는|그녀는|그들은|아무도|누구도|그가|사람은)).{0,80}(?:수(?:는|가)? 없|어렵|불가|못 ?(?:합|해|드)|않겠|않을게|않습니다)',
    help: '도와|도움|도울|답변|대답|응답|응할|드릴|작성|생성|제공|수행|그렇게 할|처리|답해|답할|참여|만들어|말씀|이야기|논의|알려|공유|지원',
    flat: '거부(?:합니다|하겠|할게)|거절(?:합니다|하겠|할게)|(?:정책|지침)[^.]{0,8}(?:위반|어긋)',
  },
  {
    sorry: 'عذر|آسف|عفو|أعتذر|للأسف|بصفتي|كنموذج',
    no: '(?:لا|لن) (?:أستطيع|يمكنني|أقدر|أود|أريد|أتمكن|أقوم|يسمح لي|أشارك|أجيب|أرد)|لست (?:قادر|مخول)|ليس بإمكاني',
    help: 'مساعد|أساعد|إجابة|أجيب|القيام|فعل|إنشاء|تقديم|الرد|كتابة|تلبية|استجابة|توليد|تنفيذ|متابعة|مشاركة|الحديث|مناقش|التعليق|شرح',
    flat: '(?:أرفض|لن أجيب|لن أرد|لن أشارك|لن أساعد)|(?:يتعارض مع|يخالف) (?:سياس|إرشاد|مبادئ)',
  },
  {
    sorry: 'माफ़|माफ|क्षमा|खेद|दुर्भाग्य|एआई के रूप',
    no: '(?:मैं|मुझे|मुझ|हम).{0,80}(?:नहीं (?!लगता|पता)|असमर्थ|इनकार)',
    help: 'मदद|सहायता|उत्तर|जवाब|बात|चर्चा|साझा|टिप्पणी|जानकारी|ऐसा|यह|ये|पूरा|बना|लिख|प्रदान|जारी|तैयार',
  },
];

/** A turn from declining to answering. */
export const CONTRAST = new RegExp(
  raw`(?:^|[\s,;:.—–-])(?:but|however|that (?:being )?said|nevertheless|nonetheless|still|though|aber|jedoch|allerdings|stattdessen|` +
    raw`dennoch|mais|cependant|toutefois|néanmoins|pero|sin embargo|no obstante|mas|porém|contudo|no entanto|ma|però|tuttavia|maar|` +
    raw`echter|ale|jednak|natomiast|но|однако|зато|ama|ancak|fakat|لكن|ولكن|लेकिन|परंतु|किंतु)(?=[\s,])|しかし|ただし|ですが、|けれど|但是|但我|不过|然而|` +
    raw`하지만|그러나|다만`,
  'u',
);

/** Says that now comes what was asked for. */
export const ANSWERS = new RegExp(
  raw`(?<!\b(?:never|not) )\b(?:the (?:correct |right |short )?answer (?:is|to)|here(?:'s| is| are)\b|die antwort|la réponse (?:est|` +
    raw`correcte)|la respuesta (?:es|correcta)|a resposta (?:é|correta)|la risposta (?:è|corretta)|het antwoord|odpowiedź to|cevap:)|` +
    raw`ответ:|答えは|答案是|정답은|الجواب هو|उत्तर है`,
  'u',
);
