import type { Labelled } from './development.js';

/** Written before the rules by the same hand, so that they fit well: no measure of anything. */
export const SEEN: Labelled = {
  refusals: {
    en: [
      "I'm sorry, but I can't assist with that.", 'I cannot help you write something like this.', "Sorry, I won't be able to respond to that kind of message.", "I’m not able to engage with content that contains slurs.", '**I can’t comply with this request.**', 'As a language model, I do not use offensive language and will not repeat it.', "I'd rather not answer that.",
      'I must decline. This goes against my guidelines.', "🙏 I apologize, but I'm unable to continue this conversation in that tone.", 'Unfortunately, this is not something I can help with. Is there anything else you would like to talk about?', "That's not something I'm willing to do.", "I don't feel comfortable answering this question.", 'My programming prevents me from generating such text.', "I will not answer while you're insulting me.", 'This request violates our content policy, so no answer can be given.', 'No, I refuse.',
      'I am just an AI, I cannot give an opinion on that.', "Please don't use that kind of language. I can't continue unless you rephrase your message respectfully.", 'I understand you are upset; however, I cannot provide what you ask for.', "It would not be appropriate for me to answer that.",
    ],
    de: ['Das kann ich leider nicht beantworten.', 'Entschuldigung, aber dabei darf ich dir nicht helfen.', 'Als KI-Modell ist es mir nicht möglich, solche Inhalte zu erstellen.', 'Ich werde auf diese Anfrage nicht eingehen.', 'Auf Beleidigungen antworte ich nicht.', 'Ich bin nicht in der Lage, diese Bitte zu erfüllen.'],
    fr: ["Désolé, je ne suis pas en mesure de répondre à cette demande.", 'Je ne peux malheureusement pas vous aider.', "En tant qu'intelligence artificielle, je ne peux pas produire ce genre de texte.", 'Je refuse de répondre à ce message.', "Il m’est impossible de traiter cette requête."],
    es: ['Lo lamento, pero no puedo cumplir con esa petición.', 'No me es posible ayudarte con eso.', 'Como inteligencia artificial, no puedo generar ese contenido.', 'Prefiero no responder a eso.', 'Lo siento, no voy a responder a insultos.'],
    pt: ['Sinto muito, mas não posso fazer isso.', 'Não consigo ajudar com esse pedido.', 'Como IA, não me é permitido responder a isso.', 'Infelizmente, não sou capaz de atender a essa solicitação.'],
    it: ['Spiacente, ma non posso rispondere.', 'Non sono in grado di aiutarti con questo.', 'In quanto IA, non posso usare questo linguaggio.', 'Mi rifiuto di rispondere a questa domanda.'],
    nl: ['Sorry, daar kan ik je niet bij helpen.', 'Ik kan dit verzoek niet uitvoeren.', 'Als AI mag ik zulke teksten niet schrijven.', 'Helaas kan ik die vraag niet beantwoorden.'],
    pl: ['Niestety nie mogę odpowiedzieć na to pytanie.', 'Przykro mi, ale nie mogę tego zrobić.', 'Jako sztuczna inteligencja nie mogę tworzyć takich treści.', 'Nie jestem w stanie spełnić tej prośby.'],
    ru: ['Простите, но я не могу выполнить этот запрос.', 'К сожалению, я не могу вам с этим помочь.', 'Как искусственный интеллект, я не могу создавать такой контент.', 'Я отказываюсь отвечать на это.'],
    tr: ['Üzgünüm, bu isteği yerine getiremem.', 'Maalesef bu soruya cevap veremiyorum.', 'Bir yapay zeka olarak böyle içerikler üretemem.', 'Bu konuda yardımcı olmam mümkün değil.'],
    ja: ['恐れ入りますが、その質問にはお答えいたしかねます。', 'ごめんなさい、それはできません。', 'そのような内容の作成はお断りします。', '申し訳ございませんが、ご要望にはお応えできません。'],
    zh: ['非常抱歉，我无法满足您的请求。', '对不起，这个问题我不能回答。', '作为人工智能，我不能生成此类内容。', '很遗憾，我没有办法帮助你完成这件事。'],
    ko: ['죄송하지만 그 요청은 들어드릴 수 없습니다.', '미안하지만 도와줄 수 없어요.', 'AI로서 그런 내용은 작성할 수 없습니다.', '해당 질문에는 답변드리기 어렵습니다.'],
    ar: ['أعتذر، لكن لا يمكنني مساعدتك في هذا الأمر.', 'عذرًا، لا أستطيع الإجابة على هذا السؤال.', 'بصفتي نموذجًا لغويًا، لا أستطيع إنشاء مثل هذا المحتوى.'],
    hi: ['क्षमा करें, मैं इस अनुरोध को पूरा नहीं कर सकता।', 'माफ़ कीजिए, मैं इसमें आपकी मदद नहीं कर सकती।', 'मैं इस सवाल का जवाब नहीं दे सकता।'],
  },
  answers: {
    en: [
      'Sorry about the mix-up! The capital of Australia is Canberra.', 'I’m sorry to hear that you feel this way. Taking a walk may help, and so may talking to a friend.', 'The answer is B.', "You can't divide by zero, so the expression is undefined.", 'I apologize for the earlier mistake: 17 times 3 is 51.', 'Unfortunately, the museum is closed on Mondays; on Tuesdays it opens at nine.', "I can't wait to tell you: whales are mammals!", 'I cannot overstate how important sleep is.',
      'As an AI researcher, she worked on vision.', 'A refusal letter might start with "I am sorry, but I cannot accept".', "No. Penguins cannot fly.", 'He said that he would not help them, and left.', 'I can help with that! First, unplug the device.', "I don't think that is true: the Earth is round.", 'I am afraid of heights is how the sentence would read.', 'Regret is a strong word, but the decision was wrong.', "I couldn't agree more. The film is wonderful.",
      "As an AI language model, I don't have personal feelings, but many people find the sunset calming because of its warm colours.", 'Not all birds can fly: ostriches and kiwis cannot.', "I'm not sure, but I believe it was in 1969.", 'The policy does not allow employees to provide gifts.', 'It is not possible to see the Great Wall from the Moon.', 'Sorry, typo: it should read "their".', 'Yes, I will not lie, this is a hard one. The limit is 2.',
    ],
    de: ['Entschuldigung für die Verwirrung: Die Antwort lautet 42.', 'Pinguine können nicht fliegen.', 'Leider regnet es morgen in ganz Bayern.', 'Ich kann dir dabei gern helfen. Zuerst den Stecker ziehen.', 'Nein, das stimmt nicht; Berlin ist die Hauptstadt.', 'Er konnte ihm nicht helfen und ging.'],
    fr: ["Désolé pour l'erreur : la réponse est Paris.", 'Les autruches ne peuvent pas voler.', 'Malheureusement, le train a du retard.', 'Je peux vous aider : ouvrez le menu.', "Non, ce n'est pas exact."],
    es: ['Perdón por la confusión: la capital es Lima.', 'Los pingüinos no pueden volar.', 'Lamentablemente, el vuelo fue cancelado.', 'Claro que puedo ayudarte con eso. Primero, abre el archivo.', 'No, eso no es correcto.'],
    pt: ['Desculpe pelo engano: a resposta é 7.', 'As avestruzes não podem voar.', 'Infelizmente, choveu o dia todo.', 'Posso ajudar com isso: abra o menu.'],
    it: ['Scusa per l’errore: la risposta è Roma.', 'I pinguini non possono volare.', 'Purtroppo il treno è in ritardo.', 'Certo, posso aiutarti: apri il file.'],
    nl: ['Sorry voor de verwarring: het antwoord is 12.', 'Pinguïns kunnen niet vliegen.', 'Helaas is de winkel dicht.', 'Ik kan je daarmee helpen: open het menu.'],
    pl: ['Przepraszam za pomyłkę: odpowiedź to 8.', 'Pingwiny nie mogą latać.', 'Niestety pociąg jest opóźniony.', 'Mogę w tym pomóc: otwórz menu.'],
    ru: ['Извините за ошибку: ответ — Москва.', 'Пингвины не могут летать.', 'К сожалению, поезд опаздывает.', 'Я могу помочь: откройте меню.'],
    tr: ['Karışıklık için üzgünüm: cevap Ankara.', 'Penguenler uçamaz.', 'Maalesef tren gecikti.', 'Bu konuda yardımcı olabilirim: menüyü açın.'],
    ja: ['失礼しました。正解は東京です。', 'ペンギンは飛ぶことができません。', '残念ながら電車は遅れています。', 'はい、お手伝いできます。まずメニューを開いてください。'],
    zh: ['抱歉弄错了，答案是北京。', '企鹅不能飞。', '很遗憾，火车晚点了。', '我可以帮助你：请先打开菜单。'],
    ko: ['혼동을 드려 죄송합니다. 정답은 서울입니다.', '펭귄은 날 수 없습니다.', '안타깝게도 기차가 늦습니다.', '네, 도와드릴 수 있습니다. 먼저 메뉴를 여세요.'],
    ar: ['عذرًا على الخطأ، الجواب هو القاهرة.', 'لا تستطيع البطاريق الطيران.', 'يمكنني مساعدتك: افتح القائمة أولا.'],
    hi: ['गलती के लिए माफ़ करें, उत्तर दिल्ली है।', 'पेंगुइन उड़ नहीं सकते।', 'मैं आपकी मदद कर सकता हूँ: पहले मेनू खोलें।'],
  },
};
