import { check } from '../../kit/check.ts'
import { equals, lacks, numberIn } from '../../kit/expect.ts'
import { isRows, type Json, type Row } from '../../kit/json.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'
import { arranged } from '../../run/stage.ts'

export const readonlyProjects = check({
  id: 'keys/readonly-projects',
  says: 'From 16.0 on a deploy key of the instance names the projects where it may not push beside those where it may',
  source: 'keys#later-readonly-projects',
  level: 'must',
  covers: ['GET /deploy_keys'],
  needs: { role: 'admin' },
  holds: async (stage) => {
    const { call, project, prefix } = stage
    const { id } = project
    const made = []
    for (const [title, can_push] of [
      ['writes', true],
      ['reads', false],
    ] as const) {
      const { line: key } = keyNamed(`${prefix} ${title}`)
      const added = arranged(await call('POST /projects/:id/deploy_keys', { id, title, key, can_push }))
      made.push([numberIn(added, 'id'), can_push] as const)
    }
    const reply = await call('GET /deploy_keys', { per_page: 100 })
    const idsOf = (value: Json | undefined): Json =>
      isRows(value ?? null) ? (value as readonly Row[]).map((row) => row.id ?? null) : (value ?? null)
    for (const [key, can_push] of made) {
      const row = reply.rows().find((it) => it.id === key)
      // Beyond the first page of many keys it is not looked for.
      if (row === undefined) continue
      equals('where it writes', idsOf(row.projects_with_write_access), can_push ? [id] : [], reply)
      await stage.changed('keys#later-readonly-projects', {
        before: () => {
          if (stage.dialect !== undefined) lacks(row, ['projects_with_readonly_access'], reply)
        },
        after: () =>
          equals('where it reads', idsOf(row.projects_with_readonly_access), can_push ? [] : [id], reply),
      })
    }
  },
})
