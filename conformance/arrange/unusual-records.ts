import type { Json } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import type { Furniture, Stage } from '../run/stage.ts'
import { genericPackage } from './packages.ts'
import { commit } from './records.ts'

/** Texts that collations, numbers and cases sort differently, some of them equal but for that. */
const titles = [
  'Zebra',
  'apple',
  'Apple',
  'Élan',
  'elan',
  '10',
  '9',
  '~',
  'ß',
  'apple pie',
  '_low',
  'ähnlich',
]

/** Days of which some are equal, and none. */
const days: readonly Json[] = ['2030-05-01', null, '2029-12-31', '2030-05-01', null, '2031-01-01']

/** Rows whose order is easily got wrong: equal, missing and unusual values. Whatever the target lacks is left out. */
export async function createUnusualRecords(stage: Stage, marker: string, named: Furniture): Promise<void> {
  const { id, branch } = stage.project
  const make = (operation: string, params: Params) =>
    stage.call(operation, params, { as: 'owner', mayFault: true })
  for (const [i, title] of titles.entries()) {
    const due_date = days[i % days.length] ?? null
    const weight = [3, null, 0, 3][i % 4] ?? null
    await make('POST /projects/:id/issues', { id, title, ...present({ due_date, weight }) })
    await make('POST /projects/:id/milestones', { id, title, ...present({ due_date }) })
    await make('POST /projects/:id/labels', { id, name: title, color: '#428bca' })
  }
  // The same text twice, which only the number of the row tells apart.
  for (const title of ['Same', 'same', 'Same']) {
    await commit(stage, { branch: `unusual-${title}`, from: branch, path: `${title}.txt` }).catch(() => '')
    const target = { id, source_branch: `unusual-${title}`, target_branch: `to-${title}` }
    await make('POST /projects/:id/repository/branches', { id, branch: target.target_branch, ref: branch })
    await make('POST /projects/:id/merge_requests', { ...target, title })
    await make('POST /projects/:id/merge_requests', { ...target, target_branch: branch, title })
    await make('POST /projects/:id/issues', { id, title })
  }
  for (const [i, day] of ['2020-01-01', '2019-06-01', '2020-01-01', '2021-01-01'].entries()) {
    const released_at = `${day}T00:00:00Z`
    await make('POST /projects/:id/releases', { id, tag_name: `Odd-${i}`, ref: branch, released_at })
  }
  for (const version of ['10.0.0', '9.0.0', '1.0.0-rc.1', '1.0.0'])
    for (const name of ['same', 'Other'])
      await genericPackage(stage, { name, version }).catch(() => undefined)
  await votedFor(stage, make)
  await commentedAndDeployed(stage, make, named)
  if (stage.inGroup) await unusualPlaces(stage, make, marker)
}

type Make = (operation: string, params: Params) => Promise<unknown>

/** As many votes for some issues as for others. */
async function votedFor({ project: { id } }: Stage, make: Make): Promise<void> {
  for (const issue_iid of [2, 5, 7])
    await make('POST /projects/:id/issues/:issue_iid/award_emoji', { id, issue_iid, name: 'thumbsup' })
}

async function commentedAndDeployed(
  { project: { id, branch } }: Stage,
  make: Make,
  { issue_iid = 1, merge_request_iid = 1, sha = '' }: Furniture,
): Promise<void> {
  for (const body of ['One', 'Two', 'Three', 'Four']) {
    await make('POST /projects/:id/issues/:issue_iid/notes', { id, issue_iid, body })
    await make('POST /projects/:id/merge_requests/:merge_request_iid/notes', { id, merge_request_iid, body })
    const flag = { Two: '10', Three: '9', Four: 'apple' }[body] ?? 'Zebra'
    await make('POST /projects/:id/feature_flags', { id, name: flag, version: 'new_version_flag' })
    const deployed = { id, environment: body, sha, ref: branch, tag: false, status: 'success' }
    await make('POST /projects/:id/deployments', deployed)
  }
}

async function unusualPlaces({ group, project }: Stage, make: Make, marker: string): Promise<void> {
  for (const [i, name] of ['Zoo', 'ant', 'Ant', '10', '9', 'Ökonomie'].entries()) {
    const path = `${['b', 'a', 'C', 'd', 'f', 'e'][i]}-${i}`
    await make('POST /projects', { namespace_id: group.id, name: `${name} ${i % 2}`, path })
    const named = { name: `${name} ${i}`, path: `${marker}-${path}`, visibility: 'private' }
    await make('POST /groups', { parent_id: group.id, ...named })
    await make('POST /groups/:id/epics', { id: group.id, title: name })
    await make('POST /groups/:id/labels', { id: group.id, name, color: '#428bca' })
  }
  for (const [n, due_date] of days.entries())
    await make('POST /groups/:id/milestones', {
      id: group.id,
      title: `Due ${n}`,
      ...present({ due_date }),
    })
  // What was changed last is not what was made last.
  await make('PUT /projects/:id', { id: project.id, description: 'Changed' })
}

function present(values: { readonly [name: string]: Json }): Params {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Params
}
