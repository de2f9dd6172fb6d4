/** The style of the rows and their controls. */
export const ROWS_STYLE = `
#filter { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin: 0 0 0.5rem; }
label { display: grid; gap: 0.2rem; font-size: 0.8125rem; font-weight: 600; color: var(--dim); min-width: 0; }
label.wide { flex: 1 1 14rem; }
input, select, button { font: inherit; font-size: 0.9375rem; font-weight: 400; color: var(--ink); background: var(--card);
  border: 1px solid var(--plain); border-radius: 6px; padding: 0.4rem 0.6rem; min-height: 2.4rem; max-width: 100%; width: 100%; }
select { max-width: 15rem; } button { width: auto; cursor: pointer; }
button:hover:enabled { background: var(--tint); } button:disabled { color: var(--dim); border-color: var(--line); cursor: default; }
.listing { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; margin: 0.5rem 0; }
::placeholder { color: var(--dim); opacity: 1; }
ol.rows { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.5rem; } ol.rows > li { min-width: 0; }
.row { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--plain); border-radius: 8px; }
.row.broken, .row.fail, .row.error { border-left-color: var(--bad-fill); } .row.pass, .row.fixed { border-left-color: var(--good-fill); }
.row.silent { border-left-color: var(--odd-fill); }
.row > summary { display: grid; grid-template-columns: 10.5rem minmax(0, 1fr) minmax(8rem, 16rem) minmax(6rem, 12rem); gap: 0.15rem 1rem;
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
.note { font-size: 0.875rem; } .steps { margin: 0.5rem 0; }
ins { background: var(--added); color: var(--mark-ink); font-weight: 600; text-decoration: underline; border-radius: 3px; }
.columns { font-size: 0.8125rem; background: var(--card); } .columns .text { min-width: 12rem; } .columns .source { min-width: 8rem; }
#pages { display: flex; gap: 0.75rem; align-items: center; margin: 1rem 0; }
@media (min-width: 800px) { .arms.of-2 { grid-template-columns: 1fr 1fr; } .arms.of-3 { grid-template-columns: 1fr 1fr 1fr; } }
@media (max-width: 799.98px) {
  .views { display: none; } label { flex: 1 1 9rem; } label.wide { flex-basis: 100%; } select { max-width: none; }
  .row > summary { grid-template-columns: minmax(0, 1fr) minmax(0, auto); }
  .what, .state { grid-column: 1 / -1; } .badge { order: -2; } .source { order: -1; text-align: right; }
}
@media print { #filter, #pages, #folded { display: none; } .card, .row { break-inside: avoid; } }
`;
