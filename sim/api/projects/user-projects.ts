import { listedProjectEntity } from '../../entities/project.ts'
import type { LaterCountName } from '../../model/settings/attributes.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { hidesProfiles } from '../../policy/visible.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { notFound } from '../../protocol/refusal.ts'
import { laterLimit } from '../shared/later-limits.ts'
import { oneOfThese } from '../shared/place-list.ts'
import { type ProjectFilter, starredBy } from '../shared/project-filters.ts'
import { projectListVariants } from '../shared/project-list.ts'
import { conditions } from './filter.ts'
import { orderProjects } from './order.ts'
import { allProjectsParams } from './params.ts'

type ProjectsOf = (world: World, user: User, now: number) => ProjectFilter

export const listStarredProjects = listRelatedProjects(
  'starred_projects',
  'List the projects starred by a user',
  'user_starred_projects_api_limit',
  starredBy,
)

const YEAR = 365 * 86_400_000

export const listContributedProjects = listRelatedProjects(
  'contributed_projects',
  'List the projects a user contributed to',
  'user_contributed_projects_api_limit',
  (world, user, now) => {
    const contributions = (...project: number[]) => world.events.by('byContribution', user.id, ...project)
    const projects = (contributions().heads() ?? []) as number[]
    const recent = projects.filter((id) => (contributions(id).last()?.createdAt ?? 0) >= now - YEAR)
    return oneOfThese(recent.flatMap((id) => world.projects.get(id) ?? []))
  },
)

function listRelatedProjects(
  segment: string,
  summary: string,
  limit: LaterCountName,
  projectsOf: ProjectsOf,
) {
  return operation(
    {
      method: 'GET',
      path: `/users/:user_id/${segment}`,
      summary,
      auth: 'public',
      subject: 'user',
      rateLimit: laterLimit('projects#later-limits', limit),
      params: allProjectsParams,
      answers: { many: listedProjectEntity, variants: projectListVariants },
      beyond: true,
    },
    ({ world, user, params, view, now }) => {
      if (hidesProfiles(world, view.situation.caller)) throw notFound('User')
      if (!showsProfile(view.situation, user)) return listingOf([])
      return orderProjects(view, params, [
        projectsOf(world, user, now),
        ...conditions(view.situation, params),
      ])
    },
  )
}

function showsProfile({ caller }: Situation, user: User): boolean {
  if (caller.admin || caller.user?.id === user.id) return true
  return !user.privateProfile && user.state === 'active'
}
