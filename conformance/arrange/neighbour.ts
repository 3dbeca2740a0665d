import { isNote } from '../draw/places.ts'
import type { Client } from '../kit/client.ts'
import { numberIn } from '../kit/expect.ts'
import { isRow } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import type { Furniture, Neighbour, Stage } from '../run/stage.ts'
import { furnish } from './furnish.ts'
import { issue, mergeRequest, milestone } from './records.ts'
import { arrangePlace, type Plan } from './throw-away-place.ts'
import { createUnusualRecords } from './unusual-records.ts'
import { createVeiledRecords } from './veiled.ts'

/**
 * A second place with one of everything, closed to all callers but the owner, whose records are not those of the stage.
 * It is tied to the stage in the ways in which hidden things become known.
 */
export async function arrangeNeighbour(
  stage: Stage,
  client: Client,
  { users, prefix, below }: Omit<Plan, 'needs'>,
): Promise<Neighbour> {
  const marker = `${prefix}-closed`
  const { owner } = users
  const alone = owner === undefined ? {} : { owner }
  const needs = { furnished: true } as const
  const plan: Plan = { needs, users: alone, prefix: marker, below, closed: true }
  const { project = stage.skip('the target has no second project'), group } = await arrangePlace(client, plan)
  const closed = {
    project: { value: project },
    group: { value: group },
    inGroup: { value: group !== undefined },
    // Keys and packages, which are no secret, are called otherwise than what is hidden.
    prefix: { value: `${prefix}-own` },
    has: { value: (who: Parameters<Stage['has']>[0]) => ['owner', 'admin'].includes(who) && stage.has(who) },
  }
  const there: Stage = Object.create(stage, closed)
  const notes = Object.entries(stage.furniture).filter(([name]) => isNote(name))
  const own = { ...(await furnish(there)), ...(await numbersOfItsOwn(there, marker)) }
  const furniture = { ...Object.fromEntries(notes), ...own }
  await createUnusualRecords(there, marker, furniture)
  const neighbour = { project, group, marker, furniture }
  await tie(stage, neighbour)
  return { ...neighbour, veiled: await createVeiledRecords(stage) }
}

/** Records whose numbers inside the project are higher than all that the stage has. */
async function numbersOfItsOwn(there: Stage, marker: string): Promise<Furniture> {
  let last = 0
  for (const number of [1, 2, 3, 4])
    last = numberIn(await issue(there, { title: `${marker} issue ${number}` }), 'iid')
  const requests = []
  for (const number of [1, 2, 3, 4])
    requests.push(await mergeRequest(there, { branch: `own-${number}`, title: `${marker} ${number}` }))
  const [request] = requests.slice(-1)
  const plan = await milestone(there, { title: `${marker} plan` })
  return {
    issue_iid: last,
    milestone_id: numberIn(plan, 'id'),
    merge_request_iid: request === undefined ? undefined : numberIn(request, 'iid'),
  }
}

/** Whatever the target lacks of it is left out. */
async function tie(stage: Stage, { project, group, furniture }: Neighbour): Promise<void> {
  const { id } = stage.project
  const { runner_id, 'projects.deploy_keys': key_id } = stage.furniture
  const call = (operation: string, params: Params) =>
    stage.call(operation, params, { as: 'owner', mayFault: true })
  const links = 'POST /projects/:id/issues/:issue_iid/links'
  const linked = { target_project_id: project.id, target_issue_iid: Number(furniture.issue_iid) }
  await call(links, { id, issue_iid: 1, ...linked })
  await call('POST /projects/:id/job_token_scope/allowlist', { id, target_project_id: project.id })
  await call('POST /projects/:id/star', { id: project.id })
  if (runner_id !== undefined) await call('POST /projects/:id/runners', { id: project.id, runner_id })
  if (key_id !== undefined)
    await call('POST /projects/:id/deploy_keys/:key_id/enable', { id: project.id, key_id })
  if (!stage.inGroup || group === undefined) return
  await call('POST /projects/:id/share', { id, group_id: group.id, group_access: 10 })
  await call('POST /groups/:id/share', { id: stage.group.id, group_id: group.id, group_access: 10 })
  const rule = { name: 'Closed', approvals_required: 0, group_ids: [group.id] }
  await call('POST /projects/:id/approval_rules', { id, ...rule })
  const fork = { namespace_id: stage.group.id, name: 'The fork', path: 'fork' }
  await call('POST /projects/:id/fork', { id: project.id, ...fork })
  const { json } = await call('GET /projects/:id/issues/:issue_iid', { id, issue_iid: 2 })
  const { 'groups.epics': epic_iid = furniture.epic_iid } = furniture
  const issue_id = isRow(json) && typeof json.id === 'number' ? json.id : undefined
  if (epic_iid !== undefined && issue_id !== undefined)
    await call('POST /groups/:id/epics/:epic_iid/issues/:issue_id', { id: group.id, epic_iid, issue_id })
}
