/** The console's only stylesheet: system fonts, one accent, light and dark. */
export const style = `
:root { color-scheme: light dark; --canvas: light-dark(#fbfaf8, #161412); --surface: light-dark(#fff, #1d1b18); --sunken: light-dark(#f5f3ef, #12100e);
  --line: light-dark(#e6e2db, #35312b); --ink: light-dark(#262320, #f2f0ec); --soft: light-dark(#6d675f, #a8a199);
  --accent: light-dark(#2b4bc9, #91b2ff); --good: light-dark(#1c6b3c, #7fd6a0); --bad: light-dark(#b3261e, #f2948c); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 14px/1.5 system-ui, sans-serif; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
header { border-bottom: 1px solid var(--line); background: var(--surface); }
header div { max-width: 1080px; margin: 0 auto; padding: 12px 24px; display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline; }
header strong { font: 500 18px/1.3 Georgia, serif; margin-right: auto; } header strong a { color: inherit; }
nav { display: flex; flex-wrap: wrap; gap: 4px 18px; } nav a[aria-current] { color: var(--ink); font-weight: 600; }
main { max-width: 1080px; margin: 0 auto; padding: 28px 24px 64px; }
h1 { font: 500 26px/1.25 Georgia, serif; margin: 0 0 4px; } h2 { font-size: 15px; margin: 32px 0 8px; }
.lead { color: var(--soft); margin: 0 0 20px; max-width: 68ch; } .soft { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); }
.num { font-variant-numeric: tabular-nums; white-space: nowrap; }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; }
.pad { padding: 16px; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; vertical-align: top; padding: 8px 14px; border-bottom: 1px solid var(--line); }
tr:last-child > td { border-bottom: 0; } th:first-child { width: 150px; } p.pad { margin: 0; } th { font-weight: 500; color: var(--soft); font-size: 12px; }
tr.day td { background: var(--sunken); font-weight: 600; padding-block: 6px; } tr.past { color: var(--soft); }
.tag { display: inline-block; padding: 0 7px; border: 1px solid var(--line); border-radius: 10px; font-size: 12px; color: var(--soft); }
details summary { cursor: pointer; } pre { margin: 8px 0 0; padding: 10px 12px; background: var(--sunken); border-radius: 6px; overflow: auto; max-height: 420px;
  font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
form.row { display: flex; flex-wrap: wrap; gap: 10px 14px; align-items: end; } label { display: grid; gap: 3px; font-size: 12px; color: var(--soft); }
label.check { display: flex; gap: 6px; align-items: center; min-height: 34px; color: var(--ink); font-size: 14px; }
input:not([type=checkbox]), select { font: inherit; min-height: 34px; padding: 0 8px; border: 1px solid var(--soft); border-radius: 5px; background: var(--surface); color: var(--ink); }
input.short { width: 84px; }
button { font: inherit; min-height: 34px; padding: 0 14px; border-radius: 5px; border: 1px solid var(--ink); background: var(--ink); color: var(--canvas); cursor: pointer; }
button.quiet { background: none; color: var(--ink); border-color: var(--line); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; margin: 0; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.columns { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); }
iframe.mail { width: 100%; height: 900px; border: 0; background: #fff; display: block; border-radius: 8px; }
@media (max-width: 640px) { main { padding-inline: 12px; } th, td { padding-inline: 8px; } }
`;
