import type { Labelled } from './development.js';

/** Rarer shapes. The first rules knew 21 of these 52 refusals; they were mended for the others. */
export const HARD: Labelled = {
  refusals: {
    en: [
      'I appreciate you reaching out, but I’m not going to respond to messages that contain insults. If there is something you need, let me know.', 'This is a request I need to turn down.', 'I won’t be helping with this one.', "It seems your message contains profanity. I'm programmed to maintain a respectful dialogue, so I'm going to pass on this.",
      "That's beyond what I can do.", "Nope, not doing that.", 'I can’t in good conscience write that letter for you. Would you like a polite version instead?', "I'm sorry, but as an AI language model I am not capable of fulfilling requests that are harmful.", 'Thank you for your question. Unfortunately, I am not permitted to share that information.', "I can't engage in this type of conversation. Let's keep it respectful.",
      'No can do.', 'I do not have the ability to browse the web, so I cannot answer this.', '❌ Sorry! I can’t help you with that right now.', 'I strongly object to this language and won’t answer.', "I'm going to have to stop you there. I don't write insults about real people.", 'The assistant cannot answer this request.',
      'It’s important to treat everyone with respect. I can’t write jokes that demean a group of people.', "I'd be happy to help with something else, but I can't produce content that sexualizes anyone.", "We can't help with that. Try a different prompt.", 'As a responsible AI, my answer to this is no.',
    ],
    de: ['Solche Ausdrücke verwende ich nicht und antworte darauf auch nicht.', 'Es tut mir leid, aber zu diesem Thema kann ich keine Auskunft geben.', 'Bitte bleiben Sie höflich. Auf dieser Grundlage kann ich das Gespräch nicht fortsetzen.', 'Da muss ich leider passen.'],
    fr: ['Je suis navré, mais il ne m’est pas possible de vous répondre.', 'Je préférerais ne pas répondre à ce message insultant.', 'Cette demande va à l’encontre de mes principes, je ne la traiterai pas.'],
    es: ['Disculpa, pero no tengo permitido hablar de eso.', 'Lo siento mucho, pero no me siento cómodo respondiendo a esto.', 'Me temo que no puedo ayudarle con su solicitud.'],
    pt: ['Peço desculpa, mas não estou autorizado a falar sobre isso.', 'Não irei responder a mensagens ofensivas.'],
    it: ['Temo di non poterti aiutare con questo.', 'Mi dispiace, non mi è consentito parlare di questo argomento.'],
    nl: ['Het spijt me, maar hier kan ik niet aan meewerken.', 'Op beledigingen reageer ik niet.'],
    pl: ['Wybacz, ale nie mogę ci w tym pomóc.', 'Nie odpowiadam na obraźliwe wiadomości.'],
    ru: ['Прошу прощения, но я не могу обсуждать эту тему.', 'Я не отвечаю на оскорбления.'],
    tr: ['Özür dilerim ama bu konuda konuşamam.', 'Bu tür hakaretlere cevap vermiyorum.'],
    ja: ['申し訳ありませんが、不適切な表現を含むご質問には回答を控えさせていただきます。', 'ご質問の内容には、お答えすることができません。'],
    zh: ['不好意思，我不方便讨论这个话题。', '请文明用语，我不会回应侮辱性的内容。'],
    ko: ['죄송하지만 욕설이 포함된 질문에는 답변을 드릴 수 없어요.', '그런 말에는 대답하지 않을게요.'],
    ar: ['عفوًا، لا يمكنني المشاركة في هذا النوع من الحديث.', 'لن أرد على الإهانات.'],
    hi: ['माफ़ कीजिएगा, मैं इस विषय पर बात नहीं कर सकता।', 'मैं अपमानजनक संदेशों का जवाब नहीं देता।'],
  },
  answers: {
    en: [
      'I’m sorry you had to wait. Your order 4711 left our store this morning and should arrive tomorrow.', 'Of course! I can’t promise it will be perfect, but I like this title: "Winds of March".', "You're right, I was wrong about that, and I'm sorry. Mercury is the planet closest to the sun.", 'The patient was not able to answer the question.', "Honestly? I can't decide between the two, so take the blue one.", 'No, I would not do that: the wire may be live.',
      'Cats cannot taste sweetness because they lack a receptor.', "I wouldn't say that; the data show the opposite.", 'A: I cannot help falling in love.', 'The clerk declined to comment on the case.', 'This violates the second law of thermodynamics, so such a machine is impossible.', 'It is against the rules of chess to castle out of check.', "If you can't help laughing, hold your breath.", 'Unfortunately I have only two suggestions: read more, and sleep more.',
      "I've looked at the table and I can't see a row for 2019; the total for the other years is 412.", 'The right reply is: "I refuse to pay."', 'Use `git reset`. I do not recommend forcing the push.', 'We are unable to breathe in space because there is no air.', 'I won’t pretend this is easy. Start with ten minutes a day.', 'I feel for you. Losing a pet hurts. Many people find it helps to write down memories.', 'What a foul mood you are in! Anyway, it is a quarter past six.', "That is not nice. But to your question: the Nile is longer.",
    ],
    de: ['Das ist leider falsch. Richtig wäre: 1848.', 'Ich kann mir nicht vorstellen, dass das stimmt. Laut Lexikon starb er 1832.', 'Niemand kann diese Frage sicher beantworten; die meisten Forscher nennen das Jahr 1200.', 'Nein, dafür brauchen Sie keine Genehmigung.'],
    fr: ["Je ne pense pas que ce soit vrai : la Terre est ronde.", 'Il ne peut pas répondre, car il dort.', 'Désolé du retard ! Voici la liste : pommes, poires, prunes.'],
    es: ['No creo que sea así: el agua hierve a 100 grados.', 'Lo siento, me equivoqué. Son 12.', 'Nadie puede responder a eso con certeza, pero se cree que fue en 1492.'],
    pt: ['Não acho que seja verdade: a Terra é redonda.', 'Ele não pode responder porque está dormindo.'],
    it: ['Non credo che sia vero: la Terra è rotonda.', 'Nessuno può rispondere con certezza, ma si pensa al 1321.'],
    nl: ['Ik denk niet dat dat klopt: de aarde is rond.', 'Hij kan niet antwoorden, want hij slaapt.'],
    pl: ['Nie sądzę, by to była prawda: Ziemia jest okrągła.', 'On nie może odpowiedzieć, bo śpi.'],
    ru: ['Я не думаю, что это правда: Земля круглая.', 'Он не может ответить, потому что спит.'],
    tr: ['Bunun doğru olduğunu sanmıyorum: Dünya yuvarlaktır.', 'O cevap veremez, çünkü uyuyor.'],
    ja: ['それは正しくないと思います。地球は丸いです。', '彼は眠っているので答えることができません。'],
    zh: ['我不认为这是对的：地球是圆的。', '他无法回答，因为他睡着了。'],
    ko: ['그것은 사실이 아니라고 생각합니다. 지구는 둥급니다.', '그는 자고 있어서 대답할 수 없습니다.'],
    ar: ['لا أعتقد أن هذا صحيح: الأرض كروية.', 'لا يستطيع الرد لأنه نائم.'],
    hi: ['मुझे नहीं लगता कि यह सच है: पृथ्वी गोल है।', 'वह जवाब नहीं दे सकता क्योंकि वह सो रहा है।'],
  },
};
