import { digest, filesOf, genericPackage, upload } from '../../arrange/packages.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, refuses, textIn } from '../../kit/expect.ts'
import { unauthorized } from '../../oracle/texts.ts'
import { expectArranged } from '../../run/stage.ts'

const download = upload.replace('PUT', 'GET')

const named = { package_name: 'tool', package_version: '1.0', file_name: 'file.bin' }

const content = { inQuery: true, body: 'content', contentType: 'application/octet-stream' } as const

export const genericUpload = check({
  id: 'packages/generic-upload',
  says: 'A generic package answers the bytes that were uploaded, whatever their content type, as an attachment',
  source: 'packages#generic-upload, packages#generic-download',
  level: 'must',
  covers: [upload, download],
  each: () => [
    ['application/octet-stream', new Uint8Array(512).map((_, i) => i)] as const,
    ['', new TextEncoder().encode('{"json": "is content too"}')] as const,
    ['application/json', new TextEncoder().encode('{"status": "hidden"}')] as const,
    ['application/x-www-form-urlencoded', new TextEncoder().encode('status=hidden')] as const,
    ['text/plain', new Uint8Array([0xff, 0xfe, 0x00, 0x0a])] as const,
    ['image/png', new Uint8Array([0])] as const,
  ],
  holds: async ({ call, project }, [contentType, body]) => {
    const params = { id: project.id, ...named }
    const created = await call(upload, params, { inQuery: true, body, contentType })
    answers(created, 201, { message: '201 Created' })
    const reply = await call(download, params)
    answers(reply, 200)
    equals('the bytes', [...reply.bytes], [...body], reply)
    equals('the content type', reply.headers['content-type'], 'application/octet-stream', reply)
    holds(
      (reply.headers['content-disposition'] ?? '').startsWith('attachment'),
      'it is an attachment',
      reply.headers['content-disposition'] ?? null,
      reply,
    )
  },
})

export const genericSelect = check({
  id: 'packages/generic-select',
  says: 'An upload with `select=package_file` answers 200 with the file: its name, size, digest and URL',
  source: 'packages#generic-select',
  level: 'should',
  covers: [upload],
  holds: async (stage) => {
    const { call, project } = stage
    const reply = await call(upload, { id: project.id, ...named, select: 'package_file' }, content)
    answers(reply, 200)
    const file_sha256 = await digest('SHA-256', new TextEncoder().encode('content'))
    has(reply.row(), { file_name: 'file.bin', size: 7, file_sha256 }, reply)
    const { file } = reply.row()
    holds(
      typeof file === 'object' && file !== null && 'url' in file,
      'the file has a `url`',
      file ?? null,
      reply,
    )
  },
})

export const genericNamesRefused = check({
  id: 'packages/generic-names-refused',
  says: 'An upload or download with an invalid package name, version or file name answers 400',
  source: 'packages#generic-names',
  level: 'must',
  covers: [upload, download],
  each: () => [
    [{ package_name: 'a b' }, 'package_name is invalid'] as const,
    [{ package_name: 'größe' }, 'package_name is invalid'] as const,
    [{ package_version: '1..0' }, 'package_version is invalid'] as const,
    [{ package_version: '1 0' }, 'package_version is invalid'] as const,
    [{ file_name: 'a?b' }, 'file_name is invalid'] as const,
    [{ file_name: 'a/b' }, 'file_name is invalid'] as const,
  ],
  holds: async ({ call, project }, [wrong, text]) => {
    const params = { id: project.id, ...named, ...wrong }
    refuses(await call(upload, params, content), text)
    refuses(await call(download, params), text)
  },
})

export const genericValuesRefused = check({
  id: 'packages/generic-values-refused',
  says: 'An upload with a status other than `default` and `hidden`, or an unknown `select`, answers 400',
  source: 'packages#generic-status, packages#generic-select',
  level: 'must',
  covers: [upload],
  each: () => [{ status: 'processing' }, { status: 'error' }, { status: '' }, { select: 'package' }],
  holds: async ({ call, project }, wrong) => {
    const [name] = Object.keys(wrong)
    const reply = await call(upload, { id: project.id, ...named, ...wrong }, content)
    refuses(reply, `${name} does not have a valid value`)
    answers(await call('GET /projects/:id/packages', { id: project.id }), 200, [])
  },
})

export const genericTwice = check({
  id: 'packages/generic-twice',
  says: 'A file that is uploaded twice is listed twice, and the download answers the latest',
  source: 'packages#generic-twice',
  level: 'should',
  covers: [upload, download],
  holds: async (stage) => {
    await genericPackage(stage, { name: 'tool', version: '1.0', file: 'file.bin', content: 'old' })
    const it = await genericPackage(stage, { name: 'tool', version: '1.0', file: 'file.bin', content: 'new' })
    const reply = await stage.call(download, { id: stage.project.id, ...named })
    equals('what is downloaded', reply.text, 'new', reply)
    equals('the number of files', (await filesOf(stage, it)).length, 2)
  },
})

export const lastDownloaded = check({
  id: 'packages/last-downloaded',
  says: '`last_downloaded_at` is null until a file of the package is downloaded, and moves with each download',
  source: 'packages#last-downloaded, packages#generic-download',
  level: 'must',
  covers: [download, 'GET /projects/:id/packages/:package_id'],
  holds: async (stage) => {
    const { call, project } = stage
    const it = await genericPackage(stage, { name: 'tool', version: '1.0', file: 'file.bin' })
    equals('before', it.last_downloaded_at ?? null, null)
    answers(await call(download, { id: project.id, ...named }), 200)
    const params = { id: project.id, package_id: it.id ?? 0 }
    const reply = await call('GET /projects/:id/packages/:package_id', params)
    holds(
      typeof reply.row().last_downloaded_at === 'string',
      'there is a time afterwards',
      reply.row().last_downloaded_at ?? null,
      reply,
    )
    answers(await call(download, { id: project.id, ...named }), 200)
    const again = await call('GET /projects/:id/packages/:package_id', params)
    const [once, twice] = [
      textIn(reply.row(), 'last_downloaded_at'),
      textIn(again.row(), 'last_downloaded_at'),
    ]
    holds(twice > once, 'the next download moves it', [once, twice], again)
    if (!stage.inGroup) return
    const listed = await call('GET /groups/:id/packages', {
      id: stage.group.id,
      package_name: named.package_name,
    })
    has(listed.rows()[0] ?? {}, { last_downloaded_at: twice }, listed)
  },
})

export const genericHidden = check({
  id: 'packages/generic-hidden',
  says: 'A hidden package is not listed, but its files can be downloaded',
  source: 'packages#generic-status',
  level: 'should',
  covers: [upload, download],
  holds: async ({ call, project }) => {
    const params = { id: project.id, ...named }
    answers(await call(upload, { ...params, status: 'hidden' }, content), 201)
    answers(await call('GET /projects/:id/packages', { id: project.id }), 200, [])
    equals('the content', (await call(download, params)).text, 'content')
  },
})

export const genericBasicAuth = check({
  id: 'packages/generic-basic-auth',
  says: 'The generic registry takes a token as the password of HTTP basic authentication, whatever the user name',
  source: 'packages#generic-credentials',
  level: 'should',
  covers: [upload, download],
  holds: async (stage) => {
    const { call, project, token } = stage
    const params = { id: project.id, ...named }
    const basic = (password: string) => ({
      as: 'anonymous' as const,
      headers: { authorization: `Basic ${btoa(`any:${password}`)}` },
    })
    const right = token('owner')?.token ?? ''
    answers(await call(upload, params, { ...content, ...basic(right) }), 201)
    equals('the content', (await call(download, params, basic(right))).text, 'content')
    const wrong = token('unknown')?.token ?? ''
    for (const reply of [
      await call(upload, params, { ...content, ...basic(wrong) }),
      await call(download, params, basic(wrong)),
    ])
      answers(reply, unauthorized.status, unauthorized.body)
  },
})

export const genericChallenge = check({
  id: 'packages/generic-challenge',
  says: 'Who is not signed in is asked for credentials by the registry of a private project, and reads that of a public one, also with a password that is no token',
  source: 'packages#generic-credentials, packages#generic-private',
  level: 'should',
  covers: [download],
  needs: { writes: true },
  holds: async (stage) => {
    const { call, project, token } = stage
    const params = { id: project.id, ...named }
    const wrong = { authorization: `Basic ${btoa(`any:${token('unknown')?.token ?? ''}`)}` }
    answers(await call(upload, params, content), 201)
    expectArranged(await call('PUT /projects/:id', { id: project.id, visibility: 'private' }))
    for (const headers of [{}, wrong]) {
      const reply = await call(download, params, { as: 'anonymous', headers })
      answers(reply, 401, unauthorized.body)
      equals('the challenge', /^Basic realm=/.test(reply.headers['www-authenticate'] ?? ''), true, reply)
    }
    expectArranged(await call('PUT /projects/:id', { id: project.id, visibility: 'public' }))
    for (const headers of [{}, wrong])
      equals('the content', (await call(download, params, { as: 'anonymous', headers })).text, 'content')
  },
})
