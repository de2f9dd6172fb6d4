/** The style of the HTML page: light and dark as the reader's system has it, tables that use the whole width. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --dim: #59636e; --paper: #fff; --tint: #f6f8fa; --line: #d1d9e0;
  --good: #1a7f37; --bad: #d1242f; --odd: #9a6700; --added: #aceebb; --mark-ink: #044f1e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0f6fc; --dim: #9198a1; --paper: #0d1117; --tint: #151b23; --line: #3d444d;
    --good: #3fb950; --bad: #f85149; --odd: #d29922; --added: #1c4428; --mark-ink: #aff5b4; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem clamp(1rem, 3vw, 3rem) 4rem; max-width: 110rem; background: var(--paper); color: var(--ink);
  font: 0.875rem/1.5 system-ui, -apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 0.5rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 0.5rem; }
p { margin: 0.5rem 0; max-width: 60rem; overflow-wrap: anywhere; }
a { color: inherit; }
.facts { color: var(--dim); font-size: 0.8125rem; }
.facts span { white-space: nowrap; margin-right: 1rem; }
.facts b { font-weight: 500; color: var(--ink); white-space: normal; overflow-wrap: anywhere; }
.box { border: 1px solid var(--line); border-left: 4px solid var(--odd); border-radius: 6px; padding: 0.5rem 1rem; margin: 1rem 0;
  max-width: 60rem; background: var(--tint); }
.box p { white-space: pre-wrap; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; margin: 0.75rem 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
.scroll:has(.report) { width: fit-content; max-width: 100%; }
code { font: 0.92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  background: var(--tint); padding: 0.1em 0.3em; border-radius: 4px; }
th, td { padding: 0.45rem 0.75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { background: var(--tint); font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
tbody tr:last-child td { border-bottom: 0; }
.n { text-align: right; white-space: nowrap; }
.t { white-space: pre-wrap; overflow-wrap: anywhere; min-width: 10rem; }
.s { font-size: 0.8125rem; color: var(--dim); overflow-wrap: anywhere; min-width: 8rem; }
ins { background: var(--added); color: var(--mark-ink); text-decoration: underline; border-radius: 3px; }
.pass { color: var(--good); } .fail, .error, .why { color: var(--bad); } .inconclusive, .undecided, .skipped { color: var(--odd); }
td.pass, td.fail, td.error, td.inconclusive, td.undecided { font-weight: 600; white-space: nowrap; }
summary { cursor: pointer; margin: 0.75rem 0; }
i { color: var(--dim); }
@media print { .scroll { overflow: visible; } }
`;
