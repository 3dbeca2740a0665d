import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../index.ts'
import { finished, type Steps } from '../lib/steps.ts'
import { changeGroup } from '../model/groups/groups.ts'
import { transferGroup } from '../model/groups/transfer-namespace.ts'
import { removeIssue } from '../model/issues/issues.ts'
import { moveIssue } from '../model/issues/move-issue.ts'
import { promoteLabel, removeLabel } from '../model/labels/label-changes.ts'
import { promoteMilestone, removeMilestone } from '../model/milestones/milestones.ts'
import { deleteGroup, deleteProject } from '../model/projects/delete-project.ts'
import { removeUser } from '../model/users/remove-user.ts'
import { recordResourceEvents } from './resource-events.ts'
import { recordSystemNotes } from './system-notes/record.ts'

const numbered = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))

function withRows(count: number): Simulator {
  const labels = [{ title: 'one' }]
  const milestones = [{ title: 'v1' }]
  const planned = { author: 'bob', labels: ['one'], milestone: 'v1' }
  const issues = numbered(count, (i) => ({ title: `Issue ${i}`, ...planned, assignees: ['bob'] }))
  const wide = numbered(count / 10, (i) => ({
    path: `team/project-${i}`,
    issues: numbered(5, (n) => ({ title: `Issue ${n}` })),
  }))
  const world = {
    version: 1 as const,
    users: [{ username: 'root', admin: true }, { username: 'bob' }],
    groups: [{ path: 'team', members: [{ user: 'root', role: 'owner' as const }] }],
    projects: [{ path: 'team/one', labels, milestones, issues }, ...wide],
  }
  return createSimulator({ outbound: 'off', world })
}

function stepsOf(work: Steps<unknown>): number {
  let count = 0
  while (!work.next().done) count++
  return count
}

/** What a client may ask for that touches as many rows as there are. */
const deletions: { readonly [what: string]: (sim: Simulator) => Steps<unknown> } = {
  'deleting a milestone': ({ world }) => removeMilestone(world, world.milestones.require(1), undefined, 0),
  'promoting a milestone': ({ world }) =>
    promoteMilestone(world, world.groups.require(1), world.milestones.require(1), 0),
  'deleting a label': ({ world }) => removeLabel(world, world.labels.require(1)),
  'promoting a label': ({ world }) => {
    const twin = world.labels.insert({ ...world.labels.require(1), id: 9, projectId: null, groupId: 1 })
    expect(twin.title).toBe('one')
    return promoteLabel(world, world.labels.require(1), world.groups.require(1))
  },
  'deleting a project': ({ world }) =>
    deleteProject(world, world.projects.require(1), world.users.require(1), 0),
  'deleting a group': ({ world }) => deleteGroup(world, world.groups.require(1), world.users.require(1), 0),
  'a new path of a group': (sim) => changeGroup(...broad(sim), { path: 'crew' }, root(sim), 0),
  'transferring a group': (sim) => transferGroup(...broad(sim), another(sim), root(sim), 0),
  'deleting an issue with many comments': (sim) => removeIssue(discussed(sim), 1),
  'moving an issue with many comments': (sim) => {
    const world = discussed(sim)
    const [issue, to] = [world.issues.require(1), world.projects.require(2)]
    return moveIssue(world, issue, to, root(sim), () => 'f'.repeat(40), 0)
  },
  'deleting a user': ({ world }) =>
    removeUser(world, world.users.require(2), false, world.users.require(1), 0),
  'deleting a user with all contributions': ({ world }) =>
    removeUser(world, world.users.require(2), true, world.users.require(1), 0),
}

const root = ({ world }: Simulator) => world.users.require(1)

function discussed({ world }: Simulator) {
  const said = { type: null, body: 'Yes', authorId: 1, system: false, internal: false, createdAt: 0 } as const
  const open = {
    resolvable: false,
    resolvedById: null,
    resolvedAt: null,
    position: null,
    updatedAt: 0,
  } as const
  const on = { projectId: 1, noteable: 'Issue', noteableId: 1 } as const
  for (let id = 1e6; id < 1e6 + world.issues.size; id++)
    world.notes.insert({ ...on, ...said, ...open, id, discussionId: `${id}` })
  return world
}

const another = ({ world }: Simulator) =>
  world.groups.insert({ ...world.groups.require(1), id: 9, path: 'top', fullPath: 'top' })

/** The group, with as many projects as there are issues. */
function broad({ world }: Simulator) {
  const one = world.projects.require(1)
  for (let id = 1e6; id < 1e6 + world.issues.size; id++)
    world.projects.insert({ ...one, id, path: `p${id}`, fullPath: `team/p${id}`, name: `p${id}` })
  return [world, world.groups.require(1)] as const
}

describe('lets others be served in between', () => {
  const few = withRows(200)
  const many = withRows(1600)

  test.each(Object.entries(deletions))('%s', (_, begin) => {
    const steps = (sim: Simulator) => stepsOf(begin(sim))
    expect(steps(many.fork())).toBeGreaterThan(steps(few.fork()) + 3)
  })

  test.each([
    ['events', recordResourceEvents],
    ['notes', recordSystemNotes],
  ])('what is kept of it as %s', (_, record) => {
    const steps = ({ world }: Simulator) => {
      const after = world.attempt()
      finished(removeMilestone(after, after.milestones.require(1), undefined, 0))
      return stepsOf(record({ before: world, after, user: after.users.require(1), now: 0 }))
    }
    expect(steps(many.fork())).toBeGreaterThan(steps(few.fork()) + 3)
  })
})
