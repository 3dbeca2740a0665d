import { forkOf } from '../../arrange/records.ts'
import { commitFolder, commitId } from '../../arrange/repository.ts'
import { folders } from '../../draw/folders.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { blobId } from '../../oracle/folder.ts'
import { nounMissing, projectMissing } from '../../oracle/texts.ts'
import { arranged } from '../../run/stage.ts'

const blob = 'GET /projects/:id/repository/blobs/:sha'

const raw = 'GET /projects/:id/repository/blobs/:sha/raw'

const missing = nounMissing('Blob')

export const blobContent = check({
  id: 'repository/blob-content',
  says: 'A blob is found by the hash of its content and answers that content in Base64 and raw',
  source: 'repository#blob, repository#blob-raw',
  level: 'must',
  covers: [blob, raw],
  over: () => folders,
  holds: async (stage, folder) => {
    const { call, project } = stage
    await commitFolder(stage, { branch: project.branch, after: folder })
    for (const content of folder.values()) {
      const sha = await blobId(content)
      const bytes = new TextEncoder().encode(content)
      const encoded = btoa(String.fromCharCode(...bytes))
      const expected = { size: bytes.length, encoding: 'base64', content: encoded, sha }
      answers(await call(blob, { id: project.id, sha }), 200, expected)
      const reply = await call(raw, { id: project.id, sha })
      answers(reply, 200)
      equals('the bytes', reply.text, content, reply)
    }
  },
})

export const blobOfFormerVersion = check({
  id: 'repository/blob-of-former-version',
  says: 'The blob of a file that changed later is still found',
  source: 'repository#blob',
  level: 'must',
  covers: [blob],
  holds: async (stage) => {
    const { call, project } = stage
    const before = new Map([['file', 'before\n']])
    await commitFolder(stage, { branch: project.branch, after: before })
    await commitFolder(stage, { branch: project.branch, before, after: new Map([['file', 'after\n']]) })
    for (const content of ['before\n', 'after\n'])
      answers(await call(blob, { id: project.id, sha: await blobId(content) }), 200)
  },
})

export const blobMissing = check({
  id: 'repository/blob-missing',
  says: 'An unknown ID, the ID of a tree or commit, and a text that is no ID answer 404 `404 Blob Not Found`',
  source: 'repository#blob-missing',
  level: 'must',
  covers: [blob, raw],
  holds: async (stage) => {
    const { call, project } = stage
    const commit = await commitId(stage, { branch: project.branch, after: new Map([['dir/file', 'x\n']]) })
    const [tree] = (await call('GET /projects/:id/repository/tree', { id: project.id })).rows()
    const others = ['0'.repeat(40), 'g'.repeat(40), 'x', project.branch, '__proto__', '-1', '😀']
    for (const sha of [commit, textIn(tree ?? {}, 'id'), ...others])
      for (const operation of [blob, raw])
        answers(await call(operation, { id: project.id, sha }), missing.status, missing.body)
  },
})

export const objectsOfOtherProjects = check({
  id: 'repository/objects-of-other-projects',
  says: 'Blobs and commits of another project are not found in a repository, nor in a fork',
  source: 'repository#own-objects, repository#refusals',
  level: 'must',
  covers: [
    blob,
    raw,
    'GET /projects/:id/repository/tree',
    'GET /projects/:id/repository/compare',
    'GET /projects/:id/repository/merge_base',
  ],
  needs: { project: 'public', repository: true },
  holds: async (stage) => {
    const { call, project, prefix } = stage
    const name = `${prefix}-secret`
    const other = arranged(await call('POST /projects', { name, path: name, visibility: 'private' }))
    const actions = [{ action: 'create', file_path: 'secret.txt', content: `known to nobody: ${name}\n` }]
    const commit = { branch: 'kept', commit_message: 'Keep it', actions }
    const made = await call('POST /projects/:id/repository/commits', { id: other.id ?? 0, ...commit })
    const sha = textIn(arranged(made), 'id')
    const secret = await blobId(`known to nobody: ${name}\n`)
    answers(await call(blob, { id: other.id ?? 0, sha: secret }), 200)
    answers(
      await call(blob, { id: other.id ?? 0, sha: secret }, { as: 'anonymous' }),
      projectMissing.status,
      projectMissing.body,
    )
    // Forks share their objects with each other in many services, so that one may find more than its own.
    for (const id of [project.id, numberIn(await forkOf(stage), 'id')]) {
      for (const operation of [blob, raw])
        answers(await call(operation, { id, sha: secret }), missing.status, missing.body)
      for (const ref of [sha, sha.slice(0, 10)]) {
        answers(await call('GET /projects/:id/repository/tree', { id, ref }), 404)
        const { branch } = project
        answers(await call('GET /projects/:id/repository/compare', { id, from: branch, to: ref }), 404)
        answers(await call('GET /projects/:id/repository/merge_base', { id, refs: [branch, ref] }), 400)
      }
    }
  },
})

export const rawHeaders = check<readonly [content: string, type: string, disposition: string]>({
  id: 'repository/raw-headers',
  says: 'Raw content is text or an attachment, never a page or a script',
  source: 'repository#raw-type, repository#raw-headers, repository#blob-etag',
  level: 'should',
  covers: [raw],
  each: () => [
    ['plain\n', 'text/plain', 'inline'],
    ['<!DOCTYPE html>\n<p>x</p>\n', 'text/plain', 'inline'],
    ['<script>alert(1)</script>\n', 'text/plain', 'inline'],
    ['<svg xmlns="http://www.w3.org/2000/svg"></svg>\n', 'image/svg+xml', 'attachment'],
    ['\u0001\u0002\n', 'application/octet-stream', 'attachment'],
  ],
  holds: async (stage, [content, type, disposition]) => {
    const { call, project } = stage
    await commitFolder(stage, { branch: project.branch, after: new Map([['file', content]]) })
    const reply = await call(raw, { id: project.id, sha: await blobId(content) })
    answers(reply, 200)
    equals('the type', reply.headers['content-type']?.split(';')[0], type, reply)
    equals('the disposition', reply.headers['content-disposition']?.split(';')[0], disposition, reply)
    equals('X-Content-Type-Options', reply.headers['x-content-type-options'], 'nosniff', reply)
    const kept = 'max-age=0, private, must-revalidate, no-store, no-cache'
    if (stage.tells('cache-control')) equals('Cache-Control', reply.headers['cache-control'], kept, reply)
    const json = await call(blob, { id: project.id, sha: await blobId(content) })
    const etag = json.headers.etag ?? ''
    if (stage.tells('etag')) holds(/^W\/"[^"]+"$/.test(etag), 'JSON has a weak ETag', etag, json)
  },
})

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** Contents that change where somebody takes them for text in UTF-8. */
const unusual: { readonly [name: string]: Uint8Array } = {
  bytes: new Uint8Array(512).map((_, i) => (i * 7 + (i >> 8)) & 255),
  'byte-order-mark': bytesOf('\xef\xbb\xbfmarked\n'),
  'two-bytes-each': bytesOf('\xff\xfeA\0\n\0'),
  'latin-1': bytesOf('Gr\xfc\xdfe\n'),
  'line-ends': bytesOf('one\r\ntwo\rthree'),
}

export const blobBytes = check({
  id: 'repository/blob-bytes',
  says: 'Bytes that are no text come back as they are, in Base64 and raw',
  source: 'repository#blob, repository#blob-raw, repository#raw-type, repository#blob-pointers',
  level: 'must',
  covers: [blob, raw],
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const contents = Object.entries(unusual).map(([name, bytes]) => ({
      name,
      bytes,
      content: btoa(String.fromCharCode(...bytes)),
    }))
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`
    const actions = [
      ...contents.map(({ name, content }) => ({
        action: 'create',
        file_path: name,
        content,
        encoding: 'base64',
      })),
      { action: 'create', file_path: 'pointer', content: pointer },
    ]
    const params = { id, branch, commit_message: 'Add bytes', actions } as Params
    arranged(await call('POST /projects/:id/repository/commits', params))
    const entries = (await call('GET /projects/:id/repository/tree', { id })).rows()
    const shaOf = (wanted: string) => textIn(entries.find(({ name }) => name === wanted) ?? {}, 'id')
    for (const { name, bytes, content } of contents) {
      const one = { id, sha: shaOf(name) }
      answers(await call(blob, one), 200, { size: bytes.length, encoding: 'base64', content, sha: one.sha })
      const reply = await call(raw, one)
      answers(reply, 200)
      equals(`the bytes of ${name}`, [...reply.bytes], [...bytes], reply)
    }
    // Of a file in large file storage the repository has the pointer.
    const pointed = await call(raw, { id, sha: shaOf('pointer') })
    equals('the pointer', pointed.text, pointer, pointed)
  },
})

export const equalLengths = check({
  id: 'repository/blobs-of-equal-length',
  says: 'A blob that was read says nothing of another one of the same length: with its `ETag` the other answers 200',
  source: 'conventions#etag, repository#blob-raw',
  level: 'must',
  covers: [blob, raw],
  holds: async (stage) => {
    const { call, project } = stage
    const folder = new Map([
      ['one', 'aaaa\n'],
      ['two', 'bbbb\n'],
    ])
    await commitFolder(stage, { branch: project.branch, after: folder })
    const [first = '', second = ''] = await Promise.all([...folder.values()].map(blobId))
    for (const operation of [blob, raw]) {
      const { etag } = (await call(operation, { id: project.id, sha: first })).headers
      if (etag === undefined) continue
      const headers = { 'if-none-match': etag }
      const reply = await call(operation, { id: project.id, sha: second }, { headers })
      answers(reply, 200)
    }
  },
})
