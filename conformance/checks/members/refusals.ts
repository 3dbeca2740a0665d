import { secondProject } from '../../arrange/runners.ts'
import { nextWeek } from '../../arrange/variables-and-tokens.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const MEMBERS = '/projects/:id/members'

export const bots = check({
  id: 'members/bots',
  says: 'The bot of a project token is no member of another project, and is not removed as a member',
  source: 'members#bots',
  level: 'should',
  covers: [`POST ${MEMBERS}`, `DELETE ${MEMBERS}/:user_id`],
  needs: { in: 'own' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const other = await secondProject(stage, 'bots')
    const wish = {
      id,
      name: 'bot',
      scopes: ['read_api'],
      access_level: 20,
      expires_at: await nextWeek(stage),
    }
    const bot = numberIn(arranged(await call('POST /projects/:id/access_tokens', wish)), 'user_id')
    const added = await call(`POST ${MEMBERS}`, { id: other, user_id: bot, access_level: 20 })
    const text = 'project bots cannot be added to other groups / projects'
    answers(added, 400, { message: { user_id: [text] } })
    answers(await call(`DELETE ${MEMBERS}/:user_id`, { id, user_id: bot }), 403)
  },
})

export const invitedMember = check({
  id: 'members/invited-member',
  says: 'A member who is invited by address or by id gets the level of the invitation',
  source: 'members#invite-member, members#invite',
  level: 'should',
  covers: ['POST /projects/:id/invitations'],
  needs: { in: 'own' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const { id: user_id } = stage.user('stranger')
    arranged(await call(`POST ${MEMBERS}`, { id, user_id, access_level: 20 }))
    const invited = { id, user_id, access_level: 30 }
    answers(await call('POST /projects/:id/invitations', invited), 201, { status: 'success' })
    const member = await call(`GET ${MEMBERS}/:user_id`, { id, user_id })
    equals('the level', member.row().access_level ?? null, 30, member)
  },
})

export const keptBelow = check({
  id: 'members/kept-below',
  says: 'Who is removed from a group leaves what is below it, unless `skip_subresources` is set',
  source: 'members#remove',
  level: 'should',
  covers: ['DELETE /groups/:id/members/:user_id'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group, project } = stage
    const { id: user_id } = stage.user('stranger')
    const levels = { user_id, access_level: 20 }
    for (const skip_subresources of [true, false]) {
      arranged(await call('POST /groups/:id/members', { id: group.id, ...levels }))
      if (skip_subresources)
        arranged(await call(`POST ${MEMBERS}`, { id: project.id, user_id, access_level: 30 }))
      const place = { id: group.id, user_id, skip_subresources }
      answers(await call('DELETE /groups/:id/members/:user_id', place), 204)
      const below = await call(`GET ${MEMBERS}/:user_id`, { id: project.id, user_id })
      equals('the status of the membership below', below.status, skip_subresources ? 200 : 404, below)
    }
  },
})
