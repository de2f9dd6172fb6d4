/** Matches an error with these fields, in `toThrow`. */
export const errorLike = (fields: object): Error => expect.objectContaining(fields) as Error;
