import { groupMilestone, milestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, refuses, textIn } from '../../kit/expect.ts'

const list = 'GET /projects/:id/milestones'

export const updatedFilters = check({
  id: 'milestones/updated-filters',
  says: 'From 15.10 on `updated_before` and `updated_after` filter the milestones of a project, and are ignored before',
  source: 'milestones#later-updated',
  level: 'must',
  covers: [list],
  holds: async (stage) => {
    await milestone(stage, { title: 'one' })
    for (const [params, count] of [
      [{ updated_after: '2098-01-01T00:00:00Z' }, 0],
      [{ updated_before: '2001-01-01T00:00:00Z' }, 0],
      [{ updated_after: '2001-01-01T00:00:00Z', updated_before: '2098-01-01T00:00:00Z' }, 1],
    ] as const) {
      const reply = await stage.call(list, { id: stage.project.id, ...params })
      answers(reply, 200)
      await stage.changed('milestones#later-updated', {
        before: () => equals('how many are listed', reply.rows().length, 1, reply),
        after: () => equals('how many are listed', reply.rows().length, count, reply),
      })
    }
  },
})

export const includeAncestors = check({
  id: 'milestones/include-ancestors',
  says: 'From 16.7 on `include_ancestors` adds the milestones of the groups above, and excludes its old name',
  source: 'milestones#later-ancestors',
  level: 'must',
  covers: [list],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { id } = stage.project
    await groupMilestone(stage, { title: 'of the group' })
    const reply = await stage.call(list, { id, include_ancestors: true, title: 'of the group' })
    answers(reply, 200)
    const both = await stage.call(list, { id, include_ancestors: true, include_parent_milestones: true })
    const titles = reply.rows().map((row) => textIn(row, 'title'))
    await stage.changed('milestones#later-ancestors', {
      before: () => {
        equals('the milestones', titles, [], reply)
        answers(both, 200)
      },
      after: () => {
        equals('the milestones', titles, ['of the group'], reply)
        refuses(both, 'include_ancestors, include_parent_milestones are mutually exclusive')
      },
    })
  },
})
