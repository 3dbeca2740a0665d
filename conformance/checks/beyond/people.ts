import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const source = 'dossier 2, section 13; documentation of the users of the service'
const admin = { as: 'admin' } as const
const needs = { project: 'none', writes: true, rewinds: true } as const

const shown = {
  ...{ bio: 'Writes', location: 'Here', organization: 'Theirs', job_title: 'Writer', pronouns: 'they/them' },
  ...{
    website_url: 'https://somebody.example',
    skype: 'somebody',
    linkedin: 'somebody',
    twitter: 'somebody',
  },
  ...{ external: true, private_profile: true, can_create_group: false, projects_limit: 7 },
  ...{ note: 'Known to us', theme_id: 2, color_scheme_id: 3 },
}

async function somebody(stage: Stage, name: string, params = {}): Promise<Row> {
  const username = `${stage.prefix}-${name}`
  const wish = { username, email: `${username}@example.com`, name: 'Somebody', force_random_password: true }
  return arranged(await stage.call('POST /users', { ...wish, ...params }, admin))
}

export const described = check<'POST' | 'PUT'>({
  id: 'beyond/users-described',
  says: 'What administrators tell of a user, on creation or later, is what they are shown',
  source,
  level: 'should',
  covers: ['POST /users', 'PUT /users/:id'],
  needs,
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

export const renamed = check({
  id: 'beyond/users-renamed',
  says: 'A user is given another address, name and password; what is taken answers 409',
  source,
  level: 'should',
  covers: ['PUT /users/:id'],
  needs,
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

export const addresses = check({
  id: 'beyond/addresses',
  says: 'Addresses are added to one’s own account, and by administrators to that of others, and one is there once',
  source,
  level: 'should',
  covers: ['POST /user/emails', 'POST /users/:id/emails'],
  needs,
  holds: async (stage) => {
    const own = { email: `${stage.prefix}-own@example.com` }
    const added = await stage.call('POST /user/emails', own)
    answers(added, 201)
    has(added.row(), own, added)
    answers(await stage.call('POST /user/emails', own), 400)
    const theirs = { id: stage.user('owner').id, email: `${stage.prefix}-other@example.com` }
    const made = await stage.call('POST /users/:id/emails', { ...theirs, skip_confirmation: true }, admin)
    answers(made, 201)
    has(made.row(), { email: theirs.email }, made)
  },
})

export const followers = check({
  id: 'beyond/followers',
  says: 'Whoever is followed is followed once, and left once',
  source,
  level: 'should',
  covers: ['POST /users/:id/follow', 'POST /users/:id/unfollow'],
  needs,
  holds: async (stage) => {
    const { id } = stage.user('developer')
    const tell = (verb: string) => stage.call(`POST /users/:id/${verb}`, { id })
    await tell('unfollow')
    answers(await tell('follow'), 201)
    answers(await tell('follow'), 304)
    answers(await tell('unfollow'), 201)
    answers(await tell('unfollow'), 304)
  },
})
