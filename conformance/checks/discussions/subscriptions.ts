import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers } from '../../kit/expect.ts'

const switches = ['issues/:issue_iid', 'merge_requests/:merge_request_iid'].flatMap((it) => [
  `POST /projects/:id/${it}/subscribe`,
  `POST /projects/:id/${it}/unsubscribe`,
])

export const subscriptions = check<'issues' | 'merge_requests'>({
  id: 'discussions/subscriptions',
  says: 'Subscribing to an issue or merge request twice answers 304, and so does unsubscribing twice',
  source: 'discussions#subscribe, discussions#subscribe-twice',
  level: 'should',
  covers: switches,
  needs: { furnished: true, about: switches, role: 'reporter' },
  each: () => ['issues', 'merge_requests'],
  holds: async (stage, kind) => {
    const { call, project } = stage
    if (kind === 'issues') await issue(stage, { title: 'Followed' })
    const path = kind === 'issues' ? 'issues/:issue_iid' : 'merge_requests/:merge_request_iid'
    const params = { id: project.id, issue_iid: 1, merge_request_iid: 1 }
    const tell = (verb: string) => call(`POST /projects/:id/${path}/${verb}`, params)
    const shown = async () => (await call(`GET /projects/:id/${path}`, params)).row().subscribed
    for (const [verb, other, after] of [
      ['subscribe', 'unsubscribe', true],
      ['unsubscribe', 'subscribe', false],
    ] as const) {
      await tell(other)
      answers(await tell(verb), 201)
      if ((await shown()) !== after) answers(await tell(verb), 201)
      answers(await tell(verb), 304)
    }
  },
})
