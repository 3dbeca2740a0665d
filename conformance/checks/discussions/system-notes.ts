import { discussables } from '../../arrange/discussables.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'

interface Told {
  /** 0 for issues, 1 for merge requests. */
  readonly on: 0 | 1
  readonly sent: (stage: Stage) => Params
  readonly text: (stage: Stage) => RegExp
}

const on = (which: 0 | 1, sent: Params, text: string): Told => ({
  on: which,
  sent: () => sent,
  text: () => new RegExp(`^${text}$`),
})

const both = (sent: Params, text: (name: string) => string): readonly Told[] => [
  on(0, sent, text('issue')),
  on(1, sent, text('merge request')),
]

const person = (key: string, text: string): Told => ({
  on: 1,
  sent: ({ user }) => ({ [key]: [user('maintainer').id] }),
  text: () => new RegExp(`^${text} @\\S+$`),
})

const changes: readonly Told[] = [
  ...both({ title: 'Two' }, () => '(?:<p>)?changed title from .*'),
  ...both({ description: 'Why' }, () => 'changed the description'),
  ...both({ discussion_locked: true }, (name) => `locked (?:the discussion in )?this ${name}`),
  on(0, { confidential: true }, 'made the issue confidential'),
  on(0, { due_date: '2033-05-06' }, 'changed due date to May 6, 2033'),
  on(1, { title: 'Draft: one' }, 'marked this merge request as \\*\\*draft\\*\\*'),
  person('assignee_ids', 'assigned to'),
  person('reviewer_ids', 'requested review from'),
]

export const systemNotes = check<Told>({
  id: 'discussions/system-notes',
  says: 'An update of an issue or a merge request leaves one system note that tells the change',
  source: 'discussions#system-notes',
  level: 'should',
  covers: [
    'GET /projects/:id/issues/:issue_iid/notes',
    'GET /projects/:id/merge_requests/:merge_request_iid/notes',
  ],
  needs: { repository: true, role: 'maintainer' },
  each: () => changes,
  holds: async (stage, { on: which, sent, text }) => {
    const [path, arrange] = discussables[which] ?? ['', async () => ({})]
    const place = await arrange(stage)
    const notes = async () => {
      const list = await stage.call(`GET ${path}/notes`, { ...place, per_page: 100 })
      return list.rows().filter(({ system }) => system === true)
    }
    const before = (await notes()).map(({ id }) => id)
    answers(await stage.call(`PUT ${path}`, { ...place, ...sent(stage) }), 200)
    const told = (await notes()).filter(({ id }) => !before.includes(id))
    equals('how many notes', told.length, 1)
    const body = textIn(told[0] ?? {}, 'body')
    holds(text(stage).test(body), `the note is like ${text(stage)}`, body)
    answers(await stage.call(`PUT ${path}`, { ...place, state_event: 'close' }), 200)
    equals('notes after closing', (await notes()).length, before.length + 1)
  },
})
