import type { Deployment, Fields } from './deployment.ts'
import { filled, flagOf, listOf, numberOf, recordOf, textOf, timeOf } from './fields.ts'
import type { Known } from './known.ts'
import type { People } from './people.ts'
import { awardsOf, byNumber, notesOf, workOf } from './planning.ts'

export async function mergeRequestsOf(
  deployment: Deployment,
  project: string,
  people: People,
  known: Known,
): Promise<readonly object[]> {
  const rows = [...(await deployment.all(`${project}/merge_requests?scope=all&state=all`))].sort(byNumber)
  const requests: object[] = []
  for (const listed of rows) {
    const owner = `${project}/merge_requests/${listed.iid}`
    const row = (await deployment.one(owner)) ?? listed
    const refs = recordOf(row, 'diff_refs')
    const head = textOf(refs, 'head_sha') ?? textOf(row, 'sha')
    const start = textOf(refs, 'start_sha')
    const isForked = numberOf(row, 'source_project_id') !== numberOf(row, 'target_project_id')
    if (isForked) known.leave(`the fork that !${row.iid} comes from: its branch is one of the project itself`)
    if (!known.has(head)) known.leave(`!${row.iid}, since its commits are not in the repository any more`)
    else
      requests.push(
        filled({
          ...workOf(row, people),
          state: textOf(row, 'state'),
          reviewers: people.names(listOf(row, 'reviewers')),
          sourceBranch: textOf(row, 'source_branch'),
          targetBranch: textOf(row, 'target_branch'),
          head,
          start: known.has(start) ? start : undefined,
          mergeCommit: inRepository(row, 'merge_commit_sha', known),
          squashCommit: inRepository(row, 'squash_commit_sha', known),
          squash: flagOf(row, 'squash'),
          removeSourceBranch: flagOf(row, 'force_remove_source_branch'),
          allowCollaboration: isForked ? undefined : flagOf(row, 'allow_collaboration'),
          mergedBy: people.name(recordOf(row, 'merged_by')),
          mergedAt: timeOf(row, 'merged_at'),
          closedBy: people.name(recordOf(row, 'closed_by')),
          closedAt: timeOf(row, 'closed_at'),
          approvals: await approvalsOf(deployment, owner, people),
          notes: await notesOf(deployment, owner, people, (position) => placeOf(position, known)),
          awards: await awardsOf(deployment, owner, people),
        }),
      )
  }
  return requests
}

/** Who approved. Releases that do not tell when leave the times to the description. */
async function approvalsOf(
  deployment: Deployment,
  owner: string,
  people: People,
): Promise<readonly object[] | undefined> {
  const approvals = listOf(await deployment.one(`${owner}/approvals`), 'approved_by').flatMap((row) => {
    const user = people.name(recordOf(row, 'user'))
    return user === undefined ? [] : [filled({ user, at: timeOf(row, 'approved_at') })]
  })
  return approvals.length === 0 ? undefined : approvals
}

function inRepository(row: Fields, name: string, known: Known): string | undefined {
  const id = textOf(row, name)
  return known.has(id) ? id : undefined
}

function placeOf(position: Fields, known: Known): object | undefined {
  const [path, oldPath] = [textOf(position, 'new_path'), textOf(position, 'old_path')]
  const line = numberOf(position, 'new_line')
  const oldLine = numberOf(position, 'old_line')
  const head = textOf(position, 'head_sha')
  if (path === undefined || (line === undefined && oldLine === undefined) || !known.has(head))
    return undefined
  return filled({
    path,
    oldPath: oldPath === path ? undefined : oldPath,
    line,
    oldLine: line === undefined ? oldLine : undefined,
    head,
  })
}

/** The newest pipelines: a project may have any number. */
const MOST_PIPELINES = 100

export async function pipelinesOf(
  deployment: Deployment,
  project: string,
  people: People,
  known: Known,
): Promise<readonly object[]> {
  const rows = [...(await deployment.all(`${project}/pipelines`, MOST_PIPELINES + 1))]
  if (rows.length > MOST_PIPELINES) known.leave(`pipelines before the newest ${MOST_PIPELINES}`)
  const pipelines: object[] = []
  for (const { id } of rows.slice(0, MOST_PIPELINES).sort(byNumber)) {
    const row = await deployment.one(`${project}/pipelines/${id}`)
    const commit = textOf(row, 'sha')
    const request = /^refs\/merge-requests\/(\d+)\//.exec(textOf(row, 'ref') ?? '')?.[1]
    if (!known.has(commit)) {
      known.leave(`pipeline ${id}, since its commit is not in the repository any more`)
      continue
    }
    const jobs = [...(await deployment.all(`${project}/pipelines/${id}/jobs`))].sort(byNumber)
    pipelines.push(
      filled({
        key: `pipeline-${pipelines.length + 1}`,
        ref: textOf(row, 'ref'),
        tag: flagOf(row, 'tag'),
        commit,
        status: textOf(row, 'status'),
        source: textOf(row, 'source'),
        user: people.name(recordOf(row, 'user')),
        mergeRequest: request === undefined ? undefined : Number(request),
        createdAt: timeOf(row, 'created_at'),
        startedAt: timeOf(row, 'started_at'),
        finishedAt: timeOf(row, 'finished_at'),
        jobs: jobs.map((job) => jobOf(job, people)),
      }),
    )
  }
  return pipelines
}

function jobOf(row: Fields, people: People): object {
  return filled({
    name: textOf(row, 'name'),
    stage: textOf(row, 'stage'),
    status: textOf(row, 'status'),
    coverage: numberOf(row, 'coverage'),
    user: people.name(recordOf(row, 'user')),
    queuedAt: timeOf(row, 'created_at'),
    startedAt: timeOf(row, 'started_at'),
    finishedAt: timeOf(row, 'finished_at'),
  })
}
