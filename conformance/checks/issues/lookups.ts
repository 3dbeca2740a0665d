import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { numberIn, says } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'

const ISSUE = '/projects/:id/issues/:issue_iid'

interface Write {
  readonly call: string
  readonly params?: Params
  readonly status: 400 | 403 | 404
  readonly text: string
}

const rights = { status: 403, text: '403 Forbidden' } as const
const hidden = { status: 404, text: '404 Not found' } as const

/** What a guest is told who asks for it of an issue that is hidden from guests. */
const writes: readonly Write[] = [
  { call: `PUT ${ISSUE}`, params: { title: 'Mine' }, ...rights },
  { call: `DELETE ${ISSUE}`, ...rights },
  { call: `PUT ${ISSUE}/reorder`, params: { move_after_id: 1 }, ...rights },
  {
    call: `POST ${ISSUE}/move`,
    status: 400,
    text: 'Cannot move issue due to insufficient permissions!',
  },
  {
    call: `POST ${ISSUE}/clone`,
    status: 400,
    text: 'Cannot clone issue due to insufficient permissions!',
  },
  { call: `POST ${ISSUE}/subscribe`, ...hidden },
  { call: `POST ${ISSUE}/todo`, ...hidden },
  { call: `POST ${ISSUE}/time_estimate`, params: { duration: '1h' }, ...hidden },
  { call: `POST ${ISSUE}/reset_spent_time`, ...hidden },
  { call: `POST ${ISSUE}/notes`, params: { body: 'Hm' }, ...hidden },
]

export const unreadByWrites = check<Write>({
  id: 'issues/unread-by-writes',
  says: 'A confidential issue is a matter of rights to a guest who updates, deletes, moves or clones it: 403 or 400; for all else it is not there: 404',
  source: 'issues#unknown-named, issues#move-permission',
  level: 'should',
  covers: writes.map(({ call }) => call),
  needs: { project: 'private' },
  each: () => writes,
  holds: async (stage, { call, params, status, text }) => {
    const issue_iid = numberIn(await issue(stage, { title: 'Secret', confidential: true }), 'iid')
    const { id } = stage.project
    const target = /move|clone/.test(call) ? { to_project_id: id } : {}
    const reply = await stage.call(call, { id, issue_iid, ...params, ...target }, { as: 'guest' })
    says(reply, status, text)
  },
})
