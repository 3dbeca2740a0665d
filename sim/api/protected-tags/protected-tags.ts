import { protectedTagEntity } from '../../entities/protected-tag.ts'
import { changed } from '../../lib/dialect.ts'
import { maintainersOnly, type NewRefAccess } from '../../model/branches/protect-branch.ts'
import type { RefAccessLevel } from '../../model/members/access-level.ts'
import { protectTag as protect } from '../../model/protected-tags/protect-tag.ts'
import { accessErrors } from '../../policy/ref-access.ts'
import { licensed } from '../../policy/tier.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { hashArray, integer, oneOf, type ParamsOf, required, string } from '../../protocol/params.ts'
import { refuseInvalidRowAsSentences } from '../../protocol/refuse-invalid-row.ts'
import { signedIn } from '../shared/signed-in.ts'

/** Shared by all four: rights come before parameters (protected-tags#rights). */
const common = { auth: signedIn, authorize: 'first', source: 'protected-tags#object' } as const

const name = required(string({ about: 'Name of a tag, or a wildcard such as `v*`' }))
const level = (about?: string) =>
  changed('protected-tags#later-administrators', {
    before: oneOf<RefAccessLevel>([0, 30, 40], { ...(about !== undefined && { about }) }),
    after: oneOf<RefAccessLevel>([0, 30, 40, 60], { ...(about !== undefined && { about }) }),
  })
const grant = { access_level: level(), user_id: integer(), group_id: integer() }
const keyedGrant = {
  ...grant,
  deploy_key_id: integer({ about: 'ID of a deploy key of the project that may write' }),
}
const grants = { tier: 'premium', about: 'Users, groups and access levels' } as const

export const listProtectedTags = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/protected_tags',
    summary: 'List the protected tags of a project',
    subject: 'project',
    needs: 'read_protected_tags',
    answers: { many: protectedTagEntity },
  },
  ({ world, project }) => indexListing(world.protectedTags.by('byProject', project.id), 'ascending'),
)

export const getProtectedTag = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/protected_tags/:name',
    summary: 'Get a protected tag of a project',
    params: { name },
    dotted: ['name'],
    subject: 'protected_tag',
    needs: 'read_protected_tags',
    answers: { one: protectedTagEntity },
  },
  ({ protectedTag }) => protectedTag,
)

export const protectTag = operation(
  {
    ...common,
    method: 'POST',
    path: '/projects/:id/protected_tags',
    summary: 'Protect a tag',
    params: {
      name,
      create_access_level: level('Default: Maintainers, unless `allowed_to_create` is sent'),
      allowed_to_create: changed('protected-tags#later-allowed-key', {
        before: hashArray(grant, grants),
        after: hashArray(keyedGrant, grants),
      }),
    },
    subject: 'project',
    needs: 'admin_protected_tags',
    answers: { status: 201, one: protectedTagEntity },
    refuses: [422],
  },
  ({ world, project, params, view, now }) => {
    const { create_access_level, allowed_to_create } = params
    const create = accessList(create_access_level, licensed(world, 'premium') ? allowed_to_create : [])
    const wrong = accessErrors(view.situation, project, 'create_access_levels', create)
    return refuseInvalidRowAsSentences(
      () => protect(world, project, { name: params.name ?? '', create }, wrong, now),
      422,
    )
  },
)

export const unprotectTag = operation(
  {
    ...common,
    method: 'DELETE',
    path: '/projects/:id/protected_tags/:name',
    summary: 'Unprotect a tag',
    params: { name },
    dotted: ['name'],
    subject: 'protected_tag',
    needs: 'admin_protected_tags',
    unmodifiedSince: 'subject',
    answers: { status: 204 },
  },
  ({ world, protectedTag }) => world.protectedTags.delete(protectedTag.id),
)

type Granted = ParamsOf<typeof grant> & Partial<ParamsOf<typeof keyedGrant>>

/** The requested level and everyone who is named; Maintainers if neither is sent. */
function accessList(
  level: RefAccessLevel | null | undefined,
  named: readonly Granted[] | null | undefined,
): readonly NewRefAccess[] {
  const list = (named ?? []).map(granted)
  if (level != null) return [{ accessLevel: level, userId: null, groupId: null }, ...list]
  return list.length > 0 ? list : maintainersOnly
}

// Users and groups are answered with the level of Maintainers.
function granted({ access_level, user_id, group_id, deploy_key_id }: Granted): NewRefAccess {
  if (deploy_key_id != null)
    return { accessLevel: 40, userId: null, groupId: null, deployKeyId: deploy_key_id }
  if (user_id != null) return { accessLevel: 40, userId: user_id, groupId: null }
  if (group_id != null) return { accessLevel: 40, userId: null, groupId: group_id }
  return { accessLevel: access_level ?? 40, userId: null, groupId: null }
}
