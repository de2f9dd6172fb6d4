/** The version in package.json, which a bundle cannot read. A test compares the two. */
export const VERSION = '1.0.0';
