import { dayOf, type Instant } from '../../time/calendar.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import type { Group } from '../groups/group.ts'
import { settingInForce } from '../settings/in-force.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import { nameOf, namespaceOf, pathOf } from './create-project.ts'
import type { Project } from './project.ts'
import { moveProject } from './project-paths.ts'

const DAY = 86_400_000

/** Marks a group for delayed deletion, with everything in it. */
export function markGroupForDeletion(world: World, group: Group, by: User, now: Instant): Group {
  later(world, { groupId: group.id, userId: by.id }, now)
  const change = { custom_message: 'Group marked for deletion' }
  recordAudit(world, { author: by, scope: { group }, change }, now)
  return world.groups.put({ ...group, markedForDeletionOn: dayOf(now) })
}

/** Restores it. */
export function restoreGroup(world: World, group: Group, by: User, now: Instant): Group {
  never(world, 'groupId', group.id)
  recordAudit(world, { author: by, scope: { group }, change: { custom_message: 'Group restored' } }, now)
  return world.groups.put({ ...group, markedForDeletionOn: null })
}

/** Marks a project for delayed deletion; until then it is archived, and its name and path are free for others. */
export function markProjectForDeletion(world: World, project: Project, by: User, now: Instant): Project {
  if (project.markedForDeletionOn !== null) return project
  later(world, { projectId: project.id, userId: by.id }, now)
  const end = `-deleted-${project.id}`
  const marked = renamed(world, project, `${project.name}${end}`, `${project.path}${end}`, {
    archived: true,
    markedForDeletionOn: dayOf(now),
    updatedAt: now,
  })
  const change = { custom_message: 'Project marked for deletion' }
  recordAudit(world, { author: by, scope: { project: marked }, change }, now)
  return marked
}

/** Restores it. */
export function restoreProject(world: World, project: Project, by: User, now: Instant): Project {
  never(world, 'projectId', project.id)
  const end = `-deleted-${project.id}`
  const [name, path] = [withoutEnd(project.name, end), withoutEnd(project.path, end)]
  const columns = { archived: false, markedForDeletionOn: null, updatedAt: now }
  const restored = renamed(world, project, name, path, columns)
  const change = { custom_message: 'Project restored' }
  recordAudit(world, { author: by, scope: { project: restored }, change }, now)
  return restored
}

function renamed(
  world: World,
  project: Project,
  name: string,
  path: string,
  columns: Partial<Project>,
): Project {
  const namespace = namespaceOf(world, project)
  const fullPath = `${pathOf(namespace)}/${path}`
  const fullName = `${nameOf(namespace)} / ${name}`
  return moveProject(world, project, { ...project, ...columns, name, path, fullPath, fullName })
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text
}

function later(world: World, args: { readonly [name: string]: number }, now: Instant): void {
  const due = now + settingInForce(world, 'deletion_adjourned_period') * DAY
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'delayed-deletion', args, due })
}

function never(world: World, name: 'groupId' | 'projectId', id: number): void {
  for (const job of world.jobs.by('byKind', 'delayed-deletion').list())
    if (job.args[name] === id) world.jobs.delete(job.id)
}
