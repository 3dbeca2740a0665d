import { accessLevels } from '../../model/members/access-level.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import type { Project } from '../../model/projects/project.ts'
import type { GitRefRow } from '../../model/repository/git-objects.ts'
import { languagesOf } from '../../model/repository/languages.ts'
import type { World } from '../../model/world.ts'
import { levelIn, type Situation } from '../../policy/abilities.ts'
import type { ParamsOf } from '../../protocol/params.ts'
import { badRequest } from '../../protocol/refusal.ts'
import { followed } from '../../store/orders.ts'
import { nothing, oneOfThese, where } from '../shared/place-list.ts'
import {
  allProjects,
  type ProjectFilter,
  starredBy,
  visibleProjects,
  withColumn,
  withFeature,
  withLevel,
  withWords,
} from '../shared/project-filters.ts'
import { numberedWithin, within } from '../shared/table-list.ts'
import type { allProjectsParams } from './params.ts'

export type Given = Partial<ParamsOf<typeof allProjectsParams>>

/** Which projects belong to the list: visible ones that pass all filters (projects#filters). */
export function conditions(situation: Situation, given: Given): ProjectFilter[] {
  return [
    ...properties(situation.world, given),
    ...personal(situation, given),
    ...contents(situation.world, given),
    ...administrative(situation, given),
    ...later(situation.world, given),
    ...visibleProjects(situation),
  ]
}

function properties(world: World, given: Given): ProjectFilter[] {
  const { id_after, id_before, last_activity_after: after, last_activity_before: before } = given
  const filters = [
    ...withColumn(world, 'archived', given.archived),
    ...withColumn(world, 'visibility', given.visibility),
    ...withWords(world, given.search, given.search_namespaces === true),
    // Instants are whole, and both bounds are left out.
    ...within(
      () => world.projects.by('byActivity'),
      'last_activity_at',
      ({ lastActivityAt }) => lastActivityAt,
      after == null ? after : after + 1,
      before == null ? before : before - 1,
    ),
  ]
  if (id_after != null || id_before != null)
    filters.push(
      numberedWithin(
        allProjects(world),
        id_after == null ? undefined : id_after + 1,
        id_before == null ? undefined : id_before - 1,
      ),
    )
  // No checksum fails here.
  if (given.repository_checksum_failed || given.wiki_checksum_failed) filters.push(nothing)
  return filters
}

function personal(situation: Situation, given: Given): ProjectFilter[] {
  const { world, caller } = situation
  const { user } = caller
  const level = (project: Project) => levelIn(situation, project)
  const levels = [
    given.membership ? accessLevels.guest : undefined,
    given.owned ? accessLevels.owner : undefined,
    given.min_access_level ?? undefined,
  ]
  const filters = levels.flatMap((least) => (least === undefined ? [] : withLevel(situation, least, level)))
  if (given.starred && user !== undefined) filters.push(starredBy(world, user))
  if (given.imported)
    filters.push(
      where(
        allProjects(world),
        `imported by ${user?.id}`,
        (project) => project.creatorId === user?.id && project.importType !== null,
      ),
    )
  if (given.with_issues_enabled) filters.push(withFeature(situation, 'issues', level))
  if (given.with_merge_requests_enabled) filters.push(withFeature(situation, 'merge_requests', level))
  return filters
}

// Filters of newer releases.
function later(world: World, given: Given): ProjectFilter[] {
  const { updated_after: after, updated_before: before, active } = given
  if ((after != null || before != null) && given.order_by !== 'updated_at')
    throw badRequest('`updated_at` filter and `updated_at` sorting must be paired')
  return [
    ...within(
      () => world.projects.by('byUpdated'),
      'updated_at',
      ({ updatedAt }) => updatedAt,
      after,
      before,
    ),
    ...withColumn(world, 'markedForDeletionOn', given.marked_for_deletion_on),
    // Groups decide it, too.
    ...(active == null ? [] : [{ passes: (project: Project) => isActive(world, project) === active }]),
  ]
}

function isActive(world: World, project: Project): boolean {
  if (project.archived || project.markedForDeletionOn !== null) return false
  for (const { markedForDeletionOn } of groupsAbove(world, { project }))
    if (markedForDeletionOn != null) return false
  return true
}

function contents(world: World, given: Given): ProjectFilter[] {
  const topics = (given.topic ?? []).map((topic) => withTopic(world, topic))
  if (given.topic_id != null) {
    const name = world.topics.get(given.topic_id)?.name
    topics.push(name === undefined ? nothing : withTopic(world, name))
  }
  if (!given.with_programming_language) return topics
  const wanted = given.with_programming_language.toLowerCase()
  return [...topics, withLanguage(world, wanted)]
}

// The repository decides it, so that whatever moves a branch concerns its project.
function withLanguage(world: World, wanted: string): ProjectFilter {
  const has = (project: Project, world: World) =>
    Object.keys(languagesOf(world, project)).some((language) => language.toLowerCase() === wanted)
  return where(allProjects(world), `language ${wanted}`, has, undefined, [
    followed<GitRefRow, World>(
      ({ gitRefs }) => gitRefs.state,
      ({ before, after }) => [before, after].flatMap((ref) => ref?.projectId ?? []),
    ),
  ])
}

function withTopic(world: World, topic: string): ProjectFilter {
  const run = world.projects.by('byTopic', topic)
  return where(
    allProjects(world),
    `topic ${topic}`,
    ({ topics }) => topics.includes(topic),
    () => run.list(),
  )
}

// Ignored unless the caller is an administrator.
function administrative({ world, caller }: Situation, given: Given): ProjectFilter[] {
  if (!caller.admin) return []
  return [
    ...withColumn(world, 'repositoryStorage', given.repository_storage),
    ...Object.entries(given.custom_attributes ?? {}).map(([key, value]) => {
      const found = world.customAttributes.by('byKey', key, value).list()
      return oneOfThese(found.map(({ projectId }) => world.projects.require(projectId)))
    }),
  ]
}
