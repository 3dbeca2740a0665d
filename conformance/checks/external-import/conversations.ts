import { check } from '../../kit/check.ts'
import { answers, equals, has } from '../../kit/expect.ts'
import { isRow, isRows, type Json, type Row } from '../../kit/json.ts'
import { hostedRepository } from '../../servers/hosts.ts'
import { imported } from './import-requests.ts'
import { start } from './import-status.ts'

const api = `/api/v3/repos/${hostedRepository.fullName}`
const [made, changed, ended] = ['2023-05-02T10:00:00Z', '2023-05-06T11:00:00Z', '2023-05-04T12:00:00Z']
const afar = { user: { login: 'afar' }, labels: [], milestone: null }
const times = { created_at: made, updated_at: changed }

/** Moments, however many digits of a second they are told with. */
function moments(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, Date.parse(String(row[name]))]))
}

export const importedTimes = check({
  id: 'external-import/imported-times',
  says: 'Imported issues and their notes have the times of the host, and issues their lock, text and milestone with its date and state',
  source: 'external-import#extgit-imported, external-import#imported-columns',
  level: 'should',
  covers: [start],
  needs: { in: 'group' },
  holds: async (stage) => {
    const goal = { number: 2, title: 'Goal', description: 'All of it', state: 'closed' }
    const milestone = { ...goal, due_on: '2023-07-01T00:00:00Z', created_at: made }
    const of = { number: 3, title: 'Old', body: 'Often.', state: 'closed', locked: true, closed_at: ended }
    const id = await imported(stage, () => ({
      [`${api}/milestones`]: [milestone],
      [`${api}/issues`]: [{ ...afar, ...times, ...of, milestone }],
      [`${api}/issues/comments`]: [
        { ...afar, ...times, body: 'Here too.', issue_url: `https://remote.example${api}/issues/3` },
      ],
    }))
    const issue = await stage.call('GET /projects/:id/issues/:issue_iid', { id, issue_iid: 3 })
    answers(issue, 200)
    const description = '*Created by: afar*\n\nOften.'
    has(issue.row(), { title: 'Old', state: 'closed', description }, issue)
    equals(
      'its times',
      moments(issue.row(), ['created_at', 'updated_at']),
      moments(times, ['created_at', 'updated_at']),
    )
    // The service learns from events of the host when it was closed and that it was locked.
    if (stage.dialect !== undefined) {
      has(issue.row(), { discussion_locked: true }, issue)
      equals('when it was closed', Date.parse(String(issue.row().closed_at)), Date.parse(ended), issue)
    }
    const goals = await stage.call('GET /projects/:id/milestones', { id })
    const { title, description: text, state } = goal
    has(goals.rows()[0] ?? {}, { title, description: text, state, due_date: '2023-07-01' }, goals)
    const notes = await stage.call('GET /projects/:id/issues/:issue_iid/notes', { id, issue_iid: 3 })
    const [note = {}] = notes.rows().filter((row) => row.system === false)
    equals('what was said', note.body ?? null, '*Created by: afar*\n\nHere too.', notes)
    equals('when', moments(note, ['created_at', 'updated_at']), moments(times, ['created_at', 'updated_at']))
  },
})

export const importedLineComments = check({
  id: 'external-import/imported-line-comments',
  says: 'Imported comments on lines stand on the side and the line of the host, answers in the thread that they answer',
  source: 'external-import#extgit-imported, external-import#imported-columns',
  level: 'should',
  covers: [start],
  needs: { in: 'group' },
  holds: async (stage) => {
    let heads: { readonly [name: string]: string } = {}
    const id = await imported(stage, (branches) => {
      heads = branches
      const [base, head] = ['main', 'topic'].map((ref) => ({ ref, sha: branches[ref], repo: { id: 7 } }))
      const pull = { ...afar, ...times, number: 5, title: 'Tell', state: 'open', body: null, head, base }
      const comment = (number: number, body: string, more: object) => ({
        ...{ ...afar, ...times, id: number, body, line: 1, side: 'RIGHT', path: 'NEWS.md' },
        ...{ commit_id: branches.topic, original_commit_id: branches.topic, original_line: 1 },
        pull_request_url: `https://remote.example${api}/pulls/5`,
        html_url: `https://remote.example/${hostedRepository.fullName}/pull/5#discussion_r${number}`,
        diff_hunk: '@@ -0,0 +1 @@\n+News',
        ...more,
      })
      return {
        [`${api}/pulls`]: [{ ...pull, merged_at: null }],
        [`${api}/pulls/comments`]: [
          comment(11, 'New', {}),
          // The service takes no comment on a file that is not in the diff.
          ...(stage.dialect === undefined ? [] : [comment(12, 'Old', { side: 'LEFT', path: 'README.md' })]),
          comment(13, 'Again', { in_reply_to_id: 11 }),
        ],
      }
    })
    const place = { id, merge_request_iid: 5 }
    const reply = await stage.call('GET /projects/:id/merge_requests/:merge_request_iid/discussions', place)
    answers(reply, 200)
    const threads = reply
      .rows()
      .map(({ notes }) => (isRows(notes) ? notes : []).filter((note) => note.type === 'DiffNote'))
      .filter((notes) => notes.length > 0)
    const on = ({ body, position }: Row): Json => {
      const at = isRow(position) ? position : {}
      const place = [at.new_path, at.old_line, at.new_line, at.head_sha].map((it) => it ?? null)
      return [String(body).split('\n').at(-1) ?? '', ...place]
    }
    const { topic = '' } = heads
    const expected = [
      [
        ['New', 'NEWS.md', null, 1, topic],
        ['Again', 'NEWS.md', null, 1, topic],
      ],
      ...(stage.dialect === undefined ? [] : [[['Old', 'README.md', 1, null, topic]]]),
    ]
    equals('the threads', threads.map((notes) => notes.map(on)).sort(), expected.sort(), reply)
  },
})
