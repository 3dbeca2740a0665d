import { describe, expect, test } from 'vitest'
import { utf8 } from '../../lib/bytes.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { uploading } from '../../testing/multipart.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

describe('files attached to a project', () => {
  const uploads = '/projects/1/uploads'
  const file = { field: 'file', name: 'notes.txt', bytes: utf8('Notes\n') }
  const attach = () => as('erin').send('POST', uploads, uploading({}, file)).json

  test('are listed for Maintainers, newest first, and deleted by them', () => {
    const both = [attach(), attach()]
    expect(both[0]).toEqual({
      alt: 'notes.txt',
      url: expect.any(String),
      full_path: expect.any(String),
      markdown: expect.any(String),
    })
    const listed = as('bob').get(uploads).json
    const [, first] = listed
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([2, 1])
    expect(listed[0]).toMatchObject({ size: 6, filename: 'notes.txt', uploaded_by: { username: 'erin' } })
    expect(as('carol').get(uploads).status).toBe(403)
    expect(as('bob').get(`${uploads}/${first.id}`)).toMatchObject({ status: 200, body: file.bytes })
    expect(as('bob').delete(`${uploads}/${first.id}`).status).toBe(204)
    expect(as('bob').get(`${uploads}/${first.id}`).json).toEqual({ message: '404 Not found' })
    expect(as('alice').get('/groups/1/uploads').json).toEqual([])
  })

  test('are read and deleted by their URLs', () => {
    const { url } = attach()
    const at = `/projects/1${url}`
    expect(as('erin').get(at)).toMatchObject({ status: 200, body: file.bytes })
    expect(as('mallory').get(at).status).toBe(404)
    expect(as('erin').delete(at).status).toBe(403)
    expect(as('bob').delete(at).status).toBe(204)
    expect(as('erin').get(at).status).toBe(404)
  })
})

test('later releases tell the id of an upload, and address it by the id of its project', () => {
  const bob = callsOf(testSimulator({ release: '18.9' }), 'bob')
  const file = { field: 'file', name: 'notes.txt', bytes: utf8('Notes\n') }
  const { json } = bob.send('POST', '/projects/1/uploads', uploading({}, file))
  expect(json).toMatchObject({ id: 1, full_path: `/-/project/1${json.url}` })
})

test('files are attached to projects', () => {
  const boundary = 'frontier'
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a b.png"\r\n\r\nbytes\r\n--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const { status, json } = here.as('carol').send('POST', '/projects/1/uploads', { headers, body })
  expect(status).toBe(201)
  expect(json.url).toMatch(/^\/uploads\/[0-9a-f]{32}\/a_b\.png$/)
  expect(json).toMatchObject({
    alt: 'a_b',
    full_path: `/acme/webapp${json.url}`,
    markdown: `![a_b](${json.url})`,
  })
})
