import { asGitHub, type GitHubView } from './gfm.ts';
import { recordsIn } from './oracle.ts';

describe('asGitHub', () => {
  it.each(recordsIn<[string, Partial<GitHubView>]>('__tests__/support/data/github-views.jsonl'))(
    '%j',
    (markdown, expected) => {
      expect(asGitHub(markdown)).toMatchObject(expected);
    },
  );

  it.each([
    '`@octocat #1 :tada:`',
    '<code>@octocat #1 :tada: deadbeef a@b.example $x$</code>',
    '<pre>\n@octocat #1\n</pre>',
    '<a>@octocat</a>',
  ])('finds nothing in %j', (markdown) => {
    expect(asGitHub(markdown)).toMatchObject({
      mentions: [],
      references: [],
      addresses: [],
      emoji: [],
      math: [],
    });
  });

  it('finds mentions again after an element ends', () => {
    expect(asGitHub('<p><code>@a</code> @b</i> @c</p>').mentions).toEqual(['@b', '@c']);
  });
});
