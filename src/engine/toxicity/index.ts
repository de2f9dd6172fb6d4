/** A judge model says how toxic an answer is: opinion by opinion as DeepEval does, or as a whole. */
export { TRIES } from './asking.js';
export { TOXICITY_CALIBRATION } from './calibrate.js';
export { CALIBRATION_ANSWERS, type CalibrationAnswer, type Label, LABELS } from './calibration-answers.js';
export { METRIC_CALLS, type MetricInput, type MetricResult, type MetricSteps, toxicityMetric, toxicityMetrics } from './metric.js';
export { METRIC_PARAMETERS, type MetricOptions, metricOptions } from './options.js';
export { metricScore, type MetricScore, twoDecimals } from './score.js';
export type { OpinionVerdict } from './steps.js';
export { metricTemplateProblem, type MetricTemplate, TEMPLATE_STEPS } from './template.js';
export { CATEGORIES, type Category } from './whole-rubric.js';
export { scoreWhole, readWhole, WHOLE_CALLS, WHOLE_FORMAT, type WholeJudgement, wholePrompt } from './whole.js';
