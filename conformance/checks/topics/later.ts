import { check } from '../../kit/check.ts'
import { answers } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

export const later = check({
  id: 'topics/later-organization',
  says: 'From 17.4 on a topic names its organization',
  source: 'topics#later-organization',
  level: 'should',
  covers: ['POST /topics', 'GET /topics'],
  needs: { project: 'none', writes: true, role: 'admin' },
  holds: async (stage) => {
    const { call, prefix } = stage
    const made = await call('POST /topics', { name: `${prefix}-organized`, title: 'Organized' })
    answers(made, 201)
    const listed = await call('GET /topics', { search: `${prefix}-organized` })
    const fields = { 'topics#later-organization': { organization_id: ['number'] } } as const
    for (const row of [made.row(), ...listed.rows()]) await hasLater(stage, row, fields, made)
    await call('DELETE /topics/:id', { id: made.row().id as number })
  },
})
