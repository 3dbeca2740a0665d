import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, says, textIn } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const byFingerprint = 'GET /keys'

const deploy = '/projects/:id/deploy_keys'

export const deployKey = check({
  id: 'keys/deploy-key',
  says: 'A deploy key shows its fingerprints and a row for each project that it is enabled in, ordered by ID, wherever it is found, and none for a project that removed it',
  source: 'keys#deploy-key, keys#deploy-key-projects',
  level: 'must',
  covers: [byFingerprint],
  holds: async (stage) => {
    const { call, project } = stage
    if (!stage.has('admin')) return stage.skip('the target was given no admin credential')
    const key = keyNamed(`${stage.prefix} deploy ${project.id}`)
    const body = { title: 'Robot', key: key.line }
    const made = arranged(await call(`POST ${deploy}`, { id: project.id, ...body }))
    const other = numberIn(await anotherProject(stage, `${stage.prefix}-robot`), 'id')
    expectArranged(await call(`POST ${deploy}`, { id: other, ...body, can_push: true }))
    for (const fingerprint of [key.md5, key.sha256]) {
      const reply = await call(byFingerprint, { fingerprint }, { as: 'admin' })
      answers(reply, 200)
      const id = numberIn(made, 'id')
      const fingerprints = { fingerprint: key.md5, fingerprint_sha256: key.sha256 }
      has(reply.row(), { id, title: 'Robot', expires_at: null, ...fingerprints }, reply)
      const rows = reply.row().deploy_keys_projects
      const shown = isRows(rows)
        ? rows.map((row) => [row.deploy_key_id ?? null, row.project_id ?? null, row.can_push ?? null])
        : null
      const expected = [
        [id, project.id, false],
        [id, other, true],
      ]
      equals('the projects', shown, expected, reply)
      if (isRows(rows))
        for (const row of rows)
          equals('updated_at', textIn(row, 'updated_at'), textIn(row, 'created_at'), reply)
      answers(await call('GET /keys/:id', { id }, { as: 'admin' }), 200, reply.row())
    }
    const id = numberIn(made, 'id')
    expectArranged(await call(`DELETE ${deploy}/:key_id`, { id: project.id, key_id: id }))
    const left = await call('GET /keys/:id', { id }, { as: 'admin' })
    const rows = isRows(left.row().deploy_keys_projects) ? left.row().deploy_keys_projects : []
    equals(
      'the projects that are left',
      (rows as readonly Row[]).map((row) => row.project_id ?? null),
      [other],
      left,
    )
  },
})

export const ofUser = check({
  id: 'keys/deploy-keys-of-a-user',
  says: 'The deploy keys of projects that both maintain are listed, and those who maintain no project with the user get 403',
  source: 'keys#user-deploy-keys',
  level: 'should',
  covers: ['GET /users/:user_id/project_deploy_keys'],
  holds: async (stage) => {
    const { call, project } = stage
    const key = keyNamed(`${stage.prefix} of a user ${project.id}`)
    const params = { id: project.id, title: 'Robot', key: key.line }
    const id = numberIn(arranged(await call(`POST ${deploy}`, params)), 'id')
    const user_id = stage.user('owner').id
    const list = (as: 'maintainer' | 'developer' | 'anonymous') =>
      call('GET /users/:user_id/project_deploy_keys', { user_id, per_page: 100 }, { as })
    const listed = await list('maintainer')
    holds(
      listed.rows().some((row) => row.id === id),
      'the key is listed',
      listed.json,
      listed,
    )
    for (const as of ['developer', 'anonymous'] as const)
      says(await list(as), 403, '403 Forbidden - No common authorized project found')
  },
})
