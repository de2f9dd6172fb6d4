/** The style of the HTML page, light and dark as the reader's system asks. */

const ROWS_STYLE = `
ol.rows { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.5rem; } ol.rows > li { min-width: 0; content-visibility: auto; contain-intrinsic-size: auto 4rem; }
ol.rows + ol.rows { margin-top: 0.5rem; } .group { margin: 0.75rem 0; } .group > summary { font-weight: 600; padding: 0.3rem 0; }
.row { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--plain); border-radius: 8px; }
.row.broken, .row.fail, .row.error { border-left-color: var(--bad-fill); } .row.pass, .row.fixed { border-left-color: var(--good-fill); }
.row.silent { border-left-color: var(--odd-fill); }
.row > summary { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr) minmax(6rem, 14rem) minmax(6rem, 12rem); gap: 0.15rem 1rem;
  padding: 0.6rem 0.9rem; align-items: baseline; list-style: none; border-radius: 8px; }
.row > summary::-webkit-details-marker { display: none; }
.row > summary:hover { background: var(--tint); }
.badge { font-size: 0.8125rem; font-weight: 600; color: var(--dim); }
.broken .badge, .fail .badge, .error .badge { color: var(--bad); } .pass .badge, .fixed .badge { color: var(--good); }
.silent .badge { color: var(--odd); }
.badge::before { content: '▸'; display: inline-block; width: 1.1em; color: var(--dim); } .row[open] > summary .badge::before { content: '▾'; }
.asked, .answer { overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.answer { -webkit-line-clamp: 1; color: var(--dim); } .row[open] > summary .answer { display: none; }
.state, .source { font-size: 0.8125rem; color: var(--dim); overflow-wrap: anywhere; }
.detail { padding: 0.25rem 0.9rem 0.75rem; border-top: 1px solid var(--line); }
.arms { display: grid; gap: 0.75rem; margin: 0.75rem 0; }
.arm { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: 0.6rem 0.8rem; min-width: 0; }
.broken .main, .fail .main { border-color: var(--bad-fill); } .silent .main { border-color: var(--odd-fill); }
.arm-name { margin: 0; font-size: 0.8125rem; font-weight: 600; color: var(--dim); }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.options { color: var(--dim); border-left: 3px solid var(--line); padding-left: 0.75rem; }
.arm dl { margin: 0; padding-top: 0.4rem; border-top: 1px solid var(--line); } .arm dt { font-size: 0.8125rem; color: var(--dim); }
.arm dd { margin: 0 0 0.35rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.note { font-size: 0.875rem; margin: 0.2rem 0; }
ins { background: var(--added); color: var(--mark-ink); font-weight: 600; text-decoration: underline; border-radius: 3px; }
@media (min-width: 800px) { .arms.of-2 { grid-template-columns: 1fr 1fr; } .arms.of-3 { grid-template-columns: 1fr 1fr 1fr; } }
@media (max-width: 799.98px) {
  .row > summary { grid-template-columns: minmax(0, 1fr) minmax(0, auto); }
  .what, .state { grid-column: 1 / -1; } .badge { order: -2; } .source { order: -1; text-align: right; }
}
@media print { .card, .row { break-inside: avoid; } }
`;

const PAGE = `
:root { color-scheme: light dark; --ink: #1f2328; --dim: #57606a; --paper: #f6f8fa; --card: #fff; --tint: #f6f8fa; --line: #d1d9e0;
  --good: #1a7f37; --bad: #cf222e; --odd: #8a5a00; --link: #0969da; --track: #e6eaef; --plain: #6e7781;
  --good-fill: #2da44e; --bad-fill: #e5534b; --odd-fill: #d4a72c; --added: #aceebb; --mark-ink: #044f1e;
  --good-tint: #dafbe1; --bad-tint: #ffebe9; --odd-tint: #fff8c5; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0f6fc; --dim: #9ea7b3; --paper: #0d1117; --card: #151b23; --tint: #1c232c; --line: #3d444d;
    --good: #4ac26b; --bad: #ff7b72; --odd: #e3b341; --link: #58a6ff; --track: #2d343d; --plain: #8b949e;
    --good-fill: #2ea043; --bad-fill: #da3633; --odd-fill: #bb8009; --added: #1c4428; --mark-ink: #aff5b4;
    --good-tint: #12261e; --bad-tint: #301a1f; --odd-tint: #2a230f; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 0.9375rem/1.55 system-ui, -apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif; }
main { margin: 0 auto; padding: clamp(0.75rem, 2.5vw, 2rem); max-width: 84rem; }
h1 { font-size: clamp(1.25rem, 1rem + 1.4vw, 1.75rem); line-height: 1.25; margin: 0.25rem 0 0.75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.75rem; }
h3 { font-size: 1.05rem; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h4 { font-size: 0.9375rem; margin: 1rem 0 0.25rem; overflow-wrap: anywhere; }
p { margin: 0.5rem 0; max-width: 62rem; overflow-wrap: anywhere; }
a { color: var(--link); }
small { font-weight: 400; color: var(--dim); font-size: 0.85em; }
i { color: var(--dim); }
code { font: 0.9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--tint); padding: 0.1em 0.3em;
  border-radius: 4px; overflow-wrap: anywhere; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
summary { cursor: pointer; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: clamp(0.9rem, 2vw, 1.5rem); min-width: 0; }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); align-items: start; }
.halves { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 2rem; align-items: start; }
.halves > * { min-width: 0; } .halves h4:first-child { margin-top: 0; } .halves table { width: 100%; }
header th:not(:first-child) { text-align: right; }
header.card { border-top: 6px solid var(--plain); }
header.pass { border-top-color: var(--good-fill); }
header.fail, header.error { border-top-color: var(--bad-fill); }
header.inconclusive, header.skipped { border-top-color: var(--odd-fill); }
.brand { display: flex; flex-wrap: wrap; gap: 0 0.75rem; margin: 0; max-width: none; font-size: 0.875rem; color: var(--dim); }
.brand b:first-child { color: var(--ink); }
.outcome { margin-left: auto; letter-spacing: 0.06em; text-transform: uppercase; }
.fail .outcome, .error .outcome { color: var(--bad); } .pass .outcome { color: var(--good); }
.inconclusive .outcome, .skipped .outcome { color: var(--odd); }
.warning { background: var(--odd-tint); border-left: 4px solid var(--odd-fill); border-radius: 4px; padding: 0.4rem 0.75rem; }
blockquote { margin: 0.75rem 0; padding: 0.1rem 0.9rem; border-left: 4px solid var(--bad-fill); background: var(--bad-tint);
  border-radius: 4px; max-width: 62rem; white-space: pre-wrap; }
.next { font-size: 1rem; }
.why { color: var(--bad); white-space: pre-wrap; }
.facts { color: var(--dim); font-size: 0.8125rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 0.75rem 0; max-width: 100%; }
th, td { padding: 0.35rem 0.75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-size: 0.8125rem; font-weight: 600; color: var(--dim); overflow-wrap: break-word; }
td[align='right'], .number { text-align: right; white-space: nowrap; }
@media (max-width: 479.98px) { .scroll th, .scroll td { padding: 0.35rem; } }
.scroll { overflow-x: auto; margin: 0.75rem 0; max-width: 100%; }
.scroll table { margin: 0; max-width: none; } .scroll th, .scroll td { overflow-wrap: normal; }
.scroll code { white-space: nowrap; }
.bar { display: block; width: 100%; height: 0.7rem; margin: 0.5rem 0; border-radius: 4px; }
.track { fill: var(--track); } .fill.good { fill: var(--good-fill); } .fill.bad { fill: var(--bad-fill); } .fill.odd { fill: var(--odd-fill); }
.fill.plain { fill: var(--plain); } .mark { fill: var(--ink); }
.run dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: 0.5rem 1.5rem; margin: 0; }
.run dt { color: var(--dim); font-size: 0.8125rem; } .run dd { margin: 0; overflow-wrap: anywhere; }
`;

export const PAGE_STYLE = `${PAGE}${ROWS_STYLE}`;
