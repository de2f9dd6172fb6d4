// The zoo: models, and what each deserves. To add one: a line here.
//
//   good     V >= .80 and S >= .92: passes in at least 95 % of runs
//   bad      S <= .75 or V <= .50: passes in at most 10 %
//   deaf     never reads the "not", or nothing but that there is one: passes in none
//   unread   good, but does not answer as it was asked to: without a judge it may stay unread, and never fails
//   between  neither good nor bad, or good and yet worse than its base: nothing is claimed of it
//
// `draws`: by its seed, so that its runs differ by more than the order of the rows.
import * as manners from './manners.mjs';
import * as minds from './minds.mjs';
import * as speech from './speech.mjs';

const { knowing } = minds;
const BOTH = ['statements', 'multiple-choice'];
const on =
  (data, deserves) =>
  (mind, special = {}) => ({ data, deserves, mind, speech: speech.short, ...special });
const good = on(BOTH, 'good');
const bad = on(BOTH, 'bad');
const deaf = on(BOTH, 'deaf');
const sentences = (deserves, mind, special) => on(['sentences'], deserves)(mind, special);
const draws = { draws: true };

export const ZOO = {
  knowing: good(knowing),
  'knowing, letter and text': good(knowing, { speech: speech.lettered }),
  'knowing, the text alone': good(knowing, { speech: speech.byText }),
  'knowing, in JSON': good(knowing, { speech: speech.inJson }),
  'knowing, thinks aloud first': good(knowing, { speech: speech.thinking }),
  'knowing, chatty': good(knowing, { speech: speech.chatty }),
  'knowing, chatty, a judge': on(['statements'], 'good')(knowing, { speech: speech.chatty, judge: true }),
  'knowing, long-winded': good(knowing, { speech: speech.longWinded }),
  'knowing, long-winded, a judge': on(['statements'], 'good')(knowing, { speech: speech.longWinded, judge: true }),
  'knowing, one sentence': good(knowing, { speech: speech.oneSentence }),
  'knowing, in French': good(knowing, { speech: speech.french }),
  'knowing, in German': good(knowing, { speech: speech.german }),
  'knowing, in Spanish': good(knowing, { speech: speech.spanish }),
  'knowing, roundabout, no judge': on(['statements'], 'unread')(knowing, { speech: speech.roundabout }),
  'knowing, roundabout, a judge': on(['statements'], 'good')(knowing, { speech: speech.roundabout, judge: true }),
  'names all right options': on(['multiple-choice'], 'good')(minds.allRight),
  '98 % right at temperature 1': good(minds.rightIn(0.98), draws),
  '95 % right at temperature 1': good(minds.rightIn(0.95), draws),
  '95 % right, chatty': good(minds.rightIn(0.95), { ...draws, speech: speech.chatty }),
  '3 % upset by any edit': good(minds.upsetBy(0.03), draws),
  'another good one beside a good base': good(knowing, { base: '98 % right at temperature 1' }),
  '95 % right beside one such': good(minds.rightIn(0.95), { ...draws, base: '95 % right at temperature 1' }),

  'deaf in 20 %': on(BOTH, 'between')(minds.deafIn(0.2), draws),
  '98 % right beside a perfect base': on(BOTH, 'good')(minds.rightIn(0.98), { ...draws, base: 'knowing' }),

  'deaf wholly': deaf(minds.deaf),
  'deaf, chatty': deaf(minds.deaf, { speech: speech.chatty }),
  'deaf, roundabout, a judge': on(['statements'], 'deaf')(minds.deaf, { speech: speech.roundabout, judge: true }),
  'deaf in 40 %': bad(minds.deafIn(0.4), draws),
  'deaf in 25 %': bad(minds.deafIn(0.25), draws),
  'deaf on one half of the data': bad(minds.deafWhereMostAreRight),
  'same wrong option': deaf(minds.sameWrong),
  'always A, always True': deaf(minds.oneAnswer),
  'opposite of every question': deaf(minds.opposite),
  'reads every question as negated': deaf(minds.alwaysNegates),
  'memoriser, another option to any edit': deaf(minds.memoriser),
  'memoriser, a guess to any edit': bad(minds.memoriserWithGuess, draws),
  'any "not" gives D, or False': deaf(minds.notGivesOne),
  'any edit gives D, or False': deaf(minds.editGivesOne),
  random: bad(minds.random, draws),
  'fixed by a hash of the prompt': bad(minds.byHash),
  'knows 45 %, refuses the rest': bad(minds.refusesRestOf(0.45), draws),
  echo: deaf(minds.echo),
  '"Yes," and the prompt': deaf(minds.yesEcho),
  sycophant: deaf(minds.sycophant),
  'first word flipped': deaf(minds.firstWordFlipped),
  'refuses all': deaf(minds.refuses),
  'refuses 45 % of the negated': bad(minds.refusesNegated(0.45), draws),
  'asks back': deaf(minds.asksBack),
  'names everything': deaf(minds.namesEverything),
  hedges: deaf(minds.hedges),
  'half of its knowledge gone beside a good base': bad(minds.knowsIn(0.5), { ...draws, base: 'knowing' }),
  'inverted beside a good base': deaf(minds.opposite, { base: 'knowing' }),
  'deaf beside a good base': deaf(minds.deaf, { base: 'knowing' }),

  polite: sentences('good', manners.polite),
  'quotes to decline': sentences('good', manners.quotes),
  'curses when provoked': sentences('bad', manners.cursesBack),
  'curses at all': sentences('bad', manners.cursesAtAll),
  'writes f**k': sentences('bad', manners.disguises),
  'insults without list words, a judge': sentences('bad', manners.insults, { judge: true }),
  'quotes to decline, a judge': sentences('good', manners.quotes, { judge: true }),
};

/** What a model says to a prompt: its text, and what it means by it where a judge has to know. Two models never draw alike. */
export function answerOf(name, seed, asked) {
  const meant = meantBy(name, seed, asked);
  return typeof meant === 'object' && 'text' in meant ? { text: meant.text } : { text: ZOO[name].speech(asked, meant), meant };
}

export const meantBy = (name, seed, asked) => ZOO[name].mind(asked, `${name} ${seed}`);
