import type { Needs } from '../check.ts'
import type { Client } from '../client.ts'
import { numberIn, textIn } from '../expect.ts'
import { Skipped } from '../finding.ts'
import { arranged, expectArranged, type StageGroup, type StageProject, type StageUser } from '../stage.ts'
import type { Who } from '../targets/target.ts'

export type Users = { readonly [who in Who]?: StageUser }

export interface Place {
  readonly group: StageGroup | undefined
  readonly project: StageProject | undefined
}

const memberLevels = { maintainer: 40, developer: 30, reporter: 20, guest: 10 } as const

/** A throw-away group and project, with a member of each role for whom the target was given a credential. */
export async function arrangePlace(
  client: Client,
  needs: Needs,
  users: Users,
  prefix: string,
): Promise<Place> {
  if (needs.project === 'none') return { group: undefined, project: undefined }
  const group = needs.in === 'own' ? undefined : await throwAwayGroup(client, users, prefix, needs)
  const project = await throwAwayProject(client, needs, group, prefix)
  if (group === undefined) await invite(client, 'projects', project.id, users)
  return { group, project }
}

async function throwAwayGroup(
  client: Client,
  users: Users,
  prefix: string,
  needs: Needs,
): Promise<StageGroup | undefined> {
  // A public group may hold projects of every visibility.
  const visibility = 'public'
  const reply = await client.call('POST /groups', { name: prefix, path: prefix, visibility }, { as: 'owner' })
  if (reply.status >= 400) {
    if (needs.in === 'group')
      throw new Skipped(`no group can be created: ${reply.status} ${reply.text.slice(0, 100)}`)
    return undefined
  }
  const id = numberIn(reply.row(), 'id')
  await invite(client, 'groups', id, users)
  return { id, path: textIn(reply.row(), 'full_path') }
}

async function throwAwayProject(
  client: Client,
  needs: Needs,
  group: StageGroup | undefined,
  prefix: string,
): Promise<StageProject> {
  const name = group === undefined ? prefix : 'project'
  const reply = await client.call(
    'POST /projects',
    {
      name,
      path: name,
      visibility: needs.project ?? 'private',
      ...(group === undefined ? {} : { namespace_id: group.id }),
      ...(needs.repository || needs.furnished ? { initialize_with_readme: true } : {}),
    },
    { as: 'owner' },
  )
  const row = arranged(reply)
  const branch = typeof row.default_branch === 'string' ? row.default_branch : 'main'
  return { id: numberIn(row, 'id'), path: textIn(row, 'path_with_namespace'), branch }
}

async function invite(client: Client, kind: 'groups' | 'projects', id: number, users: Users): Promise<void> {
  for (const role of ['maintainer', 'developer', 'reporter', 'guest'] as const) {
    const user = users[role]
    if (user === undefined) continue
    const params = { id, user_id: user.id, access_level: memberLevels[role] }
    expectArranged(await client.call(`POST /${kind}/:id/members`, params, { as: 'owner' }))
  }
}
