/** The version in package.json, of which dist holds nothing else. A test compares the two. */
export const VERSION = '1.0.0';
