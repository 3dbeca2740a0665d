import { createdUser, deleteUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, names, numberIn, says, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const needs = { project: 'none', role: 'admin', writes: true } as const

const admin = { as: 'admin' } as const

const needsOfPeople = { project: 'none', writes: true, rewinds: true } as const

const shown = {
  ...{ bio: 'Writes', location: 'Here', organization: 'Theirs', job_title: 'Writer', pronouns: 'they/them' },
  ...{
    website_url: 'https://somebody.example',
    linkedin: 'somebody',
    twitter: 'somebody',
  },
  ...{ external: true, private_profile: true, can_create_group: false, projects_limit: 0 },
  ...{ note: 'Known to us', theme_id: 2, color_scheme_id: 3 },
}

export const deletedIsGone = check({
  id: 'users/deleted-is-gone',
  says: 'A deleted user answers 404 to getting, updating and deleting',
  source: 'users#deleted, users#delete',
  level: 'should',
  covers: ['DELETE /users/:id', 'PUT /users/:id'],
  needs,
  holds: async (stage) => {
    const user = await createdUser(stage, 'removed')
    const id = numberIn(user, 'id')
    answers(await stage.call('DELETE /users/:id', { id, hard_delete: true }), 204)
    says(await stage.call('GET /users/:id', { id }), 404, '404 User Not Found')
    says(await stage.call('PUT /users/:id', { id, bio: 'x' }), 404, '404 User Not Found')
    says(await stage.call('DELETE /users/:id', { id }), 404, '404 User Not Found')
  },
})

export const updateKeepsTheRest = check({
  id: 'users/update-keeps-the-rest',
  says: 'An update of a user by an administrator sets the attributes that are sent and keeps all others',
  source: 'users#update',
  level: 'should',
  covers: ['PUT /users/:id'],
  needs,
  each: () => [
    { bio: 'A bio' },
    { name: 'An Other' },
    { location: 'Here', job_title: 'Baker' },
    { can_create_group: false },
    { projects_limit: 7 },
    { note: 'Kept' },
  ],
  holds: async (stage, wish: Row) => {
    const user = await createdUser(stage, 'changed')
    const id = numberIn(user, 'id')
    const before = (await stage.call('GET /users/:id', { id })).row()
    const reply = await stage.call('PUT /users/:id', { id, ...wish } as never)
    answers(reply, 200)
    has(reply.row(), wish, reply)
    const after = (await stage.call('GET /users/:id', { id })).row()
    for (const field of [
      'username',
      'email',
      'bio',
      'name',
      'location',
      'projects_limit',
      'can_create_group',
    ])
      if (!(field in wish)) equals(`field ${field}`, after[field], before[field])
    await deleteUser(stage, user)
  },
})

export const externalRights = check({
  id: 'users/external-rights',
  says: 'A user who becomes external has a limit of no projects and may create no groups, whatever is sent beside it, and gets both back with the end of it',
  source: 'users#external',
  level: 'should',
  covers: ['PUT /users/:id'],
  needs,
  holds: async (stage) => {
    const user = await createdUser(stage, 'external')
    const id = numberIn(user, 'id')
    const wish = { projects_limit: 7, can_create_group: true }
    const outside = await stage.call('PUT /users/:id', { id, external: true, ...wish })
    answers(outside, 200)
    has(outside.row(), { external: true, projects_limit: 0, can_create_group: false }, outside)
    const inside = await stage.call('PUT /users/:id', { id, external: false, ...wish })
    has(inside.row(), { external: false, ...wish }, inside)
    await deleteUser(stage, user)
  },
})

export const create = check({
  id: 'users/create',
  says: 'An administrator creates users with 201; a mail address or user name that is taken answers 409',
  source: 'users#create, users#taken',
  level: 'should',
  covers: ['POST /users'],
  needs: { project: 'none', writes: true, rewinds: true },
  holds: async ({ call, prefix }) => {
    const username = `${prefix}-user`
    const params = {
      username,
      email: `${username}@example.com`,
      name: 'Somebody',
      password: 'Sesame-open-42',
    }
    const made = await call('POST /users', params, admin)
    answers(made, 201)
    has(made.row(), { username, name: 'Somebody', state: 'active' }, made)
    const more = {
      ...{ admin: true, external: true, private_profile: true, can_create_group: false, projects_limit: 0 },
      ...{ bio: 'Writes', location: 'Here', organization: 'Theirs', job_title: 'Writer' },
    }
    const rest = { username: `${username}-rest`, email: `${username}-rest@example.com`, name: 'Another' }
    const whole = await call(
      'POST /users',
      { ...rest, ...more, public_email: rest.email, reset_password: true },
      admin,
    )
    answers(whole, 201)
    const { admin: is_admin, ...shown } = more
    has(whole.row(), { ...shown, is_admin }, whole)
    const drawn = { username: `${username}-drawn`, email: `${username}-drawn@example.com`, name: 'Drawn' }
    answers(await call('POST /users', { ...drawn, force_random_password: true }, admin), 201)
    const other = { ...params, username: `${username}-too` }
    says(await call('POST /users', other, admin), 409, 'Email has already been taken')
    const named = { ...params, email: `${username}-too@example.com` }
    says(await call('POST /users', named, admin), 409, 'Username has already been taken')
  },
})

export const attributes = check<'POST' | 'PUT'>({
  id: 'users/attributes',
  says: 'A user is shown to administrators with the attributes that were sent on creation or update',
  source: 'users#attributes',
  level: 'should',
  covers: ['POST /users', 'PUT /users/:id'],
  needs: needsOfPeople,
  each: () => ['POST', 'PUT'],
  holds: async (stage, verb) => {
    const identity = { extern_uid: `${stage.prefix}-${verb}`, provider: 'saml' }
    const told = { ...shown, ...identity, admin: false }
    const made = await somebody(stage, `described-${verb.toLowerCase()}`, verb === 'POST' ? told : {})
    const id = numberIn(made, 'id')
    const changed =
      verb === 'POST' ? undefined : await stage.call('PUT /users/:id', { id, ...told, name: 'Other' }, admin)
    if (changed !== undefined) answers(changed, 200)
    const row = (await stage.call('GET /users/:id', { id }, admin)).row()
    has(row, Object.fromEntries(Object.entries(shown).filter(([name]) => name in row)) as Row)
    equals('the name', row.name, verb === 'POST' ? 'Somebody' : 'Other')
  },
})

export const rename = check({
  id: 'users/rename',
  says: 'An update of a user sets user name, mail address and password; a user name or address of another user answers 409',
  source: 'users#update, users#taken',
  level: 'should',
  covers: ['PUT /users/:id'],
  needs: needsOfPeople,
  holds: async (stage) => {
    const other = await somebody(stage, 'first')
    const id = numberIn(await somebody(stage, 'second'), 'id')
    const change = (params: object) => stage.call('PUT /users/:id', { id, ...params }, admin)
    says(await change({ username: other.username }), 409, 'Username has already been taken')
    says(await change({ email: other.email }), 409, 'Email has already been taken')
    const username = `${stage.prefix}-third`
    const email = `${username}@example.com`
    const changed = await change({
      username,
      email,
      public_email: '',
      password: 'Sesame-open-42',
      admin: true,
    })
    answers(changed, 200)
    has((await stage.call('GET /users/:id', { id }, admin)).row(), { username, is_admin: true })
  },
})

async function somebody(stage: Stage, name: string, params = {}): Promise<Row> {
  const username = `${stage.prefix}-${name}`
  const wish = { username, email: `${username}@example.com`, name: 'Somebody', force_random_password: true }
  return arranged(await stage.call('POST /users', { ...wish, ...params }, admin))
}

export const digits = check({
  id: 'users/digits',
  says: 'A path below `/users/:id` whose id is not a number answers 404 like a path that does not exist',
  source: 'users#digits',
  level: 'must',
  covers: ['GET /users/:id', 'GET /users/:id/following'],
  needs: { project: 'none' },
  readOnly: true,
  each: () => ['owner', 'x1', '-1', '1.5', '+1'],
  holds: async (stage, sent) => {
    const id = sent === 'owner' ? stage.user('owner').username : sent
    for (const path of ['GET /users/:id', 'GET /users/:id/following'])
      answers(await stage.call(path, { id }), 404, { error: '404 Not Found' })
  },
})

export const seat = check({
  id: 'users/license-seat',
  says: 'Administrators see whether a user takes a seat of the licence: one who is blocked takes none',
  source: 'users#forms',
  level: 'should',
  covers: ['GET /users/:id'],
  needs: { tier: 'ultimate', rewinds: true },
  holds: async (stage) => {
    if (!stage.has('admin')) return stage.skip('there is no administrator')
    const admin = { as: 'admin' } as const
    const { id } = stage.user('owner')
    const read = await stage.call('GET /users/:id', { id }, admin)
    has(read.row(), { using_license_seat: true, is_auditor: false }, read)
    lacks(
      (await stage.call('GET /users/:id', { id }, { as: 'stranger' })).row(),
      ['using_license_seat'],
      read,
    )
    const guest = await somebody(stage, 'seatless')
    has(guest, { using_license_seat: false })
  },
})

const onOwnPage = ['highest_role', 'current_sign_in_ip', 'last_sign_in_ip', 'sign_in_count', 'plan', 'trial']

export const details = check({
  id: 'users/details',
  says: 'The page of a user tells administrators the highest role and the sign-ins, none of a new user; lists do not',
  source: 'users#details',
  level: 'should',
  covers: ['GET /users/:id', 'GET /users'],
  needs: { ...needs, tier: 'premium' },
  holds: async (stage) => {
    const user = await createdUser(stage, 'detailed')
    const id = numberIn(user, 'id')
    lacks(user, onOwnPage)
    has(user, { provisioned_by_group_id: null })
    const read = await stage.call('GET /users/:id', { id }, admin)
    names(read.row(), onOwnPage, read)
    const never = { current_sign_in_ip: null, last_sign_in_ip: null, sign_in_count: 0 }
    has(read.row(), { highest_role: 0, ...never, plan: null, trial: false }, read)
    const username = textIn(user, 'username')
    const [listed] = (await stage.call('GET /users', { username }, admin)).rows()
    lacks(listed ?? {}, onOwnPage)
    const other = await stage.call('GET /users/:id', { id }, { as: 'stranger' })
    lacks(other.row(), [...onOwnPage, 'provisioned_by_group_id'], other)
  },
})

export const laterProfile = check({
  id: 'users/later-profile',
  says: 'From 15.9 on profiles have `discord`, and from 18.1 on `github`, as they are set and empty before',
  source: 'users#later-discord, users#later-github',
  level: 'must',
  covers: ['GET /users/:id', 'PUT /users/:id'],
  needs,
  holds: async (stage) => {
    const id = numberIn(await createdUser(stage, 'profiled'), 'id')
    const before = await stage.call('GET /users/:id', { id })
    answers(
      await stage.call('PUT /users/:id', { id, discord: '123456789012345678', github: 'somebody', bio: 'x' }),
      200,
    )
    const after = await stage.call('GET /users/:id', { id })
    for (const [change, name, value] of [
      ['users#later-discord', 'discord', '123456789012345678'],
      ['users#later-github', 'github', 'somebody'],
    ] as const)
      await stage.changed(change, {
        before: () => {
          if (stage.dialect !== undefined) lacks(after.row(), [name], after)
        },
        after: () => {
          has(before.row(), { [name]: '' }, before)
          has(after.row(), { [name]: value }, after)
        },
      })
  },
})
