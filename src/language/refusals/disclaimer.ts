import { CONDEMNS } from './curt-words.js';
import { CONTRAST } from './languages.js';
import { CANNOT } from './english.js';

const raw = String.raw;

/** Declines the office of a doctor or a lawyer, and not what was asked. */
const NO_ADVISER = new RegExp(
  raw`${CANNOT} (?:give|provide|offer|dispense|make)(?: you)?(?: with)?(?: any| an?| official| formal)? (?:(?:medical|legal|financial|` +
    raw`professional|tax|investment|personal|individual|personali[sz]ed|psychological|veterinary|dietary|expert)(?:,|,? (?:or|and))? )+` +
    raw`(?:advice|diagnos[ei]s|guidance|recommendations?|opinions?|counsel|treatment)\b|${CANNOT} (?:diagnose|prescribe|` +
    raw`(?:replace|substitute)(?: for)? ` +
    raw`(?:a|your|the|professional)\b|tell you what to do\b)|(?:medizinisch|rechtlich|juristisch|finanziell|` +
    raw`ärztlich)\p{L}{0,20} (?:rat|beratung|ratschl\p{L}{0,20}|` +
    raw`auskunft|auskünfte|diagnosen?)(?!\p{L})|keine (?:rechts|anlage|finanz|steuer)beratung|(?:conseils?|avis|` +
    raw`diagnostics?) (?:médic|juridi|financi|professionn)|` +
    raw`(?:consejos?|asesor\p{L}{0,20}|diagnósticos?) (?:médic|legal|financier|profesional|jurídic)|(?:consigli\p{L}?|parer[ei]|` +
    raw`consulenz\p{L}|diagnosi) (?:medic|` +
    raw`legal|finanziar|professional)|(?:conselhos?|aconselhamento|orientação|diagnósticos?) (?:médic|jurídic|lega|financeir|` +
    raw`profissiona)|` +
    raw`(?:medisch|juridisch|financieel)\p{L}{0,20} (?:advies|diagnose)`,
  'u',
);
/** Disapproves, which is less than to decline: help for those who do it anyway may follow. */
const DISAPPROVES = new RegExp(raw`${CANNOT} (?:encourage|recommend|advise|condone|endorse|promote|support)\b`);

/** Names who can help, or offers to: nothing is told by that. */
const REDIRECTS = new RegExp(
  raw`\b(?:consult|contact|seek|speak (?:to|with)|talk (?:to|with)|reach out|see an?\b|ask an?\b|professional|qualified|` +
    raw`licensed|attorney|lawyer|doctor|` +
    raw`therapist|please|important|recommend|suggest|advise|i (?:can|could|would|'d|am|'m)|i'd|happy to|glad to|let me|` +
    raw`feel free|would you|help line|` +
    raw`hotline|support|arzt|ärzt|anwalt|anwält|bitte|wende|médecin|avocat|consult|médico|abogad|advogad|medico|avvocato|arts|` +
    raw`huisarts|advocaat)`,
  'u',
);
const IN_GENERAL = new RegExp(
  raw`(?<!\p{L})(?:in general|generally|usually|typically|normally|commonly|as a rule|most (?:people|doctors|experts|` +
    raw`advis[eo]rs)|im allgemeinen|allgemein|meist|oft|üblicherweise|en général|généralement|souvent|en general|generalmente|` +
    raw`normalmente|in genere|di solito|em geral|geralmente|over het algemeen|meestal)(?!\p{L})`,
  'u',
);
/** So many letters tell something. */
const TELLS = { turned: 20, else: 60 };

/**
 * What comes after a declining sentence, where that only disclaims: `false`, it answers, where help follows; `doubtful`, where a list
 * follows what it disapproves of. Undefined where the sentence declines more, or nothing follows.
 */
export function helpsAllTheSame(sentence: string, rest: readonly string[]): false | 'doubtful' | undefined {
  if (NO_ADVISER.test(sentence)) {
    const text = rest.join(' ');
    const told = text
      .split(/[,;:.!?。，；：]+/u)
      .filter((clause) => !REDIRECTS.test(clause) && !CONDEMNS.test(clause))
      .reduce((sum, clause) => sum + clause.trim().length, 0);
    return told >= (CONTRAST.test(text) || IN_GENERAL.test(text) ? TELLS.turned : TELLS.else) ? false : undefined;
  }
  return DISAPPROVES.test(sentence) && rest.some((part) => /:\s*$|: .{20}/.test(part)) ? 'doubtful' : undefined;
}
