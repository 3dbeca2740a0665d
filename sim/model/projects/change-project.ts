import { branchHead } from '../../git/repository.ts'
import type { Instant } from '../../time/calendar.ts'
import { setAnyApproverRule } from '../approvals/approval-rules.ts'
import { recordProjectChanges } from '../audit-events/audited-project.ts'
import { restrictionFaults } from '../installation/restricted-visibility.ts'
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
import { type Project, withChosen } from './project.ts'
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
  const namespace = namespaceOf(world, project)
  const { name = project.name, path = project.path, visibility = project.visibility } = given
  const parent = project.forkedFromId === null ? undefined : world.projects.get(project.forkedFromId)
  if (visibility !== project.visibility) refuseErrors(restrictionFaults(world, author, visibility))
  refuseErrors({
    ...nameFaults(world, namespace, { name, path }, project),
    ...(visibility === project.visibility ? {} : visibilityFaults(namespace, visibility, parent)),
    ...branchFaults(world, project, given.defaultBranch),
    ...valueFaults(given, project.forkedFromId !== null),
    ...(given.repositoryStorage === project.repositoryStorage || isStorage(given.repositoryStorage)
      ? {}
      : { repository_storage_moves: ['is invalid'] }),
    ...(project.settings.sharedRunners
      ? {}
      : sharedRunnersFaults(world, namespace, given.settings?.sharedRunners)),
  })
  const { topics, features, settings, chosen = {}, approvals, later, ...columns } = given
  const next = {
    ...columns,
    fullPath: `${pathOf(namespace)}/${path}`,
    fullName: `${nameOf(namespace)} / ${name}`,
    topics: topics === undefined ? project.topics : topicsOf(world, topics, now),
    features: over(project.features, features),
    settings: over(project.settings, settings),
    ...withChosen(project.chosen, chosen),
    approvals: over(project.approvals, approvals),
    ...(later && { later: { ...project.later, ...later } }),
  }
  const values = updated(project, next, now)
  // A row is written only where a column changed.
  const changed = values === project ? project : moveProject(world, project, values)
  recordProjectChanges(world, { before: project, after: changed, author }, now)
  const { approvalsBeforeMerge } = changed.approvals
  if (approvalsBeforeMerge !== project.approvals.approvalsBeforeMerge)
    setAnyApproverRule(world, changed, approvalsBeforeMerge, author, now)
  return changed
}

// The same object where there is nothing new: whoever compares both looks no further.
function over<Values extends object>(values: Values, others: Partial<Values> | undefined): Values {
  return others === undefined || Object.keys(others).length === 0 ? values : { ...values, ...others }
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
