import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, holds, says } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'

const fromUrl = 'POST /projects/remote-import'

const fromS3 = 'POST /projects/remote-import-s3'

export const remoteParametersMissing = check({
  id: 'project-import/remote-parameters-missing',
  says: 'A remote import without parameters answers 400 and names url and path',
  source: 'project-import#remote-parameters',
  level: 'must',
  covers: [fromUrl],
  needs: { project: 'none' },
  readOnly: true,
  holds: async ({ call }) =>
    answers(await call(fromUrl, {}), 400, { error: 'url is missing, path is missing' }),
})

/**
 * Asks for an import; skips the check where `import_sources` of the target leaves out projects from files. Where an
 * administrator sees that it does not, a refusal is the answer.
 */
async function asked(stage: Stage, operation: string, params: Params): Promise<Reply> {
  const reply = await stage.call(operation, params)
  if (reply.status !== 403) return reply
  answers(reply, 403, { message: '403 Forbidden' })
  if (stage.knows('admin')) {
    const settings = await stage.call('GET /application/settings', {}, { as: 'admin' })
    const { import_sources: sources } = settings.row()
    if (Array.isArray(sources) && sources.includes('gitlab_project')) return reply
  }
  return stage.skip('the target takes no projects from files')
}

export const remoteAddressBlocked = check<readonly [url: string, message: string]>({
  id: 'project-import/remote-address-blocked',
  says: 'A remote URL that is not https or lies in a local network answers 400 with the reason',
  source: 'project-import#remote-address',
  level: 'must',
  covers: [fromUrl],
  needs: { project: 'none' },
  readOnly: true,
  each: () => [
    ['ftp://whatever.com/url', 'File url is blocked: Only allowed schemes are https'],
    ['http://example.com/archive.tar.gz', 'File url is blocked: Only allowed schemes are https'],
    ['https://localhost/archive.tar.gz', 'File url is blocked: Requests to localhost are not allowed'],
    ['https://127.0.0.1/archive.tar.gz', 'File url is blocked: Requests to localhost are not allowed'],
    [
      'https://192.168.0.1/archive.tar.gz',
      'File url is blocked: Requests to the local network are not allowed',
    ],
    [
      'https://169.254.169.254/latest',
      'File url is blocked: Requests to the link local network are not allowed',
    ],
  ],
  holds: async (stage, [url, message]) => {
    const reply = await asked(stage, fromUrl, { url, path: `${stage.prefix}-remote` })
    says(reply, 400, message)
  },
})

export const remoteUnresolved = check({
  id: 'project-import/remote-unresolved',
  says: 'A remote URL whose host does not resolve answers 400',
  source: 'project-import#remote-unresolved',
  level: 'should',
  covers: [fromUrl],
  needs: { project: 'none' },
  readOnly: true,
  holds: async (stage) => {
    const url = 'https://no-such-host.invalid/archive.tar.gz'
    const reply = await asked(stage, fromUrl, { url, path: `${stage.prefix}-remote` })
    says(reply, 400, 'File url is blocked: Host cannot be resolved or invalid')
  },
})

export const s3ParametersMissing = check({
  id: 'project-import/s3-parameters-missing',
  says: 'An import from S3 without parameters answers 400 and names all of them, whatever its feature flag',
  source: 'project-import#s3-parameters',
  level: 'must',
  covers: [fromS3],
  needs: { project: 'none' },
  readOnly: true,
  holds: async ({ call }) =>
    answers(await call(fromS3, {}), 400, {
      error:
        'region is missing, bucket_name is missing, file_key is missing, access_key_id is missing, secret_access_key is missing, path is missing',
    }),
})

const object = {
  region: 'us-east-1',
  bucket_name: 'aws-bucket-name',
  file_key: 'aws-file-key',
  access_key_id: 'aws-access-key-id',
  secret_access_key: 'secret-access-key',
}

export const s3Flag = check({
  id: 'project-import/s3-flag',
  says: 'An import from S3 answers 404 until its feature flag is set, and then 400 for an object that does not open',
  source: 'project-import#s3-flag, project-import#s3-object',
  level: 'must',
  covers: [fromS3],
  needs: { project: 'none' },
  holds: async (stage) => {
    const wish = { ...object, path: `${stage.prefix}-s3` }
    const reply = await asked(stage, fromS3, wish)
    if (reply.status === 404) says(reply, 404, '404 Not Found')
    // A flag of everybody's is set only where it goes back to what it was.
    if (stage.movesClock && stage.has('admin')) {
      const flag = { name: 'import_project_from_remote_file_s3', value: 'true' }
      answers(await stage.call('POST /features/:name', flag, { as: 'admin' }), 201)
    } else if (reply.status === 404) return
    const open = await stage.call(fromS3, wish)
    answers(open, 400)
    const { message } = open.json as { message?: string }
    const told = String(message)
    holds(
      /^(?:Failed to open|File not found) 'aws-file-key' in 'aws-bucket-name'/.test(told),
      'it names the object',
      told,
      open,
    )
  },
})
