/** How the page looks: the reader's own light or dark, and nothing fetched from anywhere. */
export const pageStyle = `
:root { color-scheme: light dark; --line: #8884; --full: #2a7d4f2b; --part: #c98a0030; --none: #c0392b30; --must: #c0392b; --should: #b7791f; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: .85rem; margin: .5rem 0 .2rem; }
small { font-weight: normal; opacity: .7; }
header p { margin: .3rem 0; }
.sum { font-weight: 600; }
#filter { font: inherit; padding: .3rem .5rem; width: min(24rem, 100%); }
.finding { border: 1px solid var(--line); border-left: 4px solid var(--must); padding: .4rem .8rem; margin: .4rem 0; }
.finding.should { border-left-color: var(--should); }
summary { cursor: pointer; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
@media (max-width: 48rem) { .sides { grid-template-columns: 1fr; } }
pre { margin: 0; padding: .5rem; background: #8881; overflow: auto; max-height: 24rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.calls { white-space: pre; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .2rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-size: .85rem; position: sticky; top: 0; background: Canvas; }
td.full { background: var(--full); } td.part { background: var(--part); } td.none { background: var(--none); }
[hidden] { display: none; }
`

/** Hides what does not have every word of the filter, and unfolds what has them. */
export const pageScript = `
const input = document.getElementById('filter');
const all = [...document.querySelectorAll('[data-filter]')].map((node) => [node, node.dataset.filter.toLowerCase()]);
input.addEventListener('input', () => {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const [node, text] of all) node.hidden = !words.every((word) => text.includes(word));
  for (const fold of document.querySelectorAll('section > details:not([data-filter])'))
    fold.open = words.length > 0 && fold.querySelector('[data-filter]:not([hidden])') !== null;
});
`
