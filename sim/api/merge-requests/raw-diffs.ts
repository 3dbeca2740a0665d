import { changesIn } from '../../entities/merge-request-parts.ts'
import { fullPatchSteps } from '../../git/diff.ts'
import { utf8 } from '../../lib/bytes.ts'
import { differs } from '../../lib/dialect.ts'
import { LongBody } from '../../lib/long-body.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import { type Auth, operation } from '../../protocol/operation.ts'
import { integer, lookedUp, required } from '../../protocol/params.ts'

export const getMergeRequestRawDiffs = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/raw_diffs',
    summary: 'Get the raw diffs of a merge request',
    auth: differs<Auth>('F3', { specification: 'user', real: 'public' }),
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: lookedUp({ merge_request_iid: required(integer({ about: 'IID of the merge request' })) }),
    answers: { bytes: 'text/plain' },
    beyond: true,
  },
  function* ({ world, mergeRequest }) {
    const objects = objectsOf(world)
    const body = new LongBody()
    for (const { entry } of changesIn(world, mergeRequest).files) {
      if (body.add(yield* fullPatchSteps(objects, entry))) yield
    }
    const whole = body.whole()
    return { bytes: typeof whole === 'string' ? utf8(whole) : whole }
  },
)
