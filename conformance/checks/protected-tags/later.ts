import { check } from '../../kit/check.ts'
import { answers, has, numberIn } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import { hasLater } from '../../kit/later.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'
import { arranged } from '../../run/stage.ts'

const create = 'POST /projects/:id/protected_tags'

export const deployKeys = check({
  id: 'protected-tags/deploy-keys',
  says: 'From 16.0 on access levels have `deploy_key_id`, and from 17.5 on a deploy key that may write can be allowed to create tags',
  source: 'protected-tags#later-deploy-key, protected-tags#later-allowed-key',
  level: 'should',
  covers: [create],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { id } = stage.project
    const title = 'deploys'
    const key = keyNamed(`${stage.prefix}deploys`).line
    const made = arranged(
      await stage.call('POST /projects/:id/deploy_keys', { id, title, key, can_push: true }),
    )
    const deploy_key_id = numberIn(made, 'id')
    const plain = await stage.call(create, { id, name: 'a' })
    const keyed = await stage.call(create, { id, name: 'b', allowed_to_create: [{ deploy_key_id }] })
    const unknown = await stage.call(create, {
      id,
      name: 'c',
      allowed_to_create: [{ deploy_key_id: 987_654_321 }],
    })
    const first = ({ create_access_levels: levels }: Row): Row =>
      isRows(levels ?? null) ? ((levels as Row[])[0] ?? {}) : {}
    answers(plain, 201)
    answers(keyed, 201)
    const later = { 'protected-tags#later-deploy-key': { deploy_key_id: ['null'] } } as const
    await hasLater(stage, first(plain.row()), later, plain)
    await stage.changed('protected-tags#later-allowed-key', {
      before: () => {
        has(first(keyed.row()), { access_level_description: 'Maintainers' }, keyed)
        answers(unknown, 201)
      },
      after: () => {
        has(first(keyed.row()), { deploy_key_id, access_level_description: title }, keyed)
        answers(unknown, 422)
      },
    })
  },
})

export const administrators = check({
  id: 'protected-tags/administrators',
  says: 'In later releases a tag can be protected for administrators alone (60)',
  source: 'protected-tags#later-administrators',
  level: 'should',
  covers: [create],
  holds: async (stage) => {
    const { id } = stage.project
    const reply = await stage.call(create, { id, name: 'v*', create_access_level: 60 })
    await stage.changed('protected-tags#later-administrators', {
      before: () => answers(reply, 400, { error: 'create_access_level does not have a valid value' }),
      after: () => {
        answers(reply, 201)
        const levels = reply.row().create_access_levels ?? null
        const [level = {}] = isRows(levels) ? levels : []
        has(level, { access_level: 60, access_level_description: 'Instance admins' }, reply)
      },
    })
  },
})
