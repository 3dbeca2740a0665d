import { createdUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { equals, numberIn, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'
import { everywhere, inGroup, inProject, places, search, type Where } from './searches.ts'

async function isFound(stage: Stage, where: Where, asked: string, username: string, as: Who) {
  const reply = await search(stage, where, { scope: 'users', search: asked }, as)
  return reply.rows().some((row) => row.username === username)
}

interface Somebody {
  readonly email: string
  readonly username: string
}

/** A member who shows no e-mail address: one of the callers, or where the target can go back an account made for it. */
async function withPrivateMail(stage: Stage): Promise<Somebody> {
  for (const role of ['developer', 'reporter', 'guest', 'stranger'] as const) {
    if (!stage.knows(role)) continue
    const row = (await stage.call('GET /user', {}, { as: role })).row()
    const { email = null, public_email = null } = row
    if (typeof email === 'string' && email !== public_email) return joined(stage, row, role === 'stranger')
  }
  if (!stage.goesBack || !stage.knows('admin')) return stage.skip('every address is public')
  return joined(stage, await createdUser(stage, 'private', 'admin'), true)
}

async function joined(stage: Stage, user: Row, isStranger: boolean): Promise<Somebody> {
  const member = { id: stage.group.id, user_id: numberIn(user, 'id'), access_level: 10 }
  if (isStranger) expectArranged(await stage.call('POST /groups/:id/members', member))
  return { email: textIn(user, 'email'), username: textIn(user, 'username') }
}

// Without its first letter the address is no longer the username with something behind it.
const spellings: { readonly [name: string]: (email: string) => string } = {
  'as it is': (email) => email,
  'in capitals': (email) => email.toUpperCase(),
  'in part': (email) => email.slice(1),
}

export const privateMail = check<string, Somebody>({
  id: 'search/private-mail',
  says: 'Users who are no administrators do not find somebody by an e-mail address that is not public, anywhere',
  source: 'search#columns',
  level: 'must',
  covers: [everywhere, inGroup, inProject],
  needs: { in: 'group' },
  readOnly: true,
  arrange: withPrivateMail,
  each: () => Object.keys(spellings),
  holds: async (stage, spelling, { email, username }) => {
    const asked = (spellings[spelling] ?? String)(email)
    const as = stage.nonAdmin()
    for (const where of as === 'stranger' ? [{ operation: everywhere, params: {} }] : places(stage))
      equals(
        `whether the address finds its owner by ${where.operation}`,
        await isFound(stage, where, asked, username, as),
        false,
      )
  },
})

export const blockedUsers = check<'block' | 'ban'>({
  id: 'search/blocked-users',
  says: 'A blocked or banned account is found by administrators alone',
  source: 'search#blocked-users',
  level: 'must',
  covers: [everywhere],
  needs: { project: 'none', role: 'admin', plainOwner: true, rewinds: true },
  each: () => ['block', 'ban'],
  holds: async (stage, verb) => {
    const user = await createdUser(stage, verb)
    const [id, username] = [numberIn(user, 'id'), textIn(user, 'username')]
    const found = (as: Who) => isFound(stage, { operation: everywhere, params: {} }, username, username, as)
    equals('whether the account is found', await found('owner'), true)
    expectArranged(await stage.call(`POST /users/:id/${verb}`, { id }))
    equals(`whether it is found after ${verb}`, await found('owner'), false)
    equals('whether an administrator finds it', await found('admin'), true)
  },
})

export const hiddenSubgroup = check({
  id: 'search/members-of-hidden-subgroups',
  says: 'A search for users in a group finds members of a subgroup only for those who see the subgroup',
  source: 'search#group-search, search#users-of-hidden-subgroups',
  level: 'must',
  covers: [inGroup],
  needs: { project: 'public', in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    // Somebody who is in none of the groups, and is not the one who looks.
    const { id: user_id, username } = stage.user('admin')
    const where = { operation: inGroup, params: { id: group.id } }
    const found = (as: Who) => isFound(stage, where, username, username, as)
    const member = await call('GET /groups/:id/members/all/:user_id', { id: group.id, user_id })
    if (member.status !== 404) return stage.skip('the administrator is a member of the group')
    equals('whether who is no member is found', await found('owner'), false)
    const below = { name: 'Hidden', path: 'hidden', parent_id: group.id, visibility: 'private' }
    const id = numberIn(arranged(await call('POST /groups', below)), 'id')
    expectArranged(await call('POST /groups/:id/members', { id, user_id, access_level: 30 }))
    equals('whether an owner finds the member', await found('owner'), true)
    equals('whether somebody finds the member who does not see the subgroup', await found('stranger'), false)
  },
})
