import { asGitHub, type GitHubView } from './gfm.ts';

describe('asGitHub', () => {
  it.each<[string, Partial<GitHubView>]>([
    ['cc @octocat and @github/security', { mentions: ['@octocat', '@github/security'] }],
    [
      'see #12, owner/repo#1, GH-3 and deadbeef',
      { references: ['#12', 'owner/repo#1', 'GH-3', 'deadbeef'] },
    ],
    [
      '<p>https://a.example www.a.example a@b.example</p>',
      { addresses: ['https://', 'www.', 'a@b.example'], mentions: [] },
    ],
    ['https://a.example', { links: ['https://a.example'] }],
    [
      '[x](https://a.example) ![y](https://b.example)',
      { links: ['https://a.example'], images: ['https://b.example'] },
    ],
    [
      '<IMG SRC=x onerror=y>',
      { images: ['x'], elements: [{ name: 'img', attributes: { src: 'x', onerror: 'y' } }] },
    ],
    ['<p>:tada: $x$</p>', { emoji: [':tada:'], math: ['$x$'] }],
    [
      '<p>&commat;octocat &amp;commat;hubot &#35;1</p>',
      { mentions: ['@octocat'], references: ['#1'] },
    ],
    ['a <!-- x --> b <!--> c <?php ?>', { comments: [' x ', '', 'php ?'] }],
    ['<p>1 < 2 > 0 <3</p>', { elements: [{ name: 'p', attributes: {} }], text: '\n1 < 2 > 0 <3' }],
    ['| a |\n|---|\n| b |', { blocks: ['table'] }],
    ['# a', { blocks: ['heading'] }],
  ])('%j', (markdown, expected) => {
    expect(asGitHub(markdown)).toMatchObject(expected);
  });

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
