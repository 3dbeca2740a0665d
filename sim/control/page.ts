import type { PlainReply } from '../protocol/message.ts'

/** A page that shows the world, its clock, its journal, its faults and the other worlds, from the control API itself. */
export function pageReply(): PlainReply {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'`,
    },
    body: PAGE,
  }
}

// All values are inserted as text, never as markup: paths and titles come from untrusted requests.
const SCRIPT = `
const root = location.pathname.replace(/\\/+$/, '')
const token = new URLSearchParams(location.hash.slice(1)).get('token')
const headers = token === null ? {} : { 'X-Forgery-Token': token }
const $ = (id) => document.getElementById(id)
async function call(method, path, body) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const reply = await fetch(root + path, { method, headers, ...sent })
  const text = await reply.text()
  const value = text === '' ? undefined : JSON.parse(text)
  if (!reply.ok) throw new Error(value?.error ?? reply.status)
  return value
}
function cells(row, values) {
  for (const value of values) {
    const cell = row.insertCell()
    if (value instanceof Node) cell.append(value)
    else cell.textContent = value
  }
}
function button(text, act) {
  const made = document.createElement('button')
  made.textContent = text
  made.onclick = () => told(act)
  return made
}
async function told(act) {
  try {
    await act()
    $('error').textContent = ''
    await show()
  } catch (error) {
    $('error').textContent = error.message
  }
}
function fill(id, rows) {
  const body = $(id)
  body.replaceChildren()
  for (const row of rows) cells(body.insertRow(), row)
}
async function show() {
  const filter = new URLSearchParams([...new FormData($('filter'))].filter(([, value]) => value !== ''))
  const [health, requests, faults, worlds, snapshots, db] = await Promise.all([
    call('GET', '/health'), call('GET', '/requests?' + filter), call('GET', '/faults'), call('GET', '/worlds'),
    call('GET', '/snapshots'), call('GET', '/db'),
  ])
  const { version, seed, world, tier, dialect, clock } = health
  $('about').textContent = 'Forgery ' + version + ': world ' + world + ', seed ' + seed + ', ' + tier + ', dialect ' + dialect
  $('clock').textContent = clock.now + ' (' + clock.mode + ')'
  fill('requests', requests.slice(-200).reverse().map(({ id, at, method, path, query, status, user }) => [
    id, at, status, method, path + (query === '' ? '' : '?' + query), user ?? '–',
    button('rewind', () => call('POST', '/requests/' + id + '/rewind')),
  ]))
  fill('faults', faults.map(({ id, struck, ...rule }) => [
    id, JSON.stringify(rule), struck, button('delete', () => call('DELETE', '/faults/' + id)),
  ]))
  fill('worlds', worlds.map(({ name, url, seed, world, now }) => [
    name, url, world + ', seed ' + seed, now,
    name === 'default' ? '' : button('delete', () => call('DELETE', '/worlds/' + encodeURIComponent(name))),
  ]))
  fill('snapshots', snapshots.map(({ id, name, at }) => [
    id, name ?? '', at, button('restore', () => call('POST', '/snapshots/' + id + '/restore')),
  ]))
  fill('tables', Object.entries(db).filter(([, size]) => size > 0).map(([name, size]) => {
    const link = document.createElement('a')
    link.href = root + '/db/' + name + '?_limit=100'
    link.textContent = name
    return [link, size]
  }))
}
function on(id, act) {
  $(id).onsubmit = (event) => {
    event.preventDefault()
    told(() => act(new FormData(event.target)))
  }
}
on('filter', () => undefined)
on('advance', (form) => call('POST', '/clock', { advance: form.get('by') }))
on('fault', (form) => call('POST', '/faults', form.get('rule')))
on('world', (form) => call('POST', '/worlds', { name: form.get('name') }))
on('snapshot', (form) => call('POST', '/snapshots', form.get('name') === '' ? {} : { name: form.get('name') }))
$('reset').onclick = () => told(() => call('POST', '/reset'))
told(() => undefined)
setInterval(() => document.hidden || told(() => undefined), 2000)
`

const STYLE = `
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #222 }
h1 { font-size: 1.3rem } h2 { font-size: 1rem; margin: 1.6rem 0 .4rem }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .15rem .6rem .15rem 0; vertical-align: top }
td { border-top: 1px solid #eee; overflow-wrap: anywhere } form { display: inline } input { font: inherit; width: 14rem }
button { font: inherit } #error { color: #b00020 } code { background: #f4f4f4 }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd } td { border-color: #333 } a { color: #8ab4f8 } }
`

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Forgery</title><style>${STYLE}</style></head>
<body>
<h1 id="about">Forgery</h1>
<p id="error" role="alert"></p>
<p>Clock <strong id="clock"></strong>
<form id="advance"><input name="by" aria-label="advance by" value="1h"> <button>advance</button></form>
<button id="reset">reset the world</button></p>
<h2>Requests</h2>
<form id="filter"><input name="path" aria-label="path" placeholder="path, such as /projects/*"> <input name="status" aria-label="status" placeholder="status, such as 4xx"> <button>filter</button></form>
<table><thead><tr><th>id<th>at<th>status<th>method<th>path<th>user<th></tr></thead><tbody id="requests"></tbody></table>
<h2>Faults</h2>
<form id="fault"><input name="rule" aria-label="rule" placeholder="GET /projects/* 503 times=2" required> <button>add</button></form>
<table><thead><tr><th>id<th>rule<th>struck<th></tr></thead><tbody id="faults"></tbody></table>
<h2>Worlds</h2>
<form id="world"><input name="name" aria-label="name of a world" placeholder="name" required> <button>make</button></form>
<table><thead><tr><th>name<th>address<th>seeded<th>clock<th></tr></thead><tbody id="worlds"></tbody></table>
<h2>Snapshots</h2>
<form id="snapshot"><input name="name" aria-label="name of a snapshot" placeholder="name"> <button>take</button></form>
<table><thead><tr><th>id<th>name<th>at<th></tr></thead><tbody id="snapshots"></tbody></table>
<h2>Tables</h2>
<table><thead><tr><th>table<th>rows</tr></thead><tbody id="tables"></tbody></table>
<script>${SCRIPT}</script>
</body>
</html>
`
