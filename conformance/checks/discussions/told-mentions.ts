import { commit, issue, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const common = { level: 'should', needs: { repository: true } } as const
const ISSUE_NOTES = 'GET /projects/:id/issues/:issue_iid/notes'
const NOTES = 'GET /projects/:id/merge_requests/:merge_request_iid/notes'
const MERGE = 'PUT /projects/:id/merge_requests/:merge_request_iid/merge'

/** The system notes of an issue or a merge request, once there are as many as that; the service writes some a little later. */
async function told(stage: Stage, of: typeof ISSUE_NOTES | typeof NOTES, row: Row, awaited: number) {
  const key = of === NOTES ? 'merge_request_iid' : 'issue_iid'
  const place = { id: stage.project.id, [key]: numberIn(row, 'iid'), per_page: 100, sort: 'asc' }
  let texts: string[] = []
  for (let turn = 0; turn < 20; turn++) {
    const rows = (await stage.call(of, place, { as: 'owner' })).rows()
    texts = rows.filter(({ system }) => system === true).map((note) => textIn(note, 'body'))
    if (texts.length >= awaited) break
  }
  return texts
}

export const crossReferences = check({
  ...common,
  id: 'discussions/cross-references',
  says: 'What a description or a comment mentions has one system note that tells where, and code mentions nothing',
  source: 'discussions#cross-references',
  covers: [ISSUE_NOTES, 'POST /projects/:id/issues', 'POST /projects/:id/issues/:issue_iid/notes'],
  holds: async (stage) => {
    const target = await issue(stage, { title: 'Mentioned' })
    const number = numberIn(target, 'iid')
    const source = await issue(stage, { title: 'Mentions', description: `See #${number} and #${number}` })
    await issue(stage, { title: 'Mentions nothing', description: `\`#${number}\`` })
    const again = { id: stage.project.id, issue_iid: numberIn(source, 'iid'), body: `Still #${number}` }
    expectArranged(await stage.call('POST /projects/:id/issues/:issue_iid/notes', again, { as: 'owner' }))
    const merge = await mergeRequest(stage, { branch: 'topic', description: `For #${number}` })
    equals('the notes', (await told(stage, ISSUE_NOTES, target, 2)).sort(), [
      `mentioned in issue #${numberIn(source, 'iid')}`,
      `mentioned in merge request !${numberIn(merge, 'iid')}`,
    ])
  },
})

export const pushedCommits = check({
  ...common,
  id: 'discussions/pushed-commits',
  says: 'A push to the branch of a merge request leaves a system note with its commits and a link to compare, and its merge one with the merge commit',
  source: 'discussions#pushed-commits',
  covers: [NOTES, MERGE],
  holds: async (stage) => {
    const row = await mergeRequest(stage, { branch: 'topic' })
    const from = textIn(row, 'sha')
    const sha = await commit(stage, { branch: 'topic', path: 'more.txt', message: 'One <more>' })
    const [added = ''] = await told(stage, NOTES, row, 1)
    const [head = null, list = null, link = ''] = added.split('\n\n')
    equals('the head of the note', head, 'added 1 commit')
    equals('its list', list, `<ul><li>${sha.slice(0, 8)} - One &lt;more&gt;</li></ul>`)
    const end = new RegExp(
      `^\\[Compare with previous version\\]\\(\\S+/diffs\\?diff_id=\\d+&start_sha=${from}\\)$`,
    )
    holds(end.test(link), `the link is like ${end}`, link)
    const merged = await stage.call(MERGE, named(stage, row), { as: 'owner' })
    answers(merged, 200)
    const text = `mentioned in commit ${textIn(merged.row(), 'merge_commit_sha')}`
    const after = await told(stage, NOTES, row, 2)
    holds(after.includes(text), `there is a note: ${text}`, after)
  },
})
