import { uploadAttachment } from '../../arrange/avatars-and-uploads.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const PATH = '/projects/:id/uploads'

export const life = check({
  id: 'uploads/life',
  says: 'Uploads are listed with the latest first, read by id and by address, and answer 404 once they are deleted',
  source:
    'uploads#upload, uploads#later-id, uploads#later-full-path, uploads#list, uploads#download-by-id, uploads#download-by-secret, uploads#delete, uploads#missing',
  level: 'should',
  covers: [
    `GET ${PATH}`,
    `POST ${PATH}`,
    `GET ${PATH}/:upload_id`,
    `GET ${PATH}/:secret/:filename`,
    `DELETE ${PATH}/:upload_id`,
    `DELETE ${PATH}/:secret/:filename`,
  ],
  holds: async (stage) => {
    const { call, project } = stage
    const first = arranged(await uploadAttachment(stage, 'first.txt'))
    arranged(await uploadAttachment(stage, 'second.txt'))
    const keys = ['alt', 'url', 'full_path', 'markdown']
    await stage.changed('uploads#later-id', {
      before: () => equals('the keys', Object.keys(first), keys),
      after: () => equals('the keys', Object.keys(first), ['id', ...keys]),
    })
    const path = project.path
    await stage.changed('uploads#later-full-path', {
      before: () => equals('the full path', first.full_path, `/${path}${first.url}`),
      after: () => equals('the full path', first.full_path, `/-/project/${project.id}${first.url}`),
    })
    const listed = await call(`GET ${PATH}`, { id: project.id })
    equals(
      'the files',
      listed.rows().map((row) => row.filename ?? null),
      ['second.txt', 'first.txt'],
      listed,
    )
    const latest = listed.rows()[0] ?? {}
    has(latest, { size: 'second.txt\n'.length }, listed)
    const [, , secret = '', filename = ''] = String(first.url).split('/')
    const read = await call(`GET ${PATH}/:secret/:filename`, { id: project.id, secret, filename })
    answers(read, 200)
    equals('what was attached', read.text, 'first.txt\n', read)
    const named = { id: project.id, upload_id: numberIn(latest, 'id') }
    equals('what was attached', (await call(`GET ${PATH}/:upload_id`, named)).text, 'second.txt\n')
    answers(await call(`DELETE ${PATH}/:upload_id`, named), 204)
    says(await call(`GET ${PATH}/:upload_id`, named), 404, '404 Not found')
    const address = { id: project.id, secret, filename }
    answers(await call(`DELETE ${PATH}/:secret/:filename`, address), 204)
    answers(await call(`GET ${PATH}/:secret/:filename`, address), 404)
    answers(await call(`GET ${PATH}`, { id: project.id }), 200, [])
  },
})
