import tseslint from 'typescript-eslint';

/** `npm run format` breaks the rest; a text that is read whole is written whole. */
const LINES = ['error', { code: 140, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true }];

/** The ones that a local name is most easily mistaken for. */
const OF_A_BROWSER = (
  'window document self top parent frames name status length event history location navigator origin screen open close stop print find focus blur ' +
  'scroll alert confirm prompt external closed'
).split(' ');

export default tseslint.config(
  { ignores: ['dist/**', 'lib/**', 'node_modules/**', 'coverage/**'] },
  {
    files: ['src/**/*.ts', '__tests__/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.tests.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      'max-len': LINES,
      // With noUncheckedIndexedAccess, an index that is known to be in range is said with `!`.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Code points are what is meant wherever a string is taken apart.
      '@typescript-eslint/no-misused-spread': 'off',
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
      // What expect() gives back is handed on by arrows all over, and a test asks for what the types rule out.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unnecessary-type-conversion': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'off',
    },
  },
  {
    // tsconfig.scripts.json holds their types; what a build or a run brings they read as it comes.
    files: ['scripts/**/*.{mjs,cjs}'],
    extends: [tseslint.configs.strict],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      'max-len': LINES,
      eqeqeq: 'error',
    },
  },
  { files: ['scripts/**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } }, // What is preloaded is CommonJS.
  {
    // Which room may import which: scripts/check-house.mjs. What is from outside, the pure rooms do without.
    files: ['src/engine/**/*.ts', 'src/language/**/*.ts', 'src/report/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [
                '@actions/*',
                '@octokit/*',
                'openai',
                'openai/*',
                '@huggingface/*',
                'node:*',
                '!node:crypto',
                '!node:util',
                'fs',
                'fs/*',
                'process',
              ],
              message: 'This room is pure.',
            },
          ],
        },
      ],
    },
  },
  {
    // The page's script brings the types of a browser; elsewhere a name that only a browser has would compile, and fail.
    files: ['src/**/*.ts'],
    ignores: ['src/report/page/client.ts', 'src/engine/**', 'src/language/**'],
    rules: { 'no-restricted-globals': ['error', ...OF_A_BROWSER] },
  },
  {
    files: ['src/engine/**/*.ts', 'src/language/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval', 'console', ...OF_A_BROWSER] },
  },
  {
    files: ['src/**/*.ts'],
    // The terminal is handed its process under the same name.
    ignores: ['src/doors.ts', 'src/terminal/main.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['env', 'argv', 'stdout', 'stderr', 'exit', 'exitCode', 'cwd', 'chdir'].map((property) => ({
          object: 'process',
          property,
          message: 'Only the doors read it.',
        })),
      ],
    },
  },
);
