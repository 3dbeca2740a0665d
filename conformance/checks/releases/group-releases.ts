import { check } from '../../kit/check.ts'
import { equals } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const groupOrder = check({
  id: 'releases/group-order',
  says: 'Releases of a group are listed by `released_at`, the latest first or as `sort` says',
  source: 'releases#group-list',
  level: 'should',
  covers: ['GET /groups/:id/releases'],
  needs: { in: 'group', repository: true },
  holds: async ({ call, project, group }) => {
    for (const [tag_name, released_at] of [
      ['one', '2020-01-01T00:00:00Z'],
      ['three', '2022-01-01T00:00:00Z'],
      ['two', '2021-01-01T00:00:00Z'],
    ] as const)
      arranged(
        await call('POST /projects/:id/releases', {
          id: project.id,
          tag_name,
          ref: project.branch,
          released_at,
        }),
      )
    for (const [sort, expected] of [
      [undefined, ['three', 'two', 'one']],
      ['asc', ['one', 'two', 'three']],
    ] as const) {
      const listed = await call('GET /groups/:id/releases', { id: group.id, ...(sort && { sort }) })
      equals(
        'the tags',
        listed.rows().map(({ tag_name }) => tag_name ?? null),
        [...expected],
        listed,
      )
    }
  },
})
