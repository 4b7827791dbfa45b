/** Shadows at the edges of a scrollable area that has more content: the covers scroll along, the shadows stay. */
const scrollHint = `--shade: color-mix(in srgb, var(--field) 55%, transparent); background:
    linear-gradient(90deg, var(--surface) 60%, transparent) left / 44px 100%, linear-gradient(270deg, var(--surface) 60%, transparent) right / 44px 100%,
    linear-gradient(90deg, var(--shade), transparent) left / 18px 100%, linear-gradient(270deg, var(--shade), transparent) right / 18px 100%;
  background-repeat: no-repeat; background-attachment: local, local, scroll, scroll;`;

/** The console's only stylesheet: system fonts, one accent, light and dark; tables become cards on a phone. */
export const style = `
:root { color-scheme: light dark; --canvas: light-dark(#fbfaf8, #161412); --surface: light-dark(#fff, #1d1b18); --sunken: light-dark(#f5f3ef, #12100e);
  --line: light-dark(#e6e2db, #35312b); --ink: light-dark(#262320, #f2f0ec); --soft: light-dark(#6d675f, #a8a199);
  --accent: light-dark(#2b4bc9, #91b2ff); --good: light-dark(#1c6b3c, #7fd6a0); --bad: light-dark(#b3261e, #f2948c); --field: light-dark(#8d867c, #7c766d); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 14px/1.5 system-ui, sans-serif; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -9999px; } .skip:focus { left: 12px; top: 8px; padding: 6px 12px; background: var(--surface); z-index: 1; }
header { border-bottom: 1px solid var(--line); background: var(--surface); }
header > div { max-width: 1120px; margin: 0 auto; padding: 0 24px; display: flex; flex-wrap: wrap; gap: 0 28px; align-items: center; }
header strong { font: 500 18px/1.3 Georgia, serif; margin-right: auto; padding: 14px 0; } header strong a { color: inherit; }
header nav { display: flex; gap: 2px; overflow-x: auto; margin-left: -10px; } td:has(summary) { overflow-wrap: anywhere; }
header nav a { padding: 14px 10px 12px; color: var(--soft); border-bottom: 2px solid transparent; white-space: nowrap; }
header nav a:focus-visible { outline-offset: -3px; } header nav a:hover { color: var(--ink); text-decoration: none; }
header nav a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--accent); }
main { max-width: 1120px; margin: 0 auto; padding: 32px 24px 72px; }
h1 { font: 500 28px/1.25 Georgia, serif; margin: 0 0 14px; overflow-wrap: anywhere; } h2 { font-size: 16px; margin: 36px 0 10px; } h3 { font-size: 14px; margin: 0 0 4px; }
.lead { color: var(--soft); margin: -8px 0 24px; max-width: 68ch; } .soft { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); }
.num { font-variant-numeric: tabular-nums; white-space: nowrap; }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; overflow-x: auto; }
.pad { padding: 16px 18px; } p.pad { margin: 0; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; vertical-align: top; padding: 9px 18px; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
tbody:last-child tr:last-child > td { border-bottom: 0; } th { font-weight: 500; color: var(--soft); font-size: 12px; white-space: nowrap; }
td.num { width: 1%; } tr.day td { background: var(--sunken); font-weight: 600; padding-block: 6px; } tr.past { color: var(--soft); }
.tag { display: inline-block; padding: 0 8px; border: 1px solid var(--line); border-radius: 10px; font-size: 12px; color: var(--soft); white-space: nowrap; }
details > summary { cursor: pointer; } details > summary:hover { color: var(--accent); }
pre { margin: 8px 0 0; padding: 12px 14px; background: var(--sunken); border-radius: 8px; overflow: auto; max-height: 460px;
  font: 12px/1.55 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.whole { max-height: none; } form.row, .row { display: flex; flex-wrap: wrap; gap: 10px 12px; align-items: end; } label { display: grid; gap: 4px; font-size: 12px; color: var(--soft); }
input:not([type=checkbox], [type=hidden]), select { font: inherit; min-height: 36px; padding: 0 10px; border: 1px solid var(--field); border-radius: 6px; background: var(--surface); color: var(--ink); }
input.short { width: 88px; } input.wide { width: 260px; }
button, a.button { font: inherit; min-height: 36px; padding: 6px 16px; border-radius: 6px; border: 1px solid var(--ink); background: var(--ink); color: var(--canvas); cursor: pointer; }
button:hover { opacity: .88; } button.quiet { background: none; color: var(--ink); border-color: var(--line); } button.quiet:hover { border-color: var(--field); opacity: 1; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; margin: 0; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.columns { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); } .columns > * { min-width: 0; }
.card { display: flex; flex-direction: column; gap: 10px; } .card p { margin: 0; flex: 1; }
.tabs { display: flex; gap: 4px; border-bottom: 1px solid var(--line); margin: 24px 0 16px; overflow-x: auto; }
.tabs a { padding: 8px 12px; color: var(--soft); border-bottom: 2px solid transparent; white-space: nowrap; } .tabs a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--accent); }
.tabs a:focus-visible { outline-offset: -3px; }
iframe.mail { width: 100%; height: 1000px; border: 0; background: #fff; display: block; } .phone { max-width: 392px; margin-inline: auto; }
.note { border-left: 3px solid var(--accent); padding: 8px 14px; background: var(--surface); margin: 0 0 20px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 640px) {
  main { padding: 24px 14px 56px; } header > div { padding-inline: 14px; } header nav { width: calc(100% + 24px); margin-right: -14px; ${scrollHint} } header strong { padding-bottom: 0; } h1 { font-size: 24px; }
  table.stack thead { display: none; } table.stack tr { display: block; padding: 10px 14px; border-bottom: 1px solid var(--line); }
  table.stack tbody:last-child tr:last-child { border: 0; } table.stack td { display: block; padding: 1px 0; border: 0; width: auto; white-space: normal; } table.stack td.num { display: inline-block; margin-right: 12px; }
  table.stack tr.day { padding: 0; } table.stack tr.day td { padding: 6px 14px; } table.stack td[data-label]::before { content: attr(data-label) " "; color: var(--soft); font-size: 12px; }
  .row > label { flex: 1 1 42%; } .row > label > :not(.hidden) { width: 100%; } .row > label > input.short { width: 100%; }
  .columns { grid-template-columns: repeat(auto-fill, minmax(165px, 1fr)); gap: 10px; } .columns .pad { padding: 12px 14px; }
}
`;
