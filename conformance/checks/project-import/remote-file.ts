import { changeInstanceSettings, setInstanceFeature } from '../../arrange/instance-settings.ts'
import { destination, finishedImport, uploading } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, holds, numberIn, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { leastArchive, packArchive, relationLines } from '../../oracle/archive.ts'
import { unauthorized } from '../../oracle/texts.ts'
import type { Stage } from '../../run/stage.ts'
import { fileHost } from '../../servers/files.ts'
import type { Answering, RemotePlace } from '../../servers/side.ts'
import type { Role } from '../../targets/target.ts'

const fromUrl = 'POST /projects/remote-import'

const archive = () =>
  packArchive(
    leastArchive({
      'tree/project.json': JSON.stringify({ description: 'From the archive', visibility_level: 0 }),
      'tree/project/labels.ndjson': relationLines([{ title: 'bug', color: '#ff0000' }]),
    }),
  )

/** Asks for an import from the suite's own host. A service that calls https alone cannot be tried so. */
async function fetched(
  stage: Stage,
  answering: Answering,
  { as = 'owner', more = {} }: { readonly as?: Role; readonly more?: Row } = {},
): Promise<{ readonly reply: Reply; readonly place: RemotePlace }> {
  const place = await stage.remote(answering)
  const url = `${place.url}/archive.tar.gz`
  const reply = await stage.call(fromUrl, { url, ...destination(stage, 'fetched'), ...more }, { as })
  if (reply.text.includes('is blocked: Only allowed schemes are https'))
    stage.skip('the target calls https alone')
  return { reply, place }
}

const methods = ({ heard }: RemotePlace) => heard.map(({ method }) => method)

export const remoteImport = check({
  id: 'project-import/remote-import',
  says: 'A remote import sends HEAD in the call and GET later, and fills the project with the file',
  source: 'project-import#remote-head-then-get, project-import#accepted, project-import#correlation-id',
  level: 'must',
  covers: [fromUrl, 'GET /projects/:id/import'],
  holds: async (stage) => {
    const { reply, place } = await fetched(stage, fileHost(await archive()))
    answers(reply, 201)
    const row = reply.row()
    equals('what the host was asked for', methods(place), ['HEAD'])
    has(row, { import_status: 'scheduled', import_type: 'gitlab_project', import_error: null }, reply)
    equals('the number of the request', row.correlation_id, reply.headers['x-request-id'], reply)
    const status = await finishedImport(stage, reply)
    has(status.row(), { import_status: 'finished', description: 'From the archive' }, status)
    equals('what the host was asked for', methods(place), ['HEAD', 'GET'])
    equals('where', [...new Set(place.heard.map(({ path }) => path))], ['/archive.tar.gz'])
    const labels = await stage.call('GET /projects/:id/labels', { id: numberIn(row, 'id') })
    const titles = labels.rows().map(({ name }) => name ?? null)
    holds(titles.includes('bug'), 'the label of the archive is there', titles, labels)
  },
})

export const remoteOverrides = check({
  id: 'project-import/remote-overrides',
  says: 'A remote import takes a name, and override_params that win over the archive',
  source: 'project-import#remote-parameters, project-import#override-params',
  level: 'must',
  covers: [fromUrl],
  holds: async (stage) => {
    const more = { name: `${stage.prefix} given`, override_params: { description: 'Mine' } }
    const { reply } = await fetched(stage, fileHost(await archive()), { more })
    has(reply.row(), { name: more.name }, reply)
    const status = await finishedImport(stage, reply)
    has(status.row(), { import_status: 'finished', description: 'Mine' }, status)
  },
})

const tooSmall = 'Content length is too small (should be at least 1 Byte)'

const tooBig = 'Content length is too big (should be at most 10 GB)'

const notAllowed = (type: string) =>
  `Content type '${type}' not allowed. (Allowed: application/gzip, application/x-tar, application/x-gzip)`

const TEN_GIBIBYTES = 10 * 1024 ** 3

export const remoteLengthAndType = check<
  readonly [headers: { [name: string]: string | undefined }, text?: string]
>({
  id: 'project-import/remote-length-and-type',
  says: 'A remote file is accepted by its Content-Length, 10 GB at most, and its exact Content-Type',
  source: 'project-import#remote-length, project-import#remote-type',
  level: 'must',
  covers: [fromUrl],
  hardy: true,
  each: () => [
    [{ 'content-length': undefined }, tooSmall],
    [{ 'content-length': '0' }, tooSmall],
    [{ 'content-length': String(TEN_GIBIBYTES + 1) }, tooBig],
    [{ 'content-length': String(TEN_GIBIBYTES) }],
    [{ 'content-type': 'text/plain' }, notAllowed('text/plain')],
    [{ 'content-type': 'application/gzip; charset=x' }, notAllowed('application/gzip; charset=x')],
    [{ 'content-type': 'application/x-tar' }],
    [{ 'content-type': 'application/x-gzip' }],
  ],
  holds: async (stage, [headers, text]) => {
    const named = { path: `${stage.prefix}${JSON.stringify(headers).replaceAll(/\W+/g, '-')}z` }
    const { reply } = await fetched(stage, fileHost(await archive(), headers), { more: named })
    if (text === undefined) answers(reply, 201)
    else says(reply, 400, text)
  },
})

export const remoteRedirect = check({
  id: 'project-import/remote-redirect',
  says: 'A remote import follows redirects, but not to a blocked address',
  source:
    'project-import#remote-head-then-get, project-import#remote-redirect, project-import#remote-address',
  level: 'should',
  covers: [fromUrl],
  holds: async (stage) => {
    const file = fileHost(await archive())
    const leading = (location: string): Answering => {
      return (call) => (call.path === '/file' ? file(call) : { status: 302, headers: { location } })
    }
    const inside = 'https://169.254.169.254/latest'
    const more = { path: `${stage.prefix}-led-astray` }
    const refused = await fetched(stage, leading(inside), { more })
    const why = 'Requests to the link local network are not allowed'
    says(refused.reply, 400, `File url is blocked: ${why}`)
    const { reply } = await fetched(stage, leading('file'))
    has((await finishedImport(stage, reply)).row(), { import_status: 'finished' })
  },
})

export const remoteFileChanged = check({
  id: 'project-import/remote-file-changed',
  says: 'A remote file that is gone or no archive when it is fetched fails the import with a reason',
  source: 'project-import#remote-file-changed, project-import#import-error',
  level: 'must',
  covers: [fromUrl, 'GET /projects/:id/import'],
  hardy: true,
  each: () => ['gone', 'something else'] as const,
  holds: async (stage, what) => {
    const file = fileHost(await archive())
    const other = what === 'gone' ? { status: 410 } : { status: 200, body: 'no archive' }
    const { reply } = await fetched(stage, (call) => (call.method === 'HEAD' ? file(call) : other), {
      more: { path: `${stage.prefix}-${what.length}` },
    })
    const status = await finishedImport(stage, reply)
    const { import_status, import_error } = status.row()
    equals('the status', import_status, 'failed', status)
    const expected = /^Error importing repository {2}into \S+ - \S/
    holds(expected.test(String(import_error)), `the error is like ${expected}`, import_error ?? null, status)
    const project = await stage.call('GET /projects/:id', { id: numberIn(reply.row(), 'id') })
    has(project.row(), { empty_repo: true }, project)
  },
})

export const remoteRoles = check<Role>({
  id: 'project-import/remote-roles',
  says: 'A remote import into a group takes a Maintainer (in the real service a Developer)',
  source: 'project-import#group-roles, project-import#anonymous',
  level: 'must',
  covers: [fromUrl],
  needs: { in: 'group' },
  hardy: true,
  each: () => ['admin', 'owner', 'maintainer', 'developer', 'reporter', 'guest', 'anonymous'],
  holds: async (stage, as) => {
    if (as !== 'anonymous' && !stage.has(as)) return stage.observe('no credential to try', as)
    const { reply } = await fetched(stage, fileHost(await archive()), { as, more: { path: `by-${as}` } })
    if (as === 'anonymous') answers(reply, unauthorized.status, unauthorized.body)
    else if (as === 'admin' || as === 'owner' || as === 'maintainer') answers(reply, 201)
    else if (as === 'developer')
      await stage.differs('X5', {
        specification: () => says(reply, 400, 'User is not allowed to import projects'),
        real: () => answers(reply, 201),
      })
    else says(reply, 400, 'Namespace is not valid')
  },
})

export const remotePathTaken = check({
  id: 'project-import/remote-path-taken',
  says: 'A remote import to a path that is taken answers 400 unless overwrite is set',
  source: 'project-import#taken, project-import#overwrite-path, project-import#overwrite-end',
  level: 'must',
  covers: [fromUrl],
  holds: async (stage) => {
    const file = fileHost(await archive())
    const first = await fetched(stage, file)
    answers(first.reply, 201)
    await finishedImport(stage, first.reply)
    const again = await fetched(stage, file, { more: { name: `${stage.prefix} another` } })
    says(again.reply, 400, 'Path has already been taken')
    const over = await fetched(stage, file, { more: { overwrite: true } })
    answers(over.reply, 201)
    const { path } = destination(stage, 'fetched')
    holds(
      new RegExp(`^${path}-[0-9a-f]{32}$`).test(String(over.reply.row().path)),
      'the project is filled under a path of its own',
      over.reply.row().path ?? null,
      over.reply,
    )
    const status = await finishedImport(stage, over.reply)
    has(status.row(), { import_status: 'finished', path: path ?? null }, status)
  },
})

export const sourceDisabled = check({
  id: 'project-import/source-disabled',
  says: 'Without gitlab_project in import_sources every start call answers 403, and the import status stays readable',
  source: 'project-import#import-sources',
  level: 'should',
  covers: ['POST /projects/import', fromUrl, 'POST /projects/remote-import-s3', 'GET /projects/:id/import'],
  needs: { rewinds: true },
  holds: async (stage) => {
    await changeInstanceSettings(stage, { import_sources: ['git'] })
    const forbidden = { message: '403 Forbidden' }
    const { reply } = await fetched(stage, fileHost(await archive()))
    answers(reply, 403, forbidden)
    const bucket = {
      region: 'r',
      bucket_name: 'b',
      file_key: 'k',
      access_key_id: 'i',
      secret_access_key: 's',
    }
    answers(await stage.call('POST /projects/remote-import-s3', { ...bucket, path: 'p' }), 403, forbidden)
    const upload = uploading({ archive: await archive(), filename: 'no.zip', fields: { path: 'p' } })
    answers(await stage.call('POST /projects/import', {}, upload), 403, forbidden)
    answers(await stage.call('GET /projects/:id/import', { id: stage.project.id }), 200)
  },
})

export const remoteAmazon = check({
  id: 'project-import/remote-amazon',
  says: 'A file in the storage of Amazon is refused where imports from S3 are switched on',
  source: 'project-import#remote-amazon',
  level: 'should',
  covers: [fromUrl],
  needs: { rewinds: true },
  holds: async (stage) => {
    const headers = { server: 'AmazonS3', 'x-amz-request-id': 'C0FFEE' }
    const host = fileHost(await archive(), headers)
    answers((await fetched(stage, host)).reply, 201)
    await setInstanceFeature(stage, 'import_project_from_remote_file_s3', true)
    const { reply } = await fetched(stage, host, { more: { path: `${stage.prefix}-s3` } })
    says(reply, 400, 'To import from AWS S3 use `projects/remote-import-s3`')
  },
})
