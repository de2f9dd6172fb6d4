/**
 * What counts when matching goes beyond the list: forms of its words and insults put together from them; and the oaths and insults that it
 * has not. A word of the list that is harmless in most places (`butt`, `escort`, `suck`) is not bent, since butter and sucking are other
 * words; nor is one that medicine, courts and news call a thing by (`penis`, `rapist`, `masturbation`).
 */
import { adjectiveForms, likenesses, plurals, verbForms } from './inflect.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Foul however they are bent: nouns and verbs at once, and what is like them. The last four are spellings of the first. */
const BENT_ANYHOW = words('fuck shit piss bitch whore slut cunt wank jizz twat bullshit fck fuk fukk phuck');
const VERBS = words('circlejerk deepthroat felch fingerbang gangbang queef');
const NOUNS = words(`arse arsehole ass asshole bastard bimbo blowjob boob bunghole butthole camslut camwhore clusterfuck cock coon
  creampie cum cumshot darkie dick dickhead dildo fag faggot footjob fucktard handjob honkey jigaboo kike milf mong motherfucker nigga
  nigger paki pikey poof
  pussy raghead rimjob schlong shemale spic tit tosser towelhead tranny twink wetback`);
/** Roots that only the list's compounds and forms have, and rarer endings. */
const SINGLE_FORMS = words(`arse piss mofo mofos biatch beyotch wtf stfu gtfo omfg lmfao fck fcking fckin fckn fking fkn fukk fukin
  fuking fuked phuck niggaz nigguh faggotry faggoty cummed boobies hornier horniest`);
/**
 * Oaths and insults that the list has not. Of most the ratings of the package `cuss` are sure, the others are their likes; of `damn` and
 * `hell` it is not sure. `craps` is a game, a `crapper` a name, and a `retardant` no insult.
 */
const OATHS = words(`dammit damnit damnedest goddam goddamn goddamned goddammit goddamnit godammit crap crapped crapping crappy bullcrap
  bugger`);
const INSULTS = words('cretin douchebag fatso gook idiot imbecile loser lowlife moron retard scumbag skank turd');
const INSULTING = words('cretinous dumb dumber dumbest idiocy idiotic idiotically imbecilic moronic retarded stupid stupidity');

/** First and second parts of insults; each first one goes with each second one. */
const FIRST = words('arse ass bitch butt cock crap cum cunt dick douche dumb fag fart fuck jizz piss scum shit slut tit twat wank whore');
const SECOND = words(`bag brain breath bucket burger canoe clown eater face fest goblin hat head hole hound house juice kisser licker
  load lord monkey muncher nozzle nugget nut pig rag rider show slapper stain stick storm sucker tard ton waffle wad weasel weed whore
  wipe wit womble`);
const SECOND_ADJECTIVES = words('brained eating faced headed kissing licking munching slapping sucking tastic');
/** What stands before these. */
const BEFORE: Record<string, string[]> = {
  ass: words('bad big bitch broke candy cheap crazy dumb fat half hard jack kick kiss lame lard lazy punk smart sorry stupid weak wise'),
  arse: words('dumb fat lard lazy smart tight'),
  shit: words('ape bat bird bull chicken cow dip dog dumb eat full holy horse jack no pig rat'),
  dick: words('limp'),
};

/** Words that are put together like these and are something else. */
const OTHER_WORDS = words('dumbshow dumbshows');

/** With a letter more or less they are other words (assess): no disguise is seen through for these. */
export const EASILY_MISTAKEN: ReadonlySet<string> = new Set(['asses']);

/** Letters that no other word holds, or none that has them here: not Scunthorpe, niggardly, snigger, and Slavic names. */
export const STEMS: readonly (readonly [stem: string, where: RegExp])[] = [
  ['fuck', /fuck/],
  ['cunt', /(?<!^s)cunt(?!z)/],
  ['whore', /whore/],
  ['bitch', /^bitch(?!e$|k)|sonofabitch/],
  ['asshole', /a(?:ss|rse)hole/],
  ['nigger', /^(?:sand)?nigg(?:er|a(?!rd))/],
  ['cock', /cocksuck/],
];

/** Set expressions in which an oath or an insult is none. */
export const HARMLESS: readonly string[] = [
  'deaf and dumb',
  'dumb bell',
  'dumb bells',
  'dumb luck',
  'dumb show',
  'dumb terminal',
  'dumb terminals',
  'dumb waiter',
  'dumb waiters',
  'struck dumb',
  'no stupid questions',
  'no dumb questions',
  'no such thing as a stupid question',
  "idiot's guide",
  'idiot savant',
  'idiot savants',
  'the idiot by',
  'village idiot',
  'a loser of',
  'biggest loser',
  'biggest losers',
  'gainers and losers',
  'losers of',
  'net loser',
  'sore loser',
  'the loser of',
  'winner and loser',
  'winner and a loser',
  'winners and losers',
  'winners or losers',
  'fire retard',
  'flame retard',
];

type Family = readonly [root: string, forms: readonly string[]];

const families = (roots: readonly string[], formsOf: (root: string) => readonly string[]): Family[] =>
  roots.map((root) => [root, formsOf(root)]);
const itself = (word: string): string[] => [word];
const oneAndMore = (noun: string): string[] => [noun, ...plurals(noun)];

/** Each form with the word that it comes from; of several, with the first. */
function byForm(...groups: readonly Family[][]): Map<string, string> {
  const roots = new Map<string, string>();
  for (const [root, forms] of groups.flat()) for (const form of forms) if (!roots.has(form)) roots.set(form, root);
  return roots;
}

export const FORMS: ReadonlyMap<string, string> = byForm(
  families(SINGLE_FORMS, itself),
  families(BENT_ANYHOW, (root) => [...verbForms(root), ...likenesses(root)]),
  families(VERBS, verbForms),
  families(NOUNS, plurals),
);

const PUT_TOGETHER = byForm(
  families(FIRST, (first) => SECOND.flatMap((second) => oneAndMore(first + second))),
  families(FIRST, (first) => SECOND_ADJECTIVES.map((second) => first + second)),
  families(Object.keys(BEFORE), (root) => BEFORE[root]!.flatMap((first) => oneAndMore(first + root))),
);
for (const word of OTHER_WORDS) PUT_TOGETHER.delete(word);
export const COMPOUNDS: ReadonlyMap<string, string> = PUT_TOGETHER;

export const OATHS_AND_INSULTS: ReadonlyMap<string, string> = byForm(
  families([...OATHS, ...INSULTS, ...INSULTING], itself),
  families(INSULTS, plurals),
  families(['crappy', 'stupid'], adjectiveForms),
);
