import { branchHead } from '../../git/repository.ts'
import type { Instant } from '../../time/calendar.ts'
import { setAnyApproverRule } from '../approvals/approval-rules.ts'
import { recordProjectChanges } from '../audit-events/audited-project.ts'
import { restrictionFaults } from '../installation/restricted-visibility.ts'
import type { Errors } from '../invalid-row.ts'
import { isEmpty } from '../repository/new-commit.ts'
import { repositoryOf } from '../repository/repository.ts'
import { topicsOf } from '../topics/topics.ts'
import { updated } from '../updated.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import {
  isStorage,
  nameFaults,
  nameOf,
  namespaceOf,
  pathOf,
  refuseErrors,
  sharedRunnersFaults,
  valueFaults,
  visibilityFaults,
} from './create-project.ts'
import type { Project } from './project.ts'
import { moveProject } from './project-paths.ts'
import type { ProjectValues } from './project-values.ts'

export interface ProjectChanges extends ProjectValues {
  readonly name?: string
  readonly path?: string
  /** Attributes of newer releases that are sent. */
  readonly later?: NonNullable<Project['later']>
}

/** Changes a project, and records for auditors what they watch. Throws InvalidRow. */
export function changeProject(
  world: World,
  project: Project,
  given: ProjectChanges,
  author: User,
  now: Instant,
): Project {
  refuseFaults(world, project, given, author)
  const values = updated(project, columnsOf(world, project, given, now), now)
  // A row is written only where a column changed.
  const changed = values === project ? project : moveProject(world, project, values)
  recordProjectChanges(world, { before: project, after: changed, author }, now)
  const { approvalsBeforeMerge } = changed.approvals
  if (approvalsBeforeMerge !== project.approvals.approvalsBeforeMerge)
    setAnyApproverRule(world, changed, approvalsBeforeMerge, author, now)
  return changed
}

function refuseFaults(world: World, project: Project, given: ProjectChanges, author: User): void {
  const namespace = namespaceOf(world, project)
  const { name = project.name, path = project.path, visibility = project.visibility } = given
  const parent = project.forkedFromId === null ? undefined : world.projects.get(project.forkedFromId)
  const changesVisibility = visibility !== project.visibility
  if (changesVisibility) refuseErrors(restrictionFaults(world, author, visibility))
  const errors = {}
  const add = (faults: Errors) => Object.assign(errors, faults)
  add(nameFaults(world, namespace, { name, path }, project))
  if (changesVisibility) add(visibilityFaults(namespace, visibility, parent))
  add(branchFaults(world, project, given.defaultBranch))
  add(valueFaults(given, project.forkedFromId !== null))
  if (given.repositoryStorage !== project.repositoryStorage && !isStorage(given.repositoryStorage))
    add({ repository_storage_moves: ['is invalid'] })
  if (!project.settings.sharedRunners)
    add(sharedRunnersFaults(world, namespace, given.settings?.sharedRunners))
  refuseErrors(errors)
}

// Whatever was not given stays the same object, so that whoever compares both rows looks no further.
function columnsOf(
  world: World,
  project: Project,
  { topics, features, settings, chosen, approvals, later, ...others }: ProjectChanges,
  now: Instant,
): Partial<Project> {
  const namespace = namespaceOf(world, project)
  const { name = project.name, path = project.path } = others
  const columns: { -readonly [column in keyof Project]?: Project[column] } = others
  columns.fullPath = `${pathOf(namespace)}/${path}`
  columns.fullName = `${nameOf(namespace)} / ${name}`
  if (topics !== undefined) columns.topics = topicsOf(world, topics, now)
  if (isAny(features)) columns.features = { ...project.features, ...features }
  if (isAny(settings)) columns.settings = { ...project.settings, ...settings }
  if (isAny(chosen)) columns.chosen = { ...project.chosen, ...chosen }
  if (isAny(approvals)) columns.approvals = { ...project.approvals, ...approvals }
  if (later !== undefined) columns.later = { ...project.later, ...later }
  return columns
}

function isAny<Values extends object>(values: Values | undefined): values is Values {
  for (const _ in values) return true
  return false
}

function branchFaults(world: World, project: Project, branch: string | undefined) {
  if (branch === undefined || branch === project.defaultBranch || isEmpty(world, project)) return {}
  if (branchHead(repositoryOf(world, project), branch) !== undefined) return {}
  return { base: [`Could not change HEAD: branch '${branch}' does not exist`] }
}

/** Archives or unarchives a project. Through the API it is no audit event (audit-events#project-archived). */
export function archiveProject(world: World, project: Project, archived: boolean, now: Instant): Project {
  return project.archived === archived
    ? project
    : world.projects.update(project.id, { archived, updatedAt: now })
}

/** Stars or unstars a project. Undefined when there is nothing to do. */
export function starProject(
  world: World,
  project: Project,
  user: User,
  starred: boolean,
  now: Instant,
): Project | undefined {
  const star = world.stars.find('byUser', user.id, project.id)
  if ((star !== undefined) === starred) return undefined
  if (star === undefined)
    world.stars.insert({ id: nextId(world, 'stars'), userId: user.id, projectId: project.id, createdAt: now })
  else world.stars.delete(star.id)
  return world.projects.update(project.id, { starCount: world.stars.by('byProject', project.id).count() })
}
