import { computed, signal } from '@preact/signals'
import { ask, call } from '../control.ts'
import { type Entry, entries } from '../live.ts'
import { Act, Copy, Status, Table } from '../parts.tsx'
import { to } from '../routes.ts'

const filter = signal({ text: '', status: '', method: '', user: '', direction: '' })

const found = computed(() => entries.value.filter(fits).toReversed())

/** Most that are shown at once; a filter finds the others. */
const MOST = 300

function fits({ path, query, status, method, user, direction, out }: Entry): boolean {
  const wanted = filter.value
  const text = `${out?.origin ?? ''}${path}?${query}`.toLowerCase()
  return (
    text.includes(wanted.text.toLowerCase()) &&
    (wanted.status === '' || String(status).startsWith(wanted.status.replace(/x+$/, ''))) &&
    (wanted.method === '' || method === wanted.method) &&
    (wanted.user === '' || user === wanted.user) &&
    (wanted.direction === '' || direction === wanted.direction)
  )
}

/** The live list of requests. */
export function Requests() {
  const all = entries.value
  const users = [...new Set(all.flatMap(({ user }) => user ?? []))].sort()
  const methods = [...new Set(all.map(({ method }) => method))].sort()
  return (
    <>
      <h1>Requests</h1>
      <search class="tools">
        <label>
          path
          <input
            id="filter"
            type="search"
            value={filter.value.text}
            onInput={({ currentTarget: { value: text } }) => {
              filter.value = { ...filter.value, text }
            }}
          />
        </label>
        <Choice name="status" values={['2xx', '3xx', '4xx', '5xx']} />
        <Choice name="method" values={methods} />
        <Choice name="user" values={users} />
        <Choice name="direction" values={['in', 'out']} />
        <Act act={() => call('DELETE', '/requests')}>clear</Act>
        <Copy text={async () => (await ask('/journal.ts')).text()}>copy all as test</Copy>
      </search>
      <p class="faint" role="status">
        {found.value.length} of {all.length} requests
      </p>
      <Table label="Requests" heads={['id', 'time', 'status', 'method', 'path', 'user']}>
        {found.value.slice(0, MOST).map((entry) => (
          <tr key={entry.id} data-entry={entry.id}>
            <td>{entry.id}</td>
            <td class="time extra">{timeOf(entry.at)}</td>
            <td>
              <Status status={entry.status} />
            </td>
            <td class="word">{entry.method}</td>
            <td>
              <a href={to('requests', entry.id)}>{targetOf(entry)}</a>
              {entry.out === undefined ? null : <span class="tag">{entry.out.event ?? 'out'}</span>}
            </td>
            <td class="extra">{entry.user ?? <span class="faint">–</span>}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}

export function targetOf({ path, query, out }: Entry): string {
  return `${out?.origin ?? ''}${path}${query === '' ? '' : `?${query}`}`
}

export function timeOf(at: string): string {
  return at.replace('T', ' ').replace(/\.000Z$/, '')
}

function Choice({
  name,
  values,
}: {
  readonly name: keyof typeof filter.value
  readonly values: readonly string[]
}) {
  return (
    <label>
      {name}
      <select
        value={filter.value[name]}
        onChange={({ currentTarget: { value } }) => {
          filter.value = { ...filter.value, [name]: value }
        }}
      >
        <option value="">all</option>
        {values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </label>
  )
}
