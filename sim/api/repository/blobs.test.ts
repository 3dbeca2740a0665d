import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { unbase64, unbinary, utf8 } from '../../lib/bytes.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { plant } from './testing/planted.ts'

const seeded = testSimulator()

/** The id of a file's content in a new project, and the calls of anybody there. */
function stored(content: string | Uint8Array) {
  const simulator = seeded.fork()
  const at = plant(simulator)
  const bytes = typeof content === 'string' ? utf8(content) : content
  at.commit('main', { 'some/file': bytes })
  const id = at.objects.put({ type: 'blob', bytes })
  const anonymous = callsOf(simulator)
  return {
    simulator,
    at,
    id,
    get: (sha = id) => anonymous.get(`${at.path}/blobs/${sha}`),
    raw: (sha = id) => anonymous.get(`${at.path}/blobs/${sha}/raw`),
  }
}

describe('a blob', () => {
  test('has size, encoding, content and id', () => {
    const { get, id } = stored('hello\n')
    expect(id).toBe('ce013625030ba8dba906f756967f9e9ca394464a')
    expect(get()).toMatchObject({
      status: 200,
      json: { size: 6, encoding: 'base64', content: 'aGVsbG8K', sha: id },
    })
  })

  test('of a long content has no line breaks in it', () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 251)
    const { get } = stored(bytes)
    expect(get().json.content).not.toMatch(/\s/)
    expect(unbase64(get().json.content)).toEqual(bytes)
  })

  test('may be empty', () => {
    const { get, raw } = stored('')
    expect(get().json).toMatchObject({ size: 0, content: '' })
    expect(raw().body).toEqual(new Uint8Array())
  })

  test('has the id that git computes, wherever it lies in the demo world', () => {
    const carol = callsOf(seeded.fork(), 'carol')
    const tree = carol.get('/projects/1/repository/tree?recursive=true&per_page=100').json
    for (const { type, id } of tree) {
      if (type !== 'blob') continue
      const bytes = carol.get(`/projects/1/repository/blobs/${id}/raw`).body as Uint8Array
      const { json } = carol.get(`/projects/1/repository/blobs/${id}`)
      expect(unbase64(json.content)).toEqual(bytes)
      expect(createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')).toBe(id)
    }
  })

  test('of an older commit or another branch is found as well', () => {
    const { at, get } = stored('old\n')
    const [head] = [at.refs.get('refs/heads/main') ?? '']
    at.commit('main', { 'some/file': 'new\n' }, [head])
    expect(get().status).toBe(200)
    at.commit('other', { x: 'elsewhere\n' })
    expect(get(at.objects.put({ type: 'blob', bytes: utf8('elsewhere\n') })).status).toBe(200)
  })

  test('is found whatever the case of its digits', () => {
    const { get, id } = stored('x\n')
    expect(get(id.toUpperCase()).json.sha).toBe(id)
  })
})

describe('a blob that is none', () => {
  test('answers 404 for trees, commits, tags, unknown and malformed ids', () => {
    const { at, get, raw } = stored('x\n')
    const commit = at.refs.get('refs/heads/main') ?? ''
    const object = at.objects.get(commit)
    const tree = object?.type === 'commit' ? object.tree : ''
    const short = stored('x\n').id.slice(0, 10)
    for (const sha of [commit, tree, '0'.repeat(40), 'main', short, 'x', '%20', 'g'.repeat(40)])
      for (const call of [get, raw])
        expect(call(sha)).toMatchObject({ status: 404, json: { message: '404 Blob Not Found' } })
  })

  test('answers 404 for what other repositories hold', () => {
    const { simulator, get, raw } = stored('x\n')
    const root = callsOf(simulator, 'root')
    const secrets = root.get('/projects/8/repository/tree?recursive=true').json
    const { id } = secrets.find(({ type }: { type: string }) => type === 'blob')
    expect(root.get(`/projects/8/repository/blobs/${id}`).status).toBe(200)
    expect([get(id).status, raw(id).status]).toEqual([404, 404])
  })

  test('answers 404 in an empty repository', () => {
    const carol = callsOf(seeded.fork(), 'carol')
    expect(carol.get(`/projects/6/repository/blobs/${'0'.repeat(40)}`).json).toEqual({
      message: '404 Blob Not Found',
    })
  })
})

describe('the bytes of a blob', () => {
  test('come as they are, under headers that keep them from running', () => {
    const { raw } = stored('hello\n')
    const { status, body, headers } = raw()
    expect(status).toBe(200)
    expect(body).toEqual(utf8('hello\n'))
    expect(headers).toMatchObject({
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'inline',
      'Cache-Control': 'max-age=0, private, must-revalidate, no-store, no-cache',
      Expires: 'Fri, 01 Jan 1990 00:00:00 GMT',
      'X-Content-Type-Options': 'nosniff',
    })
  })

  test.each([
    ['<!doctype html>\n<p>', 'text/plain; charset=utf-8', 'inline; filename=blob'],
    ['<?xml version="1.0"?><a/>', 'text/plain; charset=utf-8', 'inline; filename=blob'],
    ['alert(1)', 'text/plain; charset=utf-8', 'inline'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'attachment'],
    ['\x89PNG\r\n\x1a\n\x00', 'image/png', 'inline'],
    ['%PDF-1.4\n', 'application/pdf', 'inline'],
    ['\x00\x00\x00\x18ftypmp42', 'video/mp4', 'inline'],
    ['\x00\x01\x02', 'application/octet-stream', 'attachment'],
    ['version https://git-lfs.github.com/spec/v1\n', 'text/plain; charset=utf-8', 'inline'],
  ])('%j are %s, %s', (content, type, disposition) => {
    const { headers, body } = stored(unbinary(content)).raw()
    expect(headers).toMatchObject({ 'Content-Type': type, 'Content-Disposition': disposition })
    expect(body).toEqual(unbinary(content))
  })

  test('are left out by HEAD, their headers are not', () => {
    const { simulator, at, id } = stored('hello\n')
    const { status, body, headers } = callsOf(simulator).head(`${at.path}/blobs/${id}/raw`)
    expect([status, body, headers['Content-Disposition']]).toEqual([200, null, 'inline'])
  })
})
