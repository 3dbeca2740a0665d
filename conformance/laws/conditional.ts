import { law } from '../kit/check.ts'
import { answers, holds } from '../kit/expect.ts'
import { sampleCall } from './sample.ts'

/** Deletions that a client may make depend on the record being as it knows it (conventions#unmodified-since). */
const conditional = [
  'DELETE /groups/:id',
  'DELETE /projects/:id',
  'DELETE /projects/:id/approval_rules/:approval_rule_id',
  'DELETE /projects/:id/issues/:issue_iid',
  'DELETE /projects/:id/merge_requests/:merge_request_iid',
  'DELETE /projects/:id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id',
  'DELETE /projects/:id/packages/:package_id',
  'DELETE /projects/:id/packages/:package_id/package_files/:package_file_id',
  'DELETE /projects/:id/protected_tags/:name',
  'DELETE /projects/:id/runners/:runner_id',
  'DELETE /runners/:id',
  ...['projects', 'groups'].flatMap((kind) =>
    ['badges/:badge_id', 'boards/:board_id', 'boards/:board_id/lists/:list_id'].map(
      (record) => `DELETE /${kind}/:id/${record}`,
    ),
  ),
]

export const unmodifiedSince = law({
  name: 'unmodified-since',
  says: 'a DELETE whose `If-Unmodified-Since` is older than the record answers 412 and deletes nothing; a later one deletes',
  source: 'conventions#unmodified-since',
  level: 'must',
  needs: { furnished: true },
  accepted: true,
  appliesTo: ({ id }) => conditional.includes(id),
  holds: async (stage, operation) => {
    const since = (date: string) => sampleCall(stage, operation, { headers: { 'if-unmodified-since': date } })
    const early = await since('Mon, 01 Jan 2001 00:00:00 GMT')
    answers(early, 412, { message: '412 Precondition Failed' })
    const late = await since('Sun, 01 Jan 2090 00:00:00 GMT')
    const told = `${late.status} ${late.text.slice(0, 100)}`
    // A runner of two projects may not be deleted, but then it was found.
    holds(![404, 412].includes(late.status), 'the record is still there to be deleted', told, late)
  },
})
