import { digest } from '../../arrange/packages.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, says } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const PYPI = '/projects/:id/packages/pypi'

const GROUP = '/groups/:id/-/packages/pypi'

const upload = `POST ${PYPI}`

const wheel = 'till_roll-1.0-py3-none-any.whl'

interface Wish {
  readonly fields?: { readonly [name: string]: string }
  readonly content?: string
  readonly as?: Who
  readonly headers?: { readonly [name: string]: string }
}

/** Uploads a file as twine does. */
function send(stage: Stage, { fields = {}, content = 'a wheel', as = 'owner', headers = {} }: Wish = {}) {
  const sent = {
    ':action': 'file_upload',
    name: 'Till_Roll',
    version: '1.0',
    requires_python: '>=3.6,<4',
    ...fields,
  }
  const parts = Object.entries(sent).map(
    ([name, value]) => `--forgery\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--forgery\r\nContent-Disposition: form-data; name="content"; filename="${wheel}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = `${parts.join('')}${file}${content}\r\n--forgery--\r\n`
  const contentType = 'multipart/form-data; boundary=forgery'
  return stage.call(upload, { id: stage.project.id }, { inQuery: true, body, contentType, as, headers })
}

export const pypiPackage = check({
  id: 'packages/pypi-package',
  says: 'A file that is uploaded to the PyPI registry is listed in the index of the project and of the group under the normal name of its package, with its digest and the versions of Python that it needs, and sent as it was',
  source: 'packages#pypi-upload, packages#pypi-index, packages#pypi-download',
  level: 'should',
  covers: [
    upload,
    `GET ${PYPI}/simple`,
    `GET ${PYPI}/simple/*package_name`,
    `GET ${PYPI}/files/:sha/:file_identifier`,
    `GET ${GROUP}/simple`,
    `GET ${GROUP}/simple/*package_name`,
    `GET ${GROUP}/files/:sha/:file_identifier`,
  ],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project, group } = stage
    answers(await send(stage), 201, { message: '201 Created' })
    const sha256 = await digest('SHA-256', new TextEncoder().encode('a wheel'))
    for (const [root, id] of [
      [PYPI, project.id],
      [GROUP, group.id],
    ] as const) {
      const index = await call(`GET ${root}/simple`, { id })
      answers(index, 200)
      holds(index.text.includes('/simple/till-roll"'), 'the index links the package', index.text, index)
      for (const package_name of ['till-roll', 'TILL.roll']) {
        const page = await call(`GET ${root}/simple/*package_name`, { id, package_name })
        answers(page, 200)
        const address = `/files/${sha256}/${wheel}#sha256=${sha256}"`
        holds(page.text.includes(address), 'the page links the file with its digest', page.text, page)
        holds(
          page.text.includes('data-requires-python="&gt;=3.6,&lt;4"'),
          'the page tells the versions',
          page.text,
          page,
        )
      }
      const file = await call(`GET ${root}/files/:sha/:file_identifier`, {
        id,
        sha: sha256,
        file_identifier: wheel,
      })
      answers(file, 200)
      equals('the content', file.text, 'a wheel', file)
    }
    const query = { id: project.id, package_type: 'pypi' }
    const listed = await call('GET /projects/:id/packages', query)
    equals(
      'the packages',
      listed.rows().map(({ name, version }) => [name ?? '', version ?? '']),
      [['Till_Roll', '1.0']],
      listed,
    )
  },
})

export const pypiRefused = check({
  id: 'packages/pypi-refused',
  says: 'A second file of a name, an invalid name or version and a missing one answer 400, and nothing is stored',
  source: 'packages#pypi-once, packages#pypi-names',
  level: 'should',
  covers: [upload],
  holds: async (stage) => {
    answers(await send(stage), 201)
    for (const [fields, told] of [
      [{}, 'File name has already been taken'],
      [{ name: 'a b' }, 'Name is invalid'],
      [{ version: 'one' }, 'Version is invalid'],
      [{ sha256_digest: 'abc' }, 'sha256_digest is invalid'],
    ] as const) {
      const reply = await send(stage, { fields })
      answers(reply, 400)
      holds(reply.text.includes(told), `it tells that ${told}`, reply.text, reply)
    }
    const listed = await stage.call('GET /projects/:id/packages', {
      id: stage.project.id,
      package_type: 'pypi',
    })
    equals('the packages', listed.rows().length, 1, listed)
  },
})

export const pypiCredentials = check({
  id: 'packages/pypi-credentials',
  says: 'The PyPI registry takes tokens as passwords, asks for them with 401 and a challenge, and needs a Developer for an upload',
  source: 'packages#pypi-credentials',
  level: 'should',
  covers: [upload, `GET ${PYPI}/simple`],
  holds: async (stage) => {
    const { call, project, token } = stage
    const id = project.id
    const asked = await call(`GET ${PYPI}/simple`, { id }, { as: 'anonymous' })
    answers(asked, 401)
    if (stage.tells('www-authenticate'))
      holds(
        /^Basic /.test(asked.headers['www-authenticate'] ?? ''),
        'it asks for a password',
        asked.headers,
        asked,
      )
    const password = (value: string) => ({ authorization: `Basic ${btoa(`any:${value}`)}` })
    const owner = token('owner')
    if (owner !== undefined)
      answers(
        await call(`GET ${PYPI}/simple`, { id }, { as: 'anonymous', headers: password(owner.token) }),
        200,
      )
    answers(await send(stage, { as: 'anonymous', headers: password('unknown') }), 401)
    if (stage.has('reporter')) answers(await send(stage, { as: 'reporter' }), 403)
    if (stage.has('developer')) answers(await send(stage, { as: 'developer' }), 201)
  },
})

export const pypiForwarding = check({
  id: 'packages/pypi-forwarding',
  says: 'A PyPI package that the registry lacks is redirected to the public index; with forwarding off it answers 404',
  source: 'packages#pypi-forwarding',
  level: 'should',
  covers: [`GET ${PYPI}/simple/*package_name`, `GET ${GROUP}/simple/*package_name`],
  needs: { in: 'group', rewinds: true },
  holds: async (stage) => {
    const { call, project, group } = stage
    const places = [
      [PYPI, project.id],
      [GROUP, group.id],
    ] as const
    const read = (root: string, id: number) =>
      call(`GET ${root}/simple/*package_name`, { id, package_name: 'nowhere' })
    for (const [root, id] of places) {
      const reply = await read(root, id)
      answers(reply, 302)
      equals('the address', reply.headers.location, 'https://pypi.org/simple/nowhere/', reply)
    }
    const off = { pypi_package_requests_forwarding: false }
    answers(await call('PUT /application/settings', off, { as: 'admin' }), 200)
    await stage.wait(61)
    for (const [root, id] of places) says(await read(root, id), 404, '404 Package Not Found')
  },
})
