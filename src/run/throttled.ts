/** Says a line only if this many milliseconds passed since the last one, or since now. */
export function throttled(say: (line: string) => void, pause: number): (line: string) => void {
  let last = Date.now();
  return (line) => {
    const now = Date.now();
    if (now - last < pause) return;
    last = now;
    say(line);
  };
}
