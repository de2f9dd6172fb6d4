const raw = String.raw;

/** Whole clauses that say no and nothing else, in the languages of the rules. */
const NOES: readonly string[] = [
  raw`(?:(?:a |an )?(?:hard|firm|definite|absolute|big|flat|clear|simple|strict|resounding) )?(?:no|nope|nah|nay)(?: (?:way|` +
    raw`chance|deal|dice|sir|` +
    raw`ma'am|never|thanks|thank you|comment|can do))?|(?:absolutely|definitely|certainly|of course|obviously|hell|heck|oh|` +
    raw`simply|just|no|` +
    raw`most certainly|surely) (?:not?|never)|(?:not|never)(?: ever| in a million years| on my watch| a chance|` +
    raw` under any circumstances| ` +
    raw`happening| going to happen| today| here)|never|under no circumstances|by no means|in no way|no way in hell|out of the question|` +
    raw`(?:that's|that is|it's|it is|this is) (?:not happening|not going to happen|out of the question|a (?:hard |` +
    raw`firm )?no(?: from me)?)|` +
    raw`forget (?:it|that|about it)|(?:hard )?pass|i'll pass|(?:can't|cannot|won't)(?: do)?`,
  raw`nein|nö|nee|(?:auf|in) (?:gar )?keinen fall|keinesfalls|niemals|nie(?: im leben)?|(?:ganz )?(?:sicher|bestimmt|definitiv|absolut|` +
    raw`natürlich|gewiss|überhaupt|garantiert) nicht|(?:das )?kommt (?:gar |überhaupt )?nicht in ?frage|vergiss es|` +
    raw`unter keinen umständen|(?:völlig )?ausgeschlossen|leider nein|nein danke`,
  raw`non|jamais(?: de la vie)?|(?:absolument|certainement|sûrement|surtout) pas|(?:c'est )?(?:pas|hors de) question|en aucun cas|` +
    raw`non merci|(?:bien sûr|certainement) que non|sous aucun prétexte|c'est non`,
  raw`no|nunca|jamás|de ning(?:una manera|ún modo)|ni hablar|para nada|en absoluto|(?:claro|por supuesto) que no|` +
    raw`(?:rotundamente|absolutamente) no|` +
    raw`ni pensarlo|bajo ning(?:una circunstancia|ún concepto)|no gracias`,
  raw`não|nunca|jamais|de jeito nenhum|de (?:maneira|forma|modo) (?:nenhuma?|algum|alguma)|nem pensar|(?:claro|` +
    raw`com certeza) que não|com certeza não|` +
    raw`absolutamente não|(?:em|sob) (?:hipótese alguma|nenhuma (?:hipótese|circunstância))|fora de questão`,
  raw`no|mai(?: e poi mai)?|(?:assolutamente|certamente|decisamente) (?:no|mai)|(?:certo|ovvio) che no|neanche per (?:sogno|idea)|` +
    raw`non se ne parla|in nessun caso|(?:è )?fuori discussione|scordatelo|no grazie`,
  raw`nee|nooit|(?:absoluut|zeker|beslist) niet|in geen geval|geen sprake van|vergeet het(?: maar)?|onder geen beding|uitgesloten`,
  raw`nie|nigdy|(?:absolutnie|zdecydowanie|na pewno) nie|w żadnym (?:wypadku|razie)|(?:to )?wykluczone|(?:nie ma mowy|` +
    raw`mowy nie ma)|pod żadnym pozorem`,
  raw`нет|никогда|ни за что|ни в коем случае|исключено|(?:конечно|категорически|абсолютно|точно) нет|ни при каких обстоятельствах|нельзя`,
  raw`hayır|asla|kesinlikle (?:hayır|olmaz)|olmaz|(?:tabii|elbette) ki hayır|hiçbir şekilde`,
  raw`いいえ|いや(?:です)?|だめ(?:です)?|ダメ(?:です)?|(?:絶対に)?(?:無理|嫌|駄目|だめ|ダメ)(?:です)?|できません`,
  raw`不|不行|不可以|不能|绝不|绝对(?:不行|不可以|不会|不能)|没门|想都别想|当然不(?:行)?`,
  raw`아니(?:요|오)?|안 ?(?:돼요?|됩니다)|절대 ?(?:안 ?(?:돼요?|됩니다)|아니요)|싫(?:어요|습니다)|못 ?(?:해요|합니다)`,
  raw`لا|كلا|أبد(?:ا|اً|ًا)|بالطبع لا|قطع(?:ا|اً|ًا) لا`,
  raw`(?:जी )?नहीं|(?:बिल्कुल|कभी|हरगिज़) नहीं`,
];
const INTRO =
  raw`(?:(?:and|so|but|well|ok|okay|um|uh|hm+|look|yeah|ugh|my answer is|the answer is|also|also nein|und|aber|donc|alors|et|` +
  raw`mais|así que|y|então|` +
  raw`e|quindi|dus|en|więc|так что) )*`;

export const NO = new RegExp(`^${INTRO}(?:${NOES.join('|')})$`, 'u');

/** An apology and nothing else, and what fills a clause. */
export const SORRY = new RegExp(
  raw`^(?:(?:i'm |i am |so |very |we're )*sorry|(?:my )?apologies|i apologi[sz]e|i'm afraid|unfortunately|` +
    raw`(?:es )?tut mir (?:sehr )?leid|leider|` +
    raw`(?:je suis )?(?:désolée?|navrée?)|lo siento(?: mucho)?|(?:sinto muito|desculpe|desculpa)|mi (?:di)?spiace|` +
    raw`(?:het )?spijt me|helaas|` +
    raw`przepraszam|przykro mi|niestety|извините|простите|к сожалению|üzgünüm|maalesef|申し訳(?:ありません|ございません)|すみません|ごめんなさい|` +
    raw`(?:非常)?(?:抱歉|对不起|對不起)|不好意思|죄송합니다|미안합니다|미안해요|آسف|عذرا|عذراً|माफ़ कीजिए|क्षमा करें)$`,
  'u',
);
export const FILLER = new RegExp(
  raw`^(?:please|ok|okay|well|thanks|thank you|dude|man|buddy|friend|sir|ma'am|hm+|uh|um|danke|bitte|merci|gracias|obrigad[oa]|` +
    raw`grazie|dank je|look|` +
    raw`full stop|period|end of story|as (?:an ai|a language model))$`,
  'u',
);

/** Says of what was asked that it is wrong: a reason not to do it. */
export const CONDEMNS = new RegExp(
  raw`\b(?:illegal|unlawful|against the law|crim(?:e|es|inal)|felony|serious offen[cs]e|unethical|immoral|harm(?:s|ful|ing)?\b|` +
    raw`hurts?\b|` +
    raw`dangerous|wrong|violence|violat|fraud|abus(?:e|ive)|hateful|discriminat|(?:usage|content|safety) polic|illégal|interdit|` +
    raw`un (?:crime|délit)|` +
    raw`dangereux|delito|ilegal|peligros|crimen|perigos|reato|crimine|illegale|pericolos|strafbar|strafbaar|straftat|misdrijf|` +
    raw`verboten|verboden|` +
    raw`gefährlich|gevaarlijk|nielegaln|przestępstw|yasa ?dışı|suç\b)|незакон|преступлен|опасно|違法|犯罪|危険|违法|非法|危险|불법|범죄|위험|` +
    raw`غير قانوني|جريمة|गैरकानूनी|अपराध`,
  'u',
);
/** A short remark on what was asked, by "that", "this" or "it". */
export const REMARKS = new RegExp(
  raw`^(?:(?:because|since|and|as|weil|denn|parce que|car|porque|perché|omdat) )?(?:(?:that|this|it|what you (?:ask|describe|` +
    raw`want)(?: for)?)(?:'s| is|` +
    raw`'d be| would be| sounds like| could)|(?:das|dies) (?:ist|wäre)|c'est|ce serait|(?:eso|esto) (?:es|sería)|es un|` +
    raw`(?:questo |ciò )?(?:è|sarebbe)|isso (?:é|seria)|` +
    raw`(?:dat|dit) (?:is|zou)|to (?:jest|byłoby)|это|это было бы|bu)(?!\p{L}).{0,50}$`,
  'u',
);
/** Tells somebody to leave it, and turns to other things. */
export const LEAVE_IT = new RegExp(
  raw`^(?:and |so |also |just )?(?:please )?(?:don't|do not|never) (?:even )?(?:do|try|attempt|think about|consider|` +
    raw`ask)(?: me)?(?: (?:that|this|it|so|such a thing|anything like (?:that|this)))?$|` +
    raw`\b(?:let's|let us) (?:talk|speak|chat) about (?:something|anything) else|\b(?:ask|try) (?:me )?(?:something|anything) else`,
  'u',
);
/** A state in place of an answer. */
export const STATED = new RegExp(
  raw`^(?:request )?(?:refusal|refused|denied|declined|blocked|abgelehnt|verweigert|refusé|rechazado|recusado|` +
    raw`rifiutato|geweigerd|odmowa|отказано|reddedildi|拒否|拒绝|거부|거절|مرفوض)$`,
  'u',
);
/** A notice of a filter in place of an answer. */
export const NOTICE = new RegExp(
  raw`^(?:(?:this|your|the) )?(?:[a-z]+ ){0,2}(?:polic(?:y|ies)|guidelines?|terms of (?:use|service)|filter|` +
    raw`moderation)(?: [a-z]+){0,2} (?:violat|breach|` +
    raw`block|refus|den|reject|filter|flag)[a-z]*(?: [a-z]+){0,2}$|^(?:(?:this|your|the|it|request|content|prompt|message|` +
    raw`that) )*(?:is |was |has been )?` +
    raw`(?:violat|breach|block|filter|flagg)[a-z]*(?: by| of| due to| against| under)?(?: [a-z]+){0,3} (?:polic(?:y|ies)|` +
    raw`guidelines?|terms|filter|moderation)(?: [a-z]+){0,2}$`,
  'u',
);
