import { isRow, type Json, type Row } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import type { Stage, Veiled } from '../run/stage.ts'

/** What only members of a project of everybody may use. */
const features = [
  ...['issues', 'merge_requests', 'repository', 'builds', 'wiki', 'snippets', 'releases', 'environments'],
  ...['feature_flags', 'infrastructure', 'monitor', 'requirements', 'pages', 'analytics', 'forking'],
] as const

/**
 * Records of the open place that are not for everybody: a confidential issue and epic, an internal note, and a public
 * project of which everything but its name is for members. Whatever the target lacks of it is left out.
 */
export async function createVeiledRecords(stage: Stage): Promise<Veiled> {
  const { id } = stage.project
  const [confidential, internal] = [`${stage.prefix}-confidential`, `${stage.prefix}-internal`]
  const make = async (operation: string, params: Params): Promise<Row> => {
    const { json } = await stage.call(operation, params, { as: 'owner', mayFault: true })
    return isRow(json) ? json : {}
  }
  const secret = { title: confidential, description: confidential, confidential: true }
  const { iid } = await make('POST /projects/:id/issues', { id, ...secret })
  // The same again as lists of others show it: in a milestone, assigned, and closed.
  const held = { milestone_id: stage.furniture.milestone_id, assignee_ids: [stage.user('owner').id] }
  const other = await make('POST /projects/:id/issues', { id, ...secret, ...held })
  const end = { state_event: 'close', milestone_id: stage.furniture.milestone_id }
  const closed = await make('POST /projects/:id/issues', { id, ...secret })
  if (typeof closed.iid === 'number')
    await make('PUT /projects/:id/issues/:issue_iid', { id, issue_iid: closed.iid, ...end })
  const note = { body: confidential, internal: true }
  await make('POST /projects/:id/issues/:issue_iid/notes', { id, issue_iid: 1, ...note })
  const numbers = [iid, other.iid, closed.iid]
  await make('POST /projects/:id/merge_requests/:merge_request_iid/notes', {
    id,
    merge_request_iid: 1,
    ...note,
  })
  if (stage.inGroup) {
    await make('POST /groups/:id/epics', { id: stage.group.id, ...secret })
    numbers.push(...(await membersOnly(stage, make, internal)))
  }
  return {
    confidential,
    internal,
    numbers: [...new Set(numbers.filter((it) => typeof it === 'number'))],
  }
}

type Make = (operation: string, params: Params) => Promise<Row>

async function membersOnly(stage: Stage, make: Make, marker: string): Promise<readonly (Json | undefined)[]> {
  const levels = Object.fromEntries(features.map((name) => [`${name}_access_level`, 'private']))
  const place = { namespace_id: stage.group.id, name: 'For members', path: 'for-members' }
  const how = { visibility: 'public', initialize_with_readme: true }
  const made = await make('POST /projects', { ...place, ...how })
  const { id, default_branch } = made
  if (typeof id !== 'number' || typeof default_branch !== 'string') return []
  const issue = await make('POST /projects/:id/issues', { id, title: marker, description: marker })
  const actions = [{ action: 'create', file_path: `${marker}.txt`, content: marker }]
  const change = { branch: marker, start_branch: default_branch, commit_message: marker, actions }
  await make('POST /projects/:id/repository/commits', { id, ...change } as Params)
  const request = { title: marker, source_branch: marker, target_branch: default_branch }
  const { iid } = await make('POST /projects/:id/merge_requests', { id, ...request })
  await make('POST /projects/:id/milestones', { id, title: marker })
  await make('POST /projects/:id/releases', { id, tag_name: marker, name: marker, ref: default_branch })
  const file = { title: marker, file_name: 'a.txt', content: marker }
  await make('POST /projects/:id/snippets', { id, ...file, visibility: 'public' })
  await make('POST /projects/:id/wikis', { id, title: marker, content: marker })
  await make('PUT /projects/:id', { id, ...levels })
  return [issue.iid, iid]
}
