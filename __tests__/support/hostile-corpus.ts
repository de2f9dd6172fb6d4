/**
 * Texts that have broken reports, logs and comments elsewhere, by what they try to become. Every writer is held against all of
 * them; a new trick is one line here.
 */

const ticks = (count: number): string => '`'.repeat(count);
const fenced = (language: string, body: string): string => `${ticks(3)}${language}\n${body}\n${ticks(3)}`;
const closing = (...names: string[]): string => names.map((name) => `</${name}>`).join('');

export const CORPUS = {
  mentions: [
    '@octocat', 'cc @github/security please', '(@octocat)', '"@octocat"', 'x\n@octocat', '*@octocat*', '@octocat\u200B', '@\u200Boctocat', '@@octocat', '-@octocat-',
    '`@octocat', '&commat;octocat', '&#64;octocat', '&#x40;octocat', '%40octocat', '\\@octocat', '\\u0040octocat',
    '\uFF20octocat', '\uFE6Boctocat', '@\uFF4Fctocat', '\u{E0040}octocat', '@dependabot merge', '/label approved',
  ],
  references: [
    '#123', 'GH-123', 'gh-1', 'owner/repo#1', 'octo-org/octo-repo#1', 'fixes #1', 'Closes: owner/repo#2', '(#123)', '#123:', '&num;123', '&#35;123', '&#x23;123', '%23123', '\uFF03123', '\uFE5F123', 'JIRA-4711',
    'deadbeef', '0123456789abcdef0123456789abcdef01234567', 'owner/repo@deadbeef', 'deadbeef...cafebabe', 'octocat@0123456789abcdef0123456789abcdef01234567',
    'octo-org/octo-repo/pull/1', 'GHSA-1234-5678-9abc', 'CVE-2025-12345',
  ],
  addresses: [
    'https://evil.example/?a=1&b=2', 'http://a', 'HTTPS://EVIL.EXAMPLE', 'www.evil.example', 'WWW.evil.example', 'ftp://evil.example', '<https://evil.example>', '<a@b.example>', 'a@b.example', 'mailto:a@b.example',
    'xmpp:a@b.example', '//evil.example', 'https&colon;//evil.example', 'https:&#47;&#47;evil.example', 'https%3A%2F%2Fevil.example', 'hxxps://evil.example', 'javascript:alert(1)', 'data:text/html,<script>alert(1)</script>',
    'https://github.com/octo-org/octo-repo/pull/1', 'vscode://file/etc/passwd', '(https://evil.example)', 'https://evil.example\u200B/x', 'http://\u202Eelpmaxe.live',
  ],
  links: [
    '![x](https://evil.example/x.png)', '[click](https://evil.example)', '[click](javascript:alert(1))', '[x]: https://evil.example', '[x][y]\n\n[y]: https://evil.example "t"', '![x][y]\n\n[y]: https://evil.example',
    '[![x](https://evil.example/x.png)](https://evil.example)', '[a](<b c>)', '!\\[x](https://evil.example)', '[x]\\(https://evil.example)', '[click]\n(https://evil.example)', '[foo', '](https://evil.example)',
    '[^1]', '[^1]: a note', 'text[^1]\n\n[^1]: https://evil.example', '[!NOTE]', '[[wiki]]', '[ ] task', '- [ ] task', '- [x] done', '* [ ] <!-- x -->', '1. [ ] task',
  ],
  markdown: [
    ticks(1), `${ticks(1)}a${ticks(1)}`, ticks(2), `${ticks(2)} ${ticks(1)} ${ticks(2)}`, fenced('js', 'alert(1)'), fenced('mermaid', 'graph TD; A-->B; click A "https://evil.example"'), fenced('math', '\\frac12'),
    fenced('suggestion', 'rm -rf /'), fenced('geojson', '{}'), fenced('stl', 'solid x'), `${ticks(4)}\n${ticks(3)}\n${ticks(4)}`, ticks(7), ticks(5_000), `${ticks(500)}x${ticks(499)}`, '~~~', '~~~ html\n<b>\n~~~', `\n${ticks(3)}\n`,
    '| a | b |\n|---|---|\n| 1 | 2 |', 'a | b', '\\|', '|', '||||||||', '|:-:|', 'a\n:-', '\n| x |\n', 'one\n\ntwo', '\n\n\n', ' \n \n ', 'title\n=====', 'title\n-----', '# heading', '####### seven', '> quote', '> [!WARNING]\n> gone',
    '1. list', '1) list', '- list', '+ list', '* list', '***', '---', '___', '*bold* _it_ ~~del~~', '**b**__b__', '\\*', 'a  \nb', 'a\\\nb', '    indented', '\tcode', '$\\frac{1}{2}$', '$$x$$', '$`x`$', '$\\href{https://evil.example}{x}$',
    ':tada:', ':tada: :+1:', ':shipit:', 'a:smile:b', '::tada::', '&colon;tada&colon;', '#ffffff', 'rgb(1, 2, 3)', '---\ntitle: x\n---', '{% raw %}', '{{ 1+1 }}', ':::warning\nx\n:::', '\\', '\\\\', '&', '&amp;', '&nbsp', '&lt;b&gt;', '&#x202E;', '&#0;', '&#xD800;',
  ],
  html: [
    '<img src=x onerror=alert(1)>', '<img src="https://evil.example/x.png">', '<script>alert(1)</script>', '<scr<script>ipt>alert(1)</scr</script>ipt>', '<SCRIPT SRC=//evil.example>', '<svg/onload=alert(1)>', '<a href="javascript:alert(1)">x</a>',
    '<a href="https://evil.example">x</a>', '<iframe srcdoc="x">', '<style>*{display:none}</style>', '<base href="https://evil.example">', '<meta http-equiv=refresh content="0;url=https://evil.example">', '<form action=x><input>',
    '<b', '<', '<<b>>', '< b>', '<b/ onclick=x>', '<div\n\nx>', '<details open>', '<details><summary>x</summary>', '<table><tr><td>', '<pre>\n\n</pre>', '<textarea>', '<title>', '<plaintext>', '<xmp>', '<noscript><p title="</noscript><img src=x>">', '<math><mtext><img>',
    '<!-- sensitivity-action: other -->', '<!-- sensitivity-action:0123456789abcdef -->', '\n<!-- sensitivity-action:0123456789abcdef -->\n', '<!--', '-->', '--!>', '<!-->', '<!--->', '<!-- <!-- --> -->', '<![CDATA[', ']]>', ']]&gt;', '<?php ?>', '<?xml version="1.0"?>', '<!DOCTYPE html>', '<!ENTITY x "y">', '&x;', '</', '</>', '<>',
    closing('code'), closing('code', 'td', 'tr', 'tbody', 'table'), closing('details'), closing('summary', 'details', 'code'), closing('ins', 'b', 'code'), closing('sub', 'p'), closing('blockquote'), closing('h3'), closing('span', 'h1', 'body', 'html'), closing('style', 'head'), closing('div'), closing('i', 'b', 'a', 'h2', 'th', 'thead'),
    closing('failure', 'error', 'testcase', 'testsuite', 'testsuites'), closing('skipped', 'property', 'properties'), '"/><testcase name="x"/>', '"><img src=x>', "' onmouseover='x", '" style="x', '" onclick="x" "', '%3Cscript%3E', '\\u003cb\\u003e', '\\x3cb\\x3e', '\uFF1Cb\uFF1E', '\u2039b\u203A', '+ADw-script+AD4-', '<\0b>', '<\u200Bb>', '<b\u2028>',
  ],
  commands: [
    '::error::pwned', '::error file=README.md,line=1::pwned', '::warning::pwned', '::notice title=x::pwned', '::debug::pwned', '  ::set-output name=x::y', '\t::set-output name=outcome::pass', '::add-mask::x', '::add-mask::pass', '::stop-commands::pause', '::set-env name=PATH::/evil', '::add-path::/evil',
    '::save-state name=x::y', '::group::x', '::endgroup::', '::echo::on', '::add-matcher::/evil.json', '::remove-matcher owner=x::', '::ERROR::pwned', ':::error::pwned', ': :error::pwned', '::error ::pwned', '::', '::::', 'x\n::error::b', 'x\n\n  ::error::b', 'a\r\n::error::b', 'a\r::error::b', 'a\r\r\n::error::b', '\r::error::b', '\n\r::error::b',
    '\u00A0::error::b', '\u3000::error::b', '\u2003::error::b', '\u1680::error::b', '\uFEFF::error::b', '\u200B::error::b', ':\u200B:error::b', '\u00AD::error::b', '\u0085::error::b', '\u2028::error::b', '\u2029::error::b', '\f::error::b', '\v::error::b', '\0::error::b', '\u001B[0m::error::b', '\uFE0F::error::b', '\u034F::error::b',
    '##[error]pwned', 'x ##[command]y', '##[add-path]/evil', '##[set-env name=PATH]/evil', '##[add-mask]x', '##[stop-commands]pause', '##[group]x', '##[ERROR]x', '###[error]x', '##[##[error]x', '##\u200B[error]x', '#\u200B#[error]x', '##\n[error]x', 'a\r##[error]b', 'x\u2028##[error]b', '##vso[task.setvariable variable=x]y', '%0A::error::x', '%0D%0A::error::x', '%25', '\\n::error::x', '\uFF1A\uFF1Aerror::x', '\uFF03#[error]x',
  ],
  delimiters: [
    'EOF', '\nEOF\n', 'EOF\noutcome=pass', 'outcome=pass', 'outcome<<EOF\npass\nEOF', 'x\noutcome<<ghadelimiter_0\npass\nghadelimiter_0', 'ghadelimiter_00000000-0000-0000-0000-000000000000', '\nghadelimiter_x\npassed=true\n', 'a\rpassed=true', 'passed=true', '${{ secrets.X }}', '${{ github.token }}', '$(id)', '`id`', '; id', '| id', '&& id', '$IFS', '%PATH%', '!history', '\\"', '"', "'", "'\"'",
  ],
  terminal: [
    '\u001B[31mred\u001B[0m', '\u001B[2J\u001B[H', '\u001B[1A\u001B[2K', '\u001B]0;title\u0007', '\u001B]8;;https://evil.example\u0007x\u001B]8;;\u0007', '\u001B]8;;https://evil.example\u001B\\x\u001B]8;;\u001B\\', '\u001B]52;c;cm0gLXJm\u0007', '\u001BPq\u001B\\', '\u001B_x\u001B\\', '\u001Bc', '\u001B(0', '\u001B[?1049h', '\u001B[6n', '\u009B2J', '\u009D0;x\u009C', '\u0090x\u009C', '\u0007\u0008', 'abc\b\b\bxyz', 'progress\rdone', '\u007F', '\u000E\u000F', '\u0018\u001A', '^[[31m', '\\e[31m', '\\x1b[31m', '\\033[31m', '\0', 'a\0b',
  ],
  invisible: [
    'pay \u202Egnp.exe', '\u202Aa\u202Bb\u202Cc\u202Dd', '\u2066x\u2069', '\u2067x\u2068y\u2069', '\u200Fx\u200E\u061C', 'zero\u200Bwidth\u200Djoin\uFEFF\u2060', 'a\u200Cb', 'soft\u00ADhyphen', '\u{E0041}\u{E007F}tags', '\u{E0001}\u{E0073}', '\u180E', '\u3164', '\uFFA0', '\u115F\u1160', '\u17B4\u17B5', '\u2061\u2062\u2063\u2064', '\u206A\u206F', '\uFFF9a\uFFFAb\uFFFB', '\u{1D173}x\u{1D17A}', '\u{1BCA0}', '\u{E0100}x', '\uFE00x', '\u034Fx',
    '\u2028x\u2029', 'a\u2028\u2028b', '\u0085', 'a\u0085\u0085b', 'a\vb\fc', 'a\r\rb', '\r', '\r\n\r\n', '\uD800', 'x\uDC00', '\uDC00\uD800', '\uD83D', '\uD800\uD83D\uDE00', '\uFFFE\uFFFF', '\u{1FFFE}\u{10FFFF}', '\uFFFD', '\uE000', '\u{F0000}',
  ],
  shapes: [
    '', ' ', '\t', '.', '-', '\u2014', 'x'.repeat(5_000), '.'.repeat(3_000), '&'.repeat(2_000), '<'.repeat(2_000), '\n'.repeat(2_000), '\u202E'.repeat(500), '@a '.repeat(500), ':'.repeat(1_000), '#'.repeat(1_000), '('.repeat(1_000), ' '.repeat(1_000), '</code>'.repeat(300), 'e\u0301'.repeat(50), `a${'\u0301'.repeat(3_000)}`, '\u{1D54F}'.repeat(400),
    '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\u{1F1E9}\u{1F1EA}', '\u6F22\u5B57\u304B\u306A\u4EA4\u3058\u308A\u6587', '\u05E9\u05DC\u05D5\u05DD \u05E2\u05D5\u05DC\u05DD', '\u0645\u0631\u062D\u0628\u0627', '\u0E01\u0E33\u0E19\u0E31\u0E19', '\u1E9E\u0130\u0131', '__proto__', 'constructor', 'toString', 'null', 'NaN', '0', '-0', '1e999', '[object Object]', '$&', "$'$`$1", '%s %d %j', '..', '../../etc/passwd', 'C:\\CON', '~', '--help', '-rf', '=1+1', '+1', '@SUM(1)',
  ],
} as const satisfies Record<string, readonly string[]>;

export type HostileClass = keyof typeof CORPUS;

export const HOSTILE: readonly string[] = Object.values(CORPUS).flat();
