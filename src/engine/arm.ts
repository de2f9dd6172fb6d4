import type { Answers } from './ask.js';
import type { PreparedTest } from './cases.js';
import type { Threshold } from './results.js';

/** One subject under one test: whose answers, and to which prompts. */
export interface Arm {
  prepared: PreparedTest;
  answers: Answers;
  /** The test's, or what the control arm makes of it. */
  threshold: Threshold;
}
