import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'
import { arranged } from '../../run/stage.ts'

const create = 'POST /projects/:id/protected_branches'
const update = 'PATCH /projects/:id/protected_branches/:name'

const pushers = (reply: Reply): readonly Row[] => {
  const levels = reply.row().push_access_levels ?? null
  return isRows(levels) ? levels : []
}

export const deployKeys = check({
  id: 'protected-branches/deploy-keys',
  says: 'From 17.5 on a deploy key that may write can be allowed to push to a protected branch',
  source: 'protected-branches#later-allowed-key',
  level: 'should',
  covers: [create, update],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { id } = stage.project
    const title = 'deploys'
    const key = keyNamed(`${stage.prefix}pushes`).line
    const made = arranged(
      await stage.call('POST /projects/:id/deploy_keys', { id, title, key, can_push: true }),
    )
    const deploy_key_id = numberIn(made, 'id')
    const allowed_to_push = [{ deploy_key_id }]
    const created = await stage.call(create, { id, name: 'a', allowed_to_push })
    answers(created, 201)
    answers(await stage.call(create, { id, name: 'b' }), 201)
    const updated = await stage.call(update, { id, name: 'b', allowed_to_push })
    answers(updated, 200)
    const strange = { allowed_to_push: [{ deploy_key_id: 987_654_321 }] }
    const unknown = await stage.call(create, { id, name: 'c', ...strange })
    await stage.changed('protected-branches#later-allowed-key', {
      before: () => {
        has(pushers(created)[0] ?? {}, { access_level_description: 'Maintainers' }, created)
        equals('entries of who may push', pushers(updated).length, 1, updated)
        answers(unknown, 201)
      },
      after: () => {
        for (const reply of [created, updated])
          has(pushers(reply).at(-1) ?? {}, { deploy_key_id, access_level_description: title }, reply)
        answers(unknown, 422)
      },
    })
  },
})

export const takenLevel = check<string>({
  id: 'protected-branches/taken-level',
  says: 'An update that adds a level to a list of a protected branch that has it already answers 422 and says so',
  source: 'protected-branches#update-twice',
  level: 'should',
  covers: [create, update],
  needs: { tier: 'premium' },
  each: () => ['push', 'merge', 'unprotect'],
  holds: async ({ call, project: { id } }, kind) => {
    const name = 'stable-*'
    answers(await call(create, { id, name }), 201)
    const again = await call(update, { id, name, [`allowed_to_${kind}`]: [{ access_level: 40 }] })
    const list = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} access levels`
    answers(again, 422, { message: [`${list} access level has already been taken`] })
  },
})
