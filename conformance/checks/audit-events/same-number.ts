import { check } from '../../kit/check.ts'
import { answers, equals, numberIn } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'

const ofProject = '/projects/:id/audit_events'

const ofGroup = '/groups/:id/audit_events'

/** So many pairs, and events of each, are looked at. */
const MOST = 3

/** Numbers that a project and a group have, both of them the owner's. */
async function sharedNumbers({ call }: Stage): Promise<readonly number[]> {
  const owned = { owned: true, per_page: 100 }
  const [projects, groups] = [await call('GET /projects', owned), await call('GET /groups', owned)]
  const ids = groups.rows().map((row) => numberIn(row, 'id'))
  return projects
    .rows()
    .map((row) => numberIn(row, 'id'))
    .filter((id) => ids.includes(id))
}

export const sameNumber = check({
  id: 'audit-events/same-number',
  says: 'A project and a group that have the same number do not show the events of one another',
  source: 'audit-events#single-event, audit-events#project-list, audit-events#group-list',
  level: 'must',
  covers: [
    `GET ${ofProject}`,
    `GET ${ofGroup}`,
    `GET ${ofProject}/:audit_event_id`,
    `GET ${ofGroup}/:audit_event_id`,
  ],
  needs: { tier: 'premium', project: 'none' },
  readOnly: true,
  holds: async (stage) => {
    const { call } = stage
    let seen = 0
    for (const id of (await sharedNumbers(stage)).slice(0, MOST))
      for (const [own, other] of [
        [ofProject, ofGroup],
        [ofGroup, ofProject],
      ] as const) {
        const [there, here] = [await call(`GET ${own}`, { id }), await call(`GET ${other}`, { id })]
        if (there.status !== 200 || here.status !== 200) continue
        const ids = there.rows().map((row) => numberIn(row, 'id'))
        const both = here.rows().filter((row) => ids.includes(numberIn(row, 'id')))
        equals('the events in both lists', both, [], here)
        for (const audit_event_id of ids.slice(0, MOST)) {
          answers(await call(`GET ${other}/:audit_event_id`, { id, audit_event_id }), 404)
          seen += 1
        }
      }
    if (seen === 0) stage.unknown('no project of the owner has the number of one of his groups and an event')
  },
})
