/** The package says nothing of its types: every list, under its language's code. */
declare module 'naughty-words' {
  const lists: Readonly<Record<string, readonly string[]>>;
  export default lists;
}
