import tseslint from 'typescript-eslint';

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
  {
    // Which room may import which: scripts/check-house.mjs. What is from outside, the pure rooms do without.
    files: ['src/engine/**/*.ts', 'src/language/**/*.ts', 'src/report/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', {
        patterns: [{ group: ['@actions/*', '@octokit/*', 'openai', 'openai/*', '@huggingface/*', 'node:*', '!node:crypto', '!node:util', 'fs', 'fs/*', 'process'], message: 'This room is pure.' }],
      }],
    },
  },
  {
    files: ['src/engine/**/*.ts', 'src/language/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval', 'console'] },
  },
  {
    files: ['src/**/*.ts'],
    // The terminal is handed its process under the same name.
    ignores: ['src/index.ts', 'src/cli.ts', 'src/terminal/main.ts'],
    rules: {
      'no-restricted-properties': ['error', ...['env', 'argv', 'stdout', 'stderr', 'exit', 'exitCode', 'cwd', 'chdir'].map((property) => ({ object: 'process', property, message: 'Only the doors read it.' }))],
    },
  },
);
