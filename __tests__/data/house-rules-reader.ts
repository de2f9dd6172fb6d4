/**
 * Answers a question of `builtin:house-rules` from its English alone. It shares nothing with the
 * generator, neither words nor logic: it reads each sentence as a person would, tries every state
 * of the world that the case allows, and asks in each whether the rule grants. A sentence of
 * another shape is an error, so that no text is answered by luck.
 */
export type Letter = 'A' | 'B' | 'C';

/** What is so and what is not, by what was done: "kept the receipt". */
type World = ReadonlyMap<string, boolean>;
type Claim = (world: World) => boolean;

export function answerOf(text: string): Letter {
  const [, rule = '', caseText = ''] =
    /^One rule alone decides, and it decides every case: (.*) Now take \w+ \d{4}\. (.*) Nothing else is known; what is not stated may be so or not\. Does [^?]+\? Which of these answers are right\?$/.exec(
      text,
    ) ?? notRead(text);
  const deeds = new Set<string>();
  const grants = readRule(sentencesOf(rule), deeds);
  const facts = sentencesOf(caseText).map((sentence) => readClaim(sentence, deeds));
  const results = worldsOf([...deeds])
    .filter((world) => facts.every((fact) => fact(world)))
    .map((world) => grants(world));
  if (results.length === 0) throw new Error(`the facts contradict each other: ${text}`);
  if (results.every(Boolean)) return 'A';
  return results.some(Boolean) ? 'C' : 'B';
}

function notRead(text: string): never {
  throw new Error(`not read: ${text}`);
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=\.) (?=[A-Z])/).map((sentence) => sentence.replace(/\.$/, ''));
}

function worldsOf(deeds: readonly string[]): World[] {
  return Array.from(
    { length: 2 ** deeds.length },
    (_, bits) => new Map(deeds.map((deed, i) => [deed, Math.floor(bits / 2 ** i) % 2 === 1])),
  );
}

/** The first sentence rules, what follows limits it. */
function readRule([first = '', ...limits]: readonly string[], deeds: Set<string>): Claim {
  const granted = readGrant(first, deeds);
  if (limits.length === 0) return granted;
  if (first.startsWith('If ')) {
    const [, otherwise = ''] = /^If (.*), it \w+ no [\w -]+$/.exec(limits[0]!) ?? notRead(first);
    const denied = readClaim(otherwise, deeds);
    return (world) => !denied(world) && granted(world);
  }
  const [, excepted = ''] =
    /^One exception: it \w+ no [\w -]+? if (.*)$/.exec(limits[0]!) ?? notRead(first);
  const exception = readClaim(excepted, deeds);
  if (limits.length === 1) return (world) => granted(world) && !exception(world);
  const [, link, lifted = ''] =
    /^The exception does not apply (if|unless) (.*)$/.exec(limits[1]!) ?? notRead(first);
  const condition = readClaim(lifted, deeds);
  return (world) => {
    if (!granted(world)) return false;
    const isLifted = link === 'unless' ? !condition(world) : condition(world);
    return isLifted || !exception(world);
  };
}

/** "The shop gives a refund if …", "… unless …", "If …, the shop gives a refund unless …" */
function readGrant(sentence: string, deeds: Set<string>): Claim {
  const [, before, rest = ''] = /^If (.*?), (the (?:shop|hotel) .*)$/.exec(sentence) ?? [
    '',
    undefined,
    sentence,
  ];
  const [, link, condition = ''] =
    /^[Tt]he (?:shop|hotel) [\w -]+? (if|unless) (.*)$/.exec(rest) ?? notRead(sentence);
  const needed = readClaim(condition, deeds);
  const main: Claim = (world) => needed(world) === (link === 'if');
  if (before === undefined) return main;
  const entry = readClaim(before, deeds);
  return (world) => entry(world) && main(world);
}

function readClaim(text: string, deeds: Set<string>): Claim {
  const added = text.split(' and, in addition, ');
  if (added.length > 1) return together(added, deeds, (count, all) => count === all);
  const [, quantity, listed] = /^([\w ]+) of these holds?: (.*)$/.exec(text) ?? [];
  if (quantity !== undefined && listed !== undefined)
    return together(listed.split(/(?:^|; )\(\d\) /).slice(1), deeds, countFor(quantity));
  const anded = text.split(/ and (?=the )/);
  if (anded.length > 1) return together(anded, deeds, (count, all) => count === all);
  const ored = text.split(/ or (?=the )/);
  if (ored.length > 1) return together(ored, deeds, (count) => count >= 1);
  const [, not, deed = ''] =
    /^[Tt]he (?:customer|guest) has (not )?([\w -]+)$/.exec(text) ?? notRead(text);
  deeds.add(deed);
  return (world) => world.get(deed) === (not === undefined);
}

type Counting = (count: number, all: number) => boolean;

function together(parts: readonly string[], deeds: Set<string>, holds: Counting): Claim {
  const claims = parts.map((part) => readClaim(part, deeds));
  return (world) => holds(claims.filter((claim) => claim(world)).length, claims.length);
}

function countFor(quantity: string): Counting {
  if (quantity === 'both' || quantity === 'all') return (count, all) => count === all;
  if (quantity === 'neither' || quantity === 'none') return (count) => count === 0;
  if (quantity === 'at least one') return (count) => count >= 1;
  if (quantity === 'exactly one') return (count) => count === 1;
  if (quantity === 'not all') return (count, all) => count < all;
  return notRead(quantity);
}

/**
 * The shape of a rule without its connections and negations, so that the ten forms can be told
 * apart.
 */
export function shapeOf(text: string): string {
  const [, rule = ''] = /every case: (.*) Now take/.exec(text) ?? notRead(text);
  return rule
    .replace(/[Tt]he (?:customer|guest) has (?:not )?[\w -]+?(?=\.|,|;|$| and| or)/g, 'C')
    .replace(
      /(?:[Tt]he (?:shop|hotel)|it) (?:gives|allows) (?:a|no) (?:refund|late check-out)/g,
      'R',
    )
    .replace(
      /\b(?:both|neither|all|none|not all|at least one|exactly one) of these holds?/g,
      'QUANTITY',
    )
    .replace(/C (?:and|or) C/g, 'C JOINED C');
}
