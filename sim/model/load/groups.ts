import type { GroupDescription } from '../../../fixtures/schema.ts'
import type { Steps } from '../../lib/steps.ts'
import { type GroupScope, type Loading, loadEach, timeOf } from './loading.ts'
import { Names } from './names.ts'
import { assignNumbers } from './numbers.ts'
import { loadMembers, loadShares, loadUser } from './people.ts'
import { loadLabels, loadMilestones } from './planning.ts'
import { groupRunnersToken } from './secrets.ts'
import { putSequence } from './sequences.ts'

/** Groups and users. Their namespaces share one sequence, in which the groups come first. */
export function* loadNamespaces(loading: Loading): Steps<void> {
  const { groups = [], users } = loading.description
  const claims = [...groups.map((group) => group.id), ...users.map((user) => user.namespaceId)]
  const numbers = putSequence(loading, 'groups', assignNumbers(claims, 'namespaces'))
  yield* loadEach(loading, groups, (group, i) => {
    addGroup(loading, group, numbers[i] as number, `groups[${i}]`)
  })
  const ids = putSequence(
    loading,
    'users',
    assignNumbers(
      users.map((user) => user.id),
      'users',
    ),
  )
  yield* loadEach(loading, users, (user, i) => {
    loadUser(loading, user, ids[i] as number, numbers[groups.length + i] as number, `users[${i}]`)
  })
  yield* loadEach(loading, groups, ({ path }) => fillGroup(loading, loading.groups.require(path, path)))
}

/** A parent has to be listed before what it holds. */
function addGroup(loading: Loading, group: GroupDescription, id: number, path: string): void {
  const slash = group.path.lastIndexOf('/')
  const parent = slash < 0 ? undefined : loading.groups.require(group.path.slice(0, slash), `${path}.path`)
  const name = group.name ?? group.path.slice(slash + 1)
  const createdAt = timeOf(loading, group.createdAt)
  const row = loading.world.groups.insert({
    id,
    parentId: parent?.row.id ?? null,
    path: group.path.slice(slash + 1),
    fullPath: group.path,
    name,
    fullName: parent === undefined ? name : `${parent.row.fullName} / ${name}`,
    description: group.description ?? '',
    visibility: group.visibility ?? 'private',
    runnersToken: groupRunnersToken(id),
    ...(group.genericDuplicates !== undefined && {
      genericDuplicates: { exceptions: '', ...group.genericDuplicates },
    }),
    createdAt,
    updatedAt: createdAt,
  })
  const labels = new Names('label', parent?.labels)
  const milestones = new Names('milestone', parent?.milestones)
  loading.groups.add(group.path, { row, description: group, path, labels, milestones }, `${path}.path`)
}

function* fillGroup(
  loading: Loading,
  { row, description, path, labels, milestones }: GroupScope,
): Steps<void> {
  const of = { source: 'group', id: row.id, createdAt: row.createdAt, path } as const
  yield* loadMembers(loading, of, description.members)
  yield* loadShares(loading, of, description.shares)
  const planning = { kind: 'group', id: row.id, createdAt: row.createdAt, path, labels, milestones } as const
  yield* loadLabels(loading, planning, description.labels)
  yield* loadMilestones(loading, planning, description.milestones)
}

/** The first owner of the group or of one above it. */
export function ownerOf(loading: Loading, group: GroupScope | undefined): number | undefined {
  for (let at = group; at !== undefined; ) {
    const owner = at.description.members?.find((member) => member.role === 'owner')
    if (owner !== undefined) return loading.users.require(owner.user, at.path).id
    const parentId: number | null = at.row.parentId
    const parent = parentId === null ? undefined : loading.world.groups.get(parentId)
    at = parent === undefined ? undefined : loading.groups.find(parent.fullPath)
  }
  return undefined
}
