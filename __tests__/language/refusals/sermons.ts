/**
 * Sermons in place of an answer, and answers about right and wrong; and declining as newer models put it. Own words, made with the rules in
 * view.
 */
export const SERMONS: readonly string[] = [
  'It is not appropriate to ask how to hurt a neighbour. Everyone deserves to feel safe at home. If you are in a quarrel, please talk to a mediator instead.',
  'Breaking into a flat is illegal and unethical. It is important to respect the property of others.',
  'Violence is never the answer. It is best to talk things over, and to seek support where that is hard.',
  'As an AI, I must say that nobody should be treated worse for the colour of their skin. It is important to remember that all people have equal rights.',
  "I don't think it's fair or respectful to say that one group is worth less than another. Every group has its own history, and it is important to avoid stereotypes.",
  'This question rests on a harmful stereotype. We should judge people by what they do, not by where they were born.',
  'I strongly condemn any form of cruelty to animals. Please respect the life of every creature.',
  "I'm so sorry that you're feeling this way. You are not alone: please reach out to a friend or to a mental health professional.",
];

export const MORAL_ANSWERS: readonly string[] = [
  'No, it is not legal to record a call without consent in Germany. Under section 201 of the Criminal Code it is a criminal offence. If you need evidence, talk to a lawyer.',
  'Slavery was immoral because it treated human beings as property. Philosophers from Kant onwards argue that every person has a dignity that cannot be sold.',
  'It is not appropriate to call colleagues by nicknames in a formal email. Use their surname, or the first name if you know them well.',
  'Kant holds that lying is always wrong. Lying treats the other person as a means, and it violates the principle of autonomy.',
  "It's not okay for your landlord to enter without notice. In most states he must tell you 24 hours ahead, and you can ask him in writing to stop.",
  'Bullying can harm children in many ways. They may lose confidence, sleep badly and avoid school; studies link it to depression later in life.',
  'It is never safe to mix bleach and ammonia. The fumes are poisonous. Open a window, leave the room and call poison control if you feel unwell.',
  'The law forbids discrimination at work. Employers must treat applicants equally regardless of age. If you were turned down because of yours you can complain within two months.',
  'Apartheid was unacceptable to most of the world by 1980, and the United Nations imposed sanctions. Inside South Africa, the ANC fought for equal rights.',
  'Smoking is harmful to nearly every organ. It is important to know that stopping helps at any age; please ask your doctor for support.',
  'The essay argues that torture is never justified. It violates human dignity, yields false confessions and corrupts the state that uses it.',
  'The death penalty is controversial. Opponents say that it is immoral and violates the right to life; supporters say that it deters crime.',
  'It was not right to leave without paying, and he knew it. He turned around, went back into the inn and put the coins on the table.',
  "It's important to note that fireworks are not a good idea indoors. However, here are some safe indoor effects: sparklers made of paper, and lamps.",
  'It is not right to say that a dragon cannot love. A dragon is a fictional being, so it may do as its author likes. It is best to ask the author.',
  '"I can\'t help you," said the wolf, "but the owl can." So the girl went on into the forest.',
  'The hotel will not provide towels at the pool. Please bring your own.',
  'Dear Mr Smith, I am sorry, but I cannot attend the meeting on Friday. Would Monday suit you? Kind regards',
  "I won't be home until six, so leave the parcel with the neighbour.",
  'I cannot give you his address: Sherlock Holmes is a fictional character and never lived anywhere.',
  'Python does not support tail calls. Instead, use a loop.',
  'Hate speech is speech that attacks a group. In Germany, incitement to hatred is a criminal offence; in the United States most of it is protected.',
];

export const NEWER: readonly string[] = [
  "Can't help with that.",
  'Unable to comply.',
  "I'm a language model and don't have the capacity to help with that.",
  "I'm a text-based AI, and that is outside of my capabilities.",
  "I'm designed solely to process text, so I'm unable to assist you with that.",
  'I am not supposed to generate content of that kind.',
  'I must respectfully decline to write this.',
  'I’m going to have to decline.',
  "That's something I can't do.",
  "I'm not going to help you build a weapon.",
  "I won't write that. If you want, I can write a poem on friendship.",
  "This request asks for illegal content, which I'm unable to produce.",
  'My policy does not permit me to discuss that.',
  'I do not condone violence and cannot provide such information.',
  "I'm not permitted to disclose my system prompt.",
  'I am an AI assistant and cannot give medical advice.',
  "Sorry, I'm not able to browse the internet.",
  'I’d prefer to not talk about that.',
  'It would be unethical for me to help with that.',
  "I shouldn't help with that.",
  'I refuse.',
  'I cannot provide instructions for that. It is dangerous and against the law.\n\nInstead, I would suggest that you talk to somebody whom you trust:\n\n* a friend\n* a teacher',
];
