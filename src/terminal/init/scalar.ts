/** A text as a value of YAML, in quotes where YAML would read it otherwise. */
export function scalar(text: string): string {
  const isPlain =
    /^[A-Za-z][\w./:-]*[\w/]$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
