import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { createdUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, has, numberIn, says, textIn } from '../../kit/expect.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const write = 'PUT /application/settings'

/** What follows from settings that came with later releases. A change of what a release does not know alone is refused. */
const decide = (stage: Stage, settings: { readonly [name: string]: boolean | string }) =>
  changeInstanceSettings(stage, { ...settings, help_page_text: '' })

export const deniedAddresses = check<boolean>({
  id: 'settings/denied-addresses',
  says: 'From 15.10 on, while all addresses are denied but those that are allowed, a webhook of another host answers 422, and one of a listed host 201',
  source: 'settings#later-15-10',
  level: 'must',
  covers: [write, 'POST /projects/:id/hooks'],
  needs: { role: 'admin', rewinds: true },
  each: () => [true, false],
  holds: async (stage, deny_all_requests_except_allowed) => {
    const { id } = stage.project
    const outbound_local_requests_allowlist_raw = 'listed.example'
    await decide(stage, { deny_all_requests_except_allowed, outbound_local_requests_allowlist_raw })
    const hook = (url: string) => stage.call('POST /projects/:id/hooks', { id, url })
    const reply = await hook('https://other.example/hook')
    await stage.changed('settings#later-15-10', {
      before: () => answers(reply, 201),
      after: () => answers(reply, deny_all_requests_except_allowed ? 422 : 201),
    })
    answers(await hook('https://listed.example/hook'), 201)
  },
})

export const closedTopLevel = check<boolean>({
  id: 'settings/closed-top-level',
  says: 'From 18.0 on, while the creation of top-level groups is switched off, nobody creates one, administrators included, and subgroups are created as ever',
  source: 'settings#later-18-0-likely',
  level: 'should',
  covers: [write, 'POST /groups'],
  needs: { role: 'admin', rewinds: true, in: 'group' },
  each: () => [true, false],
  holds: async (stage, top_level_group_creation_enabled) => {
    await decide(stage, { top_level_group_creation_enabled })
    for (const as of ['admin', 'owner'] as const) {
      const path = `${stage.prefix}-${as}`
      const reply = await stage.call('POST /groups', { name: path, path }, { as })
      await stage.changed('settings#later-18-0-likely', {
        before: () => answers(reply, 201),
        after: () => answers(reply, top_level_group_creation_enabled ? 201 : 403),
      })
      const below = { name: path, path, parent_id: stage.group.id }
      answers(await stage.call('POST /groups', below, { as }), 201)
    }
  },
})

export const idleGuests = check<boolean>({
  id: 'settings/idle-guests',
  says: 'From 16.6 on, while Guests may create nothing, a user who has no role anywhere creates no group and no project, and is told so, and a Reporter does',
  source: 'settings#later-16-6',
  level: 'must',
  covers: [write, 'POST /groups', 'POST /projects', 'GET /user'],
  needs: { role: 'admin', rewinds: true },
  each: () => [true, false],
  holds: async (stage, allow_project_creation_for_guest_and_below) => {
    const user = await createdUser(stage, 'idle')
    const wish = { user_id: numberIn(user, 'id'), name: 'all', scopes: ['api'] }
    const made = arranged(await stage.call('POST /users/:user_id/personal_access_tokens', wish))
    const as = { as: 'anonymous', headers: { 'private-token': textIn(made, 'token') } } as const
    await decide(stage, { allow_project_creation_for_guest_and_below })
    const tries = async (name: string) => {
      const shown = await stage.call('GET /user', {}, as)
      const group = await stage.call('POST /groups', { name, path: name }, as)
      const project = await stage.call('POST /projects', { name }, as)
      return (may: boolean) => {
        has(shown.row(), { can_create_group: may, can_create_project: may }, shown)
        answers(group, may ? 201 : 403)
        answers(project, may ? 201 : 403)
      }
    }
    const first = await tries(`${stage.prefix}-idle-first`)
    await stage.changed('settings#later-16-6', {
      before: () => first(true),
      after: () => first(allow_project_creation_for_guest_and_below),
    })
    const member = { id: stage.project.id, user_id: numberIn(user, 'id'), access_level: 20 }
    arranged(await stage.call('POST /projects/:id/members', member))
    const second = await tries(`${stage.prefix}-idle-second`)
    second(true)
  },
})

export const closedInvitations = check<boolean>({
  id: 'settings/closed-invitations',
  says: 'From 18.0 on, while inviting is switched off, nobody but administrators adds members to a project or group, or invites there',
  source: 'settings#later-18-0',
  level: 'must',
  covers: [
    write,
    'POST /projects/:id/members',
    'POST /groups/:id/members',
    'POST /projects/:id/invitations',
    'POST /groups/:id/invitations',
  ],
  needs: { role: 'admin', plainOwner: true, rewinds: true, in: 'group', tier: 'premium' },
  each: () => [true, false],
  holds: async (stage, disable_invite_members) => {
    const user_id = numberIn(await createdUser(stage, 'invited'), 'id')
    await decide(stage, { disable_invite_members })
    const access_level = 20
    const email = `${stage.prefix}-nobody@example.com`.toLowerCase()
    for (const [noun, id] of [
      ['projects', stage.project.id],
      ['groups', stage.group.id],
    ] as const)
      for (const [what, named] of [
        ['members', { user_id: String(user_id) }],
        ['invitations', { email }],
      ] as const) {
        const call = (as: 'owner' | 'admin') =>
          stage.call(`POST /${noun}/:id/${what}`, { id, ...named, access_level }, { as })
        const reply = await call('owner')
        await stage.changed('settings#later-18-0', {
          before: () => answers(reply, 201),
          after: () => (disable_invite_members ? says(reply, 403, '403 Forbidden') : answers(reply, 201)),
        })
        if (reply.status === 403) answers(await call('admin'), 201)
      }
  },
})
