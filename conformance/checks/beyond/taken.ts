import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, has } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const source = 'dossier 2, section 13'

/** A call that makes something, and what it answers when that is there already. */
interface Taken {
  readonly operation: string
  readonly params: (stage: Stage) => Promise<Params>
  readonly text: string
}

const stranger = (stage: Stage) => ({ user_id: stage.user('stranger').id, access_level: 10 })
const guests = async (stage: Stage): Promise<Params> => {
  const name = `${stage.prefix}-guests`
  const made = arranged(await stage.call('POST /groups', { name, path: name }))
  return { group_id: Number(made.id), group_access: 10, expires_at: '2040-01-01' }
}

const places: readonly Taken[] = [
  {
    operation: 'POST /projects/:id/members',
    params: async (stage) => ({ id: stage.project.id, ...stranger(stage) }),
    text: 'Member already exists',
  },
  {
    operation: 'POST /groups/:id/members',
    params: async (stage) => ({ id: stage.group.id, ...stranger(stage) }),
    text: 'Member already exists',
  },
  {
    operation: 'POST /projects/:id/labels',
    params: async ({ project: { id } }) => ({ id, name: 'bug', color: '#428bca' }),
    text: 'Label already exists',
  },
  {
    operation: 'POST /groups/:id/labels',
    params: async ({ group: { id } }) => ({ id, name: 'bug', color: '#428bca' }),
    text: 'Label already exists',
  },
  {
    operation: 'POST /projects/:id/protected_branches',
    params: async ({ project: { id } }) => ({ id, name: 'stable-*' }),
    text: "Protected branch 'stable-*' already exists",
  },
  {
    operation: 'POST /projects/:id/share',
    params: async (stage) => ({ id: stage.project.id, ...(await guests(stage)) }),
    text: 'Group already shared with this group',
  },
  {
    operation: 'POST /groups/:id/share',
    params: async (stage) => ({ id: stage.group.id, ...(await guests(stage)) }),
    text: 'Group already shared with this group',
  },
]

export const taken = check<Taken>({
  id: 'beyond/taken',
  says: 'Members, labels, protected branches and shares are made once; what is there already answers 409 and says so',
  source,
  level: 'should',
  covers: places.map(({ operation }) => operation),
  needs: { in: 'group' },
  each: () => places,
  holds: async (stage, { operation, params, text }) => {
    const wish = await params(stage)
    answers(await stage.call(operation, wish), 201)
    answers(await stage.call(operation, wish), 409, { message: text })
  },
})

export const untilThen = check({
  id: 'beyond/membership-ends',
  says: 'A membership is given another level and a day on which it ends',
  source,
  level: 'should',
  covers: ['PUT /projects/:id/members/:user_id'],
  holds: async (stage) => {
    const one = { id: stage.project.id, ...stranger(stage) }
    answers(await stage.call('POST /projects/:id/members', one), 201)
    const change = { ...one, access_level: 20, expires_at: '2040-01-01' }
    const changed = await stage.call('PUT /projects/:id/members/:user_id', change)
    answers(changed, 200)
    has(changed.row(), { access_level: 20, expires_at: '2040-01-01' }, changed)
  },
})

export const unprotectable = check({
  id: 'beyond/unprotectable',
  says: 'A protected branch needs a name: without one 400, with an empty one 422',
  source,
  level: 'should',
  covers: ['POST /projects/:id/protected_branches'],
  holds: async ({ call, project: { id } }) => {
    answers(await call('POST /projects/:id/protected_branches', { id }), 400, { error: 'name is missing' })
    const reply = await call('POST /projects/:id/protected_branches', { id, name: '' })
    answers(reply, 422, { message: ["Name can't be blank"] })
  },
})

export const followed = check<'issues' | 'merge_requests'>({
  id: 'beyond/subscriptions',
  says: 'Who follows something is told so once: subscribing again answers 304, and so does leaving twice',
  source,
  level: 'should',
  covers: ['issues/:issue_iid', 'merge_requests/:merge_request_iid'].flatMap((it) => [
    `POST /projects/:id/${it}/subscribe`,
    `POST /projects/:id/${it}/unsubscribe`,
  ]),
  needs: { furnished: true, role: 'reporter' },
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
