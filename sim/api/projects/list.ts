import { basicProjectEntity, listedProjectEntity } from '../../entities/project.ts'
import { changed } from '../../lib/dialect.ts'
import { hidesProfiles } from '../../policy/visible.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation, type RateLimit } from '../../protocol/operation.ts'
import { notFound } from '../../protocol/refusal.ts'
import { laterLimit } from '../shared/later-limits.ts'
import { inNamespaces } from '../shared/project-filters.ts'
import { projectsCeiling } from '../shared/project-list.ts'
import { conditions } from './filter.ts'
import { inSimilarity, orderProjects } from './order.ts'
import { allProjectsParams, userProjectsParams } from './params.ts'

const source = 'projects#listed'
const variants = [
  { entity: basicProjectEntity, when: 'anonymous' },
  { entity: basicProjectEntity, when: { param: 'simple', equals: true } },
] as const

const anonymousLimit: RateLimit = {
  name: 'projects_api_rate_limit_unauthenticated',
  anonymous: 'projects_api_rate_limit_unauthenticated',
  period: 600_000,
}

export const listProjects = operation(
  {
    method: 'GET',
    path: '/projects',
    summary: 'List projects',
    params: allProjectsParams,
    auth: 'public',
    rateLimit: changed('projects#later-limits', {
      before: anonymousLimit,
      after: { ...anonymousLimit, user: { later: 'projects_api_limit' } },
    }),
    answers: {
      many: listedProjectEntity,
      paging: 'both',
      keyset: { by: 'id' },
      ceiling: projectsCeiling,
      variants,
    },
    refuses: [405],
    source,
  },
  ({ params, view: { situation }, view }) =>
    orderProjects(view, params, [...inSimilarity(situation, params), ...conditions(situation, params)]),
)

export const listUserProjects = operation(
  {
    method: 'GET',
    path: '/users/:user_id/projects',
    summary: 'List the projects of a user',
    params: userProjectsParams,
    auth: 'public',
    subject: 'user',
    rateLimit: laterLimit('projects#later-limits', 'user_projects_api_limit'),
    answers: {
      many: listedProjectEntity,
      paging: 'both',
      keyset: { by: 'id' },
      ceiling: projectsCeiling,
      variants,
    },
    refuses: [405],
    source,
  },
  ({ user, params, view }) => {
    const { caller, world } = view.situation
    if (hidesProfiles(world, caller)) throw notFound('User')
    const hidden = (user.privateProfile && caller.user?.id !== user.id) || user.state === 'blocked'
    if (hidden && !caller.admin) return listingOf([])
    // The list is that of one user, so the filters for the caller's own projects do not apply.
    const given = {
      ...params,
      owned: false,
      membership: false,
      imported: params.imported === true,
      wiki_checksum_failed: params.wiki_checksum_failed === true,
      repository_checksum_failed: params.repository_checksum_failed === true,
      ...(caller.admin ? { min_access_level: undefined } : {}),
    }
    return orderProjects(view, given, [inNamespaces(world, [], user), ...conditions(view.situation, given)])
  },
)
