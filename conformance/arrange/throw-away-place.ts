import type { Needs } from '../kit/check.ts'
import type { Client } from '../kit/client.ts'
import { numberIn, textIn } from '../kit/expect.ts'
import { Skipped, Unarranged } from '../kit/finding.ts'
import type { Params } from '../kit/query.ts'
import { projectState } from '../oracle/project-state.ts'
import { arranged, type StageGroup, type StageProject, type StageUser } from '../run/stage.ts'
import type { ParentGroup, Who } from '../targets/target.ts'

export type Users = { readonly [who in Who]?: StageUser }

export interface Arranged {
  readonly group: StageGroup | undefined
  readonly project: StageProject | undefined
  readonly holders: ReadonlySet<Who>
  /** Who is still to be made a member. */
  readonly invitations: readonly Invitation[]
}

/** A call of the owner's that makes somebody a member. */
export interface Invitation {
  readonly who: Who
  readonly operation: string
  readonly params: Params
}

/** What a throw-away place is made from. */
export interface Plan {
  readonly needs: Needs
  readonly users: Users
  /** Name of whatever is made. */
  readonly prefix: string
  /** The group below which the throw-away group is made. */
  readonly below: ParentGroup | undefined
  /** Nobody sees the group who is no member. */
  readonly closed?: true
}

/** Callers who are what they are called: an administrator may everything, so as an owner he tells nothing of owners. */
export function rightlyCalled(users: Users): ReadonlySet<Who> {
  return new Set((Object.keys(users) as Who[]).filter((who) => isRightlyCalled(who, users[who])))
}

/** An external user is another stranger than the table of roles means. */
export function isRightlyCalled(who: Who, user: StageUser | undefined): boolean {
  return user !== undefined && user.admin === (who === 'admin') && !(user.external && who === 'stranger')
}

/** A group holds nothing that is more open than itself. */
export function isMoreOpen(visibility: string, than: string): boolean {
  return openness.indexOf(visibility) > openness.indexOf(than)
}

/** Of two visibilities the one that fewer people see. */
export function lessOpen<T extends string>(one: T, other: T): T {
  return isMoreOpen(one, other) ? other : one
}

const openness: readonly string[] = ['private', 'internal', 'public']

const memberLevels = { maintainer: 40, developer: 30, reporter: 20, guest: 10 } as const

/** A throw-away group and project, into which a member of each role is to be invited for whom there is a credential. */
export async function arrangePlace(client: Client, plan: Plan): Promise<Arranged> {
  const { needs, users, prefix } = plan
  const holders = rightlyCalled(users)
  if (needs.project === 'none') return { group: undefined, project: undefined, holders, invitations: [] }
  const group = needs.in === 'own' ? undefined : await throwAwayGroup(client, plan)
  const project = await throwAwayProject(client, needs, group, prefix)
  const invitations =
    group === undefined
      ? invitationsTo('projects', project.id, users)
      : invitationsTo('groups', group.id, users)
  return { group, project, holders, invitations }
}

async function throwAwayGroup(
  client: Client,
  { prefix, needs, below, closed }: Plan,
): Promise<StageGroup | undefined> {
  const parent = needs.in === 'top' ? undefined : below
  const wanted = needs.project ?? 'private'
  if (parent !== undefined && isMoreOpen(wanted, parent.visibility))
    throw new Unarranged(
      `below the ${parent.visibility} group ${parent.path} no ${wanted} project can be created`,
      { rightly: true },
    )
  // A public group may hold projects of every visibility; below another one it can only be as open as that.
  const visibility = closed ? 'private' : lessOpen(needs.group ?? 'public', parent?.visibility ?? 'public')
  // A name that differs from the path shows where one is taken for the other.
  const named = { name: `${prefix} team`, path: prefix, visibility, ...(parent && { parent_id: parent.id }) }
  const reply = await client.call('POST /groups', named, { as: 'owner' })
  if (reply.status >= 400) {
    if (needs.in === 'group' || needs.in === 'top')
      throw new Skipped(`no group can be created: ${reply.status} ${reply.text.slice(0, 100)}`)
    return undefined
  }
  const row = reply.row()
  const id = numberIn(row, 'id')
  return {
    id,
    path: textIn(row, 'full_path'),
    fullName: textIn(row, 'full_name'),
    visibility,
    parentId: parent?.id ?? null,
  }
}

async function throwAwayProject(
  client: Client,
  needs: Needs,
  group: StageGroup | undefined,
  prefix: string,
): Promise<StageProject> {
  const path = group === undefined ? prefix : 'project'
  const reply = await client.call(
    'POST /projects',
    {
      name: `The ${path}`,
      path,
      visibility: needs.project ?? 'private',
      ...(group === undefined ? {} : { namespace_id: group.id }),
      ...(needs.repository || needs.furnished ? { initialize_with_readme: true } : {}),
    },
    { as: 'owner' },
  )
  const row = arranged(reply)
  const branch = typeof row.default_branch === 'string' ? row.default_branch : 'main'
  return {
    id: numberIn(row, 'id'),
    path: textIn(row, 'path_with_namespace'),
    branch,
    state: projectState(row),
  }
}

function invitationsTo(kind: 'groups' | 'projects', id: number, users: Users): readonly Invitation[] {
  return (['maintainer', 'developer', 'reporter', 'guest'] as const).flatMap((who) => {
    const user = users[who]
    if (user === undefined) return []
    const params = { id, user_id: user.id, access_level: memberLevels[who] }
    return [{ who, operation: `POST /${kind}/:id/members`, params }]
  })
}
