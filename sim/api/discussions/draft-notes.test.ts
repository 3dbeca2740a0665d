import { beforeEach, describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

let path: string

beforeEach(() => {
  const [request] = as('carol').get('/projects/1/merge_requests?state=opened').json
  path = `/projects/1/merge_requests/${request.iid}`
})

const notes = (user: string) =>
  as(user)
    .get(`${path}/notes?per_page=100&activity_filter=only_comments`)
    .json.map(({ body }: { body: string }) => body)

describe('a draft note', () => {
  test('is visible to its author only, until it is published', () => {
    const { status, json } = as('carol').post(`${path}/draft_notes`, { note: 'Later' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      author_id: 4,
      note: 'Later',
      discussion_id: null,
      resolve_discussion: false,
    })
    expect(as('carol').get(`${path}/draft_notes`).json).toEqual([json])
    expect(as('bob').get(`${path}/draft_notes`).json).toEqual([])
    expect(as('bob').get(`${path}/draft_notes/${json.id}`).json).toEqual({ message: '404 Not found' })
    expect(notes('bob')).not.toContain('Later')
    expect(as('bob').put(`${path}/draft_notes/${json.id}/publish`).status).toBe(404)
    expect(as('carol').put(`${path}/draft_notes/${json.id}/publish`).status).toBe(204)
    expect(notes('bob')).toContain('Later')
    expect(as('carol').get(`${path}/draft_notes`).json).toEqual([])
  })

  test('is updated and deleted', () => {
    const { id } = as('carol').post(`${path}/draft_notes`, { note: 'One' }).json
    const one = `${path}/draft_notes/${id}`
    expect(as('carol').put(one, { note: 'Two' }).json).toMatchObject({ note: 'Two' })
    expect(as('carol').put(one, {}).json).toEqual({ message: '400 Bad request - Missing params to modify' })
    expect(as('carol').put(one, { note: '' }).json).toEqual({ error: 'note is empty' })
    expect(as('carol').delete(one).status).toBe(204)
    expect(as('carol').get(one).status).toBe(404)
  })

  test('replies in a discussion, and resolves it', () => {
    const thread = as('dave').post(`${path}/discussions`, { body: 'Why?' }).json
    const answer = { note: 'Because', in_reply_to_discussion_id: thread.id, resolve_discussion: true }
    as('carol').post(`${path}/draft_notes`, answer)
    as('carol').post(`${path}/draft_notes`, { note: 'And this' })
    expect(as('carol').post(`${path}/draft_notes/bulk_publish`).status).toBe(204)
    const then = as('dave').get(`${path}/discussions/${thread.id}`).json
    expect(
      then.notes.map(({ body, resolved }: { body: string; resolved: boolean }) => [body, resolved]),
    ).toEqual([
      ['Why?', true],
      ['Because', true],
    ])
    expect(notes('dave')).toContain('And this')
    expect(
      as('carol').post(`${path}/draft_notes`, { note: 'x', in_reply_to_discussion_id: 'no' }),
    ).toMatchObject({
      status: 400,
      json: { message: { base: ['Thread to reply to cannot be found'] } },
    })
    expect(as('dave').post(`${path}/draft_notes`, answer).json).toEqual({
      message: { base: ['User is not allowed to resolve thread'] },
    })
  })

  test('is on a line of the diff', () => {
    const { diff_refs: refs } = as('carol').get(path).json
    const [file] = as('carol').get(`${path}/diffs`).json
    const position = {
      ...refs,
      position_type: 'text',
      new_path: file.new_path,
      old_path: file.old_path,
      new_line: 1,
    }
    const { status, json } = as('carol').post(`${path}/draft_notes`, { note: 'Here', position })
    expect(status).toBe(201)
    expect(json.position).toMatchObject({ new_path: file.new_path, new_line: 1 })
    expect(json.line_code).toMatch(/^[0-9a-f]{40}_\d+_1$/)
    as('carol').put(`${path}/draft_notes/${json.id}/publish`)
    const shown = as('bob')
      .get(`${path}/notes`)
      .json.find(({ body }: { body: string }) => body === 'Here')
    expect(shown).toMatchObject({ type: 'DiffNote', position: { new_line: 1 } })
    const nowhere = { ...position, new_path: 'no-such-file', old_path: 'no-such-file' }
    expect(as('carol').post(`${path}/draft_notes`, { note: 'x', position: nowhere }).status).toBe(400)
  })
})
