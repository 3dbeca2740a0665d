import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, refuses } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const lists = ['GET /projects/:id/issues', 'GET /groups/:id/issues', 'GET /issues'] as const

export const filterByEpic = check<(typeof lists)[number]>({
  id: 'issues/filter-by-epic',
  says: 'Lists of issues take `epic_id`: those of one epic, of none or of any',
  source: 'issues#filter-by-epic',
  level: 'should',
  covers: lists,
  needs: { in: 'group', tier: 'premium' },
  each: () => lists,
  holds: async (stage, list) => {
    const { call, group, project } = stage
    const epics = '/groups/:id/epics'
    const [one, other] = [
      arranged(await call(`POST ${epics}`, { id: group.id, title: 'One' })),
      arranged(await call(`POST ${epics}`, { id: group.id, title: 'Other' })),
    ]
    const titles = ['Of one', 'Of other', 'Of none']
    const issues = []
    for (const title of titles) issues.push(await issue(stage, { title }))
    for (const [at, epic] of [one, other].entries()) {
      const part = {
        id: group.id,
        epic_iid: numberIn(epic, 'iid'),
        epic_issue_id: numberIn(issues[at] ?? {}, 'id'),
      }
      answers(await call(`POST ${epics}/:epic_iid/issues/:epic_issue_id`, part), 201)
    }
    const place = list.includes('projects')
      ? { id: project.id }
      : list.includes('groups')
        ? { id: group.id }
        : {}
    // Others may have epics and issues of the same names.
    const title = new Map(issues.map((row, at) => [row.id, titles[at] ?? '']))
    const asked = { ...place, scope: 'all', per_page: 100 }
    const found = async (epic_id: number | string) =>
      (await call(list, { ...asked, epic_id }))
        .rows()
        .flatMap(({ id }) => title.get(id) ?? [])
        .sort()
    equals('those of the epic', await found(numberIn(one, 'id')), ['Of one'])
    equals('those of any epic', await found('Any'), ['Of one', 'Of other'])
    const without = (await call(list, { ...asked, epic_id: 'None', in: 'title', search: 'Of ' })).rows()
    equals(
      'none of those of epics',
      without.filter(({ epic }) => epic != null).map(({ title }) => title ?? null),
      [],
    )
    equals('those of an epic that there is not', await found(987_654_321), [])
    refuses(
      await call(list, { ...asked, epic_id: 'some' }),
      'epic_id should be an integer, none, or any, however got some',
    )
  },
})
