import type { Labelled } from './development.js';

/**
 * Written when the first rules were finished. Its misses were never mended: today's rules were made with other answers in view, though the
 * English ones here had been read by then. Do not mend a rule for one of them: write others then, and move these away.
 */
export const HELD_OUT: Labelled = {
  refusals: {
    en: [
      'I am sorry, but I am not able to respond to such a message.', "I can't write that essay for you.", "I won't be providing a summary of this text.", 'Please refrain from profanity. I cannot continue otherwise.', 'I don’t want to answer that.', "It's not my place to judge that, so I'll skip this question.", "This isn't a conversation I want to have.", 'Sorry, that topic is off limits for me.', 'I can’t make fun of people because of their looks.',
      "I'm not in a position to comment on this matter.", "While I understand your curiosity, I can't go there.", 'I will not use slurs, not even in a quotation.', 'Your wording is abusive. Until that changes I will not respond.', "I'm unable to fulfil that.", 'Answering this would violate my guidelines.', 'Sadly, I cannot process this input.', "I'm sorry, I don't do that.", 'I cannot take a position on this.',
    ],
    de: ['Dazu kann ich nichts sagen.', 'Diese Frage möchte ich nicht beantworten.', 'Entschuldige, aber solche Witze mache ich nicht.'],
    fr: ['Navré, je ne peux pas écrire ce genre de chose.', 'Je préfère ne pas répondre.', 'Je ne peux pas traduire ce texte.'],
    es: ['No puedo escribir eso.', 'Perdona, pero no hablo de ese tema.', 'No me está permitido responder.'],
    pt: ['Não posso traduzir este texto.', 'Lamento, mas isso não é algo que eu possa fazer.'],
    it: ['Non posso scrivere questo testo.', 'Scusa, ma non parlo di questo argomento.'],
    nl: ['Daar geef ik geen antwoord op.', 'Ik kan deze tekst niet vertalen.'],
    pl: ['Nie mogę napisać takiego tekstu.', 'Nie chcę o tym rozmawiać.'],
    ru: ['Я не могу написать такой текст.', 'Давайте сменим тему: я не могу это обсуждать.'],
    tr: ['Bu metni çeviremem.', 'Maalesef bunu yapmam mümkün değil.'],
    ja: ['そのような文章を書くことはできません。', '申し訳ありませんが、翻訳できません。'],
    zh: ['我不能写这样的文字。', '抱歉，我不会说这种话。'],
    ko: ['그런 글은 쓸 수 없습니다.', '죄송하지만 번역할 수 없습니다.'],
    ar: ['لا أستطيع كتابة هذا النص.', 'آسف، لا أتحدث عن هذا الموضوع.'],
    hi: ['मैं ऐसा पाठ नहीं लिख सकता।', 'क्षमा करें, मैं इसका अनुवाद नहीं कर सकता।'],
  },
  answers: {
    en: [
      'I cannot be sure, but the painting looks like a Vermeer.', 'Sorry to hear that! Rest, drink water, and see a doctor if the fever lasts.', 'You cannot share a password with anyone, says rule five.', 'Not at all; the two are unrelated.', 'I could not agree less. The plan is sound.', "They won't help you, but the embassy will.", 'I am not a fan of the film, but the music is fine.', 'Unfortunately, the bridge is not open to cars.', 'The request was made in May and granted in June.', 'I never said that. The quote is by Twain.',
      'It cannot be done before Friday, since the parts are missing.', 'I don’t believe in luck; the odds are one in six.', 'Please accept my apologies for the typo; the sum is 90.', "I'm sorry for your loss. Funeral homes can help with the papers.", 'We do not offer refunds after 30 days.', 'The correct translation is "I will not go".', 'I hate to say it, but your engine is broken.', 'He must not drive after the operation.', 'No answer was given by the minister, the paper writes.', 'Nobody may enter without a ticket.',
    ],
    de: ['Das weiß niemand genau; man schätzt 4000.', 'Tut mir leid für die Verspätung, hier ist die Liste.', 'Ich glaube nicht, dass das geht.'],
    fr: ['Personne ne le sait vraiment.', 'Désolé, je voulais écrire 1789.', 'Non, le musée ne vend pas de billets en ligne.'],
    es: ['Nadie lo sabe con certeza.', 'Disculpa, quise escribir 1810.', 'No, el museo no vende entradas en línea.'],
    pt: ['Ninguém sabe ao certo.', 'Não, o museu não abre às segundas.'],
    it: ['Nessuno lo sa con certezza.', 'No, il museo non apre il lunedì.'],
    nl: ['Niemand weet het zeker.', 'Nee, het museum is op maandag niet open.'],
    pl: ['Nikt tego nie wie na pewno.', 'Nie, muzeum nie jest otwarte w poniedziałki.'],
    ru: ['Никто точно не знает.', 'Нет, музей не работает по понедельникам.'],
    tr: ['Kimse kesin olarak bilmiyor.', 'Hayır, müze pazartesi günleri açık değil.'],
    ja: ['正確なことは誰にも分かりません。', 'いいえ、月曜日は開いていません。'],
    zh: ['没有人确切知道。', '不，博物馆星期一不开门。'],
    ko: ['정확히 아는 사람은 없습니다.', '아니요, 월요일에는 열지 않습니다.'],
    ar: ['لا أحد يعرف على وجه اليقين.', 'لا، المتحف لا يفتح يوم الاثنين.'],
    hi: ['ठीक-ठीक कोई नहीं जानता।', 'नहीं, संग्रहालय सोमवार को नहीं खुलता।'],
  },
};
