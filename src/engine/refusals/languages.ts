/** How a language declines. `flat` does so by itself; `no`, in the first person, with a verb of `help` or beside what says `sorry`. */
export interface Refusing {
  sorry: string;
  no: string;
  help?: string;
  flat?: readonly string[];
}

const raw = String.raw;

/** Languages beside English. Where a language marks no person, `no` leaves out what others cannot. */
export const OTHERS: Record<string, Refusing> = {
  de: {
    sorry:
      raw`tut mir (?:sehr |wirklich )?leid|entschuld|\bleider\b|\bbedau[e]?re\b|\bverzeih|\bals (?:ki|sprachmodell|` +
      raw`künstliche intelligenz)`,
    no:
      raw`\b(?:ich|mir)\b.*?\b(?:nichts?(?! (?:sicher|glauben|vorstellen|dass))|kein\p{L}*)\b|\bnicht (?:möglich|erlaubt|` +
      raw`gestattet)\b.*\bmir\b`,
    help:
      '(?:kann|darf|werde|möchte|will|könnte|bin|ist)\\b.*(?:helfen|behilflich|beantwort|antworten|tun\\b|erfüllen|erstellen|' +
      'generieren|schreiben|verfassen|eingehen|unterstützen|nachkommen|fortsetzen|bereitstellen|ausführen|mitmachen|wiedergeben|' +
      'verwenden|äußern|diskutieren|bearbeiten|entsprechen|reagieren|sprechen|reden|auskunft|informationen|in der lage|befugt)',
    flat: [
      raw`muss ich.*(?:passen|ablehnen|verzichten)|\bich (?:muss .*ablehnen|lehne\b.*\bab\b|verweigere|weigere)|(?:verstoßen|` +
      raw`verstößt) gegen (?:meine|unsere|die)|widerspricht (?:meinen|unseren)`,
      raw`\b(?:(?:be)?antworte|verwende|schreibe|reagiere|helfe) ich\b.*\b(?:nicht|kein\p{L}*)\b|\bich (?:(?:be)?antworte|verwende|` +
      raw`schreibe|reagiere|helfe)\b.*\b(?:nicht|kein\p{L}*)\b`,
    ],
  },
  fr: {
    sorry: raw`désolée?|navrée?|\bexcuse[rz]?\b|je regrette|malheureusement|en tant qu['e]`,
    no:
      raw`\bje (?:ne |n').*?\bpas\b(?! (?:sûre?|que|certaine?))|\bje ne (?:peux|puis|pourrai|souhaite|veux|vais|dois|saurais)\b|` +
      raw`\bne (?:peut|sera|doit) pas être|il (?:ne )?m'est (?:pas |im)possible`,
    help:
      "aider|répon|faire|produire|générer|créer|écrire|rédiger|fournir|trait|satisfaire|particip|continuer|accéder|donner suite|" +
      "discuter|utiliser|parler|aborder|partager|proposer|assister|donner (?:ce|des)|en mesure|capable|autorisé|impossible",
    flat: [raw`\bje (?:dois )?(?:refuse|décline)r?\b|\bje préfér\p{L}* ne pas|(?:contraire à|à l'encontre de) (?:mes|nos)`],
  },
  es: {
    sorry: 'lo siento|lamento|disculp|perd[óo]n|me temo|lamentablemente|desafortunadamente|como (?:ia|modelo|asistente|inteligencia)',
    no:
      raw`\bno (?:te |le |les |os |me )?(?:puedo|podré|voy a|quiero|debo|deseo|pienso|tengo|estoy (?!segur)|soy capaz|es posible|` +
      raw`está permitido|siento)`,
    help:
      'ayud|respond|contest|hacer|cumpl|gener|crear|escrib|proporcion|ofrec|particip|continu|atend|realiz|usar|discut|asist|habl|' +
      'brind|compart|coment|proced|produc|en condiciones|autoriza|capaz|permi',
    flat: [
      raw`lamento no poder|\bme niego\b|\bprefiero no\b|\bdebo (?:rechazar|declinar|negarme)|en contra de (?:mis|nuestras)|` +
      raw`\bno respond(?:o|eré) a\b`,
    ],
  },
  pt: {
    sorry: 'sinto muito|desculp|lamento|infelizmente|receio|como (?:ia|um modelo|modelo|assistente)',
    no:
      raw`\bnão (?:te |lhe |me )?(?:posso|consigo|poderei|vou|irei|quero|devo|pretendo|estou (?!cert)|sou capaz|tenho|é (?:possível|` +
      raw`permitido)|sinto)`,
    help:
      'ajud|respond|fazer|gerar|criar|atend|cumpr|escrev|fornec|particip|continu|realiz|usar|discut|auxili|produz|falar|compartilh|' +
      'coment|convers|capaz|autoriza|permi|possível',
    flat: [
      raw`\bme recuso\b|\brecuso-me\b|\bprefiro não\b|\bdevo (?:recusar|declinar)|contra (?:as )?(?:minhas|nossas)|\bnão respond(?:o|` +
      raw`erei) a\b`,
    ],
  },
  it: {
    sorry: raw`mi (?:di)?spiace|spiacente|\bscusa|purtroppo|\btemo\b|come (?:ia|modello|assistente)|in quanto (?:ia|modello)`,
    no:
      raw`\bnon (?:ti |le |vi |mi )?(?:posso(?!no)|poter|potrò|sono (?!sicur|cert)|voglio|intendo|devo|riesco|è (?:possibile|permesso|` +
      raw`consentito)|sento)`,
    help:
      'aiut|rispond|farlo|fare\\b|usare|gener|crear|scriv|forni|soddisf|esegui|partecip|continu|assist|produr|parlar|prosegu|' +
      'condivid|comment|discut|in grado|autorizza|capace|permesso|consentito',
    flat: [raw`\bmi rifiuto\b|\bpreferisco non\b|\bdevo (?:rifiutare|declinare)|contro (?:le mie|le nostre)|\bnon rispond(?:o|erò) a\b`],
  },
  nl: {
    sorry: raw`\bsorry\b|het spijt me|helaas|\bals (?:ai|taalmodel)`,
    no: raw`\b(?:ik|mij)\b.*?\b(?:niet(?! zeker)|geen|niets)\b`,
    help:
      raw`\b(?:kan|mag|wil|zal|ga|ben)\b.*(?:help|beantwoord|antwoord|doen\b|uitvoer|schrijv|maken|genere|\bin\b|voldoen|bieden|` +
      raw`meewerken|produceren|verder|praten|spreken|delen|reager|bespreken|geven|in staat)`,
    flat: [
      raw`\bik weiger\b|\b(?:reageer|antwoord) ik niet|\bik (?:reageer|antwoord) niet|\bik moet\b.*\b(?:weigeren|afwijzen)|` +
      raw`in strijd met (?:mijn|onze)`,
    ],
  },
  pl: {
    sorry: 'przepraszam|przykro mi|niestety|wybacz|jako (?:ai|model|sztuczna)',
    no: raw`\bnie (?:mogę|będę|chcę|zamierzam|potrafię|umiem|wolno mi|jestem (?!pewn)|mam (?:możliwości|prawa|pozwolenia))`,
    help:
      'pomóc|pomagać|odpowi|zrobić|spełni|tworzyć|pisać|generować|kontynuować|udzieli|wykonać|rozmawia|omawia|poda|podzieli|' +
      'reagowa|mówić|dostarczy|wspiera|uczestniczy|w stanie|upoważnion',
    flat: [raw`\bnie (?:odpowiadam|reaguję) na\b|\bodmawiam\b|\bmuszę odmówić|\bwolę nie\b|\bnarusza (?:moje|nasze)`],
  },
  ru: {
    sorry: 'извини|прост|прошу прощения|сожалени|мне жаль|как (?:ии|языков|искусств)',
    no: raw`\bне (?:могу|буду|стану|хочу|смогу|готов|имею права|в состоянии|вправе)`,
    help:
      'помо[чг]|отв[её]|дела|выполн|созда|писа|предостав|продолж|обсу|поддерж|генерир|удовлетвор|исполн|участвовать|говорить|' +
      'делиться|комментир|реагир|расска|дать|давать',
    flat: [
      raw`\bя не (?:отвечаю|реагирую|обсуждаю|создаю|участвую)|\bотказываюсь\b|\bвынужден[а]? отказать|(?:нарушает|` +
      raw`противоречит) (?:мои|наши)|предпочитаю не\b`,
    ],
  },
  tr: {
    sorry: 'üzgünüm|özür dilerim|maalesef|ne yazık ki|kusura bakma|olarak',
    no: raw`(?<!\p{L})(?!sanm|bilm|düşünm|inanm)\p{L}+(?:[ae]m[ae]m|m[ıiuü]yorum|mayacağım|meyeceğim)(?!\p{L})|mümkün değil`,
    help: 'yardım|yanıt|cevap|konuş|tartış|söyle|sun|destekle|bilgi|yap|getir|üret|oluştur|yaz|katıl|paylaş|sağla|karşıla|çevir',
    flat: ['reddediyorum|reddetmek zorundayım|kurallarıma aykırı'],
  },
  ja: {
    sorry: '申し訳|すみませんが|すいませんが|ごめん|恐れ入り|恐縮|残念ながら|aiとして',
    no: '^(?!.*(?:彼|彼女|誰|だれ|先生|者|人|犬|猫)(?:は|が|も|に)).*(?:できません|出来ません|できかね|しかね|られません|えません|なれません|できない|いたしません|控えます)',
    help: '答え|回答|手伝|対応|応え|提供|作成|協力|支援|お受け|生成|返信|応じ|お力に|お役に|執筆|記述|話し|案内|教え|紹介|議論|コメント|共有',
    flat: ['お断り|拒否(?:します|いたします)|差し控え|控えさせていただ|ご?遠慮(?:いた|させ)|ガイドラインに(?:反|違反)'],
  },
  zh: {
    sorry: '抱歉|对不起|不好意思|遗憾|對不起|作为(?:一个|一名)?(?:ai|人工智能|语言模型)',
    no: '(?<![他她它们].{0,12})(?:不能|无法|不方便|不便|不会|不可以|不想|不愿|没办法|没有办法|不予|無法)',
    help: '我.*(?:回答|帮|幫|协助|協助|提供|满足|完成|生成|这样做|这么做|回应|执行|继续|讨论|谈|透露|分享|评论|支持|给出|参与|创作|写|处理)|^.{0,6}(?:回答|协助|提供|满足|处理)(?:您|你|这|此|该)',
    flat: ['我(?:必须|只能|不得不)?拒绝|恕(?:我)?(?:无法|不能|难)|违反了?(?:我|使用|相关)'],
  },
  ko: {
    sorry: '죄송|미안|유감|안타깝|ai로서|모델로서',
    no: '^(?!.*(?:그는|그녀는|그들은|아무도|누구도|그가|사람은)).*(?:수(?:는|가)? 없|어렵|불가|못 ?(?:합|해|드)|않겠|않을게|않습니다)',
    help: '도와|도움|도울|답변|대답|응답|응할|들어\\s?드릴|작성|생성|제공|수행|그렇게 할|처리|답해|답할|이행|참여|만들어|말씀|이야기|논의|알려|공유|지원|언급',
    flat: ['거부(?:합니다|하겠|할게)|거절(?:합니다|하겠|할게)|(?:정책|지침)[^.]{0,8}(?:위반|어긋)'],
  },
  ar: {
    sorry: 'عذر|آسف|عفو|أعتذر|للأسف|بصفتي|كنموذج',
    no: '(?:لا|لن) (?:أستطيع|يمكنني|أقدر|يسعني|أود|أريد|أتمكن|أقوم|يسمح لي|أشارك|أجيب|أرد)|لست (?:قادر|مخول)|ليس بإمكاني',
    help:
      'مساعد|أساعد|إجابة|أجيب|القيام|فعل|إنشاء|تقديم|الرد|كتابة|تلبية|استجابة|توليد|تنفيذ|متابعة|إكمال|المشاركة|الحديث|التحدث|' +
      'مناقش|التعليق|إعطاء|مشاركة|شرح|دعم',
    flat: ['(?:أرفض|لن أجيب|لن أرد|لن أشارك|لن أساعد)|يتعارض مع (?:سياس|إرشاد|مبادئ)|يخالف (?:سياس|إرشاد)'],
  },
  hi: {
    sorry: 'माफ़|माफ|क्षमा|खेद|दुर्भाग्य|एआई के रूप',
    no: '(?:मैं|मुझे|मुझ|हम).*(?:नहीं (?!लगता|पता)|असमर्थ|इनकार)',
    help: 'मदद|सहायता|उत्तर|जवाब|बात|चर्चा|साझा|टिप्पणी|जानकारी|ऐसा|यह|ये|पूरा|बना|लिख|प्रदान|जारी|तैयार',
  },
};

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
