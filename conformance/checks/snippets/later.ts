import { check } from '../../kit/check.ts'
import { answers, lacks, numberIn } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

export const laterStorage = check({
  id: 'snippets/later-storage',
  says: 'From 16.3 on snippets show administrators where they are stored, and nobody else',
  source: 'snippets#later-repository-storage',
  level: 'should',
  covers: ['GET /projects/:id/snippets/:snippet_id'],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    stage.user('admin')
    const wish = { id, title: 'stored', visibility: 'private', files: [{ file_path: 'a.txt', content: 'a' }] }
    const made = await call('POST /projects/:id/snippets', wish)
    answers(made, 201)
    if (!stage.user('owner').admin) lacks(made.row(), ['repository_storage'], made)
    const place = { id, snippet_id: numberIn(made.row(), 'id') }
    const seen = await call('GET /projects/:id/snippets/:snippet_id', place, { as: 'admin' })
    const fields = {
      'snippets#later-repository-storage': { repository_storage: ['string', 'null'] },
    } as const
    await hasLater(stage, seen.row(), fields, seen)
  },
})
