import { useCall } from '../load.ts'
import { Columns, Edit, None, RowLink, Table, Value } from '../parts.tsx'
import { route, to, toWith } from '../routes.ts'
import { type Row, roleOf, titleOf, useRow, useRows } from '../rows.ts'

const PAGE = 50

/** The tables with the number of their rows. */
export function Tables() {
  const db = useCall<{ readonly [table: string]: number }>('/db')
  const full = Object.entries(db ?? {}).filter(([, size]) => size > 0)
  return (
    <>
      <h1>Tables</h1>
      <ul class="plain columns">
        {full.map(([table, size]) => (
          <li key={table}>
            <a href={to('rows', table)}>{table}</a> <span class="faint">{size}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The rows of a table, a page at a time. */
export function TableRows({ table }: { readonly table: string }) {
  const page = Number(route.value.query.get('page') ?? 1)
  const search = route.value.query.get('q') ?? ''
  const query = new URLSearchParams({
    _page: String(page),
    _limit: String(PAGE),
    ...(search === '' ? {} : { q: search }),
  })
  const rows = useCall<readonly Row[]>(`/db/${table}?${query}`)
  const columns = [...new Set((rows ?? []).flatMap((row) => Object.keys(row)))]
    .filter((name) => name !== 'id')
    .slice(0, 6)
  const turn = (next: number) => toWith(['rows', table], { page: String(next), q: search })
  return (
    <>
      <h1>{table}</h1>
      <search class="tools">
        <label>
          any column has
          <input
            type="search"
            defaultValue={search}
            onChange={({ currentTarget: { value } }) => {
              location.hash = toWith(['rows', table], { page: '1', q: value })
            }}
          />
        </label>
        {page > 1 ? <a href={turn(page - 1)}>previous</a> : null}
        {(rows?.length ?? 0) < PAGE ? null : <a href={turn(page + 1)}>next</a>}
      </search>
      <Table label={table} heads={['id', ...columns]}>
        {(rows ?? []).map((row) => (
          <tr key={row.id}>
            <td>
              <RowLink table={table} id={row.id} text={String(row.id)} />
            </td>
            {columns.map((column) => (
              <td key={column} class="short">
                {short(row[column])}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </>
  )
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** One row, with what belongs to it. */
export function OneRow({ table, id }: { readonly table: string; readonly id: string }) {
  const row = useRow(table, id)
  if (row === undefined) return <p class="faint">loading…</p>
  if (row === null) return <None what={`${table} ${id}`} />
  return (
    <>
      <h1>{titleOf(row)}</h1>
      <p>
        <a href={to('rows', table)}>{table}</a> {row.id} <Edit table={table} row={row} />
      </p>
      <Columns table={table} row={row} />
      {(below[table] ?? []).map(([other, where]) => (
        <Belonging key={other} table={other} where={where(row)} />
      ))}
    </>
  )
}

/** What belongs to a row, by the columns that say so. */
const below: {
  readonly [table: string]: readonly (readonly [
    table: string,
    where: (row: Row) => { readonly [column: string]: string | number },
  ])[]
} = {
  pipelines: [['ciJobs', ({ id }) => ({ pipelineId: id })]],
  mergeRequests: [
    ['notes', ({ id }) => ({ noteable: 'MergeRequest', noteableId: id })],
    ['pipelines', ({ id }) => ({ mergeRequestId: id })],
    ['approvals', ({ id }) => ({ mergeRequestId: id })],
  ],
  issues: [['notes', ({ id }) => ({ noteable: 'Issue', noteableId: id })]],
  users: [
    ['members', ({ id }) => ({ userId: id })],
    ['tokens', ({ id }) => ({ userId: id })],
    ['keys', ({ id }) => ({ userId: id })],
  ],
  packages: [['packageFiles', ({ id }) => ({ packageId: id })]],
  environments: [['deployments', ({ id }) => ({ environmentId: id })]],
}

function Belonging({
  table,
  where,
}: {
  readonly table: string
  readonly where: { readonly [column: string]: string | number }
}) {
  const rows = useRows(table, where) ?? []
  if (rows.length === 0) return null
  return (
    <section aria-label={table}>
      <h2>{table}</h2>
      <ul class="plain">
        {rows.map((row) => (
          <li key={row.id}>
            {table === 'members' ? (
              <Membership member={row} />
            ) : (
              <>
                <RowLink table={table} id={row.id} text={titleOf(row)} />{' '}
                <Value value={row.status ?? row.body ?? row.kind ?? ''} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Membership({ member }: { readonly member: Row }) {
  const table = `${member.source}s`
  const place = useRow(table, member.sourceId as number)
  return (
    <>
      {roleOf(member.accessLevel)} of{' '}
      <RowLink
        table={table}
        id={member.sourceId as number}
        text={place ? titleOf(place) : `${member.source}`}
      />{' '}
      <RowLink table="members" id={member.id} text="membership" />
    </>
  )
}
