import {
  globalMergeRequestEntity,
  groupMergeRequestEntity,
  mergeRequestEntity,
  simpleMergeRequestEntity,
} from '../../entities/merge-request.ts'
import { differs, since } from '../../lib/dialect.ts'
import { projectsBelow } from '../../model/groups/group-tree.ts'
import type { Project } from '../../model/projects/project.ts'
import type { Situation } from '../../policy/abilities.ts'
import { canIn } from '../../policy/of-places.ts'
import { licensed } from '../../policy/tier.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, required, withDefault } from '../../protocol/params.ts'
import { invalid, unauthorized } from '../../protocol/refusal.ts'
import { wordsByDates } from '../shared/milestone-words.ts'
import { projectsThat, theProject, type WantedProjects } from '../shared/wanted-projects.ts'
import { filtersOf, type Given, ofDeployment } from './filter.ts'
import {
  globalScope,
  listParams,
  listRules,
  narrowingParams,
  placeParams,
  projectScope,
  realPlaceParams,
} from './params.ts'
import { listPlanned } from './plan.ts'

const source = 'merge-requests#operations'
const byJob = since('merge-requests#later-by-job', ['job_token'] as const)
const auth = differs('F3', { specification: 'user', real: 'public' })
const simple = [{ entity: simpleMergeRequestEntity, when: { param: 'view', equals: 'simple' } }] as const
// A text search counts against the rate limits of search (merge-requests#search-limit).
const rateLimit = {
  name: 'search',
  user: 'search_rate_limit',
  anonymous: 'search_rate_limit_unauthenticated',
  with: 'search',
} as const

export const listMergeRequests = operation(
  {
    method: 'GET',
    path: '/merge_requests',
    summary: 'List merge requests',
    params: { ...listParams, ...placeParams, ...globalScope },
    rules: listRules,
    decides: [wordsByDates],
    auth,
    rateLimit,
    answers: { many: globalMergeRequestEntity, variants: simple },
    source,
  },
  ({ world, caller, params, view }) => {
    if (caller.user === undefined && params.scope !== 'all') throw unauthorized()
    refuseSeveralAssignees(view.situation, params)
    const projects = readable(view.situation)
    return listPlanned({ world, params, projects, filters: filtersOf(view, params, projects) })
  },
)

export const listProjectMergeRequests = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests',
    summary: 'List the merge requests of a project',
    params: { ...listParams, ...realPlaceParams, ...projectScope },
    rules: listRules,
    decides: [wordsByDates],
    auth,
    accepts: byJob,
    subject: 'project',
    needs: 'read_merge_requests',
    rateLimit,
    answers: { many: mergeRequestEntity, variants: simple },
    source,
  },
  ({ world, project, params, view }) => {
    refuseSeveralAssignees(view.situation, params)
    const projects = theProject(project)
    return listPlanned({ world, params, projects, filters: filtersOf(view, params, projects) })
  },
)

/** In this file since it shares all parameters of the other lists. */
export const listGroupMergeRequests = operation(
  {
    method: 'GET',
    path: '/groups/:id/merge_requests',
    summary: 'List the merge requests of a group',
    params: {
      ...listParams,
      ...realPlaceParams,
      ...projectScope,
      non_archived: withDefault(
        boolean({ about: 'Only merge requests of projects that are not archived' }),
        true,
      ),
    },
    rules: listRules,
    decides: [wordsByDates],
    auth,
    subject: 'group',
    needs: 'read_group',
    rateLimit,
    answers: { many: groupMergeRequestEntity, variants: simple },
    beyond: true,
  },
  ({ world, group, params, view }) => {
    refuseSeveralAssignees(view.situation, params)
    const below = [...projectsBelow(world, group)]
    const listed = params.non_archived === false ? below : below.filter(({ archived }) => !archived)
    const projects = readable(view.situation, listed)
    return listPlanned({ world, params, projects, filters: filtersOf(view, params, projects) })
  },
)

/** In this file for the same reason. */
export const listDeploymentMergeRequests = operation(
  {
    method: 'GET',
    path: '/projects/:id/deployments/:deployment_id/merge_requests',
    summary: 'List the merge requests associated with a deployment',
    subject: 'project',
    needs: 'read_environments',
    params: {
      deployment_id: required(integer()),
      ...narrowingParams,
      ...realPlaceParams,
      scope: projectScope.scope,
    },
    rules: listRules,
    answers: { many: mergeRequestEntity },
    beyond: true,
  },
  ({ world, params, view }) => {
    refuseSeveralAssignees(view.situation, params)
    // The service filters what the caller sees by the number, without asking whose deployment it is or whether there is
    // one (deployments#deployment-merge-requests).
    const deployed = ofDeployment({ world, rows: world.mergeRequests }, params.deployment_id ?? 0)
    const projects = readable(view.situation)
    const filters = [...filtersOf(view, params, projects), deployed]
    return listPlanned({ world, params, projects, filters })
  },
)

function readable(situation: Situation, within?: readonly Project[]): WantedProjects {
  const { world } = situation
  return projectsThat(world, within, world.mergeRequests, canIn(situation, 'read_merge_requests'))
}

function refuseSeveralAssignees(
  { world }: Situation,
  { assignee_username: names }: Pick<Given, 'assignee_username'>,
): void {
  if (names !== undefined && names.length > 1 && !licensed(world, 'premium'))
    throw invalid(`assignee_username allows one value, but found ${names.length}: ${names.join(', ')}`)
}
