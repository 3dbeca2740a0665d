import { check } from '../../kit/check.ts'
import { answers, equals, has } from '../../kit/expect.ts'
import { isRow, isRows, type Row } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

const FLAGS = '/projects/:id/feature_flags'

const name = { feature_flag_name: 'switched' }

export const updateStrategies = check({
  id: 'feature-flags/update-strategies',
  says: 'Updating a feature flag keeps the strategies and scopes that are not named and deletes those marked with `_destroy`',
  source: 'feature-flags#update-strategies, feature-flags#update-unknown-strategy',
  level: 'should',
  covers: [`PUT ${FLAGS}/:feature_flag_name`],
  holds: async ({ call, project }) => {
    const { id } = project
    arranged(await call(`POST ${FLAGS}`, { id, name: 'switched' }))
    const change = (params: object) => call(`PUT ${FLAGS}/:feature_flag_name`, { id, ...name, ...params })
    const scopes = [{ environment_scope: '*' }, { environment_scope: 'production' }]
    const ids = { name: 'userWithId', parameters: { userIds: 'a' } }
    const both = await change({ strategies: [{ name: 'default', parameters: {}, scopes }, ids] })
    answers(both, 200)
    const strategiesOf = ({ strategies = [] }: Row) => (isRows(strategies) ? strategies : [])
    const [first, second] = strategiesOf(both.row())
    const [, production] = isRow(first) && isRows(first.scopes) ? first.scopes : []
    const off = await change({ active: false })
    has(off.row(), { active: false, strategies: both.row().strategies ?? [] }, off)
    const less = await change({
      strategies: [
        { id: Number(first?.id), scopes: [{ id: Number(production?.id), _destroy: true }] },
        { id: Number(second?.id), _destroy: true },
      ],
    })
    answers(less, 200)
    const left = strategiesOf(less.row())
    const kept = left.map((it) => [
      it.name ?? '',
      isRows(it.scopes) ? it.scopes.map(({ environment_scope: scope }) => scope ?? '') : [],
    ])
    equals('what is left', kept, [['default', ['*']]], less)
    answers(await change({ strategies: [{ id: 999_999_999, name: 'default' }] }), 404)
  },
})
