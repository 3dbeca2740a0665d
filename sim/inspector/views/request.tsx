import { useState } from 'preact/hooks'
import type { ChangedRow, Changes, WholeRow } from '../../control/changes.ts'
import type { Explanation } from '../../control/explanation.ts'
import type { ShownExchange, ShownMessage } from '../../control/shown-exchange.ts'
import { call, failure } from '../control.ts'
import { asCurl, asTest } from '../copies.ts'
import { entries } from '../live.ts'
import { useCall } from '../load.ts'
import { Act, Code, Copy, RowLink, Status, Table } from '../parts.tsx'
import { go, to } from '../routes.ts'
import { targetOf, timeOf } from './requests.tsx'

/** One request: what was asked and answered, why, what it changed, and what followed. */
export function Request({ id }: { readonly id: string }) {
  const exchange = useCall<ShownExchange>(`/requests/${id}`)
  if (exchange === undefined)
    return (
      <>
        <h1>Request {id}</h1>
        <p class="faint">{failure.value === '' ? 'loading…' : 'it is not kept any longer'}</p>
      </>
    )
  const isCall = exchange.direction === 'out'
  return (
    <>
      <h1>
        <Status status={exchange.status} /> {exchange.method} <span class="text">{targetOf(exchange)}</span>
      </h1>
      <p>
        {isCall ? 'Call' : 'Request'} {exchange.id} at {timeOf(exchange.at)}
        {isCall ? '' : ` by ${exchange.user ?? 'nobody known'}`}
        {exchange.out?.cause ? (
          <>
            {' '}
            caused by <a href={to('requests', exchange.out.cause)}>request {exchange.out.cause}</a>
          </>
        ) : null}
        {exchange.out?.failure ? `: ${exchange.out.failure}` : ''}
      </p>
      <div class="tools">
        {isCall ? null : <Act act={() => rewind(exchange.id)}>rewind to before it</Act>}
        <Act act={() => repeat(exchange.id)}>replay</Act>
        <Copy text={() => asCurl(exchange)}>copy as curl</Copy>
        {isCall ? null : <Copy text={() => asTest(exchange)}>copy as test</Copy>}
      </div>
      {isCall ? null : <Why id={id} />}
      <div class="sides">
        <Message name="Request" message={exchange.request} />
        <Message name="Reply" message={exchange.reply} />
      </div>
      {isCall ? null : <Consequences id={exchange.id} />}
    </>
  )
}

async function rewind(id: number): Promise<void> {
  await call('POST', `/requests/${id}/rewind`)
  go(to('requests'))
}

async function repeat(id: number): Promise<void> {
  const { id: next } = await call<{ readonly id: number | null }>('POST', `/requests/${id}/repeat`)
  go(next === null ? to('requests') : to('requests', next))
}

function Message({ name, message }: { readonly name: string; readonly message: ShownMessage | null }) {
  const [whole, setWhole] = useState(false)
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      {message === null ? (
        <p class="faint">not kept</p>
      ) : (
        <>
          {message.body === null ? (
            <p class="faint">{message.note ?? 'no body'}</p>
          ) : (
            <Code text={pretty(message.body)} />
          )}
          <button type="button" class="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {Object.keys(message.headers).length} headers
          </button>
          {whole ? (
            <dl>
              {Object.entries(message.headers).map(([header, value]) => (
                <div key={header}>
                  <dt>{header}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </>
      )}
    </section>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function Why({ id }: { readonly id: string }) {
  const why = useCall<Explanation>(`/requests/${id}/why`, true)
  if (why === undefined) return null
  return (
    <section aria-label="Why">
      <h2>Why</h2>
      <p class="because">{why.because}</p>
      {why.passing.length === 0 ? null : (
        <>
          <h3>What lets it pass</h3>
          <ul>
            {why.passing.map(({ changes, status }) => (
              <li key={JSON.stringify(changes)}>
                {changes.map(({ needs, has }) => `${needs} (${has})`).join(' and ')}
                {status < 400 ? '' : `: then for another reason ${status}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {why.unread.map(({ name, nearest }) => (
        <p key={name} class="warning">
          Nobody reads <code>{name}</code>
          {nearest === null ? '' : `; ${nearest} is read`}
        </p>
      ))}
      {why.nearest.length === 0 ? null : <p>Nearest operations: {why.nearest.join(', ')}</p>}
      <details>
        <summary>{why.steps.length} steps</summary>
        <ol class="steps">
          {why.steps.map(({ station, outcome, says }) => (
            <li key={station + says} class={outcome}>
              <b>{station}</b> {says}
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}

/** Tables whose new rows are what a request caused later. */
const consequences = ['jobs', 'waitingJobs']

function Consequences({ id }: { readonly id: number }) {
  const changes = useCall<Changes>(`/requests/${id}/changes`, true)
  const calls = entries.value.filter(({ out }) => out?.cause === id)
  const jobs = changes?.added.filter(({ table }) => consequences.includes(table)) ?? []
  return (
    <>
      <section aria-label="Changes">
        <h2>Changes</h2>
        {changes === undefined ? <p class="faint">not known for this request</p> : <Diff {...changes} />}
      </section>
      <section aria-label="Jobs and webhooks">
        <h2>Jobs and webhooks</h2>
        {jobs.length + calls.length === 0 ? <p class="faint">none</p> : null}
        <ul class="plain">
          {jobs.map(({ table, id: job, row }) => (
            <li key={`${table}${job}`}>
              job {String(row.kind)} due {timeOf(String(row.due))} <a href={to('time')}>timeline</a>
            </li>
          ))}
          {calls.map((entry) => (
            <li key={entry.id}>
              <Status status={entry.status} /> {entry.out?.event ?? 'call'}{' '}
              <a href={to('requests', entry.id)}>{targetOf(entry)}</a>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Diff({ added, changed, removed }: Changes) {
  if (added.length + changed.length + removed.length === 0) return <p class="faint">nothing changed</p>
  return (
    <>
      {changed.map((row) => (
        <Changed key={`${row.table}${row.id}`} {...row} />
      ))}
      <Whole name="added" rows={added} />
      <Whole name="removed" rows={removed} />
    </>
  )
}

function Changed({ table, id, columns }: ChangedRow) {
  return (
    <>
      <h3>
        <RowLink table={table} id={id} /> changed
      </h3>
      <Table label={`Changes of ${table} ${id}`} heads={['column', 'before', 'after']}>
        {Object.entries(columns).map(([name, { before, after }]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="before">{plain(before)}</td>
            <td class="after">{plain(after)}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}

function Whole({ name, rows }: { readonly name: 'added' | 'removed'; readonly rows: readonly WholeRow[] }) {
  return (
    <>
      {rows.map(({ table, id, row }) => (
        <details key={`${table}${id}`} class={name}>
          <summary>
            {name === 'added' ? '+' : '−'} {table} {id}
          </summary>
          {name === 'added' ? <RowLink table={table} id={id} text="look at it now" /> : null}
          <Code text={JSON.stringify(row, null, 2)} />
        </details>
      ))}
    </>
  )
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
