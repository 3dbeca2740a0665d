import type { View } from '../../entities/entity.ts'
import { differs, inDialect } from '../../lib/dialect.ts'
import { append } from '../../lib/lists.ts'
import { looksLikeDraft } from '../../model/discussions/drafts.ts'
import { NO_ID } from '../../model/issues/issue.ts'
import { labelIdsTitled, labelsAsked } from '../../model/labels/labels.ts'
import { MARKED, type MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { matcher, piecesOf } from '../../model/search/search.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { licensed } from '../../policy/tier.ts'
import type { NoneOrAny, ParamsOf } from '../../protocol/params.ts'
import type { Run } from '../../store/run.ts'
import { parseTime } from '../../time/calendar.ts'
import { type Candidates, ofRuns } from '../shared/planned-list.ts'
import { byApprovers } from './approver-filter.ts'
import { milestoneFilter, ofMilestone } from './milestone-filter.ts'
import type { globalScope, narrowingParams, placeParams, projectScope } from './params.ts'
import { allBut, type Filter, of, ofAny, type Place, timed } from './place.ts'

export type Given = ParamsOf<typeof narrowingParams> &
  Partial<ParamsOf<typeof placeParams>> &
  Partial<Omit<ParamsOf<typeof projectScope>, 'scope'>> & {
    readonly scope?: ParamsOf<typeof globalScope>['scope'] | null | undefined
  }

const NOBODY = -1
// Filters by approvals belong to the premium plan; in the service they need none.
const approvalsOnFree = differs('F28', { specification: false, real: true })

/** Every filter that the parameters ask for (merge-requests#filter-users). */
export function filtersOf({ situation, dialect }: View, given: Given, projectId?: number): Filter[] {
  const { world } = situation
  const place = { world, projectId }
  const byApproval = licensed(world, 'premium') || inDialect(approvalsOnFree, dialect)
  return [
    ...scoped(situation, place, given),
    ...people(place, given),
    ...labelled(place, given.labels),
    ...milestoneFilter(situation, place, given.milestone, dialect),
    ...reacted(situation, given.my_reaction_emoji),
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
  append(filters, mergedBy(world, given))
  append(filters, assigned(place, given.assignee_id))
  for (const name of given.assignee_username ?? []) filters.push(byAssignee(place, userNamed(world, name)))
  append(filters, reviewed(place, given.reviewer_id))
  const { reviewer_username: name } = given
  // The specification also accepts `None` and `Any` as the name of a reviewer.
  if (name) append(filters, reviewed(place, noneOrAny(name) ?? userNamed(world, name)))
  return filters
}

function mergedBy(world: World, { merge_user_id: id, merge_user_username: name }: Given): Filter[] {
  if (!isNumber(id) && !name) return []
  const merger = name ? userNamed(world, name) : id
  return [{ passes: (row) => row.mergedById === merger }]
}

function assigned(place: Place, value: number | NoneOrAny | null | undefined): Filter[] {
  if (value === null || value === undefined) return []
  if (value !== 'any' && value !== 'none' && value !== NO_ID) return [byAssignee(place, value)]
  return noneOf(place, 'byProjectAssignee', (row) => row.assigneeIds.length === 0, value === 'any')
}

function reviewed(place: Place, value: number | NoneOrAny | null | undefined): Filter[] {
  if (value === null || value === undefined) return []
  if (value !== 'any' && value !== 'none' && value !== NO_ID) return [byReviewer(place, value)]
  return noneOf(place, 'byProjectReviewer', (row) => row.reviewerIds.length === 0, value === 'any')
}

function noneOf(
  place: Place,
  index: Parameters<typeof of>[1],
  passes: Filter['passes'],
  any: boolean,
): Filter[] {
  const none = { passes, among: of(place, index, NO_ID) }
  return [any ? allBut(place, none) : none]
}

function byAuthor(place: Place, id: number): Filter {
  return { passes: (row) => row.authorId === id, among: ofAny(place, [id], 'byProjectAuthor', 'byAuthor') }
}

function byAssignee(place: Place, id: number): Filter {
  const among = ofAny(place, [id], 'byProjectAssignee', 'byAssignee')
  return { passes: (row) => row.assigneeIds.includes(id), among }
}

function byReviewer(place: Place, id: number): Filter {
  const among = ofAny(place, [id], 'byProjectReviewer', 'byReviewer')
  return { passes: (row) => row.reviewerIds.includes(id), among }
}

function labelled(place: Place, titles: readonly string[] | undefined): Filter[] {
  if (titles === undefined || titles.length === 0) return []
  const words = titles.map((title) => title.toLowerCase())
  const none = words.includes('none')
  if (none || words.includes('any'))
    return noneOf(place, 'byProjectLabel', (row) => row.labelIds.length === 0, !none)
  const has = labelsAsked()
  return titles.map((title) => {
    const ids = labelIdsTitled(place.world, title)
    const among = ofAny(place, ids, 'byProjectLabel', 'byLabel')
    return { passes: (row) => ids.some((id) => has(row, id)), among }
  })
}

function reacted({ world, caller }: Situation, name: string | null | undefined): Filter[] {
  const { user } = caller
  if (!name || user === undefined) return []
  const given = (row: MergeRequest) => {
    for (const award of world.awards.by('byAwardable', 'MergeRequest', row.id).ascending())
      if (award.userId === user.id && (word !== undefined || award.name === name)) return true
    return false
  }
  const word = noneOrAny(name)
  const own = named(world, world.awards.by('byUser', user.id, 'MergeRequest'), (it) => it.awardableId)
  return [word === 'none' ? { passes: (row) => !given(row), except: own } : { passes: given, among: own }]
}

// The merge requests that rows of another table name.
function named<Row>(world: World, run: Run<Row>, idOf: (row: Row) => number): Candidates<MergeRequest> {
  return {
    count: run.count(),
    rows: () => run.list().flatMap((row) => world.mergeRequests.get(idOf(row)) ?? []),
  }
}

/** Further approvers are ignored. */
const MOST_APPROVERS = 5

function approved(situation: Situation, place: Place, given: Given): Filter[] {
  const { world } = situation
  const filters: Filter[] = []
  const approvedBy = given.approved_by_ids ?? given.approved_by_usernames
  if (typeof approvedBy === 'string') {
    const any: Filter = {
      passes: (row) => approvals(world, row).length > 0,
      among: named(world, world.approvals.all(), (it) => it.mergeRequestId),
    }
    filters.push(approvedBy === 'any' ? any : allBut(place, any))
  } else if (approvedBy !== null && approvedBy !== undefined && approvedBy.length > 0) {
    const wanted = [...new Set(approvedBy)].slice(0, MOST_APPROVERS)
    const ids = given.approved_by_ids ? wanted.map(Number) : wanted.map((name) => userNamed(world, name))
    filters.push({
      passes: (row) => ids.every((id) => approvals(world, row).includes(id)),
      among: named(world, world.approvals.by('byUser', ids[0] ?? NOBODY), (it) => it.mergeRequestId),
    })
  }
  const { approver_ids: approvers } = given
  if (typeof approvers === 'string')
    filters.push(byApprovers(situation, place, ({ size }) => size > 0 === (approvers === 'any')))
  else if (approvers !== null && approvers !== undefined && approvers.length > 0)
    filters.push(byApprovers(situation, place, (ids) => approvers.every((id) => ids.has(Number(id)))))
  return filters
}

function approvals(world: World, row: MergeRequest): number[] {
  return world.approvals
    .by('byMergeRequest', row.id)
    .list()
    .map(({ userId }) => userId)
}

const SHORTEST_TERM = 3

function texts(place: Place, given: Given): Filter[] {
  const { world } = place
  const filters: Filter[] = []
  if (given.search) {
    const words = (given.in ?? '').split(',').map((word) => word.trim())
    const [title, description] = [words.includes('title'), words.includes('description')]
    const matches = matcher(given.search, SHORTEST_TERM)
    const both = title === description
    filters.push({
      passes: (row) => matches(both ? [row.title, row.description] : [title ? row.title : row.description]),
      among: world.mergeRequests.mentioning(piecesOf(given.search, SHORTEST_TERM)),
    })
  }
  if (given.wip) {
    const drafts: Filter = {
      passes: (row) => looksLikeDraft(row.title),
      among: of(place, 'byProjectDraft', MARKED),
    }
    filters.push(given.wip === 'yes' ? drafts : allBut(place, drafts))
  }
  return filters
}

function places(place: Place, given: Given): Filter[] {
  const { world, projectId } = place
  const filters: Filter[] = []
  const { source_branch, target_branch, source_project_id, iids, environment } = given
  if (source_branch)
    filters.push({
      passes: (row) => row.sourceBranch === source_branch,
      among: of(place, 'byProjectSource', source_branch),
    })
  if (target_branch)
    filters.push({
      passes: (row) => row.targetBranch === target_branch,
      among: of(place, 'byTarget', target_branch),
    })
  if (isNumber(source_project_id)) filters.push(fromProject(place, source_project_id))
  if (iids !== undefined && iids.length > 0)
    filters.push({
      passes: (row) => iids.includes(row.iid),
      among: projectId === undefined ? undefined : numbered(world, projectId, iids),
    })
  const after = given.deployed_after ? parseTime(given.deployed_after) : undefined
  const before = given.deployed_before ? parseTime(given.deployed_before) : undefined
  if (environment || after !== undefined || before !== undefined)
    filters.push(byDeployment(world, { environment, after, before }))
  return filters
}

function fromProject(place: Place, id: number): Filter {
  const passes = (row: MergeRequest) => row.sourceProjectId === id
  if (id !== place.projectId) return { passes, among: ofRuns([place.world.mergeRequests.by('bySource', id)]) }
  return allBut(place, {
    passes: (row) => !passes(row),
    among: of(place, 'byProjectForked', MARKED),
  })
}

function numbered({ mergeRequests }: World, projectId: number, iids: readonly number[]): Filter['among'] {
  const rows = () => iids.flatMap((iid) => mergeRequests.find('byIid', projectId, iid) ?? [])
  return { count: iids.length, rows }
}

interface Deployed {
  readonly environment: string | null | undefined
  readonly after: number | undefined
  readonly before: number | undefined
}

function byDeployment(world: World, about: Deployed): Filter {
  const bounds = { from: about.after, to: about.before }
  const named = about.environment ? world.environments.by('byName', about.environment).list() : undefined
  const runs = named?.map(({ id }) => world.deployments.by('byDeployed', id)) ?? [
    world.deployments.by('byDeployedAt'),
  ]
  const deployments = ofRuns(runs.map((run) => run.within(bounds)))
  const ids = () => new Set([...deployments.rows()].flatMap(({ mergeRequestIds }) => mergeRequestIds))
  return {
    passes: (row) => deployed(world, row, about),
    among: {
      count: deployments.count,
      rows: () => [...ids()].flatMap((id) => world.mergeRequests.get(id) ?? []),
    },
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
  const inner: Filter[] = []
  const has = labelsAsked()
  for (const title of not.labels ?? []) {
    const ids = labelIdsTitled(world, title)
    const among = ofAny(place, ids, 'byProjectLabel', 'byLabel')
    inner.push({ passes: (row) => ids.some((id) => has(row, id)), among })
  }
  // `None` and `Any` are ordinary titles here.
  if (not.milestone) inner.push(ofMilestone(place, not.milestone))
  if (isNumber(not.author_id)) inner.push(byAuthor(place, not.author_id))
  if (not.author_username) inner.push(byAuthor(place, userNamed(world, not.author_username)))
  if (isNumber(not.assignee_id)) inner.push(byAssignee(place, not.assignee_id))
  for (const name of not.assignee_username ?? []) inner.push(byAssignee(place, userNamed(world, name)))
  if (isNumber(not.reviewer_id)) inner.push(byReviewer(place, not.reviewer_id))
  if (not.reviewer_username) inner.push(byReviewer(place, userNamed(world, not.reviewer_username)))
  append(inner, reacted(situation, not.my_reaction_emoji))
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
