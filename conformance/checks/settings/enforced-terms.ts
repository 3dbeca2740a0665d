import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { createdUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, holds, numberIn, textIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

export const enforcedTerms = check<'on' | 'off'>({
  id: 'settings/enforced-terms',
  says: 'While terms are enforced, a user who has not accepted them reads and writes nothing and is told so, and who is not signed in goes on',
  source: 'settings#effects, conventions#account-states',
  level: 'must',
  covers: ['PUT /application/settings'],
  needs: { project: 'none', role: 'admin', rewinds: true },
  each: () => ['on', 'off'],
  holds: async (stage, state) => {
    const user = await createdUser(stage, 'reads-terms')
    const wish = { user_id: numberIn(user, 'id'), name: 'all', scopes: ['api'] }
    const made = arranged(await stage.call('POST /users/:user_id/personal_access_tokens', wish))
    const as = { as: 'anonymous', headers: { 'private-token': textIn(made, 'token') } } as const
    const name = `${stage.prefix}-terms`
    const calls = [
      () => stage.call('GET /user', {}, as),
      () => stage.call('GET /projects', { per_page: 1 }, as),
      () => stage.call('POST /projects', { name }, as),
    ]
    await changeInstanceSettings(stage, { terms: 'Be kind to each other.', enforce_terms: state === 'on' })
    answers(await stage.call('GET /projects', { per_page: 1 }, { as: 'anonymous' }), 200)
    for (const ask of calls) {
      const reply = await ask()
      if (state === 'off') answers(reply, [200, 201])
      else {
        answers(reply, 403)
        const told = isRow(reply.json) ? textIn(reply.json, 'message') : ''
        const text = `403 Forbidden - You (@${user.username}) must accept the Terms of Service in order to perform this action.`
        holds(told.startsWith(text), 'the message names the terms', told, reply)
      }
    }
  },
})
