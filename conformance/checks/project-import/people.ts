import { finishedImport, importFile, upload } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, textIn } from '../../kit/expect.ts'
import { isRow, isRows, type Json } from '../../kit/json.ts'
import { leastArchive, packArchive, relationLines } from '../../oracle/archive.ts'
import type { Stage } from '../../run/stage.ts'

const [made, changed, merged] = [
  '2016-06-14T15:02:47.000Z',
  '2016-06-15T16:03:48.000Z',
  '2016-06-16T17:04:49.000Z',
]
const [KNOWN, UNKNOWN] = [901, 902]

/** The archive of a project in which somebody with this address did everything, and a stranger said something. */
function archiveOf(email: string, username: string): Promise<Uint8Array> {
  const times = { created_at: made, updated_at: changed }
  const note = (author_id: number, words: string) => ({
    ...{ note: words, author_id, author: { name: 'Afar' }, system: false, ...times },
  })
  const notes = [note(KNOWN, 'Mine'), note(UNKNOWN, 'Theirs')]
  const mine = { author_id: KNOWN, ...times, notes }
  const user = { id: KNOWN, username, public_email: email }
  const member = { access_level: 50, source_type: 'Project', user_id: KNOWN, notification_level: 3, user }
  const people = [{ user_id: KNOWN }]
  const issue = { iid: 1, title: 'Told', state: 'closed', closed_at: merged, closed_by_id: KNOWN }
  const request = {
    ...{ iid: 1, title: 'Taken', state: 'merged', source_branch: 'topic', target_branch: 'main' },
    ...{ merge_request_assignees: people, merge_request_reviewers: people },
    approvals: people.map((one) => ({ ...one, ...times })),
    metrics: { merged_at: merged, merged_by_id: KNOWN },
  }
  const files = leastArchive({
    'tree/project/project_members.ndjson': relationLines([member]),
    'tree/project/issues.ndjson': relationLines([{ ...mine, ...issue, issue_assignees: people }]),
    'tree/project/merge_requests.ndjson': relationLines([{ ...mine, ...request }]),
  })
  return packArchive(files)
}

const idsIn = (value: Json | undefined): Json =>
  isRows(value) ? value.map(({ id, user = null }) => (isRow(user) ? (user.id ?? null) : (id ?? null))) : null

const idIn = (value: Json | undefined): Json => (isRow(value) ? (value.id ?? null) : null)

/** The address by which administrators know somebody. */
async function addressOf(stage: Stage, id: number): Promise<string> {
  const shown = await stage.call('GET /users/:id', { id }, { as: 'admin' })
  return textIn(shown.row(), 'email')
}

export const people = check<'admin' | 'owner'>({
  id: 'project-import/people',
  says: 'What people did in an archive was done by those with their addresses where an administrator imports, else by the importer: authors, assignees, reviewers, approvals, merges and notes',
  source: 'project-import#users, project-import#notes, project-import#merge-requests',
  level: 'should',
  covers: [importFile],
  needs: { in: 'group' },
  each: () => ['admin', 'owner'],
  holds: async (stage, as) => {
    if (!stage.has('admin') || !stage.has('developer') || !stage.has('reporter'))
      return stage.skip('the target was given no credential of an administrator, a Developer and a Reporter')
    const somebody = stage.user('developer').id
    const address = await addressOf(stage, somebody)
    // The name is that of somebody else here: it is no proof.
    const archive = await archiveOf(address, stage.user('reporter').username)
    const status = await finishedImport(stage, await upload(stage, archive, {}, { as }), as)
    has(status.row(), { import_status: 'finished', failed_relations: [], import_error: null }, status)
    const id = numberIn(status.row(), 'id')
    const maps = (await stage.call('GET /user', {}, { as })).row().is_admin === true
    const importer = stage.user(as).id
    const who = maps ? somebody : importer
    const read = async (operation: string, more = {}) => {
      const reply = await stage.call(operation, { id, merge_request_iid: 1, issue_iid: 1, ...more }, { as })
      answers(reply, 200)
      return reply
    }
    const issue = await read('GET /projects/:id/issues/:issue_iid')
    const { author, assignees, closed_by } = issue.row()
    equals(
      'the people of the issue',
      [idIn(author), idsIn(assignees), idIn(closed_by)],
      [who, [who], who],
      issue,
    )
    const path = 'GET /projects/:id/merge_requests/:merge_request_iid'
    const request = await read(path)
    const { merge_user, reviewers, ...row } = request.row()
    const roles = [idIn(row.author), idsIn(row.assignees), idsIn(reviewers), idIn(merge_user)]
    equals('the people of the merge request', roles, [who, [who], [who], who], request)
    equals('when it was merged', Date.parse(String(row.merged_at)), Date.parse(merged), request)
    const approvals = await read(`${path}/approvals`)
    equals('who approved', idsIn(approvals.row().approved_by), [who], approvals)
    for (const notes of [
      await read(`${path}/notes`),
      await read('GET /projects/:id/issues/:issue_iid/notes'),
    ]) {
      const own = notes.rows().filter((it) => it.system === false)
      const told = own.map((it) => [it.body ?? null, idIn(it.author)])
      const signature = `\n\n *By Afar on ${changed.replace(/\..*$/, '')} (imported from GitLab)*`
      equals(
        'the notes',
        told.sort(),
        [
          [maps ? 'Mine' : `Mine${signature}`, who],
          [`Theirs${signature}`, importer],
        ],
        notes,
      )
    }
    if (!maps) return
    const member = await read('GET /projects/:id/members/:user_id', { user_id: somebody })
    equals('the level of the member', member.row().access_level, 40, member)
  },
})

export const branchLevels = check({
  id: 'project-import/branch-levels',
  says: 'A protected branch of an archive is open to whom it says where an Owner of the topmost group imports, and its path of a configuration is left out',
  source: 'project-import#branch-levels, project-import#config-path',
  level: 'should',
  covers: [importFile],
  needs: { in: 'group' },
  holds: async (stage) => {
    const branch = {
      name: 'stable',
      merge_access_levels: [{ access_level: 30 }],
      push_access_levels: [{ access_level: 0 }],
    }
    const files = leastArchive({
      'tree/project.json': JSON.stringify({ ci_config_path: 'elsewhere.yml' }),
      'tree/project/protected_branches.ndjson': relationLines([branch]),
    })
    const imported = await finishedImport(stage, await upload(stage, await packArchive(files)))
    const at = { id: numberIn(imported.row(), 'id') }
    const project = await stage.call('GET /projects/:id', at)
    has(project.row(), { ci_config_path: null }, project)
    const shown = await stage.call('GET /projects/:id/protected_branches/:name', { ...at, name: 'stable' })
    answers(shown, 200)
    const levels = (list: Json | undefined): Json =>
      isRows(list) ? list.map(({ access_level }) => access_level ?? null) : null
    equals('who may push', levels(shown.row().push_access_levels), [0], shown)
    equals('who may merge', levels(shown.row().merge_access_levels), [30], shown)
  },
})
