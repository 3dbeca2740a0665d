import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const restored = check<'projects' | 'groups'>({
  id: 'projects/restore',
  says: 'Restoring a project or a group removes its mark for deletion; one that is not marked answers 400',
  source: 'projects#restore, projects#delete',
  level: 'should',
  covers: ['projects', 'groups'].flatMap((it) => [`DELETE /${it}/:id`, `POST /${it}/:id/restore`]),
  needs: { in: 'group', tier: 'premium', rewinds: true },
  each: () => ['projects', 'groups'],
  holds: async (stage, kind) => {
    const { call, group } = stage
    const delays = { delayed_group_deletion: true, delayed_project_deletion: true }
    answers(await call('PUT /application/settings', delays, { as: 'admin' }), 200)
    await stage.wait(61)
    const name = `${stage.prefix}-doomed`
    const below = kind === 'projects' ? { namespace_id: group.id } : { parent_id: group.id }
    const made = arranged(await call(`POST /${kind}`, { name, path: name, ...below }))
    const id = numberIn(made, 'id')
    const noun = kind === 'projects' ? 'Project' : 'Group'
    const unmarked = await call(`POST /${kind}/:id/restore`, { id })
    answers(unmarked, 400, { message: `${noun} has not been marked for deletion` })
    answers(await call(`DELETE /${kind}/:id`, { id }), 202)
    const marked = (await call(`GET /${kind}/:id`, { id })).row()
    holds(marked.marked_for_deletion_on !== null, 'the day of its deletion is told', null)
    answers(await call(`POST /${kind}/:id/restore`, { id }), 201)
    const kept = (await call(`GET /${kind}/:id`, { id })).row()
    equals('the day of its deletion', kept.marked_for_deletion_on ?? null, null)
  },
})
