import { check } from '../../kit/check.ts'
import { answers, has, holds, numberIn, refuses, says } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { importFromService } from './import-requests.ts'
import { cancel, finishedImport, idOf, startImport, status } from './import-status.ts'

export const cancelParameters = check<readonly [Params, string]>({
  id: 'external-import/cancel-parameters',
  says: 'Canceling without an integer project_id answers 400',
  source: 'external-import#cancel-parameter',
  level: 'must',
  covers: [cancel],
  needs: { project: 'none', writes: true },
  each: () => [
    [{}, 'project_id is missing'],
    [{ project_id: 'x' }, 'project_id is invalid'],
  ],
  holds: async ({ call }, [params, text]) => refuses(await call(cancel, params), text),
})

export const cancelNotFound = check({
  id: 'external-import/cancel-not-found',
  says: 'Canceling an unknown project, or one that was not imported from the hosted service, answers 404',
  source: 'external-import#cancel-not-found',
  level: 'must',
  covers: [cancel],
  holds: async ({ call, project }) => {
    says(await call(cancel, { project_id: 999_999_999 }), 404, '404 Not found')
    says(await call(cancel, { project_id: project.id }), 404, '404 Not found')
  },
})

export const cancelCheck = check({
  id: 'external-import/cancel',
  says: 'An import that is not over can be canceled once, and stays canceled',
  source: 'external-import#cancel-success, external-import#cancel-over',
  level: 'must',
  covers: [cancel, status],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call } = stage
    const { row } = await startImport(stage)
    const project_id = idOf(row)
    const reply = await call(cancel, { project_id })
    if (reply.status === 400 && !stage.movesClock) {
      const { import_status } = (await call(status, { id: project_id })).row()
      if (import_status === 'finished') stage.unknown('the import was over before it could be canceled')
    }
    answers(reply, 200)
    has(
      reply.row(),
      { id: project_id, import_status: 'canceled', human_import_status_name: 'canceled' },
      reply,
    )
    says(await call(cancel, { project_id }), 400, 'The import cannot be canceled because it is canceled')
    await stage.wait(10)
    const seen = await call(status, { id: project_id })
    has(seen.row(), { import_status: 'canceled' }, seen)
  },
})

export const cancelOver = check({
  id: 'external-import/cancel-over',
  says: 'Canceling an import that is over answers 400 with its status, and 403 to members who may not cancel',
  source: 'external-import#cancel-over, external-import#order-cancel',
  level: 'must',
  covers: [cancel],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { row } = await startImport(stage)
    const told = await finishedImport(stage, idOf(row))
    const reply = await stage.call(cancel, { project_id: idOf(row) })
    says(reply, 400, `The import cannot be canceled because it is ${told.import_status}`)
    const params = { project_id: idOf(row) }
    if (stage.has('maintainer'))
      says(await stage.call(cancel, params, { as: 'maintainer' }), 403, 'Unauthorized access')
    refuses(await stage.call(cancel, { project_id: 'x' }, { as: 'maintainer' }), 'project_id is invalid')
    answers(await stage.call(cancel, { project_id: 'x' }, { as: 'anonymous' }), 401)
  },
})

export const cancelRoles = check({
  id: 'external-import/cancel-roles',
  says: 'Canceling takes an Owner: other members get 403, and whoever cannot see the project 404',
  source: 'external-import#cancel-roles, external-import#cancel-not-found',
  level: 'must',
  covers: [cancel],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { row } = await startImport(stage)
    const project_id = idOf(row)
    await stage.call('PUT /projects/:id', { id: project_id, visibility: 'private' })
    for (const as of ['maintainer', 'developer', 'reporter', 'guest'] as const)
      if (stage.has(as)) says(await stage.call(cancel, { project_id }, { as }), 403, 'Unauthorized access')
    if (stage.has('stranger'))
      says(await stage.call(cancel, { project_id }, { as: 'stranger' }), 404, 'Not Found')
  },
})

export const cancelFailed = check({
  id: 'external-import/cancel-failed',
  says: 'An import whose repository cannot be fetched ends as failed with an error, and cannot be canceled any more',
  source: 'external-import#cancel-over, external-import#extgit-progress',
  level: 'must',
  covers: [cancel, status],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { reply } = await importFromService(stage, {}, { withoutGit: true })
    answers(reply, 201)
    const id = numberIn(reply.row(), 'id')
    const told = await finishedImport(stage, id)
    has(told, { import_status: 'failed' })
    holds(typeof told.import_error === 'string' && told.import_error !== '', 'it tells of an error', told)
    const text = 'The import cannot be canceled because it is failed'
    says(await stage.call(cancel, { project_id: id }), 400, text)
    const still = await stage.call(status, { id })
    has(still.row(), { import_status: 'failed' }, still)
  },
})
