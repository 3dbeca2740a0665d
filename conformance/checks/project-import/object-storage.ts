import { setInstanceFeature } from '../../arrange/instance-settings.ts'
import { digest } from '../../arrange/packages.ts'
import { destination, finishedImport } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, holds, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { bytesOfText, leastArchive, packArchive } from '../../oracle/archive.ts'
import type { Stage } from '../../run/stage.ts'
import { fileHost } from '../../servers/files.ts'
import type { Answering, RemotePlace } from '../../servers/side.ts'

const fromS3 = 'POST /projects/remote-import-s3'

const archive = () =>
  packArchive(leastArchive({ 'tree/project.json': JSON.stringify({ description: 'Of the bucket' }) }))

const object = {
  region: 'eu-west-3',
  bucket_name: 'shelf',
  file_key: 'some where/archive.tar.gz',
  access_key_id: 'KEYID',
  secret_access_key: 'secret',
}

/** The signature that the secret key gives a request without a body, by version 4 of the signatures of Amazon. */
async function signatureOf(below: string, call: RemotePlace['heard'][number]): Promise<string> {
  const { method, path, headers } = call
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const [where = '', query = ''] = path.split('?')
  const told = names.split(';').map((name) => `${name}:${(headers[name] ?? '').trim()}\n`)
  const content = headers['x-amz-content-sha256'] ?? (await digest('SHA-256', new Uint8Array()))
  const asked = [method, `${new URL(below).pathname}${where}`, query, told.join(''), names, content].join(
    '\n',
  )
  const hash = await digest('SHA-256', bytesOfText(asked))
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'] ?? '', scope, hash].join('\n')
  let key = bytesOfText(`AWS4${object.secret_access_key}`)
  for (const part of [...scope.split('/'), toSign]) key = await authenticated(key, part)
  return [...key].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function authenticated(key: Uint8Array, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const made = await crypto.subtle.importKey('raw', new Uint8Array(key), algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', made, new Uint8Array(bytesOfText(text))))
}

/** Asks for an import from the suite's own store of objects. */
async function taken(
  stage: Stage,
  answering: Answering,
  more: Row = {},
): Promise<{ readonly reply: Reply; readonly place: RemotePlace }> {
  const place = await stage.remote(answering)
  await stage.keepObjectsAt(place.url)
  await setInstanceFeature(stage, 'import_project_from_remote_file_s3', true)
  return {
    reply: await stage.call(fromS3, { ...object, ...destination(stage, 'of-bucket'), ...more }),
    place,
  }
}

export const s3Import = check({
  id: 'project-import/s3-import',
  says: 'An import from S3 reads the object with signed requests and fills the project with it',
  source: 'project-import#s3-object, project-import#s3-fetch',
  level: 'must',
  covers: [fromS3, 'GET /projects/:id/import'],
  needs: { rewinds: true },
  holds: async (stage) => {
    const { reply, place } = await taken(stage, fileHost(await archive()), {
      ...{ name: 'Of a bucket', overwrite: false },
      override_params: { merge_method: 'ff' },
    })
    answers(reply, 201)
    const named = { name: 'Of a bucket', import_status: 'scheduled', import_type: 'gitlab_project' }
    has(reply.row(), named, reply)
    const status = await finishedImport(stage, reply)
    has(status.row(), { import_status: 'finished', description: 'Of the bucket' }, status)
    const asked = place.heard.map(({ method, path }) => `${method} ${path.split('?', 1)[0]}`)
    const path = '/shelf/some%20where/archive.tar.gz'
    equals('what the store was asked for', asked, [`HEAD ${path}`, `GET ${path}`])
    const [looked, fetched] = place.heard
    const signed = /^AWS4-HMAC-SHA256 Credential=KEYID\/\d{8}\/eu-west-3\/s3\/aws4_request, /
    const authorization = looked?.headers.authorization ?? ''
    holds(signed.test(authorization), 'the HEAD is signed', authorization)
    if (looked !== undefined)
      equals(
        'its signature',
        /Signature=(\w+)/.exec(authorization)?.[1] ?? null,
        await signatureOf(place.url, looked),
      )
    const query = new URLSearchParams(fetched?.path.split('?')[1] ?? '')
    holds(query.has('X-Amz-Signature'), 'the address of the GET is signed', fetched?.path)
    equals('seconds for which that address is valid', query.get('X-Amz-Expires'), '100800')
  },
})

export const s3Destination = check({
  id: 'project-import/s3-destination',
  says: 'An import from S3 goes to its namespace with its overriding values, and replaces a project there only with `overwrite`',
  source: 'project-import#s3-parameters, project-import#override-params, project-import#overwrite-end',
  level: 'must',
  covers: [fromS3],
  needs: { in: 'group', rewinds: true },
  holds: async (stage) => {
    const { group } = stage
    const bytes = await archive()
    const wish = { path: 'kept', namespace: group.path, override_params: { description: 'Mine' } }
    const { reply } = await taken(stage, fileHost(bytes), wish)
    const first = await finishedImport(stage, reply)
    const place = { path_with_namespace: `${group.path}/kept`, description: 'Mine' }
    has(first.row(), place, first)
    for (const unwished of [{ overwrite: false }, {}])
      answers((await taken(stage, fileHost(bytes), { ...wish, ...unwished })).reply, 400)
    const over = await taken(stage, fileHost(bytes), { ...wish, overwrite: true })
    const second = await finishedImport(stage, over.reply)
    const there = await stage.call('GET /projects/:id', { id: `${group.path}/kept` })
    equals('the project at the path', there.row().id, second.row().id, there)
    has(there.row(), place, there)
  },
})

const refusal = (why: string) => `Failed to open 'some where/archive.tar.gz' in 'shelf': ${why}`

export const s3ObjectRefused = check<readonly [status: number, expected: RegExp]>({
  id: 'project-import/s3-object-refused',
  says: 'An S3 object that does not exist and one that does not open answer 400 with a text of their own',
  source: 'project-import#s3-object',
  level: 'must',
  covers: [fromS3],
  needs: { rewinds: true },
  hardy: true,
  each: () => [
    [404, /^File not found 'some where\/archive\.tar\.gz' in 'shelf'$/],
    [403, new RegExp(`^${refusal('\\S')}`)],
    [400, new RegExp(`^${refusal('\\S')}`)],
    [500, new RegExp(`^${refusal('\\S')}`)],
  ],
  holds: async (stage, [status, expected]) => {
    const { reply } = await taken(stage, () => ({ status }))
    answers(reply, 400)
    const { message } = reply.json as { message?: string }
    holds(expected.test(String(message)), `the message is like ${expected}`, message ?? null, reply)
  },
})

export const s3LengthAndType = check<
  readonly [headers: { [name: string]: string | undefined }, text: string]
>({
  id: 'project-import/s3-length-and-type',
  says: 'The length and type of an S3 object follow the rules for remote files',
  source: 'project-import#s3-fetch, project-import#remote-length, project-import#remote-type',
  level: 'must',
  covers: [fromS3],
  needs: { rewinds: true },
  hardy: true,
  each: () => [
    [{ 'content-length': '0' }, 'Content length is too small (should be at least 1 Byte)'],
    [{ 'content-length': String(10 * 1024 ** 3 + 1) }, 'Content length is too big (should be at most 10 GB)'],
    [
      { 'content-type': 'text/plain' },
      "Content type 'text/plain' not allowed. (Allowed: application/gzip, application/x-tar, application/x-gzip)",
    ],
  ],
  holds: async (stage, [headers, text]) => {
    const { reply } = await taken(stage, fileHost(await archive(), headers))
    says(reply, 400, text)
  },
})
