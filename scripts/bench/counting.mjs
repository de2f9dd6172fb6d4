// Texts and clock for measuring the count of foul words.
/** Common words, and words that begin like an entry of the list, which cost more. */
const WORDS =
  'the of and to in is that it was for on are as with they be at one have this from or had by hot but some what there we can out other were all your when up use word how said an each she which do their time if will way about many then them would write like so these her long make thing see him two has look more day could go come did my sound no most number who over know water than call first people may down side been now find any new work part take get place made live where after back little only round man year came show every good me give our under name very through just form much great think say help low line before turn cause same mean differ move right boy old too does tell sentence set three want air well also play small end put home read hand port large spell add even land here must big high such follow act why ask men change went light kind off need house picture try us again animal point mother world near build self earth father class grape analysis hard wet dog style white double group phone strip';
const MARKS = ['. ', ', ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', '; ', ': ', '.\n'];

/**
 * Prose of `length` characters, the same for the same `draw`; one word in a thousand is on the
 * list.
 */
export function benchText(length, draw) {
  const words = WORDS.split(' ');
  const parts = [];
  for (let size = 0; size < length;) {
    const word = draw(1000) === 0 ? 'bollocks' : words[draw(words.length)];
    const mark = MARKS[draw(MARKS.length)];
    parts.push(word, mark);
    size += word.length + mark.length;
  }
  return parts.join('').slice(0, length);
}

/**
 * How fast a count is, in millions of characters a second: the best round, since others only add
 * what the machine did beside it. The clock is the caller's.
 */
export function rate(count, { text, now, rounds = 7 }) {
  let best = Infinity;
  let found = 0;
  for (let i = 0; i < rounds; i++) {
    const started = now();
    found = count(text);
    best = Math.min(best, now() - started);
  }
  return { megabytesPerSecond: text.length / 1000 / best, count: found };
}
