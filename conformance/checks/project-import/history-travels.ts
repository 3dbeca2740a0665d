import { uploadAvatar } from '../../arrange/avatars-and-uploads.ts'
import { issue, label, mergeRequest, milestone, named } from '../../arrange/records.ts'
import { propose, suggest } from '../../arrange/suggestions.ts'
import { exportedArchive, finishedImport, importFile, startExport, upload } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import { leastArchive, packArchive, relationLines } from '../../oracle/archive.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const request = '/projects/:id/merge_requests/:merge_request_iid'

/** The project that an import of the throw-away project's export makes. */
async function copied(stage: Stage): Promise<number> {
  const status = await finishedImport(stage, await upload(stage, await exportedArchive(stage)))
  has(status.row(), { import_status: 'finished', failed_relations: [], import_error: null }, status)
  return numberIn(status.row(), 'id')
}

export const burndown = check({
  id: 'project-import/burndown',
  says: 'An imported milestone has the burndown events of the one that was exported, whatever else happened to its issues',
  source: 'project-import#round-trip, milestones#burndown-order',
  level: 'should',
  covers: [startExport, importFile],
  needs: { tier: 'premium', repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const goal = await milestone(stage, { title: 'Goal', start_date: '2020-01-01', due_date: '2090-01-01' })
    await label(stage, 'late')
    const held = await issue(stage, { title: 'Held', milestone_id: numberIn(goal, 'id') })
    const at = { id, issue_iid: numberIn(held, 'iid') }
    for (const change of [{ state_event: 'close' }, { add_labels: 'late' }, { state_event: 'reopen' }])
      expectArranged(await call('PUT /projects/:id/issues/:issue_iid', { ...at, ...change }))
    // It has the internal number of the issue, and changes of its own.
    const other = named(stage, await mergeRequest(stage, { branch: 'topic' }))
    expectArranged(await call(`PUT ${request}`, { ...other, state_event: 'close' }))
    const events = async (of: number) => {
      const [row = {}] = (await call('GET /projects/:id/milestones', { id: of, title: 'Goal' })).rows()
      const params = { id: of, milestone_id: numberIn(row, 'id') }
      const reply = await call('GET /projects/:id/milestones/:milestone_id/burndown_events', params)
      answers(reply, 200)
      return reply.rows().map((event) => [event.action ?? null, event.created_at ?? null])
    }
    equals('the events', await events(await copied(stage)), await events(id))
  },
})

export const goneBranch = check({
  id: 'project-import/gone-branch',
  says: 'A closed merge request whose source branch is gone comes back with its commits and changes',
  source: 'project-import#round-trip, project-export#archive-repository',
  level: 'should',
  covers: [startExport, importFile],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const row = await mergeRequest(stage, { branch: 'topic' })
    const place = named(stage, row)
    expectArranged(await call(`PUT ${request}`, { ...place, state_event: 'close' }))
    const gone = { id: project.id, branch: 'topic' }
    expectArranged(await call('DELETE /projects/:id/repository/branches/:branch', gone))
    const shown = async (id: number) => {
      const reply = await call(`GET ${request}/changes`, { ...place, id })
      answers(reply, 200)
      const { sha = null, state = null, changes = null } = reply.row()
      return { sha, state, changes }
    }
    const before = await shown(project.id)
    holds(isRows(before.changes) && before.changes.length > 0, 'it has changes', before.changes)
    equals('what came back', await shown(await copied(stage)), before)
  },
})

export const pictureAndRelease = check({
  id: 'project-import/picture-and-release',
  says: 'The picture of a project and the milestones of its releases come back',
  source: 'project-import#round-trip, project-export#archive-layout, project-export#archive-relations',
  level: 'should',
  covers: [startExport, importFile],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch: ref } = project
    expectArranged(await uploadAvatar(stage, 'PUT /projects/:id', { id }))
    await milestone(stage, { title: 'Goal' })
    const release = { tag_name: 'released', ref, description: 'Notes', milestones: ['Goal'] }
    expectArranged(await call('POST /projects/:id/releases', { id, ...release }))
    const copy = await copied(stage)
    const whole = await call('GET /projects/:id', { id: copy })
    const avatar = whole.row().avatar_url
    holds(typeof avatar === 'string' && avatar.includes('face.png'), 'it has its picture', avatar, whole)
    const releases = await call('GET /projects/:id/releases', { id: copy })
    const [back = {}] = releases.rows()
    const goals = isRows(back.milestones) ? back.milestones : []
    equals(
      'the milestones of the release',
      goals.map(({ title }) => title ?? null),
      ['Goal'],
      releases,
    )
  },
})

export const suggestionTravels = check({
  id: 'project-import/suggestion',
  says: 'A comment on a line of a diff comes back on that line, and its suggestion can be applied there',
  source: 'project-import#round-trip, project-import#notes, project-export#archive-relations',
  level: 'should',
  covers: [startExport, importFile, 'PUT /suggestions/:id/apply'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call } = stage
    const lines = ['one', 'two', 'three', 'four', 'five', 'six']
    const proposal = await propose(stage, 'proposed', { 'list.txt': `${lines.join('\n')}\n` })
    await suggest(stage, proposal, { path: 'list.txt', from: 4, to: 5, lines: ['vier'] })
    const suggesting = async (of: number) => {
      const place = { id: of, merge_request_iid: proposal.iid, per_page: 100 }
      const reply = await call(`GET ${request}/notes`, place)
      const note = reply.rows().find((row) => isRows(row.suggestions) && row.suggestions.length > 0)
      return { reply, note }
    }
    if ((await suggesting(stage.project.id)).note === undefined)
      return stage.failing('notes do not show suggestions')
    const id = await copied(stage)
    const { reply, note = {} } = await suggesting(id)
    holds(isRows(note.suggestions), 'the copy shows the suggestion', reply.json ?? null, reply)
    equals('the kind of the comment', note.type, 'DiffNote', reply)
    has(rowIn(note, 'position'), { new_path: 'list.txt', new_line: 4 }, reply)
    const [told = {}] = note.suggestions as readonly Row[]
    answers(await call('PUT /suggestions/:id/apply', { id: numberIn(told, 'id') }), 200)
    const at = { id, file_path: 'list.txt', ref: proposal.branch }
    const file = await call('GET /projects/:id/repository/files/:file_path/raw', at)
    equals('the file', file.text, 'one\ntwo\nthree\nvier\nsix\n', file)
  },
})

export const threads = check({
  id: 'project-import/threads',
  says: 'Imported comments of one thread are one thread again, and those without one stand alone',
  source: 'project-import#notes, project-import#threads',
  level: 'should',
  covers: [importFile],
  holds: async (stage) => {
    const at = '2016-06-14T15:02:47.000Z'
    const note = (words: string, thread?: string) => ({
      ...{ note: words, noteable_type: 'Issue', author_id: 1, author: { name: 'Afar' } },
      ...{ created_at: at, updated_at: at, system: false },
      ...(thread === undefined ? {} : { type: 'DiscussionNote', discussion_id: thread }),
    })
    const [one, other] = ['a'.repeat(40), 'b'.repeat(40)]
    const words = [note('A', one), note('B', other), note('C', one), note('D'), note('E')]
    const issues = relationLines([{ iid: 1, title: 'Talked about', notes: words }])
    const files = leastArchive({ 'tree/project/issues.ndjson': issues })
    const status = await finishedImport(stage, await upload(stage, await packArchive(files)))
    has(status.row(), { import_status: 'finished', failed_relations: [] }, status)
    const place = { id: numberIn(status.row(), 'id'), issue_iid: 1, per_page: 100 }
    const reply = await stage.call('GET /projects/:id/issues/:issue_iid/discussions', place)
    const told = reply.rows().map(({ notes }) => {
      const all = isRows(notes) ? notes : []
      return all.map((it) => textIn(it, 'body').charAt(0)).join('')
    })
    equals('the threads', told.sort(), ['AC', 'B', 'D', 'E'], reply)
    const all = await stage.call('GET /projects/:id/issues/:issue_iid/notes', place)
    const kinds = all.rows().map((row) => `${textIn(row, 'body').charAt(0)} ${row.type}`)
    const thread = 'DiscussionNote'
    const expected = [`A ${thread}`, `B ${thread}`, `C ${thread}`, 'D null', 'E null']
    equals('the types of the comments', kinds.sort(), expected, all)
  },
})

export const wikiPages = check({
  id: 'project-import/wiki-pages',
  says: 'The pages of the wiki come back with their titles, texts and formats',
  source: 'project-import#round-trip, project-export#archive-layout',
  level: 'should',
  covers: [startExport, importFile],
  holds: async (stage) => {
    const path = '/projects/:id/wikis'
    const { id } = stage.project
    for (const format of ['markdown', 'rdoc', 'asciidoc', 'org']) {
      const page = { id, title: `deep/In ${format}`, content: `Text in ${format}\n\nand more`, format }
      expectArranged(await stage.call(`POST ${path}`, page))
    }
    const shown = async (of: number) => {
      const reply = await stage.call(`GET ${path}`, { id: of, with_content: true })
      answers(reply, 200)
      return reply
        .rows()
        .map(({ slug, title, format, content }) => ({ slug, title, format, content }))
        .sort((one, other) => String(one.slug).localeCompare(String(other.slug))) as unknown as Row[]
    }
    const before = await shown(id)
    equals('how many there are', before.length, 4)
    equals('what came back', await shown(await copied(stage)), before)
  },
})

export const nextNumbers = check({
  id: 'project-import/next-numbers',
  says: 'What is created in an imported project gets the number after the last one that came with it',
  source: 'project-import#iids',
  level: 'must',
  covers: [importFile, 'POST /projects/:id/merge_requests', 'POST /projects/:id/milestones'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    for (const title of ['One', 'Two']) {
      await issue(stage, { title })
      await milestone(stage, { title })
      await mergeRequest(stage, { branch: title.toLowerCase(), as: 'owner' })
    }
    const id = await copied(stage)
    const branches = { source_branch: 'one', target_branch: 'two' }
    const wishes = { issues: {}, milestones: {}, merge_requests: branches }
    for (const [noun, wish] of Object.entries(wishes)) {
      const reply = await call(`POST /projects/:id/${noun}`, { id, title: 'Three', ...wish })
      answers(reply, 201)
      equals(`the number of the next of the ${noun}`, numberIn(reply.row(), 'iid'), 3, reply)
      holds(id !== project.id, 'the copy is another project', id)
    }
  },
})
