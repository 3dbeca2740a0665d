import type { Group } from '../../model/groups/group.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import { type Feature, type Project, projectTexts, type Star } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { readsEverything } from '../../policy/auditors.ts'
import { memberPlaces } from '../../policy/member-projects.ts'
import { ofPlaces } from '../../policy/of-places.ts'
import { groupLevel, projectLevel } from '../../policy/roles.ts'
import { isFeatureOn, seesProject } from '../../policy/visible.ts'
import { followed } from '../../store/orders.ts'
import { nothing, oneOfThese, saying, where } from './place-list.ts'
import type { RowFilter } from './row-filters.ts'
import { allOf, anyOf, inRun, setOf } from './table-list.ts'

export type ProjectFilter = RowFilter<Project>

/** Shorter words are dropped from a search. */
const SHORTEST_WORD = 3

/** What filters of projects look at. */
export function allProjects(world: World) {
  return { world, rows: world.projects }
}

/** The projects that the caller sees. Without a filter these are all. */
export function visibleProjects(situation: Situation): ProjectFilter[] {
  const { world, caller, now } = situation
  const passes = (project: Project) => seesProject(world, caller, project, now)
  // What opens a project to the token of a deployment or a job is told of each project.
  if (caller.token?.kind === 'deploy' || caller.token?.kind === 'job') return [{ passes }]
  if (readsEverything(world, caller)) return []
  const any = () => anyOf([openProjects(world, caller.user), ...ofMembers(situation, accessLevels.guest)])
  return [
    {
      passes,
      members: () => ({ set: setOf(any()), isLeftOut: false }),
      remembered: (name, workOut) => ofPlaces(situation, `visible ${name}`, workOut),
    },
  ]
}

function openProjects(world: World, user: User | undefined): ProjectFilter {
  return user === undefined || user.external
    ? where(allProjects(world), 'public', ({ visibility }) => visibility === 'public')
    : where(allProjects(world), 'not private', ({ visibility }) => visibility !== 'private')
}

/** The projects in which the caller has at least a level, by what tells the level in one. */
export function withLevel(
  situation: Situation,
  least: number,
  level: (project: Project) => number,
): ProjectFilter {
  const passes = (project: Project) => level(project) >= least
  if (situation.caller.token?.kind === 'deploy' || situation.caller.token?.kind === 'job') return { passes }
  const all = ofMembers(situation, least)
  return all.length === 0 ? nothing : { ...anyOf(all), passes }
}

// Most projects give the level of their namespace. Memberships and shares of their own only raise it.
function ofMembers(situation: Situation, least: number): ProjectFilter[] {
  const { world, caller, now } = situation
  const { user } = caller
  if (user === undefined) return []
  const { wanted, others } = ofPlaces(situation, `level ${least}`, () => {
    const { groups, projects } = memberPlaces(world, user)
    return {
      wanted: [...groups].filter((id) => groupLevel(world, user, world.groups.get(id), now) >= least),
      others: oneOfThese(projects.filter((project) => projectLevel(world, user, project, now) >= least)),
    }
  })
  return [inNamespaces(world, wanted, user), others]
}

/** The projects of some groups, and those in the namespace of a user. */
export function inNamespaces(world: World, groups: readonly number[], user?: User): ProjectFilter {
  const within = new Set(groups)
  const own = user?.namespaceId
  const passes = ({ namespaceKind, namespaceId }: Project) =>
    namespaceKind === 'group' ? within.has(namespaceId) : namespaceId === own
  const runs = [
    ...(own === undefined ? [] : [world.projects.by('byNamespace', 'user', own)]),
    ...groups.map((id) => world.projects.by('byNamespace', 'group', id)),
  ]
  const [only] = runs
  const name = `of user ${own} and groups ${groups}`
  if (runs.length === 1 && only !== undefined) return inRun(allProjects(world), name, only, passes)
  return {
    ...where(allProjects(world), name, passes),
    among: {
      count: runs.reduce((sum, run) => sum + run.count(), 0),
      rows: () => runs.flatMap((run) => run.list()),
    },
  }
}

/** The projects with a feature that the caller may use. */
export function withFeature(
  situation: Situation,
  feature: Feature,
  level: (project: Project) => number,
): ProjectFilter {
  const { world, caller } = situation
  const readsAll = readsEverything(world, caller)
  const passes = (project: Project) =>
    isFeatureOn(project, feature, readsAll || level(project) >= accessLevels.guest)
  const place = allProjects(world)
  const on = where(place, `${feature} for all`, (project) => isFeatureOn(project, feature, false))
  const forMembers = where(place, `${feature} for members`, (project) => isFeatureOn(project, feature, true))
  if (readsAll) return { ...forMembers, passes }
  const members = withLevel(situation, accessLevels.guest, level)
  if (members.members === undefined) return { passes }
  return { ...anyOf([on, allOf([forMembers, members])]), passes }
}

/** The projects that have a column of a value. */
export function withColumn<Column extends keyof Project>(
  world: World,
  column: Column,
  value: Project[Column] | null | undefined,
): ProjectFilter[] {
  if (value == null || value === '') return []
  return [where(allProjects(world), `${column} ${value}`, (project) => project[column] === value)]
}

/** The projects whose texts have the words of a search; their namespaces count where they are asked for. */
export function withWords(
  world: World,
  search: string | null | undefined,
  ofNamespaces = false,
): ProjectFilter[] {
  const texts = ofNamespaces ? projectTexts.withNamespaces : projectTexts.own
  return saying(allProjects(world), search, SHORTEST_WORD, texts)
}

/** The projects that a user starred. */
export function starredBy(world: World, user: User): ProjectFilter {
  const stars = world.stars.by('byUser', user.id)
  const rows = () => stars.list().map(({ projectId }) => world.projects.require(projectId))
  const isStarred = ({ id }: Project, { stars }: World) => stars.find('byUser', user.id, id) !== undefined
  const follows = [
    followed<Star, World>(
      ({ stars }) => stars.state,
      ({ before, after }) =>
        [before, after].flatMap((star) => (star?.userId === user.id ? star.projectId : [])),
    ),
  ]
  return {
    ...where(allProjects(world), `starred by ${user.id}`, isStarred, rows, follows),
    among: { count: stars.count(), rows },
  }
}

/** The projects that are shared with a group. */
export function projectsSharedWith(world: World, group: Group): ProjectFilter {
  const shares = world.shares.by('byGroup', group.id).list()
  const shared = shares.filter(({ source }) => source === 'project')
  return oneOfThese(shared.map(({ sourceId }) => world.projects.require(sourceId)))
}
