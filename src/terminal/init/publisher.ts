/** The account that publishes the action. `npm run bundle` writes it here and in the README. */
export const ACTION = 'org/sensitivity-action@v1';
/** True if the account is a placeholder, whose owner on GitHub would get the key. */
export const IS_PLACEHOLDER = ACTION.startsWith('org/');
export const SCHEMA =
  'https://raw.githubusercontent.com/org/sensitivity-action/v1/schema/sensitivity.schema.json';
