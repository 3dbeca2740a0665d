import { createdSnippet } from '../../arrange/snippets.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, names, says, textIn } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

const COMMIT = '/projects/:id/repository/commits/:sha'
const DISCUSSIONS = `${COMMIT}/discussions`

export const commitLines = check({
  id: 'discussions/commit-lines',
  says: 'A discussion on a commit with a position is on that line of its diff, and so are the replies; a line that the diff lacks is refused',
  source: 'discussions#thread-create, discussions#commit-position, discussions#later-commit-id',
  level: 'should',
  covers: [`POST ${DISCUSSIONS}`, `POST ${DISCUSSIONS}/:discussion_id/notes`],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const actions = [{ action: 'create', file_path: 'discussed.txt', content: 'one\ntwo\n' }]
    const wish = { id, branch, commit_message: 'To be discussed', actions }
    const commit = arranged(await call('POST /projects/:id/repository/commits', wish))
    const sha = textIn(commit, 'id')
    const parents = commit.parent_ids
    const parent = Array.isArray(parents) ? String(parents[0]) : sha
    const position = {
      base_sha: parent,
      start_sha: parent,
      head_sha: sha,
      position_type: 'text',
      new_path: 'discussed.txt',
      new_line: 2,
    }
    const begun = await call(`POST ${DISCUSSIONS}`, { id, sha, body: 'Why two?', position })
    answers(begun, 201)
    const { notes } = begun.row()
    const [note] = notes !== undefined && isRows(notes) ? notes : []
    equals('the type of the note', note?.type ?? null, 'DiffNote', begun)
    const { position: shown } = note ?? {}
    equals('the line', (shown as { new_line?: number } | undefined)?.new_line ?? null, 2, begun)
    const discussion_id = textIn(begun.row(), 'id')
    const reply = await call(`POST ${DISCUSSIONS}/:discussion_id/notes`, {
      id,
      sha,
      discussion_id,
      body: 'So',
    })
    answers(reply, 201)
    has(reply.row(), { type: 'DiffNote' }, reply)
    await stage.changed('discussions#later-commit-id', {
      before: () => {
        if (stage.dialect !== undefined) names(reply.row(), ['commit_id', 'suggestions'], reply)
      },
      after: () => lacks(reply.row(), ['commit_id', 'suggestions'], reply),
    })
    const beyond = { ...position, new_line: 100_000 }
    answers(await call(`POST ${DISCUSSIONS}`, { id, sha, body: 'Where?', position: beyond }), 400)
  },
})

export const snippetComments = check({
  id: 'discussions/single-snippet-comment',
  says: 'A single comment on a snippet cannot be replied to',
  source: 'discussions#single-comments-elsewhere',
  level: 'should',
  covers: ['POST /projects/:id/snippets/:noteable_id/discussions/:discussion_id/notes'],
  holds: async (stage) => {
    const { call } = stage
    const SNIPPET = '/projects/:id/snippets/:noteable_id'
    const named = await createdSnippet(stage)
    arranged(await call(`POST ${SNIPPET}/notes`, { ...named, body: 'Alone' }))
    const [discussion] = (await call(`GET ${SNIPPET}/discussions`, named)).rows()
    const one = { ...named, discussion_id: textIn(discussion ?? {}, 'id') }
    const reply = await call(`POST ${SNIPPET}/discussions/:discussion_id/notes`, { ...one, body: 'Not so' })
    says(reply, 400, '400 Bad request - Discussion can not be replied to.')
  },
})

export const discussedUnseen = check({
  id: 'discussions/code-unseen',
  says: 'Who may not read the code of a project finds no commit to discuss there',
  source: 'discussions#commit-unseen',
  level: 'should',
  covers: [`GET ${DISCUSSIONS}`, `POST ${DISCUSSIONS}`],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    if (!stage.has('guest')) stage.skip('there is no guest')
    const { call, project } = stage
    const place = { id: project.id, sha: project.branch }
    answers(await call(`GET ${DISCUSSIONS}`, place), 200)
    says(await call(`GET ${DISCUSSIONS}`, place, { as: 'guest' }), 404, '404 Commit Not Found')
    const said = await call(`POST ${DISCUSSIONS}`, { ...place, body: 'Seen' }, { as: 'guest' })
    says(said, 404, '404 Commit Not Found')
  },
})
