import type { Reply } from '../client.ts'
import { numberIn } from '../expect.ts'
import { isRow, isRows } from '../json.ts'
import type { Furniture, Stage } from '../stage.ts'
import { commit, issue, label, mergeRequest, milestone } from './records.ts'

/** One of everything that paths name, and three of everything that lists show. */
export async function furnish(stage: Stage): Promise<Furniture> {
  const { branch: main } = stage.project
  const head = await commit(stage, { branch: main, path: 'docs/guide.md', content: '# Guide\n' })
  const first = await milestone(stage, {
    title: 'First',
    description: 'The first one',
    start_date: '2030-01-01',
    due_date: '2030-02-01',
  })
  await milestone(stage, { title: 'Second', due_date: '2030-02-01' })
  await milestone(stage, { title: 'Third' })
  await label(stage, 'furniture')
  const milestone_id = numberIn(first, 'id')
  for (const name of ['one', 'two', 'three']) {
    const carried = { labels: `furniture,${name}`, milestone_id }
    await issue(stage, { title: `Issue ${name}`, ...carried })
    await mergeRequest(stage, { branch: `topic-${name}`, title: `Topic ${name}`, ...carried })
  }
  // A branch with a commit that no merge request asks for, for whoever wants to create one.
  await commit(stage, { branch: 'spare', from: main, path: 'spare.txt' })
  return {
    milestone_id,
    issue_iid: 1,
    merge_request_iid: 1,
    user_id: stage.user('owner').id,
    'projects.members': stage.has('developer') ? stage.user('developer').id : undefined,
    'groups.members': stage.has('developer') ? stage.user('developer').id : undefined,
    id: stage.user('owner').id,
    sha: head,
    branch: main,
    file_path: 'docs/guide.md',
    'projects.labels': 'furniture',
    'projects.protected_branches': main,
    ...(await extras(stage)),
  }
}

/** What a target may lack: then the operations that name it are skipped. */
async function extras(stage: Stage): Promise<Furniture> {
  const id = stage.project.id
  const onIssue = { id, issue_iid: 1 }
  const onRequest = { id, merge_request_iid: 1 }
  const made = (operation: string, params: Parameters<Stage['call']>[1]) =>
    stage.call(operation, params, { as: 'owner' })
  const issuePath = '/projects/:id/issues/:issue_iid'
  const requestPath = '/projects/:id/merge_requests/:merge_request_iid'
  return {
    'issues.notes': idIn(await made(`POST ${issuePath}/notes`, { ...onIssue, body: 'A note' })),
    'merge_requests.notes': idIn(await made(`POST ${requestPath}/notes`, { ...onRequest, body: 'A note' })),
    'issues.award_emoji': idIn(await made(`POST ${issuePath}/award_emoji`, { ...onIssue, name: 'star' })),
    'merge_requests.award_emoji': idIn(
      await made(`POST ${requestPath}/award_emoji`, { ...onRequest, name: 'star' }),
    ),
    'projects.custom_attributes': await attribute(stage),
    'repository.blobs': await blob(stage),
    'projects.pipelines': await pipeline(stage),
    namespaces: stage.inGroup ? stage.group.path : undefined,
    'repository.tags': nameIn(
      await made('POST /projects/:id/repository/tags', { id, tag_name: 'v1', ref: stage.project.branch }),
    ),
  }
}

async function pipeline(stage: Stage): Promise<number | undefined> {
  const { id, branch } = stage.project
  const told = { id, sha: branch, state: 'success', ref: branch }
  const { status } = await stage.call('POST /projects/:id/statuses/:sha', told, { as: 'owner' })
  if (status !== 201) return undefined
  const { json } = await stage.call('GET /projects/:id/pipelines', { id }, { as: 'owner' })
  return isRows(json) && json[0] !== undefined ? numberIn(json[0], 'id') : undefined
}

async function blob(stage: Stage): Promise<string | undefined> {
  const params = { id: stage.project.id, file_path: 'docs/guide.md', ref: stage.project.branch }
  const { status, json } = await stage.call('GET /projects/:id/repository/files/:file_path', params, {
    as: 'owner',
  })
  return status === 200 && isRow(json) && typeof json.blob_id === 'string' ? json.blob_id : undefined
}

async function attribute(stage: Stage): Promise<string | undefined> {
  if (!stage.has('admin')) return undefined
  const params = { id: stage.project.id, key: 'team', value: 'blue' }
  const { status } = await stage.call('PUT /projects/:id/custom_attributes/:key', params, { as: 'admin' })
  return status === 200 ? 'team' : undefined
}

function idIn({ status, json }: Reply): number | undefined {
  return status === 201 && isRow(json) ? numberIn(json, 'id') : undefined
}

function nameIn({ status, json }: Reply): string | undefined {
  return status === 201 && isRow(json) && typeof json.name === 'string' ? json.name : undefined
}
