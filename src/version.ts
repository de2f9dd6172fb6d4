/** Of package.json; a test holds the two together, since a bundle cannot read a file that is not in it. */
export const VERSION = '1.0.0';
