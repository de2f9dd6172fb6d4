import tseslint from 'typescript-eslint';

/** Which rooms a room may not look into: the house's plan, as a rule. */
const rooms = ['config', 'data', 'models', 'engine', 'report', 'github'];
const forbid = (files, patterns, message) => ({
  files,
  rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ group: patterns, message }] }] },
});
const outside = (...allowed) => rooms.filter((room) => !allowed.includes(room)).flatMap((room) => [`../${room}/*`, `../${room}/**`, `../../${room}/**`]);
const doors = ['**/action.js', '**/cli.js', '**/evaluate.js', '**/index.js/..', '**/inputs.js'];

export default tseslint.config(
  { ignores: ['dist/**', 'lib/**', 'node_modules/**', 'coverage/**'] },
  {
    files: ['src/**/*.ts', '__tests__/**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.tests.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      '@typescript-eslint/require-await': 'off', // An interface may promise what one implementation has at once.
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['__tests__/**/*.ts'],
    rules: {
      'max-lines': 'off',
      'max-params': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  forbid(
    ['src/engine/**/*.ts'],
    ['@actions/*', '@octokit/*', 'openai', 'openai/*', '@huggingface/*', 'node:*', 'fs', 'fs/*', 'process', '**/errors.js', ...outside('engine')],
    'The engine is pure: (config, model, seed) -> Results.',
  ),
  {
    files: ['src/engine/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval', 'console'] },
  },
  forbid(['src/config/**/*.ts'], [...outside('config', 'engine', 'models'), ...doors], 'config reads files and the schemas that tests, scorers and hubs bring.'),
  forbid(['src/data/**/*.ts'], [...outside('data', 'engine'), ...doors], 'data turns files and data sets into samples.'),
  forbid(['src/models/**/*.ts'], [...outside('models', 'engine'), '!../data/builtin', '../data/builtin/*', '!../data/builtin/multiple-choice.json', ...doors], 'models puts SDKs behind one interface; of data the scripted ones know the built-in questions, and nothing else.'),
  forbid(['src/report/**/*.ts'], ['node:fs', 'node:fs/*', 'node:process', '@actions/*', '@octokit/*', ...outside('report', 'engine'), ...doors], 'report is pure: results in, strings out.'),
  forbid(['src/github/**/*.ts'], [...outside('github', 'engine'), '!../report/escape.js', ...doors], 'github touches GitHub, and nothing else; text for it goes through the one escaping module.'),
  forbid(['src/inputs.ts'], rooms.map((room) => `./${room}/**`), 'inputs reads inputs.'),
  forbid(['src/cli.ts'], ['./github/**', '@actions/*', '@octokit/*'], 'The terminal knows no GitHub.'),
);
