import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'

const LIST = 'GET /projects/:id/issues'

export const healthStatus = check({
  id: 'issues/health-status',
  says: 'The quick action `/health_status` sets the `health_status` of an issue, `/clear_health_status` removes it, and lists and statistics are filtered by it',
  source: 'issues#health-status, issues#filter-by-health-status',
  level: 'should',
  covers: [LIST, 'GET /projects/:id/issues_statistics'],
  needs: { tier: 'ultimate', project: 'private' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const open = async (title: string) => ({ id, issue_iid: numberIn(await issue(stage, { title }), 'iid') })
    const [bad, good, plain] = [await open('Bad'), await open('Good'), await open('Plain')]
    const say = async (here: typeof bad, body: string) => {
      answers(await call('POST /projects/:id/issues/:issue_iid/notes', { ...here, body }), 202)
      return await call('GET /projects/:id/issues/:issue_iid', here)
    }
    for (const [here, status] of [
      [bad, 'at_risk'],
      [good, 'on_track'],
      [plain, 'needs_attention'],
    ] as const) {
      const shown = await say(here, `/health_status ${status}`)
      has(shown.row(), { health_status: status }, shown)
    }
    const cleared = await say(plain, '/clear_health_status')
    has(cleared.row(), { health_status: null }, cleared)
    const expected = { at_risk: ['Bad'], none: ['Plain'], None: ['Plain'], Any: ['Bad', 'Good'] }
    for (const [health_status, titles] of Object.entries(expected)) {
      const list = await call(LIST, { id, health_status })
      equals(
        `issues with ${health_status}`,
        list
          .rows()
          .map(({ title }) => title ?? null)
          .sort(),
        titles,
      )
      const counted = await call('GET /projects/:id/issues_statistics', { id, health_status })
      has(
        counted.row(),
        { statistics: { counts: { all: titles.length, closed: 0, opened: titles.length } } },
        counted,
      )
    }
    answers(await call(LIST, { id, health_status: 'well' }), 400)
  },
})
