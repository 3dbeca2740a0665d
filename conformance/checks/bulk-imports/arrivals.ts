import { avatarBytes, uploadAvatar } from '../../arrange/avatars-and-uploads.ts'
import { anotherGroup } from '../../arrange/groups.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, textIn } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import {
  arrivalOf,
  arriving,
  begun,
  entityOf,
  isOver,
  itsEntities,
  itself,
  over,
  start,
  withAddress,
} from '../../oracle/migrations.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

export const arrivedAlike = check<readonly [visibility: string, level: number]>({
  id: 'bulk-imports/arrived-alike',
  says: 'A migrated group has the visibility, avatar, own labels and members of its source with their levels, and a second one does not take its place',
  source:
    'bulk-imports#new-group, bulk-imports#stages, bulk-imports#members-migrated, bulk-imports#failed-entity',
  level: 'must',
  covers: [start, itsEntities],
  needs: { in: 'group' },
  each: () => [
    ['private', 10],
    ['internal', 30],
    ['public', 40],
  ],
  holds: async (stage, [visibility, access_level]) => {
    const { call } = stage
    const above = numberIn(await anotherGroup(stage, 'above', { visibility }), 'id')
    const wish = { name: 'Source', path: 'source', parent_id: above, visibility }
    const source = arranged(await call('POST /groups', wish))
    const id = numberIn(source, 'id')
    for (const [group, name] of [
      [above, 'Above'],
      [id, 'Own'],
    ] as const)
      expectArranged(await call('POST /groups/:id/labels', { id: group, name, color: '#aabbcc' }))
    expectArranged(await uploadAvatar(stage, 'PUT /groups/:id', { id }))
    const role = await withAddress(stage)
    const user_id = role === undefined ? undefined : stage.user(role).id
    if (user_id !== undefined)
      expectArranged(await call('POST /groups/:id/members', { id, user_id, access_level }))
    const into = textIn(await anotherGroup(stage, 'into', { visibility }), 'full_path')
    const entity = entityOf(stage, textIn(source, 'full_path'), 'copy', into)
    const path = arrivalOf(entity)
    await over(stage, (await begun(stage, [entity])).id)
    const there = await call('GET /groups/:id', { id: path })
    answers(there, 200)
    has(there.row(), { name: 'Source', visibility }, there)
    const labels = await call('GET /groups/:id/labels', { id: path, include_ancestor_groups: false })
    equals(
      'the labels',
      labels.rows().map(({ name }) => name ?? null),
      ['Own'],
      labels,
    )
    const avatar = await call('GET /groups/:id/avatar', { id: path })
    answers(avatar, 200)
    equals('the bytes of the avatar', [...avatar.bytes], [...avatarBytes], avatar)
    if (user_id !== undefined) {
      const member = await call('GET /groups/:id/members/:user_id', { id: path, user_id })
      answers(member, 200)
      has(member.row(), { access_level }, member)
    }
    const again = await call(start, { configuration: await itself(stage), entities: [entity] } as Params)
    await stage.changed('bulk-imports#later-destination-taken', {
      before: async () => {
        answers(again, 201)
        const second = numberIn(again.row(), 'id')
        equals('the status of a second one', (await over(stage, second)).status, 'failed')
        const [failed = {}] = (await call(itsEntities, { import_id: second })).rows()
        has(failed, { status: 'failed', namespace_id: null })
        holds(isRows(failed.failures) && failed.failures.length > 0, 'it tells of a failure', failed)
      },
      after: () => answers(again, 422),
    })
    const still = await call('GET /groups/:id', { id: path })
    equals('the group that was there', still.row().id, there.row().id, still)
  },
})

export const sameSourceTwice = check({
  id: 'bulk-imports/same-source-twice',
  says: 'Of the same source twice in one call one arrives, and the other fails since its destination is taken',
  source: 'bulk-imports#same-source-twice',
  level: 'should',
  covers: [start, itsEntities],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { entity } = await arriving(stage, 'twice')
    const { id } = await begun(stage, [entity, entity])
    await over(stage, id)
    const rows = (await stage.call(itsEntities, { import_id: id, per_page: 100 })).rows()
    const named = rows.filter(({ parent_id }) => parent_id === null).map(({ status }) => String(status))
    equals('how the two ended', named.sort(), ['failed', 'finished'])
  },
})

export const sevenArrive = check({
  id: 'bulk-imports/seven-arrive',
  says: 'Of seven groups that migrate at once five at most are on their way, and all of them arrive',
  source: 'bulk-imports#entity-states',
  level: 'should',
  covers: [start, itsEntities],
  needs: { in: 'group' },
  holds: async (stage) => {
    const into = textIn(await anotherGroup(stage, 'many'), 'full_path')
    const seven = Array.from({ length: 7 }, (_, i) => entityOf(stage, stage.group.path, `copy-${i}`, into))
    const { id } = await begun(stage, seven)
    const look = async () => {
      const reply = await stage.call(itsEntities, { import_id: id, per_page: 100 })
      const running = reply.rows().filter(({ status }) => status === 'started').length
      holds(running <= 5, 'five at most are on their way', running, reply)
      return reply
    }
    const ended = await stage.until(look, (reply) => reply.rows().every(({ status }) => isOver(status)), {
      seconds: 120,
      reason: 'the migration takes more than two minutes',
    })
    const arrived = ended
      .rows()
      .filter(({ status, parent_id }) => status === 'finished' && parent_id === null).length
    equals('how many have arrived', arrived, seven.length, ended)
  },
})
