import { accessLevels } from '../../model/members/access-level.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import type { Feature, Project } from '../../model/projects/project.ts'
import { languagesOf } from '../../model/repository/languages.ts'
import { matcher } from '../../model/search/search.ts'
import type { World } from '../../model/world.ts'
import { levelIn, type Situation } from '../../policy/abilities.ts'
import { readsEverything } from '../../policy/auditors.ts'
import { isFeatureOn, seesProject } from '../../policy/visible.ts'
import type { ParamsOf } from '../../protocol/params.ts'
import { badRequest } from '../../protocol/refusal.ts'
import type { allProjectsParams } from './params.ts'

export type Given = Partial<ParamsOf<typeof allProjectsParams>>
type Passes = (project: Project) => boolean

/** Shorter words are dropped from a search. */
export const SHORTEST_WORD = 3

/** Whether a project belongs to the list: it is visible and passes all filters (projects#filters). */
export function conditions(situation: Situation, given: Given): Passes {
  const { world, caller, now } = situation
  const tests = [
    ...properties(given),
    ...personal(situation, given),
    ...contents(situation, given),
    ...administrative(situation, given),
    ...later(situation, given),
  ]
  return (project) => tests.every((test) => test(project)) && seesProject(world, caller, project, now)
}

function properties(given: Given): Passes[] {
  const tests: Passes[] = []
  const { archived, visibility, id_after, id_before, last_activity_after, last_activity_before } = given
  if (archived != null) tests.push((project) => project.archived === archived)
  if (visibility) tests.push((project) => project.visibility === visibility)
  if (id_after != null) tests.push((project) => project.id > id_after)
  if (id_before != null) tests.push((project) => project.id < id_before)
  if (last_activity_after != null) tests.push((project) => project.lastActivityAt > last_activity_after)
  if (last_activity_before != null) tests.push((project) => project.lastActivityAt < last_activity_before)
  // No checksum fails here.
  if (given.repository_checksum_failed || given.wiki_checksum_failed) tests.push(() => false)
  if (given.search) {
    const matches = matcher(given.search, SHORTEST_WORD)
    tests.push((project) =>
      matches(
        given.search_namespaces
          ? [project.fullPath, project.fullName, project.description]
          : [project.path, project.name, project.description],
      ),
    )
  }
  return tests
}

function personal(situation: Situation, given: Given): Passes[] {
  const { world, caller } = situation
  const tests: Passes[] = []
  const { user } = caller
  const level = (project: Project) => levelIn(situation, project)
  if (given.membership) tests.push((project) => level(project) >= accessLevels.guest)
  if (given.owned) tests.push((project) => level(project) === accessLevels.owner)
  const { min_access_level } = given
  if (min_access_level != null)
    tests.push((project) => user !== undefined && level(project) >= min_access_level)
  if (given.starred && user !== undefined)
    tests.push((project) => world.stars.find('byUser', user.id, project.id) !== undefined)
  if (given.imported) tests.push((project) => project.creatorId === user?.id && project.importType !== null)
  const usable =
    (feature: Feature): Passes =>
    (project) =>
      isFeatureOn(project, feature, readsEverything(world, caller) || level(project) >= accessLevels.guest)
  if (given.with_issues_enabled) tests.push(usable('issues'))
  if (given.with_merge_requests_enabled) tests.push(usable('merge_requests'))
  return tests
}

// Filters of newer releases.
function later({ world }: Situation, given: Given): Passes[] {
  const tests: Passes[] = []
  const { updated_after: after, updated_before: before, marked_for_deletion_on: day, active } = given
  if ((after != null || before != null) && given.order_by !== 'updated_at')
    throw badRequest('`updated_at` filter and `updated_at` sorting must be paired')
  if (after != null) tests.push((project) => project.updatedAt >= after)
  if (before != null) tests.push((project) => project.updatedAt <= before)
  if (day) tests.push((project) => project.markedForDeletionOn === day)
  if (active != null) tests.push((project) => isActive(world, project) === active)
  return tests
}

function isActive(world: World, project: Project): boolean {
  if (project.archived || project.markedForDeletionOn !== null) return false
  for (const { markedForDeletionOn } of groupsAbove(world, { project }))
    if (markedForDeletionOn != null) return false
  return true
}

function contents({ world }: Situation, given: Given): Passes[] {
  const tests: Passes[] = []
  const topics = given.topic ?? []
  if (topics.length > 0) tests.push((project) => topics.every((topic) => project.topics.includes(topic)))
  if (given.topic_id != null) {
    const name = world.topics.get(given.topic_id)?.name
    tests.push((project) => name !== undefined && project.topics.includes(name))
  }
  if (given.with_programming_language) {
    const wanted = given.with_programming_language.toLowerCase()
    tests.push((project) =>
      Object.keys(languagesOf(world, project)).some((language) => language.toLowerCase() === wanted),
    )
  }
  return tests
}

// Ignored unless the caller is an administrator.
function administrative({ world, caller }: Situation, given: Given): Passes[] {
  if (!caller.admin) return []
  const tests: Passes[] = []
  const { repository_storage, custom_attributes } = given
  if (repository_storage) tests.push((project) => project.repositoryStorage === repository_storage)
  for (const [key, value] of Object.entries(custom_attributes ?? {}))
    tests.push((project) => world.customAttributes.find('byKey', key, value, project.id) !== undefined)
  return tests
}
