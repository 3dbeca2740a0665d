import { useState } from 'preact/hooks'
import { Columns, Edit, None, RowLink, Rows, Table } from '../parts.tsx'
import { type Row, roleOf, titleOf, useRow, useRows } from '../rows.ts'

/** What a project or a group has, a list a noun. */
const lists: { readonly [table: string]: { readonly [name: string]: string } } = {
  projects: {
    'Merge requests': 'mergeRequests',
    Issues: 'issues',
    Pipelines: 'pipelines',
    'Protected branches': 'protectedBranches',
    'Protected tags': 'protectedTags',
    Milestones: 'milestones',
    Labels: 'labels',
    Releases: 'releases',
    Environments: 'environments',
    Webhooks: 'hooks',
    Branches: 'gitRefs',
  },
  groups: {
    Projects: 'projects',
    Subgroups: 'groups',
    Milestones: 'milestones',
    Labels: 'labels',
    Epics: 'epics',
    Webhooks: 'hooks',
  },
}

/** A project or a group: what is in it, who is a member, how it is set. */
export function Place({ table, id }: { readonly table: 'projects' | 'groups'; readonly id: string }) {
  const place = useRow(table, id)
  const [list, setList] = useState('')
  if (place === undefined) return <p class="faint">loading…</p>
  if (place === null) return <None what={`${table} ${id}`} />
  const kind = table === 'projects' ? 'project' : 'group'
  const names = ['Members', ...Object.keys(lists[table] ?? {}), 'Settings']
  const shown = names.includes(list) ? list : (names[1] as string)
  return (
    <>
      <h1>{titleOf(place)}</h1>
      <p>
        {table === 'projects' ? 'Project' : 'Group'} {place.id}{' '}
        <span class="tag">{String(place.visibility)}</span> <Edit table={table} row={place} />{' '}
        <Above place={place} kind={kind} />
      </p>
      <fieldset class="tabs">
        <legend class="unseen">What to show</legend>
        {names.map((name) => (
          <button key={name} type="button" aria-pressed={name === shown} onClick={() => setList(name)}>
            {name}
          </button>
        ))}
      </fieldset>
      <section aria-label={shown}>
        <h2>{shown}</h2>
        {shown === 'Members' ? (
          <Members kind={kind} place={place} />
        ) : shown === 'Settings' ? (
          <Columns table={table} row={place} />
        ) : (
          <List table={lists[table]?.[shown] as string} column={`${kind}Id`} id={place.id} />
        )}
      </section>
    </>
  )
}

/** The group that it is in, or the user whose project it is. */
function Above({ place, kind }: { readonly place: Row; readonly kind: string }) {
  const isOfUser = kind === 'project' && place.namespaceKind === 'user'
  const id = (kind === 'project' ? place.namespaceId : place.parentId) as number | null | undefined
  const table = isOfUser ? 'users' : 'groups'
  const above = useRow(id == null ? undefined : table, id ?? 0, isOfUser ? 'namespaceId' : undefined)
  if (!above) return null
  return (
    <>
      in <RowLink table={table} id={above.id} text={titleOf(above)} />
    </>
  )
}

function List({
  table,
  column,
  id,
}: {
  readonly table: string
  readonly column: string
  readonly id: number | string
}) {
  const where =
    table === 'hooks'
      ? { owner: column.replace('Id', ''), ownerId: id }
      : table === 'groups'
        ? { parentId: id }
        : table === 'projects'
          ? { namespaceKind: 'group', namespaceId: id }
          : { [column]: id }
  return <Rows table={table} rows={useRows(table, where)?.toReversed()} />
}

function Members({ kind, place }: { readonly kind: string; readonly place: Row }) {
  const all = useRows('members') ?? []
  const groups = useRows('groups') ?? []
  const users = new Map((useRows('users') ?? []).map((user) => [user.id, user]))
  const places = placesOf(kind, place, groups)
  const members = places.flatMap(({ source, row }) =>
    all
      .filter((member) => member.source === source && member.sourceId === row.id)
      .map((member) => ({ member, row })),
  )
  return (
    <Table label="Members" heads={['user', 'role', 'of', 'until', '']}>
      {members.map(({ member, row }) => (
        <tr key={member.id}>
          <td>
            <RowLink
              table="users"
              id={member.userId as number}
              text={`@${users.get(member.userId as number)?.username ?? member.userId}`}
            />
          </td>
          <td>{roleOf(member.accessLevel)}</td>
          <td>{titleOf(row)}</td>
          <td>{String(member.expiresAt ?? '–')}</td>
          <td>
            <Edit table="members" row={member} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** A place and the groups above it, whose members are its own as well. */
function placesOf(
  kind: string,
  place: Row,
  groups: readonly Row[],
): { readonly source: string; readonly row: Row }[] {
  const above =
    kind === 'group' ? place.parentId : place.namespaceKind === 'group' ? place.namespaceId : undefined
  const group = groups.find(({ id }) => id === above)
  return [{ source: kind, row: place }, ...(group === undefined ? [] : placesOf('group', group, groups))]
}
