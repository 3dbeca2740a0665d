import { check } from '../../kit/check.ts'
import { answers } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

export const laterAccount = check({
  id: 'users/later-account',
  says: 'The account of the caller has the fields that its release brought',
  source: 'users#later-preferred-language, users#later-scim-identities, users#later-enterprise-group',
  level: 'should',
  covers: ['GET /user'],
  needs: { project: 'none', tier: 'premium', role: 'admin' },
  readOnly: true,
  holds: async (stage) => {
    const reply = await stage.call('GET /user')
    answers(reply, 200)
    await hasLater(
      stage,
      reply.row(),
      {
        'users#later-preferred-language': { preferred_language: ['string'] },
        'users#later-scim-identities': { scim_identities: ['list'] },
        'users#later-enterprise-group': {
          enterprise_group_id: ['null', 'number'],
          enterprise_group_associated_at: ['null', 'time'],
        },
      },
      reply,
    )
  },
})

export const policyEditor = check({
  id: 'users/policy-editor',
  says: 'From 18.5 on the preferences tell whether policies are edited in the advanced editor',
  source: 'users#later-policy-editor',
  level: 'should',
  covers: ['GET /user/preferences'],
  needs: { project: 'none' },
  readOnly: true,
  holds: async (stage) => {
    const reply = await stage.call('GET /user/preferences')
    const fields = { 'users#later-policy-editor': { policy_advanced_editor: ['boolean'] } } as const
    await hasLater(stage, reply.row(), fields, reply)
  },
})
