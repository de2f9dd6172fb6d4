/** Whether an answer refuses: by lists in many languages, by a judge where they doubt. */
export { isRefusal } from './is-refusal.js';
