import { nextWeek } from '../../arrange/variables-and-tokens.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, textIn } from '../../kit/expect.ts'

const create = 'POST /projects/:id/access_tokens'

export const tokensEnd = check({
  id: 'access-tokens/tokens-end',
  says: 'From 16.0 on a token without a last day ends 365 days after it was created',
  source: 'access-tokens#later-expiry',
  level: 'should',
  covers: [create],
  holds: async (stage) => {
    const asked = { id: stage.project.id, name: 'deploys', scopes: ['read_api'] }
    const plain = await stage.call(create, asked)
    answers(plain, 201)
    const { expires_at = null } = plain.row()
    await stage.changed('access-tokens#later-expiry', {
      before: () => {
        equals('the last day', expires_at, null, plain)
      },
      after: () => {
        const days =
          (Date.parse(String(expires_at)) - Date.parse(textIn(plain.row(), 'created_at').slice(0, 10))) /
          86_400_000
        equals('the days that it lasts', days, 365, plain)
      },
    })
  },
})

export const longestToken = check({
  id: 'access-tokens/longest-token',
  says: 'From 16.0 on a token that would last longer than a year is refused, and not before',
  source: 'access-tokens#later-longest',
  level: 'must',
  covers: [create],
  holds: async (stage) => {
    const asked = { id: stage.project.id, name: 'lasts', scopes: ['read_api'] }
    const reply = await stage.call(create, { ...asked, expires_at: '2090-01-01' })
    await stage.changed('access-tokens#later-longest', {
      before: () => answers(reply, 201),
      after: () => answers(reply, 400),
    })
  },
})

export const tokenForms = check({
  id: 'access-tokens/token-forms',
  says: 'From 18.0 on the secret of a new access token has two dots, and from 16.7 on that of a new deploy token begins with `gldt-`',
  source: 'access-tokens#later-routable, access-tokens#later-deploy-token',
  level: 'must',
  covers: [create, 'POST /projects/:id/deploy_tokens'],
  holds: async (stage) => {
    const { id } = stage.project
    const expires_at = await nextWeek(stage)
    const made = await stage.call(create, { id, name: 'reads', scopes: ['read_api'], expires_at })
    answers(made, 201)
    const dots = textIn(made.row(), 'token').split('.').length - 1
    await stage.changed('access-tokens#later-routable', {
      before: () => equals('the dots of the secret', dots, 0),
      after: () => equals('the dots of the secret', dots, 2),
    })
    const wish = { id, name: 'pulls', scopes: ['read_repository'] }
    const deploy = await stage.call('POST /projects/:id/deploy_tokens', wish)
    answers(deploy, 201)
    const isPrefixed = textIn(deploy.row(), 'token').startsWith('gldt-')
    await stage.changed('access-tokens#later-deploy-token', {
      before: () => equals('whether it has the prefix', isPrefixed, false),
      after: () => equals('whether it has the prefix', isPrefixed, true),
    })
  },
})
