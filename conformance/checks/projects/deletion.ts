import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const restore = check({
  id: 'projects/restore',
  says: 'A project that is marked for deletion is kept when it is restored, and restoring one that is not marked is refused with 400',
  source: 'projects#restore, projects#delete, projects#later-delayed-deletion',
  level: 'should',
  covers: ['GET /projects/:id', 'DELETE /projects/:id', 'POST /projects/:id/restore'],
  needs: { in: 'group', tier: 'premium', rewinds: true },
  holds: async (stage) => {
    const { call, group } = stage
    await stage.changed('projects#later-delayed-deletion', {
      before: () => changeInstanceSettings(stage, { delayed_project_deletion: true }),
      after: () => undefined,
    })
    const wish = { name: 'Restored', path: `${stage.prefix}-restored`, namespace_id: group.id }
    const id = numberIn(arranged(await call('POST /projects', wish)), 'id')
    says(await call('POST /projects/:id/restore', { id }), 400, 'Project has not been marked for deletion')
    answers(await call('DELETE /projects/:id', { id }), 202)
    const marked = await call('GET /projects/:id', { id })
    const day = marked.row().marked_for_deletion_on ?? null
    holds(typeof day === 'string', 'the day of deletion is shown', day, marked)
    const pending = { search: wish.path, include_pending_delete: true, owned: true }
    const listed = await call('GET /projects', pending)
    const row = listed.rows().find((it) => it.id === id) ?? {}
    equals('the day of deletion that is listed', row.marked_for_deletion_on, day, listed)
    answers(await call('POST /projects/:id/restore', { id }), 201)
    const kept = await call('GET /projects/:id', { id })
    answers(kept, 200)
    equals('the day of deletion', kept.row().marked_for_deletion_on ?? null, null, kept)
  },
})
