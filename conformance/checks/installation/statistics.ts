import { check } from '../../kit/check.ts'
import { equals, textIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const statistics = check({
  id: 'installation/statistics',
  says: 'The application statistics count one more group after a group is created',
  source: 'installation#statistics, installation#statistics-exact',
  level: 'should',
  covers: ['GET /application/statistics'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    if (!stage.goesBack || !stage.has('admin')) return stage.skip('others may create groups meanwhile')
    const groups = async () => {
      const reply = await call('GET /application/statistics', {}, { as: 'admin' })
      return Number(textIn(reply.row(), 'groups').replaceAll(',', ''))
    }
    const before = await groups()
    const name = `${stage.prefix}-counted`
    arranged(await call('POST /groups', { name, path: name, parent_id: group.id }))
    equals('the number of groups', await groups(), before + 1)
  },
})
