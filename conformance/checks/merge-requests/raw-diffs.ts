import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { equals, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const rawDiffs = check({
  id: 'merge-requests/raw-diffs',
  says: 'The raw diffs of a merge request are one patch with every file, and the same lines, as its list of diffs',
  source: 'merge-requests#raw-diffs',
  level: 'should',
  covers: ['GET /projects/:id/merge_requests/:merge_request_iid/raw_diffs'],
  needs: { repository: true },
  holds: async (stage) => {
    const { id, branch: main } = stage.project
    await commit(stage, { branch: 'raw', from: main, path: 'a.txt' })
    await commit(stage, { branch: 'raw', path: 'b.txt' })
    const wish = { id, source_branch: 'raw', target_branch: main, title: 'Raw' }
    const made = arranged(await stage.call('POST /projects/:id/merge_requests', wish))
    const at = { id, merge_request_iid: numberIn(made, 'iid') }
    const request = '/projects/:id/merge_requests/:merge_request_iid'
    const { text } = await stage.call(`GET ${request}/raw_diffs`, at)
    const listed = await stage.call(`GET ${request}/diffs`, at)
    equals('the number of files', text.match(/^diff --git /gm)?.length, listed.rows().length)
    for (const row of listed.rows())
      equals(`the lines of ${row.new_path}`, text.includes(String(row.diff)), true)
  },
})
