import { type ComponentChild, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { failure, keepToken, needsToken } from './control.ts'
import { followKeys } from './keys.ts'
import { clock, connected, follow } from './live.ts'
import { awaited } from './load.ts'
import { Form } from './parts.tsx'
import { followAddress, type Route, route, to } from './routes.ts'
import { Faults } from './views/faults.tsx'
import { Place } from './views/place.tsx'
import { Report } from './views/report.tsx'
import { Request } from './views/request.tsx'
import { Requests, timeOf } from './views/requests.tsx'
import { OneRow, TableRows, Tables } from './views/rows.tsx'
import { Settings } from './views/settings.tsx'
import { Time } from './views/time.tsx'
import { Try, TryOne } from './views/try.tsx'
import { Webhooks } from './views/webhooks.tsx'
import { World } from './views/world.tsx'
import { Snapshots, Worlds } from './views/worlds.tsx'

/** What is shown at an address: its first part names the view. */
const views: { readonly [name: string]: (first?: string, second?: string) => ComponentChild } = {
  requests: (id) => (id === undefined ? <Requests /> : <Request key={id} id={id} />),
  time: () => <Time />,
  world: (table, id) =>
    (table === 'projects' || table === 'groups') && id !== undefined ? (
      <Place key={table + id} table={table} id={id} />
    ) : (
      <World />
    ),
  rows: (table, id) =>
    table === undefined ? (
      <Tables />
    ) : id === undefined ? (
      <TableRows key={table} table={table} />
    ) : (
      <OneRow key={table + id} table={table} id={id} />
    ),
  try: (name) => (name === undefined ? <Try /> : <TryOne key={name} name={name} />),
  faults: () => <Faults />,
  worlds: () => <Worlds />,
  snapshots: () => <Snapshots />,
  settings: () => <Settings />,
  webhooks: () => <Webhooks />,
  report: () => <Report />,
}

function Inspector() {
  const [name = 'requests', first, second] = route.value.path
  const view = Object.hasOwn(views, name) ? views[name] : views.requests
  useEffect(() => {
    document.title = `Forgery: ${name}`
    // In a narrow window it may be out of sight.
    document
      .querySelector('header nav [aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [name])
  // Effects of the view run first, and with them its calls.
  const [begun, setBegun] = useState<Route>()
  useEffect(() => setBegun(route.value), [route.value])
  const isBusy = begun !== route.value || awaited.value > 0
  return (
    <>
      <header>
        <button type="button" class="skip" onClick={skip}>
          skip to content
        </button>
        <nav aria-label="Views">
          {Object.keys(views).map((each) => (
            <a key={each} href={to(each)} aria-current={each === name ? 'page' : undefined}>
              {each}
            </a>
          ))}
        </nav>
        <p class="clock">
          {timeOf(clock.value.now)} ({clock.value.mode}) {connected.value ? null : <b>not connected</b>}
        </p>
      </header>
      <main id="main" tabIndex={-1} aria-busy={isBusy}>
        {needsToken.value ? <Token /> : null}
        <p role="alert">{failure.value}</p>
        {needsToken.value ? null : view?.(first, second)}
      </main>
      <footer>
        <kbd>/</kbd> filter, <kbd>j</kbd> <kbd>k</kbd> next and previous link of a list, <kbd>Enter</kbd>{' '}
        open, <kbd>u</kbd> up, <kbd>1</kbd> … <kbd>9</kbd> views
      </footer>
    </>
  )
}

function skip(): void {
  document.getElementById('main')?.focus()
}

function Token() {
  const given = (form: FormData): void => {
    keepToken(String(form.get('token')))
    location.reload()
  }
  return (
    <Form label="Token" send={given}>
      <label>
        token of the control API
        <input name="token" type="password" autocomplete="off" required />
      </label>
      <button type="submit">continue</button>
    </Form>
  )
}

followAddress()
followKeys(Object.keys(views))
void follow()
render(<Inspector />, document.body)
