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
