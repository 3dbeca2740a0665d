import { differs, inDialect, since } from '../lib/dialect.ts'
import { isSubscribed, notesCount, votes } from '../model/discussions/discussion.ts'
import { isDraft } from '../model/discussions/drafts.ts'
import { inline, paragraph } from '../model/installation/markdown.ts'
import { accessLevels } from '../model/members/access-level.ts'
import { endsOf, mayCollaborate } from '../model/merge-requests/collaboration.ts'
import { divergedCommits, willSquash } from '../model/merge-requests/merge.ts'
import { type MergeRequest, mergeRequestStates } from '../model/merge-requests/merge-request.ts'
import { changesCount, type Heads, headsOf, mergeStatus } from '../model/merge-requests/mergeability.ts'
import { headPipeline } from '../model/pipelines/head-pipeline.ts'
import type { Project } from '../model/projects/project.ts'
import { settingInForce } from '../model/settings/in-force.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { mayMerge } from '../policy/branches.ts'
import {
  detailedMergeStatus,
  detailedMergeStatuses,
  discussionsResolved,
  statusChanges,
} from '../policy/merge-status.ts'
import { projectLevel } from '../policy/roles.ts'
import { licensed } from '../policy/tier.ts'
import {
  addressOf,
  apart,
  type Entity,
  entity,
  type Field,
  type Fields,
  flag,
  integer,
  many,
  nullable,
  object,
  one,
  oneOfTexts,
  shared,
  text,
  timestamp,
  urlBelow,
  type View,
  when,
} from './entity.ts'
import { fromGroup } from './group-reference.ts'
import { imported } from './imported.ts'
import { tasks } from './issue.ts'
import { labels } from './label-details.ts'
import { milestoneEntity, milestoneOf } from './milestone.ts'
import { pipelineDetailEntity, pipelineRefEntity } from './pipeline-ref.ts'
import { timeStats } from './time-stats.ts'
import { firstOf, userRefEntity, userWith } from './user-ref.ts'

type Row = MergeRequest

const basics: Fields<Row> = {
  id: integer((it) => it.id),
  iid: integer((it) => it.iid),
  project_id: integer((it) => it.projectId),
  title: text((it) => it.title),
  description: nullable(text((it) => it.description as string)),
  state: oneOfTexts(mergeRequestStates, (it) => it.state),
  created_at: timestamp((it) => it.createdAt),
  updated_at: timestamp((it) => it.updatedAt),
}
const webUrl: Field<Row> = urlBelow(addressOf('', pathOf), ({ iid }) => `/-/merge_requests/${iid}`)

/** What `view=simple` leaves (merge-requests#simple-view). */
export const simpleMergeRequestEntity = entity<Row>('SimpleMergeRequest', { ...basics, web_url: webUrl })

const acrossForks: Field<Row> = flag(
  (it, { world, dialect }) => it.allowCollaboration && mayCollaborate(world, endsOf(world, it), dialect),
)
const onlyAcrossForks: Field<Row> = when((it) => it.sourceProjectId !== it.projectId, acrossForks)
const collaboration = differs('F13', { specification: acrossForks, real: onlyAcrossForks })

const heads = shared<Row, Heads>((it, { world }) => headsOf(world, it))
const status = shared<Row, ReturnType<typeof mergeStatus>>((it, view) =>
  mergeStatus(view.world, it, () => heads(it, view)),
)
const project = shared<Row, Project>((it, { world }) => world.projects.require(it.projectId))
const head = shared<Row, ReturnType<typeof headPipeline>>((it, { world }) => headPipeline(world, it))

function listed(relative: (it: Row, view: View) => string): Fields<Row> {
  return {
    ...basics,
    merged_by: deprecated(nullable(one(userRefEntity, (it, view) => userWith(it.mergedById, view)))),
    merge_user: nullable(
      one(userRefEntity, (it, view) => userWith(it.mergedById ?? it.autoMerge?.userId, view)),
    ),
    merged_at: nullable(timestamp((it) => it.mergedAt)),
    closed_by: nullable(one(userRefEntity, (it, view) => userWith(it.closedById, view))),
    closed_at: nullable(timestamp((it) => it.closedAt)),
    title_html: when(
      rendered,
      text((it) => inline(it.title)),
    ),
    description_html: when(
      rendered,
      text((it) => paragraph(it.description ?? '')),
    ),
    target_branch: text((it) => it.targetBranch),
    source_branch: text((it) => it.sourceBranch),
    user_notes_count: integer((it, { world }) => notesCount(world, 'MergeRequest', it.id)),
    upvotes: integer((it, { world }) => votes(world, 'MergeRequest', it.id, 'thumbsup')),
    downvotes: integer((it, { world }) => votes(world, 'MergeRequest', it.id, 'thumbsdown')),
    author: one(userRefEntity, (it, { world }) => world.users.require(it.authorId)),
    assignees: many(userRefEntity, (it, view) => people(it.assigneeIds, view)),
    assignee: deprecated(nullable(one(userRefEntity, (it: Row, view) => firstOf(it.assigneeIds, view)))),
    reviewers: many(userRefEntity, (it, view) => people(it.reviewerIds, view)),
    source_project_id: integer((it) => it.sourceProjectId),
    target_project_id: integer((it) => it.projectId),
    labels: labels(),
    draft: flag((it) => isDraft(it.title)),
    ...imported<Row>(),
    work_in_progress: deprecated(flag((it) => isDraft(it.title))),
    milestone: nullable(one(milestoneEntity, milestoneOf)),
    merge_when_pipeline_succeeds: flag((it) => it.autoMerge !== null),
    merge_status: deprecated(oneOfTexts(['can_be_merged', 'cannot_be_merged'], status)),
    detailed_merge_status: {
      ...oneOfTexts(detailedMergeStatuses, (it: Row, view) =>
        detailedMergeStatus(view.world, it, it.mergeAfter == null ? view.today : view.now, view.dialect, () =>
          heads(it, view),
        ),
      ),
      decides: statusChanges,
    },
    merge_after: since(
      'merge-requests#later-merge-after',
      nullable(timestamp((it) => it.mergeAfter ?? null)),
    ),
    sha: nullable(text((it) => it.sha as string)),
    merge_commit_sha: nullable(text((it) => it.mergeCommitSha as string)),
    squash_commit_sha: nullable(text((it) => it.squashCommitSha as string)),
    discussion_locked: nullable(flag((it) => it.discussionLocked as boolean)),
    should_remove_source_branch: nullable(flag((it) => it.removeOnMerge as boolean)),
    force_remove_source_branch: nullable(flag((it) => it.removeSourceBranch as boolean)),
    prepared_at: since('merge-requests#later-prepared-at', nullable(timestamp((it) => it.createdAt))),
    allow_collaboration: collaboration,
    allow_maintainer_to_push: collaboration,
    reference: deprecated(text((it) => `!${it.iid}`)),
    references: object({
      short: text((it) => `!${it.iid}`),
      relative: text(relative),
      full: text((it, view) => full(it, view)),
    }),
    web_url: webUrl,
    time_stats: timeStats(),
    squash: flag((it) => it.squash),
    squash_on_merge: since(
      'merge-requests#later-squash-on-merge',
      flag((it, view) => willSquash(project(it, view), it)),
    ),
    task_completion_status: tasks(),
    has_conflicts: flag((it, view) => status(it, view) === 'cannot_be_merged'),
    blocking_discussions_resolved: flag((it, { world }) => discussionsResolved(world, it)),
    approvals_before_merge: nullable(
      integer((it, { world }) => (licensed(world, 'premium') ? it.approvalsBeforeMerge : null) as number),
    ),
  }
}

const short = (it: Row) => `!${it.iid}`

/** A merge request in a list of its project (merge-requests#list-fields). */
export const mergeRequestEntity = entity<Row>('MergeRequest', listed(short))

/** A merge request among those of all projects: its reference says from which. */
export const globalMergeRequestEntity = entity<Row>('GlobalMergeRequest', listed(full))

/** A merge request among those of a group (merge-requests#references). */
export const groupMergeRequestEntity = entity<Row>(
  'GroupMergeRequest',
  listed((it, view) => fromGroup(it, `!${it.iid}`, view)),
)

const found = listed(full)

/** A merge request that a search found. */
export const foundMergeRequestEntity = entity<Row>('FoundMergeRequest', {
  ...found,
  merged_by: onlyReal(found.merged_by as Field<Row>),
  merge_user: onlyReal(found.merge_user as Field<Row>),
  reviewers: onlyReal(found.reviewers as Field<Row>),
})

function onlyReal(field: Field<Row>) {
  return differs('F19', { specification: undefined, real: field })
}

const single: Fields<Row> = {
  ...listed(short),
  subscribed: apart(
    flag((it, { world, viewer }) => viewer !== undefined && isSubscribed(world, 'MergeRequest', it, viewer)),
  ),
  changes_count: nullable(text((it, { world }) => shownCount(world, changesCount(world, it)) as string)),
  latest_build_started_at: ifBuildsSeen(nullable(timestamp((it, view) => head(it, view)?.startedAt ?? null))),
  latest_build_finished_at: ifBuildsSeen(
    nullable(timestamp((it, view) => head(it, view)?.finishedAt ?? null)),
  ),
  first_deployed_to_production_at: ifBuildsSeen(nullable(timestamp((it, view) => firstDeployed(it, view)))),
  pipeline: ifBuildsSeen(nullable(one(pipelineRefEntity, head))),
  head_pipeline: ifBuildsSeen(nullable(one(pipelineDetailEntity, head))),
  diff_refs: object({
    base_sha: nullable(text((it) => it.baseSha as string)),
    head_sha: nullable(text((it) => it.sha as string)),
    start_sha: nullable(text((it) => it.startSha as string)),
  }),
  merge_error: nullable(text((it) => it.mergeError as string)),
  rebase_in_progress: when(
    (_, view) => view.asked('include_rebase_in_progress') === true,
    flag((it) => it.rebasing === true),
  ),
  diverged_commits_count: when(
    (_, view) => view.asked('include_diverged_commits_count') === true,
    integer((it, { world }) => divergedCommits(world, it)),
  ),
}
const user = object<Row>({ can_merge: flag((it, view) => viewerCanMerge(it, view)) })

/** A merge request on its own, as creation, update and merge answer it. */
export const mergeRequestDetailEntity: Entity<Row> = entity<Row>('MergeRequestDetail', { ...single, user })

/** A merge request as it is read. */
export const mergeRequestReadEntity: Entity<Row> = entity<Row>('MergeRequestRead', {
  ...single,
  first_contribution: flag((it, view) => firstContribution(it, view)),
  user,
})

function deprecated(field: Field<Row>): Field<Row> {
  return { ...field, deprecated: true }
}

function rendered(_: Row, view: View): boolean {
  return view.asked('render_html') === true
}

function seesBuilds(it: Row, view: View): boolean {
  return view.can('read_pipelines', project(it, view))
}

function ifBuildsSeen(field: Field<Row>): Field<Row> {
  return when(seesBuilds, field)
}

function pathOf(it: Row, view: View): string {
  return project(it, view).fullPath
}

function full(it: Row, view: View): string {
  return `${pathOf(it, view)}!${it.iid}`
}

const severalOnFree = differs('F29', { specification: true, real: false })

const NOBODY: readonly User[] = []

function people(ids: readonly number[], { world, dialect }: View): readonly User[] {
  if (ids.length === 0) return NOBODY
  const users: User[] = []
  for (const id of ids) {
    const user = world.users.get(id)
    if (user !== undefined) users.push(user)
  }
  return licensed(world, 'premium') || inDialect(severalOnFree, dialect) ? users : users.slice(0, 1)
}

function shownCount(world: World, count: number | null): string | null {
  if (count === null) return null
  const most = settingInForce(world, 'diff_max_files')
  return count > most ? `${most}+` : String(count)
}

function firstDeployed(it: Row, { world }: View): number | null {
  let first: number | null = null
  for (const id of world.deployments.by('byFirst', it.id).heads() as number[]) {
    if (!world.environments.require(id).production) continue
    const at = world.deployments.find('byFirst', it.id, id)?.finishedAt as number
    if (first === null || at < first) first = at
  }
  return first
}

function firstContribution(it: Row, { world, today }: View): boolean {
  const project = world.projects.require(it.projectId)
  const author = world.users.require(it.authorId)
  if (projectLevel(world, author, project, today) > accessLevels.guest) return false
  for (const other of world.mergeRequests.by('byAuthor', author.id).ascending())
    if (other.projectId === project.id && other.state === 'merged') return false
  return true
}

function viewerCanMerge(it: Row, view: View): boolean {
  const { projectId, targetBranch } = it
  return view.decide(`merge into ${projectId} ${targetBranch}`, (situation) =>
    mayMerge(situation, situation.world.projects.require(projectId), targetBranch),
  )
}
