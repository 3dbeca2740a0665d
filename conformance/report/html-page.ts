/** How the page looks: the reader's own light or dark, and nothing fetched from anywhere. */
export const pageStyle = `
:root { color-scheme: light dark; --line: #8884; --full: light-dark(#2a7d4f2b, #3fbf7f3d); --part: light-dark(#c98a0030, #e0a83040); --fail: light-dark(#c0392b30, #ff6b5b48); --must: #c0392b; --should: #b7791f; --good: #2a7d4f; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 88rem; padding: 1.5rem; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: .85rem; margin: .5rem 0 .2rem; }
small { font-weight: normal; opacity: .7; }
header p { margin: .3rem 0; }
.verdict { border-left: 6px solid var(--should); background: var(--part); padding: .6rem 1rem; margin: .8rem 0; }
.verdict.conforms { border-color: var(--good); background: var(--full); }
.verdict.fails { border-color: var(--must); background: var(--fail); }
.sentence { font-size: 1.2rem; font-weight: 600; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .8rem 0; }
.facts dt { opacity: .7; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.counts { opacity: .7; }
ol, ul { margin: .3rem 0; padding-left: 1.5rem; overflow-wrap: anywhere; }
td.number { text-align: right; width: 4rem; }
#filter { font: inherit; padding: .3rem .5rem; width: min(24rem, 100%); }
.tools label { max-width: 100%; }
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
.matrix td, .matrix th { white-space: nowrap; }
.matrix td:nth-child(-n+7) { white-space: normal; }
.matrix td:nth-child(1) { overflow-wrap: anywhere; min-width: min(21rem, 60vw); }
.matrix td:nth-child(3) { min-width: 13rem; }
.matrix td:nth-child(4), .matrix td:nth-child(5), .matrix td:nth-child(6), .matrix td:nth-child(7) { max-width: 17rem; }
.matrix summary { white-space: nowrap; }
.matrix td:nth-child(4) .name { white-space: normal; overflow-wrap: anywhere; }
tr.family th { padding-top: .8rem; position: static; }
tbody:not(:has(tr[data-filter]:not([hidden]))) { display: none; }
body:has(#gaps:checked) .whole { display: none; }
details.family { border-bottom: 1px solid var(--line); padding: .15rem 0; }
details.family[open] { padding-bottom: .8rem; }
body:has(#gaps:checked) details.family:not(:has([data-filter]:not(.whole))),
body:has(#filter:not(:placeholder-shown)) details.family:not(:has([data-filter]:not([hidden]))) { display: none; }
.share { font-size: .85rem; padding: 0 .25rem; border-radius: .2rem; background: var(--full); white-space: nowrap; }
.share.part { background: var(--part); }
.share.none { background: var(--fail); }
.tools { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; align-items: center; }
.name { font: 12px/1.3 ui-monospace, monospace; padding: 0 .25rem; border-radius: .2rem; background: var(--full); white-space: nowrap; }
.name.missing { background: none; outline: 1px dashed var(--should); outline-offset: -1px; }
.name.excused { background: #8883; cursor: help; font-style: italic; }
td.full { background: var(--full); } td.part, td.none { background: var(--part); } td.fail { background: var(--fail); }
[hidden] { display: none; }
`

/** Hides what does not have every word of the filter, and unfolds what has them. */
export const pageScript = `
const input = document.getElementById('filter');
const all = [...document.querySelectorAll('[data-filter]')]
  .map((node) => [node, (node.dataset.filter + ' ' + node.textContent).toLowerCase()]);
const filter = () => {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const [node, text] of all) node.hidden = !words.every((word) => text.includes(word));
  for (const fold of document.querySelectorAll('section > details:not([data-filter])'))
    fold.open = words.length > 0 && fold.querySelector('[data-filter]:not([hidden])') !== null;
};
input.addEventListener('input', filter);
// A link to a finding unfolds it.
const unfold = (hash) => {
  const target = document.getElementById(hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
  return target;
};
window.addEventListener('hashchange', () => unfold(location.hash));
// Where another page shows this one, its links would lead to that page.
if (location.href === 'about:srcdoc') document.addEventListener('click', (event) => {
  const hash = event.target.closest('a')?.getAttribute('href');
  if (!hash?.startsWith('#')) return;
  event.preventDefault();
  unfold(hash)?.scrollIntoView();
});
document.getElementById('gaps').addEventListener('change', ({ target }) => {
  if (target.checked) for (const fold of document.querySelectorAll('details.family')) fold.open = true;
});
// A link to the page may carry a filter: report.html#milestones.
if (unfold(location.hash) === null) input.value = decodeURIComponent(location.hash.slice(1));
if (input.value !== '') filter();
`
