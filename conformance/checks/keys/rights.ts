import { withKey } from '../../arrange/keys.ts'
import { check } from '../../kit/check.ts'
import { answers, refuses } from '../../kit/expect.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'
import { forbidden, unauthorized } from '../../oracle/texts.ts'

const byId = 'GET /keys/:id'

const byFingerprint = 'GET /keys'

export const administratorsOnly = check({
  id: 'keys/administrators-only',
  says: 'Only administrators look up keys: others get 403 whether the key exists or not, after the parameters are validated',
  source: 'keys#administrators-only, keys#order-of-checks',
  level: 'must',
  covers: [byId, byFingerprint],
  needs: { project: 'none' },
  holds: async (stage) => {
    const { call } = stage
    const key = keyNamed(`${stage.prefix} administrators`)
    await withKey(stage, key, async (id) => {
      for (const as of ['owner', 'stranger'] as const) {
        if (!stage.has(as)) continue
        for (const one of [id, 987_654_321])
          answers(await call(byId, { id: one }, { as }), forbidden.status, forbidden.body)
        for (const fingerprint of [key.md5, key.sha256, 'abc'])
          answers(await call(byFingerprint, { fingerprint }, { as }), forbidden.status, forbidden.body)
        refuses(await call(byFingerprint, {}, { as }), 'fingerprint is missing')
      }
      const as = 'anonymous' as const
      answers(await call(byId, { id }, { as }), unauthorized.status, unauthorized.body)
      answers(await call(byFingerprint, {}, { as }), unauthorized.status, unauthorized.body)
    })
  },
})
