import type { Dialect } from '../../sim/contract.ts'
import type { Call, Client } from '../kit/client.ts'
import type { Failure } from '../kit/finding.ts'
import { closes } from '../oracle/features.ts'
import type { ProjectState } from '../oracle/project-state.ts'
import { rights, verdictFor } from '../oracle/rights.ts'
import { type ParentGroup, type Role, roles, type Who } from '../targets/target.ts'

/** What was read of the target before a check ran on it. */
interface WhatWasRead {
  readonly client: Pick<Client, 'journal'>
  readonly dialect: Dialect | undefined
  readonly users: { readonly [who in Who]?: { readonly admin: boolean } }
  readonly holders: ReadonlySet<Who>
  readonly project: { readonly state: ProjectState } | undefined
  readonly group?: { readonly visibility: string; readonly parentId: number | null } | undefined
  readonly asFound: boolean
}

/**
 * Why the last call may rightly have been refused where a check expected that it is not, or the other way round, as far
 * as what was read of the target tells; undefined where nothing of it explains that.
 */
export function whyRefused(parts: WhatWasRead, { operation, statuses }: Failure): string | undefined {
  // No role and no switch explains a server fault.
  if ((parts.client.journal.at(-1)?.reply.status ?? 0) >= 500) return undefined
  const pretended = pretenders(parts, operation)
  if (pretended !== undefined)
    return `who is called ${pretended} has another role in the project that is looked at`
  const last = parts.client.journal.at(-1)
  if (last === undefined || (operation !== undefined && operation !== last.operation)) return undefined
  const call = { ...last, operation: withoutIds(last.operation) }
  const closed = closedToOthers(parts, call)
  if (closed !== undefined) return closed
  if (belowTheTop(parts, call)) return 'it is about top-level groups, and the group is below another'
  if (restricted(call)) return 'the installation restricts the visibility that it gives to what is new'
  const role = roles.find((candidate) => candidate === call.as)
  if (role === undefined || role === 'anonymous') return undefined
  const user = parts.users[role]
  // What is missing is so for administrators as well.
  if (user?.admin && role !== 'admin' && call.reply.status < 400 && statuses?.every((it) => it === 403))
    return `who is called ${role} is an administrator, who may more`
  if (![401, 403, 404].includes(call.reply.status)) return undefined
  if (user === undefined) return `the ${role} credential opens nothing`
  if (!parts.asFound || parts.project === undefined) return undefined
  const rightly = parts.holders.has(role) || user.admin
  if (/ \/groups\/:id/.test(call.operation))
    return user.admin ? undefined : 'the group that is looked at may be closed to the caller'
  if (withoutCommits(parts.project.state, call))
    return 'the project that is looked at has an empty repository'
  if (mustBeLetIn(parts, call, role)) return undefined
  if (!rightly) return `who is called ${role} has another role in the project that is looked at`
  return closure(parts.project.state, call.operation)
}

/** `GET /projects/:id/labels` of `GET /projects/5/labels?page=1`, which a check wrote out itself. */
function withoutIds(operation: string): string {
  return operation
    .replace(/\?.*/s, '')
    .replace(/^(\w+ \/(?:projects|groups)\/)(?:\d+|[^/]*%2F[^/]*)(?=\/|$)/i, '$1:id')
}

/** A throw-away group is open to all unless the group above it is not. */
function closedToOthers({ asFound, group }: WhatWasRead, { as, operation, reply }: Call): string | undefined {
  if (asFound || group === undefined || group.parentId === null || group.visibility === 'public')
    return undefined
  const kept = (as === 'stranger' || as === 'anonymous') && [401, 404].includes(reply.status)
  return kept && /\/groups\/:id/.test(operation)
    ? `the group is ${group.visibility}, as the one above it is`
    : undefined
}

/** The billable and pending members of a subgroup are those of the top-level group. */
function belowTheTop({ group }: WhatWasRead, { operation, reply }: Call): boolean {
  const below = typeof group?.parentId === 'number'
  return below && reply.status === 400 && /\/groups\/:id\/(?:billable|pending)_members/.test(operation)
}

const RESTRICTED = /(\w+) has been restricted by your GitLab administrator/

/** Nobody asked for the visibility, so that it is the default or that of what is imported. */
function restricted({ request, reply }: Call): boolean {
  const sent = typeof request.body === 'string' ? request.body : ''
  return reply.status === 400 && RESTRICTED.test(reply.body) && !sent.includes('visibility')
}

/** Before the first push there is no tree, no commit and no file to name. */
function withoutCommits({ empty }: ProjectState, { operation, reply }: Call): boolean {
  return empty && reply.status === 404 && /\/projects\/:id\/repository\//.test(operation)
}

export const noRoom = 'the account may have no more projects of its own'

/** Whether a refusal says that an account has as many projects of its own as it may. */
export function hasNoRoom(text: string): boolean {
  return /limit.reached|Personal project creation is not allowed/i.test(text)
}

/** Why what a check needs cannot be arranged, where that follows from the group that the run was given, or is told. */
export function whyUnarranged(
  { group, parent }: Pick<WhatWasRead, 'group'> & { readonly parent?: ParentGroup | undefined },
  reason: string,
): string | undefined {
  const visibility = RESTRICTED.exec(reason)?.[1]
  if (visibility !== undefined) return `the installation restricts the visibility ${visibility}`
  if (hasNoRoom(reason)) return noRoom
  if (/fingerprint\w*"?:.*has already been taken/.test(reason))
    return 'somebody has the SSH key that is added, such as another run at the same time'
  if (group === undefined || parent === undefined || parent.visibility === 'public') return undefined
  return /visibility_level|not allowed in a (?:private|internal) group/.test(reason)
    ? `below the ${parent.visibility} group ${parent.path} nothing more open can be created`
    : undefined
}

/**
 * A caller by whose role a check went, and who has another one; the owner is who looks, whatever he is. What others were
 * answered by another operation than the failure speaks of stands for itself.
 */
function pretenders(
  { asFound, client, holders, project, users }: WhatWasRead,
  operation: string | undefined,
): Role | undefined {
  if (!asFound || project === undefined) return undefined
  return client.journal
    .filter((call) => operation === undefined || call.operation === operation)
    .map(({ as }) => roles.find((role) => role === as))
    .find(
      (role): role is Role =>
        role !== undefined &&
        role !== 'anonymous' &&
        role !== 'owner' &&
        users[role] !== undefined &&
        !holders.has(role),
    )
}

/** True where the table of roles and what was read of the project leave no doubt. */
function mustBeLetIn({ holders, project, dialect }: WhatWasRead, { operation }: Call, role: Role): boolean {
  const right = rights[operation]
  if (right === undefined || project === undefined || !holders.has(role)) return false
  const told = { operation, role, visibility: 'private', state: project.state, own: false } as const
  return verdictFor(right, { ...told, dialect: dialect ?? 'specification' }) === 'allowed'
}

function closure({ archived, leaving, features }: ProjectState, operation: string): string | undefined {
  if (archived) return 'the project that is looked at is archived'
  if (leaving) return 'the project that is looked at is about to be deleted'
  const off = Object.keys(features).filter(
    (feature) => features[feature] === 'disabled' && closes(feature, operation),
  )
  return off.length === 0 ? undefined : `the project that is looked at has switched off ${off.join(', ')}`
}
