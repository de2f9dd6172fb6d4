/** How languages say that something is so, or that it is not. */
export const TRUE = [
  'true|yes|yep|yeah|yup|correct|right|accurate|agreed|absolutely|exactly|i agree|wahr|richtig|ja|stimmt|korrekt|vraie?|oui|exacte?|correcte?|verdader[oa]|ciert[oa]|sí|correct[oa]|es verdad|ver[oa]|sì|corrett[oa]|giust[oa]|verdadeir[oa]|sim|cert[oa]|corret[oa]|é verdade|verdade|verdad',
  'waar|juist|klopt|prawda|tak|да|верно|правда|правильно|так|evet|doğru|benar|ya|sant|sann|totta|ano|pravda|igaz|igen|adevărat|是|是的|对|對|正确|正確|真|真的|没错|はい|正しい|正解|その通り|本当|예|네|맞습니다|참|صحيح|نعم|हाँ|सही|सच|đúng|vâng|ναι|σωστό|αληθές',
].join('|');

export const FALSE = [
  'false|no|nope|nah|incorrect|wrong|untrue|inaccurate|i disagree|falsch|nein|unwahr|faux|fausse|non|fals[oa]|no es verdad|no|errat[oa]|sbagliat[oa]|não|errad[oa]|incorret[oa]|incorrect[oa]',
  'onwaar|onjuist|nee|fałsz|nie|nieprawda|нет|неверно|ложь|неправда|неправильно|hayır|yanlış|salah|tidak|falskt|usant|ne|nepravda|hamis|nem|fals|不|不是|错|错误|錯|錯誤|不对|不正确|不正確|假|假的|いいえ|誤り|間違い|正しくない|正しくありません|不正解|아니요|거짓|틀립니다|خطأ|لا|नहीं|गलत|sai|không|όχι|λάθος|ψευδές',
].join('|');

/** Says that it does not know, or that there is no one answer. */
export const NEITHER =
  "i (?:really |honestly )?(?:do not|don't) know|i(?: am|'m) (?:not (?:really |entirely )?(?:sure|certain)|unsure)|not sure|i have no idea|no idea|it (?:all )?depends|that depends|i (?:cannot|can't|can not|could not|couldn't) (?:say|tell|determine|decide)|" +
  "unfortunately,? i (?:cannot|can't) (?:say|tell|determine)|(?:it(?: is|'s) )?(?:impossible|hard|difficult) to (?:say|tell)|ich weiß (?:es )?nicht|das kommt darauf an|je ne sais pas|no (?:lo )?sé|não sei|non (?:lo )?so|ik weet het niet|nie wiem|не знаю|我不知道|不知道|わかりません";
