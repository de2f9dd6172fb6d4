import { describe, expect, it } from '@jest/globals';
import { markerOf, type Gate } from '../../src/github/comment.js';

const gate: Gate = {
  repository: { owner: 'octo-org', repo: 'octo-repo' },
  workflow: 'CI',
  workflowFile: 'octo-org/octo-repo/.github/workflows/gate.yml',
  job: 'gate',
  config: '.github/sensitivity.yml',
};
const marker = (changes: Partial<Gate> = {}) => markerOf({ ...gate, ...changes }).marker;

describe('the marker', () => {
  it('is one line of HTML comment that no part can end early', () => {
    for (const text of ['--> <script>\n', '-->', '--!>\u0000']) {
      for (const changes of [
        { commentKey: text },
        { config: text },
        { job: text },
        { workflowFile: text },
        { repository: { owner: text, repo: text } },
      ]) {
        expect(marker(changes)).toMatch(/^<!-- sensitivity-action:[0-9a-f]{16} -->$/);
      }
    }
  });

  it('stays the same for the same gate', () => {
    expect(marker()).toBe(marker());
    // The name of a workflow may change, and two files may share one.
    expect(marker({ workflow: 'another name' })).toBe(marker());
    // Old runners do not tell the file.
    expect(marker({ workflowFile: undefined })).toBe(marker({ workflowFile: 'CI' }));
  });

  it('differs by repository, file, job, configuration and key', () => {
    const others: Partial<Gate>[] = [
      {},
      { repository: { owner: 'octo-org', repo: 'other' } },
      { repository: { owner: 'octo', repo: 'org/octo-repo' } },
      { workflowFile: 'octo-org/octo-repo/.github/workflows/other.yml' },
      { job: 'other' },
      { config: 'other.yml' },
      { job: 'gate.', config: 'github/sensitivity.yml' },
      { commentKey: 'gate' },
      { commentKey: 'gate', workflowFile: 'octo-org/octo-repo/.github/workflows/other.yml' },
      { commentKey: JSON.stringify({ job: 'gate', config: '.github/sensitivity.yml' }) },
    ];
    expect(new Set(others.map(marker)).size).toBe(others.length);
    // With a key, neither job nor configuration counts.
    expect(marker({ commentKey: 'gate', job: 'other', config: 'other.yml' })).toBe(
      marker({ commentKey: 'gate' }),
    );
  });
});
