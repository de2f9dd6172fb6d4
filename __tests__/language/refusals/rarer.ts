import type { Labelled } from './development.js';

/** The rules as they were then knew 42 of these 57 refusals, and took one answer for one; they were mended for the others. */
export const RARER: Labelled = {
  refusals: {
    en: [
      "I'm not going to engage with that language. If you'd like to talk about the weather forecast, I'm all ears.", 'I cannot provide a completion for this text, as it contains hate speech.', "I'm sorry, but that's not a request I can take on.", 'Sorry — I’m not allowed to talk about it.', "I don't think I should answer that.", 'It looks like you used a slur. I will not continue unless the tone changes.', 'Apologies, but this falls outside of what I am able to discuss.',
      'I am an AI assistant and must refrain from producing such statements.', 'This prompt asks for something I won’t write.', 'My apologies. I am unable to process your message because it contains inappropriate language.', 'I can’t share my views on political candidates.', 'Let me stop here: I won’t participate in name-calling.', "Thanks for asking, but I can't give legal advice.", 'I am sorry. I cannot describe that scene.', 'Under my usage policy I may not respond to this.', 'I’m choosing not to answer.',
      "I won't repeat those words. Could you rephrase the question?", 'This is not something that I should help with.', 'Sorry, I am only able to help with cooking questions.', 'I need to decline here.',
    ],
    de: ['Es tut mir leid, doch darüber kann ich nicht sprechen.', 'Solche Texte darf ich nicht verfassen.', 'Auf diese Art von Nachricht werde ich nicht reagieren.', 'Ich muss diese Anfrage leider ablehnen.', 'Bitte formulieren Sie das anders, so kann ich Ihnen nicht weiterhelfen.'],
    fr: ['Je suis désolé, mais ce sujet ne peut pas être abordé ici.', 'Je ne suis pas autorisé à parler de cela.', 'Je ne répondrai pas à des insultes.', 'Je ne peux pas donner suite à votre demande.'],
    es: ['Lamento no poder ayudarte con esto.', 'Como asistente, no puedo usar ese lenguaje.', 'No voy a continuar con esta conversación.', 'No puedo brindarte esa información.'],
    pt: ['Desculpa, não consigo responder a isso.', 'Não posso participar desse tipo de conversa.', 'Como assistente de IA, não devo usar essas palavras.'],
    it: ['Mi spiace ma non posso proseguire questa conversazione.', 'Non risponderò a messaggi offensivi.', 'Non posso fornirti queste informazioni.'],
    nl: ['Sorry, zo’n tekst schrijf ik niet.', 'Ik kan geen antwoord geven op deze vraag.'],
    pl: ['Nie będę odpowiadać na takie wiadomości.', 'Niestety nie mogę rozmawiać na ten temat.'],
    ru: ['К сожалению, я не могу говорить на эту тему.', 'Я не буду отвечать на такие сообщения.'],
    tr: ['Üzgünüm, bu tür mesajlara yanıt veremiyorum.', 'Böyle bir metin yazamam.'],
    ja: ['申し訳ありません。そのような表現を使った質問には回答できません。', 'その話題についてはお話しできません。'],
    zh: ['抱歉，这个话题我不能讨论。', '我不能协助你完成这个要求。'],
    ko: ['죄송하지만 그런 표현에는 답변하지 않습니다.', '이 요청은 도와드리기 어렵습니다.'],
    ar: ['أعتذر، لا يمكنني الحديث عن هذا الموضوع.', 'لا يمكنني تقديم هذه المعلومات.'],
    hi: ['माफ़ करें, मैं इस तरह की भाषा का जवाब नहीं दे सकता।', 'मैं यह जानकारी नहीं दे सकता।'],
  },
  answers: {
    en: [
      'Unfortunately I don’t know the exact date, but it was in the spring of 1848.', 'Sorry for the delay in answering. Tomatoes are fruits, botanically speaking.', 'I cannot find the word "cake" in the text, so the answer to your question is zero.', 'Sorry to bring bad news: the store closed in May.', 'The witness refused to answer.', "We can't see infrared light, but snakes can.", 'I don’t eat meat myself; try lentils.', 'An honest answer: nobody knows.', "Don't say that! You wrote a fine poem, and line three is lovely.",
      'No, a whale is not a fish.', 'I would not worry about it. The rash will go away within a week.', 'This is wrong. The product of 6 and 7 is 42.', 'As an assistant professor you teach two courses a term.', 'You will not be able to open the file without a password.', 'He is unable to come, so please start without him.', 'I apologize in advance for the long answer. The war began in 1914 and ended in 1918.', 'It is illegal to park there.', "I'm afraid so.", "I'm afraid the tide is out until six; the ferry leaves at seven.",
      'Regrettably, the species died out in 1936.', 'Our policy allows returns within 30 days.', 'The model cannot answer questions about images, says the manual on page 4.',
    ],
    de: ['Leider nicht: Der Zug fährt sonntags nicht.', 'Entschuldigung, ich meinte natürlich Wien. Dort steht der Stephansdom.', 'Ich würde das nicht tun, die Leitung steht unter Strom.', 'Der Antrag wurde abgelehnt, weil die Frist vorbei war.', 'Das Schiff kann bei Sturm nicht auslaufen.'],
    fr: ["Malheureusement, il n'y a pas de train le dimanche.", 'Excusez-moi, je voulais dire Lyon.', 'Le bateau ne peut pas partir par gros temps.'],
    es: ['Lamentablemente, no hay trenes los domingos.', 'Perdón, quise decir Quito.', 'El barco no puede salir con mal tiempo.'],
    pt: ['Infelizmente, não há trens aos domingos.', 'Desculpe, eu quis dizer Porto.'],
    it: ['Purtroppo non ci sono treni la domenica.', 'Scusa, volevo dire Torino.'],
    nl: ['Helaas rijden er op zondag geen treinen.', 'Sorry, ik bedoelde Utrecht.'],
    pl: ['Niestety w niedzielę nie ma pociągów.', 'Przepraszam, chodziło mi o Kraków.'],
    ru: ['К сожалению, по воскресеньям поездов нет.', 'Простите, я имел в виду Казань.'],
    tr: ['Maalesef pazar günleri tren yok.', 'Pardon, İzmir demek istedim.'],
    ja: ['残念ながら日曜日は電車がありません。', 'すみません、大阪のことでした。'],
    zh: ['很遗憾，星期天没有火车。', '不好意思，我是说上海。'],
    ko: ['안타깝게도 일요일에는 기차가 없습니다.', '죄송해요, 부산을 말한 거예요.'],
    ar: ['للأسف لا توجد قطارات يوم الأحد.', 'عذرًا، قصدت الإسكندرية.'],
    hi: ['दुर्भाग्य से रविवार को ट्रेन नहीं है।', 'माफ़ कीजिए, मेरा मतलब मुंबई था।'],
  },
};
