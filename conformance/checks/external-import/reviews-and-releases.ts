import { check } from '../../kit/check.ts'
import { answers, equals, lacks, textIn } from '../../kit/expect.ts'
import { isRow, type Json, type Row } from '../../kit/json.ts'
import { hostedRepository } from '../../servers/hosts.ts'
import { imported, importFromService } from './import-requests.ts'
import { start } from './import-status.ts'

const api = `/api/v3/repos/${hostedRepository.fullName}`
const at = '2023-05-02T10:00:00Z'
const merged = '2023-05-03T11:00:00Z'

const said = { body: null, created_at: at, labels: [], milestone: null }

export const importedPulls = check({
  id: 'external-import/imported-pulls',
  says: 'Imported pull requests keep number, state, branches, author, and when they were merged; reviews are notes that begin with their verdict',
  source: 'external-import#extgit-imported',
  level: 'should',
  covers: [start],
  needs: { in: 'group' },
  holds: async (stage) => {
    const id = await imported(stage, ({ main = '', topic = '' }) => {
      const base = { ref: 'main', sha: main, repo: { id: 7 } }
      const head = { ref: 'topic', sha: topic, repo: { id: 7 } }
      const pull = (number: number, title: string, more: object) => ({
        ...said,
        ...{ number, title, head, base, user: { login: 'afar' }, merged_at: null, ...more },
      })
      return {
        [`${api}/pulls`]: [
          pull(5, 'Open', { state: 'open', body: 'Why.' }),
          pull(6, 'Merged', {
            state: 'closed',
            closed_at: merged,
            merged_at: merged,
            merge_commit_sha: topic,
          }),
          pull(8, 'Closed', { state: 'closed', closed_at: merged }),
          pull(9, 'Of a fork', {
            state: 'open',
            head: { ...head, repo: { id: 8, owner: { login: 'fork' } }, user: { login: 'fork' } },
          }),
          pull(10, 'Onto itself', { state: 'open', head: { ...head, ref: 'main' } }),
        ],
        [`${api}/pulls/5/reviews`]: [
          { state: 'APPROVED', body: '', submitted_at: at, user: { login: 'afar' } },
          { state: 'CHANGES_REQUESTED', body: 'Not so.', submitted_at: at, user: { login: 'afar' } },
          { state: 'DISMISSED', body: 'Once.', submitted_at: at, user: { login: 'afar' } },
          { state: 'COMMENTED', body: 'Well.', submitted_at: at, user: { login: 'afar' } },
          { state: 'COMMENTED', body: '', submitted_at: at, user: { login: 'afar' } },
        ],
      }
    })
    const list = await stage.call('GET /projects/:id/merge_requests', { id, state: 'all' })
    const told = (row: Row): Json =>
      ['iid', 'title', 'state', 'source_branch', 'target_branch'].map((it) => row[it] ?? null)
    equals('the merge requests', list.rows().map(told).sort(), [
      [10, 'Onto itself', 'opened', 'main-10', 'main'],
      [5, 'Open', 'opened', 'topic', 'main'],
      [6, 'Merged', 'merged', 'topic', 'main'],
      [8, 'Closed', 'closed', 'topic', 'main'],
      [9, 'Of a fork', 'opened', 'github/fork/fork/topic', 'main'],
    ])
    const one = async (merge_request_iid: number) =>
      (
        await stage.call('GET /projects/:id/merge_requests/:merge_request_iid', { id, merge_request_iid })
      ).row()
    const taken = await one(6)
    equals('when it was merged', Date.parse(String(taken.merged_at)), Date.parse(merged))
    equals('by which commit', typeof taken.merge_commit_sha, 'string')
    equals('when it was made', Date.parse(String(taken.created_at)), Date.parse(at))
    equals('when it was closed', Date.parse(String((await one(8)).closed_at)), Date.parse(merged))
    const open = await one(5)
    equals('its text', open.description ?? null, '*Created by: afar*\n\nWhy.')
    equals('its head', open.sha ?? null, taken.merge_commit_sha ?? null)
    const notes = await stage.call('GET /projects/:id/merge_requests/:merge_request_iid/notes', {
      id,
      merge_request_iid: 5,
    })
    const words = notes.rows().flatMap((row) => /\*\*Review:.*$/s.exec(textIn(row, 'body'))?.[0] ?? [])
    equals('the reviews', words.sort(), [
      '**Review:** Approved',
      '**Review:** Changes requested\n\nNot so.',
      '**Review:** Commented\n\nWell.',
      '**Review:** Dismissed\n\nOnce.',
    ])
  },
})

export const importedReleases = check({
  id: 'external-import/imported-releases',
  says: 'Releases of the host that are no drafts are imported with name, text and time; one without a name has that of its tag, and one whose tag leads nowhere no commit',
  source: 'external-import#extgit-imported, releases#no-commit',
  level: 'should',
  covers: [start],
  needs: { in: 'group' },
  holds: async (stage) => {
    const release = { created_at: at, published_at: merged, draft: false }
    const id = await imported(stage, () => ({
      [`${api}/releases`]: [
        { ...release, tag_name: 'v1', name: 'One', body: 'The first' },
        { ...release, tag_name: 'v2', name: null, body: null },
        { ...release, tag_name: 'v3', name: 'Three', body: 'Not yet', draft: true },
      ],
    }))
    const list = await stage.call('GET /projects/:id/releases', { id })
    const told = list
      .rows()
      .map(({ tag_name, name, description, released_at }) => [
        ...[tag_name, name, description].map((it) => it ?? null),
        Date.parse(String(released_at)),
      ])
    equals('the releases', told.sort(), [
      ['v1', 'One', 'The first', Date.parse(merged)],
      ['v2', 'v2', null, Date.parse(merged)],
    ])
    for (const row of list.rows()) {
      equals('the commit', row.commit, null, list)
      lacks(row, ['commit_path'], list)
    }
  },
})

export const noRepository = check({
  id: 'external-import/no-repository',
  says: 'An answer of the host that is no repository answers 422, and no project is created',
  source: 'external-import#host-errors',
  level: 'should',
  covers: [start],
  needs: { in: 'group' },
  each: () => ['name', 'full_name'] as const,
  holds: async (stage, missing) => {
    const row = { id: 7, name: 'odd', full_name: 'somebody/odd', [missing]: undefined }
    const { reply } = await importFromService(
      stage,
      {},
      {
        pages: () => ({ [`/api/v3/repositories/${hostedRepository.number}`]: row }),
      },
    )
    answers(reply, 422)
    equals('whether it tells of errors', isRow(reply.json) && typeof reply.json.errors, 'string', reply)
  },
})
