import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'
import { commentOn, commit, propose } from '../../testing/review.ts'
import { standing, writtenSince } from '../../testing/worlds.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const SONG = 'one\ntwo\nthree\nfour\nfive\n'
const song = () => propose(as('carol'), 'song', { 'song.txt': SONG })
const discussions = '/projects/1/merge_requests/40/discussions'

describe('the discussions of a merge request', () => {
  test('are listed by time with individual and system notes, page by page', () => {
    const all = as('dave').get(discussions).json
    expect(all.map((it: { individual_note: boolean }) => it.individual_note)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    const { json, headers } = as('dave').get(`${discussions}?per_page=2&page=2`)
    expect(json).toEqual(all.slice(2, 4))
    expect(headers['X-Total']).toBe('5')
    expect(as('dave').get(`${discussions}/${all[1].id}`).json).toEqual(all[1])
    expect(as('dave').get(`${discussions}/0`).json).toEqual({ message: '404 Discussion Not Found' })
  })

  test('are read by those who may read it', () => {
    expect(as('erin').get(discussions).status).toBe(404)
    expect(as('mallory').get(discussions).json).toEqual({ message: '404 Project Not Found' })
    expect(as().get(discussions).status).toBe(401)
    expect(as('erin').post(discussions, { body: 'x' }).status).toBe(404)
  })
})

describe('a thread', () => {
  test('is created, replied to, resolved and unresolved', () => {
    const { path } = song()
    const { status, json } = as('dave').post(`${path}/discussions`, { body: 'Why?' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{40}$/),
      individual_note: false,
      notes: [
        {
          type: 'DiscussionNote',
          body: 'Why?',
          author: { username: 'dave' },
          resolvable: true,
          resolved: false,
          resolved_by: null,
        },
      ],
    })
    const thread = `${path}/discussions/${json.id}`
    const answer = as('carol').post(`${thread}/notes`, { body: 'Because.' })
    expect([answer.status, answer.json.type, answer.json.body]).toEqual([201, 'DiscussionNote', 'Because.'])
    expect(as('dave').put(thread, { resolved: true }).status).toBe(403)
    const resolved = as('bob').put(thread, { resolved: true })
    expect(resolved.status).toBe(200)
    expect(resolved.json.notes.map((it: { resolved: boolean }) => it.resolved)).toEqual([true, true])
    expect(resolved.json.notes[0].resolved_by.username).toBe('bob')
    const [record] = as('dave').get(`${path}/notes`).json
    expect([record.system, record.body]).toEqual([true, 'resolved all threads'])
    const late = as('dave').post(`${thread}/notes`, { body: 'Thanks' }).json
    expect([late.resolved, late.resolved_by.username]).toEqual([true, 'dave'])
    const opened = as('carol').put(thread, { resolved: false }).json
    expect(opened.notes.map((it: { resolved: boolean }) => it.resolved)).toEqual([false, false, false])
  })

  test('blocks the merge where the project requires resolved discussions', () => {
    const { path } = song()
    as('alice').put('/projects/1', { only_allow_merge_if_all_discussions_are_resolved: true })
    const { id } = as('dave').post(`${path}/discussions`, { body: 'Why?' }).json
    expect(as('carol').get(path).json.blocking_discussions_resolved).toBe(false)
    as('carol').put(`${path}/discussions/${id}`, { resolved: true })
    expect(as('carol').get(path).json.blocking_discussions_resolved).toBe(true)
  })

  test('is made of a comment by a reply, but not of a system note', () => {
    const { path } = song()
    as('dave').post(`${path}/notes`, { body: 'A comment' })
    const [alone] = as('dave').get(`${path}/discussions`).json
    expect(as('bob').put(`${path}/discussions/${alone.id}`, { resolved: true }).status).toBe(403)
    expect(as('bob').post(`${path}/discussions/${alone.id}/notes`, { body: 'An answer' }).status).toBe(201)
    const [thread] = as('dave').get(`${path}/discussions`).json
    expect(thread).toMatchObject({ id: alone.id, individual_note: false, notes: [{ resolvable: true }, {}] })
    const [record] = as('dave').get(discussions).json
    expect(as('bob').post(`${discussions}/${record.id}/notes`, { body: 'x' })).toMatchObject({
      status: 400,
      json: { message: '400 Bad request - Discussion can not be replied to.' },
    })
  })

  test('has notes that are updated, resolved or deleted', () => {
    const { path } = song()
    const { id, notes } = as('dave').post(`${path}/discussions`, { body: 'Why?' }).json
    const note = `${path}/discussions/${id}/notes/${notes[0].id}`
    expect(as('carol').put(note, { body: 'x' }).status).toBe(403)
    expect(as('dave').put(note, { body: 'Why not?' }).json.body).toBe('Why not?')
    expect(as('dave').put(note, { resolved: true }).status).toBe(403)
    expect(as('carol').put(note, { resolved: true }).json.resolved).toBe(true)
    expect(as('dave').put(note, {}).json).toEqual({
      error: 'body, resolved are missing, exactly one parameter must be provided',
    })
    expect(as('dave').put(note, { body: 'x', resolved: true }).json).toEqual({
      error: 'body, resolved are mutually exclusive',
    })
    expect(as('dave').delete(note).status).toBe(204)
    expect(as('dave').get(`${path}/discussions/${id}`).status).toBe(404)
  })

  test('is dated by owners only', () => {
    const { path } = song()
    const created_at = '2023-05-05T05:05:05Z'
    const dated = (user: string) =>
      as(user).post(`${path}/discussions`, { body: 'x', created_at }).json.notes[0].created_at
    expect(dated('alice')).toBe('2023-05-05T05:05:05.000Z')
    expect(dated('bob')).toMatch(/^2024/)
  })

  test('on an issue cannot be resolved', () => {
    const path = '/projects/1/issues/1/discussions'
    const { id, notes } = as('dave').post(path, { body: 'Why?' }).json
    expect([notes[0].type, notes[0].resolvable]).toEqual(['DiscussionNote', false])
    expect(as('dave').post(`${path}/${id}/notes`, { body: 'Because.' }).status).toBe(201)
    expect(as('dave').get(`${path}/${id}`).json.notes).toHaveLength(2)
    expect(as('dave').put(`${path}/${id}`, { resolved: true }).status).toBe(405)
  })
})

describe('a note on a diff', () => {
  test('is on an added, removed or unchanged line', () => {
    as('bob').post('/projects/1/repository/commits', {
      branch: 'main',
      commit_message: 'Add a file',
      actions: [{ action: 'create', file_path: 'song.txt', content: SONG }],
    })
    const proposed = propose(as('carol'), 'edit', { 'other.txt': 'x\n' })
    commit(as('carol'), 'edit', { 'song.txt': SONG.replace('two\n', '2\n') })
    const { diff_refs } = as('carol').get(proposed.path).json
    const at = (more: object) =>
      as('bob').post(`${proposed.path}/discussions`, {
        body: 'Here',
        position: {
          ...diff_refs,
          position_type: 'text',
          new_path: 'song.txt',
          old_path: 'song.txt',
          ...more,
        },
      })
    expect(at({ new_line: 2 }).json.notes[0]).toMatchObject({
      type: 'DiffNote',
      position: {
        ...diff_refs,
        old_path: 'song.txt',
        new_path: 'song.txt',
        position_type: 'text',
        old_line: null,
        new_line: 2,
        line_range: null,
      },
      suggestions: [],
    })
    expect(at({ old_line: 2 }).status).toBe(201)
    expect(at({ old_line: 4, new_line: 4 }).status).toBe(201)
    const nowhere = 'Note {:line_code=>["can\'t be blank", "must be a valid line code"]}'
    for (const wrong of [
      { new_line: 4 },
      { old_line: 4 },
      { old_line: 4, new_line: 3 },
      { new_line: 77 },
      { new_line: 1, new_path: 'README.md', old_path: 'README.md' },
      { new_line: 2, head_sha: 'f'.repeat(40) },
    ])
      expect(at(wrong)).toMatchObject({ status: 400, json: { message: `400 Bad request - ${nowhere}` } })
    expect(at({}).json.message).toContain(':position=>["is incomplete"]')
    expect(at({ old_line: 2 }).json.notes[0].suggestions).toEqual([])
    const none = as('bob').post(`${proposed.path}/discussions`, { body: 'x', position: {} })
    // What an optional set requires is not asked for when the set is empty.
    expect(none.status).toBe(400)
    expect(none.json.message).toContain(':position=>["is incomplete"]')
  })

  test('keeps the range and the commit that its author names', () => {
    const proposed = song()
    const { diff_refs } = as('carol').get(proposed.path).json
    const end = (new_line: number) => ({ line_code: `x_0_${new_line}`, type: 'new', new_line })
    const { status, json } = as('bob').post(`${proposed.path}/discussions`, {
      body: 'These',
      commit_id: proposed.sha,
      position: {
        ...diff_refs,
        position_type: 'text',
        new_path: 'song.txt',
        new_line: 3,
        line_range: { start: end(1), end: end(3) },
      },
    })
    expect(status).toBe(201)
    expect(json.notes[0].commit_id).toBe(proposed.sha)
    expect(json.notes[0].position.old_path).toBeNull()
    expect(json.notes[0].position.line_range).toEqual({
      start: { line_code: 'x_0_1', type: 'new', old_line: null, new_line: 1 },
      end: { line_code: 'x_0_3', type: 'new', old_line: null, new_line: 3 },
    })
  })

  test('can be on an image', () => {
    const proposed = propose(as('carol'), 'picture', { 'logo.svg': '<svg/>' })
    const { diff_refs } = as('carol').get(proposed.path).json
    const place = { position_type: 'image', new_path: 'logo.svg', width: 10, height: 20, x: 1, y: 2 }
    const position = { ...diff_refs, ...place }
    const { status, json } = as('bob').post(`${proposed.path}/discussions`, { body: 'Here', position })
    expect([status, json.notes[0].position]).toEqual([201, { ...position, old_path: null }])
  })

  test('replies have the position of the first note, and can make suggestions', () => {
    const proposed = song()
    const { id } = commentOn(as('bob'), proposed, 'song.txt', 2, 'Hm').json
    const answer = as('dave').post(`${proposed.path}/discussions/${id}/notes`, {
      body: '```suggestion\nTWO\n```',
    }).json
    expect(answer).toMatchObject({
      type: 'DiffNote',
      position: { new_line: 2 },
      suggestions: [{ from_line: 2, from_content: 'two\n', to_content: 'TWO\n' }],
    })
  })

  test('gets new suggestions when it is updated, and loses them when it is deleted', () => {
    const proposed = song()
    const { id, notes } = commentOn(as('bob'), proposed, 'song.txt', 2, '```suggestion\nTWO\n```').json
    const [before] = notes[0].suggestions
    const path = `${proposed.path}/discussions/${id}/notes/${notes[0].id}`
    const [after] = as('bob').put(path, { body: '```suggestion\n2\n```' }).json.suggestions
    expect(after).toMatchObject({ to_content: '2\n' })
    expect(after.id).not.toBe(before.id)
    expect(as('carol').put(`/suggestions/${before.id}/apply`).status).toBe(404)
    as('bob').delete(path)
    expect(as('carol').put(`/suggestions/${after.id}/apply`).status).toBe(404)
  })

  test.each([
    ['```suggestion\nx\n```', [[3, 3, 'x\n']]],
    ['```suggestion:-0+0\nx\n```', [[3, 3, 'x\n']]],
    ['```suggestion:-1+1\nx\ny\n```', [[2, 4, 'x\ny\n']]],
    ['```suggestion:+2\nx\n```', [[3, 5, 'x\n']]],
    ['```suggestion:-200+200\nx\n```', [[1, 103, 'x\n']]],
    ['```suggestion:nonsense\nx\n```', [[3, 3, 'x\n']]],
    ['```suggestion\n```', [[3, 3, '']]],
    ['````suggestion\n```\n````', [[3, 3, '```\n']]],
    ['  ~~~ suggestion\n  x\n  ~~~', [[3, 3, 'x\n']]],
    ['```suggestion\nnever closed', [[3, 3, 'never closed\n']]],
    ['```suggestions\nx\n```', []],
    ['```\nsuggestion\n```', []],
    ['```md\n~~~suggestion\nx\n~~~\n```', []],
    ['    ```suggestion\n    x\n    ```', []],
    ['suggestion', []],
  ])('reads %j', (body, expected) => {
    const { suggestions } = commentOn(as('bob'), song(), 'song.txt', 3, body).json.notes[0]
    expect(
      suggestions.map((it: { from_line: number; to_line: number; to_content: string }) => [
        it.from_line,
        it.to_line,
        it.to_content,
      ]),
    ).toEqual(expected)
  })

  test('that is refused changes nothing', () => {
    const proposed = song()
    // The pipeline of what was pushed ends.
    here.sim.clock.advance('1m')
    const before = standing(here.sim.world)
    expect(commentOn(as('bob'), proposed, 'song.txt', 2, ' ').json.message).toBe(
      '400 Bad request - Note {:note=>["can\'t be blank"]}',
    )
    expect(commentOn(as('bob'), proposed, 'song.txt', 99, 'x').status).toBe(400)
    expect(writtenSince(before, here.sim.world)).toEqual([])
  })
})

describe('after a push', () => {
  const placeOf = (path: string) => {
    const { position } = as('carol').get(`${path}/notes?activity_filter=only_comments`).json[0]
    return [position.head_sha, position.new_line]
  }

  test('a note follows its line, a little later', () => {
    const proposed = song()
    commentOn(as('bob'), proposed, 'song.txt', 3, 'Here')
    const head = commit(as('carol'), 'song', { 'song.txt': `zero\n${SONG}` })
    expect(placeOf(proposed.path)).toEqual([proposed.sha, 3])
    here.sim.clock.advance('10s')
    expect(placeOf(proposed.path)).toEqual([head, 4])
  })

  test('a note whose line changed stays where it was', () => {
    const proposed = song()
    commentOn(as('bob'), proposed, 'song.txt', 3, 'Here')
    commit(as('carol'), 'song', { 'song.txt': SONG.replace('three', '3') })
    here.sim.clock.advance('1m')
    expect(placeOf(proposed.path)).toEqual([proposed.sha, 3])
  })
})

test('deleting a merge request deletes its suggestions', () => {
  as('alice').delete('/projects/1/merge_requests/40')
  expect(as('carol').put('/suggestions/3/apply').status).toBe(404)
})
