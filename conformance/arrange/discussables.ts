import { numberIn, rowIn, textIn } from '../kit/expect.ts'
import type { Params } from '../kit/query.ts'
import { arranged, type Stage } from '../run/stage.ts'
import { issue, mergeRequest } from './records.ts'

/** What can be commented on in a project: path and a new one. */
export const discussables: readonly (readonly [path: string, place: (stage: Stage) => Promise<Params>])[] = [
  [
    '/projects/:id/issues/:issue_iid',
    async (stage) => ({
      id: stage.project.id,
      issue_iid: numberIn(await issue(stage, { title: 'One' }), 'iid'),
    }),
  ],
  [
    '/projects/:id/merge_requests/:merge_request_iid',
    async (stage) => ({
      id: stage.project.id,
      merge_request_iid: numberIn(await mergeRequest(stage, { branch: 'one' }), 'iid'),
    }),
  ],
  [
    '/projects/:id/snippets/:noteable_id',
    async ({ call, project: { id } }) => {
      const wish = { id, title: 'One', file_name: 'one.txt', content: 'One', visibility: 'private' }
      return { id, noteable_id: numberIn(arranged(await call('POST /projects/:id/snippets', wish)), 'id') }
    },
  ],
  [
    '/projects/:id/repository/commits/:sha',
    async ({ call, project: { id, branch } }) => {
      const head = arranged(await call('GET /projects/:id/repository/branches/:branch', { id, branch }))
      return { id, sha: textIn(rowIn(head, 'commit'), 'id') }
    },
  ],
]
