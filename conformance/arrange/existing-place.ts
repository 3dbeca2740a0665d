import { accessLevels } from '../../sim/contract.ts'
import type { Needs } from '../kit/check.ts'
import type { Client, Reply } from '../kit/client.ts'
import { numberIn, textIn } from '../kit/expect.ts'
import { Skipped } from '../kit/finding.ts'
import { isRow, isRows, type Row } from '../kit/json.ts'
import { projectState } from '../oracle/project-state.ts'
import type { StageGroup, StageProject } from '../run/stage.ts'
import { type Place, type Role, roles, type Who } from '../targets/target.ts'
import { isRightlyCalled, rightlyCalled, type Users } from './throw-away-place.ts'

/** What is there already, on a target that may only be read. */
export interface Found {
  readonly group: StageGroup | undefined
  readonly project: StageProject | undefined
  /** Callers who really have the role in the project after which they are called. */
  readonly holders: ReadonlySet<Who>
}

/** The project that was named, or the one of the owner's that was used last, and its group. */
export async function foundPlace(client: Client, needs: Needs, place: Place, users: Users): Promise<Found> {
  if (needs.project === 'none') return { group: undefined, project: undefined, holders: rightlyCalled(users) }
  const row = await projectRow(client, place)
  const { visibility } = row
  const wanted = needs.project
  // Unless it names a visibility, a check holds in any.
  if (wanted !== undefined && visibility !== wanted && !needs.neighbour)
    throw new Skipped(`the project that is looked at is ${visibility}, not ${wanted}`)
  if (needs.repository && row.empty_repo === true)
    throw new Skipped('the project that is looked at has an empty repository')
  const group = await groupOf(client, place, row)
  if (needs.in === 'group' && group === undefined)
    throw new Skipped('the project that is looked at is in no group')
  const project = {
    id: numberIn(row, 'id'),
    path: textIn(row, 'path_with_namespace'),
    branch: typeof row.default_branch === 'string' ? row.default_branch : 'main',
    state: projectState(row),
  }
  return { group, project, holders: await holdersIn(client, project, users) }
}

async function projectRow(client: Client, { project }: Place): Promise<Row> {
  if (project !== undefined) {
    const reply = await client.call('GET /projects/:id', { id: project }, { mayFault: true })
    if (reply.status !== 200 || !isRow(reply.json))
      throw new Skipped(`the project ${project} cannot be read: ${reply.status} ${reply.text.slice(0, 100)}`)
    return reply.json
  }
  const recent = { order_by: 'last_activity_at', per_page: 20 }
  for (const filter of [{ membership: true }, {}]) {
    const rows = listed(await client.call('GET /projects', { ...filter, ...recent }, { mayFault: true }))
    const full = rows.find((row) => row.empty_repo !== true && typeof row.default_branch === 'string')
    const chosen = full ?? rows[0]
    // A list may tell less of a project than the project itself.
    if (chosen !== undefined) return await projectRow(client, { project: String(chosen.id) })
  }
  throw new Skipped('there is no project to look at; name one with --project')
}

async function groupOf(
  client: Client,
  { group }: Place,
  { namespace }: Row,
): Promise<StageGroup | undefined> {
  const own = isRow(namespace) && namespace.kind === 'group' ? namespace.id : undefined
  const id = group ?? own
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  const reply = await client.call('GET /groups/:id', { id, with_projects: false }, { mayFault: true })
  if (reply.status !== 200 || !isRow(reply.json)) {
    if (group === undefined) return undefined
    throw new Skipped(`the group ${group} cannot be read: ${reply.status} ${reply.text.slice(0, 100)}`)
  }
  const row = reply.json
  const { visibility, parent_id: parent } = row
  const shown = typeof visibility === 'string' ? visibility : 'private'
  return {
    id: numberIn(row, 'id'),
    path: textIn(row, 'full_path'),
    fullName: textIn(row, 'full_name'),
    visibility: shown,
    parentId: typeof parent === 'number' ? parent : null,
  }
}

// Whoever is called owner but is a developer here must not be held to what owners may do.
async function holdersIn(client: Client, project: StageProject, users: Users): Promise<ReadonlySet<Who>> {
  const holders = new Set<Who>(['anonymous'])
  for (const role of roles) {
    const user = users[role]
    // An administrator's role tells nothing of what others with that role may.
    if (user === undefined || !isRightlyCalled(role, user)) continue
    if (role === 'admin') {
      holders.add(role)
      continue
    }
    const params = { id: project.id, user_id: user.id }
    const reply = await client.call('GET /projects/:id/members/all/:user_id', params, { mayFault: true })
    if (roleIn(reply) === role) holders.add(role)
  }
  return holders
}

function roleIn({ status, json }: Reply): Role | undefined {
  if (status === 404) return 'stranger'
  const level = status === 200 && isRow(json) ? json.access_level : undefined
  return roles.find(
    (role) => role in accessLevels && accessLevels[role as keyof typeof accessLevels] === level,
  )
}

function listed({ status, json }: Reply): readonly Row[] {
  return status === 200 && isRows(json) ? json : []
}
