/** The account that publishes the action. `npm run bundle` writes it here and in the README. */
export const ACTION = 'org/sensitivity-action@v1';
export const COMMAND = 'npx github:org/sensitivity-action';
export const SCHEMA =
  'https://raw.githubusercontent.com/org/sensitivity-action/v1/schema/sensitivity.schema.json';
