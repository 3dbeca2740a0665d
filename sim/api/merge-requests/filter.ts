import type { View } from '../../entities/entity.ts'
import { differs, inDialect } from '../../lib/dialect.ts'
import { append } from '../../lib/lists.ts'
import { looksLikeDraft } from '../../model/discussions/drafts.ts'
import { NO_ID } from '../../model/issues/issue.ts'
import { type Approval, MARKED, type MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Deployment, Environment } from '../../model/pipelines/ci.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { licensed } from '../../policy/tier.ts'
import type { NoneOrAny, ParamsOf } from '../../protocol/params.ts'
import { followed } from '../../store/orders.ts'
import type { Run } from '../../store/run.ts'
import { parseTime } from '../../time/calendar.ts'
import { byLabels, numbered, ofMilestone, reactedWith, searchedTexts } from '../shared/issuable-filters.ts'
import { saying, where } from '../shared/place-list.ts'
import { inSet, ofRuns, underValue } from '../shared/row-filters.ts'
import type { WantedProjects } from '../shared/wanted-projects.ts'
import { byApprovers } from './approver-filter.ts'
import { milestoneFilter } from './milestone-filter.ts'
import type { globalScope, narrowingParams, placeParams, projectScope } from './params.ts'
import { allBut, type Filter, type Place, timed } from './place.ts'

export type Given = ParamsOf<typeof narrowingParams> &
  Partial<ParamsOf<typeof placeParams>> &
  Partial<Omit<ParamsOf<typeof projectScope>, 'scope'>> & {
    readonly scope?: ParamsOf<typeof globalScope>['scope'] | null | undefined
  }

const NOBODY = -1
// Filters by approvals belong to the premium plan; in the service they need none.
const approvalsOnFree = differs('F28', { specification: false, real: true })

/** Every filter that the parameters ask for (merge-requests#filter-users). */
export function filtersOf({ situation, dialect }: View, given: Given, projects: WantedProjects): Filter[] {
  const { world, caller } = situation
  const place = { world, projects, rows: world.mergeRequests }
  const byApproval = licensed(world, 'premium') || inDialect(approvalsOnFree, dialect)
  return [
    ...scoped(situation, place, given),
    ...people(place, given),
    ...labelled(place, given.labels),
    ...milestoneFilter(situation, place, given.milestone, dialect),
    ...reactedWith(caller.user?.id, place, 'MergeRequest', given.my_reaction_emoji),
    ...(byApproval ? approved(situation, place, given) : []),
    ...timed(place, 'createdAt', { from: given.created_after, to: given.created_before }),
    ...timed(place, 'updatedAt', { from: given.updated_after, to: given.updated_before }),
    ...texts(place, given),
    ...places(place, given),
    ...negatedFilters(situation, place, given.not),
  ]
}

function scoped({ caller }: Situation, place: Place, { scope }: Given): Filter[] {
  const id = caller.user?.id ?? NOBODY
  switch (scope) {
    case 'created_by_me':
    case 'created-by-me':
      return [byAuthor(place, id)]
    case 'assigned_to_me':
    case 'assigned-to-me':
      return [byAssignee(place, id)]
    case 'reviews_for_me':
      return reviewed(place, id)
    case 'all':
    case null:
    case undefined:
      return []
    default:
      return scope satisfies never
  }
}

function people(place: Place, given: Given): Filter[] {
  const { world } = place
  const filters: Filter[] = []
  if (isNumber(given.author_id)) filters.push(byAuthor(place, given.author_id))
  if (given.author_username) filters.push(byAuthor(place, userNamed(world, given.author_username)))
  append(filters, mergedBy(place, given))
  append(filters, assigned(place, given.assignee_id))
  for (const name of given.assignee_username ?? []) filters.push(byAssignee(place, userNamed(world, name)))
  append(filters, reviewed(place, given.reviewer_id))
  const { reviewer_username: name } = given
  // The specification also accepts `None` and `Any` as the name of a reviewer.
  if (name) append(filters, reviewed(place, noneOrAny(name) ?? userNamed(world, name)))
  return filters
}

function mergedBy(place: Place, { merge_user_id: id, merge_user_username: name }: Given): Filter[] {
  if (!isNumber(id) && !name) return []
  const merger = name ? userNamed(place.world, name) : (id as number)
  return [underValue(place, 'byProjectMerger', merger, ({ mergedById }) => mergedById === merger)]
}

function assigned(place: Place, value: number | NoneOrAny | null | undefined): Filter[] {
  if (value === null || value === undefined) return []
  if (value !== 'any' && value !== 'none' && value !== NO_ID) return [byAssignee(place, value)]
  return noneOf(place, 'byProjectAssignee', ({ assigneeIds }) => assigneeIds.length === 0, value === 'any')
}

function reviewed(place: Place, value: number | NoneOrAny | null | undefined): Filter[] {
  if (value === null || value === undefined) return []
  if (value !== 'any' && value !== 'none' && value !== NO_ID) return [byReviewer(place, value)]
  return noneOf(place, 'byProjectReviewer', ({ reviewerIds }) => reviewerIds.length === 0, value === 'any')
}

function noneOf(
  place: Place,
  index: 'byProjectAssignee' | 'byProjectLabel' | 'byProjectReviewer',
  passes: Filter['passes'],
  any: boolean,
): Filter[] {
  const none = underValue(place, index, NO_ID, passes)
  return [any ? allBut(place, none) : none]
}

function byAuthor(place: Place, id: number): Filter {
  const { rows } = place
  return underValue(place, 'byProjectAuthor', id, ({ authorId }) => authorId === id, rows.by('byAuthor', id))
}

function byAssignee(place: Place, id: number): Filter {
  const passes = ({ assigneeIds }: MergeRequest) => assigneeIds.includes(id)
  return underValue(place, 'byProjectAssignee', id, passes, place.rows.by('byAssignee', id))
}

function byReviewer(place: Place, id: number): Filter {
  const passes = ({ reviewerIds }: MergeRequest) => reviewerIds.includes(id)
  return underValue(place, 'byProjectReviewer', id, passes, place.rows.by('byReviewer', id))
}

function labelled(place: Place, titles: readonly string[] | undefined): Filter[] {
  if (titles === undefined || titles.length === 0) return []
  const words = titles.map((title) => title.toLowerCase())
  const none = words.includes('none')
  if (none || words.includes('any'))
    return noneOf(place, 'byProjectLabel', ({ labelIds }) => labelIds.length === 0, !none)
  return byLabels(place, titles)
}

/** Further approvers are ignored. */
const MOST_APPROVERS = 5

function approved(situation: Situation, place: Place, given: Given): Filter[] {
  const { world } = situation
  const filters: Filter[] = []
  const approvedBy = given.approved_by_ids ?? given.approved_by_usernames
  if (typeof approvedBy === 'string') {
    const any = approvedAtAll(place)
    filters.push(approvedBy === 'any' ? any : allBut(place, any))
  } else if (approvedBy !== null && approvedBy !== undefined) {
    const wanted = [...new Set(approvedBy)].slice(0, MOST_APPROVERS)
    const ids = given.approved_by_ids ? wanted.map(Number) : wanted.map((name) => userNamed(world, name))
    for (const id of ids) filters.push(approvedByUser(place, id))
  }
  const { approver_ids: approvers } = given
  if (typeof approvers === 'string')
    filters.push(byApprovers(situation, place, ({ size }) => size > 0 === (approvers === 'any')))
  else if (approvers !== null && approvers !== undefined && approvers.length > 0)
    filters.push(byApprovers(situation, place, (ids) => approvers.every((id) => ids.has(Number(id)))))
  return filters
}

function approvedAtAll(place: Place): Filter {
  const all = place.world.approvals.all()
  const passes = ({ id }: MergeRequest, { approvals }: World) =>
    approvals.by('byMergeRequest', id).count(1) > 0
  return byApprovals(place, 'approved', all, passes)
}

function approvedByUser(place: Place, userId: number): Filter {
  const own = place.world.approvals.by('byUser', userId)
  const passes = ({ id }: MergeRequest, { approvals }: World) =>
    approvals.by('byUser', userId, id).count(1) > 0
  return byApprovals(place, `approved by ${userId}`, own, passes)
}

const approvals = followed<Approval, World>(
  ({ approvals }) => approvals.state,
  ({ before, after }) => [before, after].flatMap((approval) => approval?.mergeRequestId ?? []),
)

function byApprovals(
  place: Place,
  name: string,
  given: Run<Approval>,
  has: (row: MergeRequest, world: World) => boolean,
): Filter {
  const { world, rows } = place
  const found = () => given.list().flatMap(({ mergeRequestId }) => rows.get(mergeRequestId) ?? [])
  return {
    passes: (row) => has(row, world),
    among: { count: given.count(), rows: found },
    ...inSet(place, { name, has, among: found, follows: [approvals] }),
  }
}

const SHORTEST_TERM = 3

function texts(place: Place, given: Given): Filter[] {
  const filters = saying(place, given.search, SHORTEST_TERM, searchedTexts(given.in))
  if (given.wip) {
    const drafts = underValue(place, 'byProjectDraft', MARKED, ({ title }) => looksLikeDraft(title))
    filters.push(given.wip === 'yes' ? drafts : allBut(place, drafts))
  }
  return filters
}

function places(place: Place, given: Given): Filter[] {
  const filters: Filter[] = []
  const { source_branch: source, target_branch: target, source_project_id, environment } = given
  if (source)
    filters.push(underValue(place, 'byProjectSource', source, ({ sourceBranch }) => sourceBranch === source))
  if (target)
    filters.push(underValue(place, 'byTarget', target, ({ targetBranch }) => targetBranch === target))
  if (isNumber(source_project_id))
    filters.push(
      underValue(
        place,
        'byProjectFrom',
        source_project_id,
        ({ sourceProjectId }) => sourceProjectId === source_project_id,
        place.rows.by('bySource', source_project_id),
      ),
    )
  append(filters, numbered(place, given))
  const after = given.deployed_after ? parseTime(given.deployed_after) : undefined
  const before = given.deployed_before ? parseTime(given.deployed_before) : undefined
  if (environment || after !== undefined || before !== undefined)
    filters.push(byDeployment(place, { environment, after, before }))
  return filters
}

/** The merge requests of one deployment. */
export function ofDeployment({ world, rows }: Omit<Place, 'projects'>, id: number): Filter {
  const all = world.deployments.get(id)?.mergeRequestIds ?? []
  const found = () => [...new Set(all)].flatMap((one) => world.mergeRequests.get(one) ?? [])
  const has = (row: MergeRequest, { deployments }: World) =>
    deployments
      .by('byMergeRequest', row.id)
      .list()
      .some((deployment) => deployment.id === id)
  return {
    ...where({ world, rows }, `of deployment ${id}`, has, found, [deployments]),
    among: { count: all.length, rows: found },
  }
}

interface Deployed {
  readonly environment: string | null | undefined
  readonly after: number | undefined
  readonly before: number | undefined
}

const deployments = followed<Deployment, World>(
  ({ deployments }) => deployments.state,
  ({ before, after }) => [before, after].flatMap((deployment) => deployment?.mergeRequestIds ?? []),
)
const environments = followed<Environment, World>(
  ({ environments }) => environments.state,
  ({ before, after }, world) =>
    before?.name === after?.name
      ? []
      : world.deployments
          .by('byDeployed', ((after ?? before) as Environment).id)
          .list()
          .flatMap(({ mergeRequestIds }) => mergeRequestIds),
)

function byDeployment(place: Place, about: Deployed): Filter {
  const { world } = place
  const bounds = { from: about.after, to: about.before }
  const named = about.environment ? world.environments.by('byName', about.environment).list() : undefined
  const runs = named?.map(({ id }) => world.deployments.by('byDeployed', id)) ?? [
    world.deployments.by('byDeployedAt'),
  ]
  const found = ofRuns(runs.map((run) => run.within(bounds)))
  // A deployment is found once for each of its merge requests.
  const ids = () => new Set([...new Set(found.rows())].flatMap(({ mergeRequestIds }) => mergeRequestIds))
  const rows = () => [...ids()].flatMap((id) => world.mergeRequests.get(id) ?? [])
  return {
    passes: (row) => deployed(world, row, about),
    among: { count: found.count, rows },
    ...inSet(place, {
      name: `deployed ${JSON.stringify([about.environment, about.after, about.before])}`,
      has: (row, world) => deployed(world, row, about),
      among: rows,
      follows: [deployments, environments],
    }),
  }
}

function deployed(world: World, row: MergeRequest, { environment, after, before }: Deployed): boolean {
  for (const deployment of world.deployments.by('byMergeRequest', row.id).ascending()) {
    const at = deployment.finishedAt
    if (deployment.status !== 'success' || at === null) continue
    if (environment && world.environments.get(deployment.environmentId)?.name !== environment) continue
    if ((after === undefined || at >= after) && (before === undefined || at <= before)) return true
  }
  return false
}

function negatedFilters(situation: Situation, place: Place, not: Given['not']): Filter[] {
  if (not === null || not === undefined) return []
  const { world } = situation
  const inner: Filter[] = byLabels(place, not.labels ?? [])
  // `None` and `Any` are ordinary titles here.
  if (not.milestone) inner.push(ofMilestone(place, not.milestone))
  if (isNumber(not.author_id)) inner.push(byAuthor(place, not.author_id))
  if (not.author_username) inner.push(byAuthor(place, userNamed(world, not.author_username)))
  if (isNumber(not.assignee_id)) inner.push(byAssignee(place, not.assignee_id))
  for (const name of not.assignee_username ?? []) inner.push(byAssignee(place, userNamed(world, name)))
  if (isNumber(not.reviewer_id)) inner.push(byReviewer(place, not.reviewer_id))
  if (not.reviewer_username) inner.push(byReviewer(place, userNamed(world, not.reviewer_username)))
  append(inner, reactedWith(situation.caller.user?.id, place, 'MergeRequest', not.my_reaction_emoji))
  return inner.map((filter) => allBut(place, filter))
}

function userNamed(world: World, name: string): number {
  return world.users.find('byUsername', name.toLowerCase())?.id ?? NOBODY
}

function noneOrAny(text: string): NoneOrAny | undefined {
  const word = text.toLowerCase()
  return word === 'none' || word === 'any' ? word : undefined
}

function isNumber(value: number | null | undefined): value is number {
  return value !== null && value !== undefined
}
