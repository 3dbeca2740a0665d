import { check } from '../../kit/check.ts'
import { answers, holds, says } from '../../kit/expect.ts'

const fromUrl = 'POST /projects/remote-import'
const fromS3 = 'POST /projects/remote-import-s3'
const source = 'specification 3, Project import; dossier 3, section 4'

export const remoteMissing = check({
  id: 'project-import/remote-missing',
  says: 'A remote import says everything that is missing, in the order of its declaration',
  source,
  level: 'must',
  covers: [fromUrl],
  needs: { project: 'none' },
  readOnly: true,
  holds: async ({ call }) =>
    answers(await call(fromUrl, {}), 400, { error: 'url is missing, path is missing' }),
})

export const blocked = check<readonly [url: string, message: string]>({
  id: 'project-import/remote-blocked',
  says: 'An address that nobody may be sent to is refused before anybody is asked',
  source,
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
    const reply = await stage.call(fromUrl, { url, path: `${stage.prefix}-remote` })
    if (reply.status === 403) return stage.skip('the target takes no projects from files')
    says(reply, 400, message)
  },
})

export const unresolved = check({
  id: 'project-import/remote-unresolved',
  says: 'A host that nobody knows is refused',
  source,
  level: 'should',
  covers: [fromUrl],
  needs: { project: 'none' },
  readOnly: true,
  holds: async (stage) => {
    const url = 'https://no-such-host.invalid/archive.tar.gz'
    const reply = await stage.call(fromUrl, { url, path: `${stage.prefix}-remote` })
    says(reply, 400, 'File url is blocked: Host cannot be resolved or invalid')
  },
})

export const s3Missing = check({
  id: 'project-import/s3-missing',
  says: 'An import from a bucket says everything that is missing, whether its flag is set or not',
  source,
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
  says: 'Importing from a bucket is not there until its flag is set; then a bucket that does not open is refused',
  source,
  level: 'must',
  covers: [fromS3],
  needs: { project: 'none' },
  holds: async (stage) => {
    const wish = { ...object, path: `${stage.prefix}-s3` }
    const reply = await stage.call(fromS3, wish)
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
