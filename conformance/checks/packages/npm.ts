import { digest, npmBody, npmFileName, npmName, npmPackage, publish } from '../../arrange/packages.ts'
import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, rowIn, says, textIn } from '../../kit/expect.ts'
import { unauthorized } from '../../oracle/texts.ts'

const registry = '/projects/:id/packages/npm'

const metadata = `GET ${registry}/*package_name`

const tarball = `GET ${registry}/*package_name/-/*file_name`

const tags = `${registry}/-/package/*package_name/dist-tags`

export const npmPublish = check({
  id: 'packages/npm-publish',
  says: 'The metadata of a published version has its tag, its dependencies and the URL of its archive, which answers what was published',
  source: 'packages#npm-publish, packages#npm-metadata, packages#npm-archive',
  level: 'must',
  covers: [publish, metadata, tarball],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const name = npmName(stage, 'library')
    const fields = { dependencies: { left: '^1.0.0' }, bin: { run: 'run.js' }, scripts: { test: 'true' } }
    const created = await npmPackage(stage, { name, fields, content: 'packed' })
    has(created, { name, version: '1.0.0', package_type: 'npm', status: 'default', project_id: id })
    const reply = await call(metadata, { id, package_name: name })
    answers(reply, 200)
    has(reply.row(), { name, 'dist-tags': { latest: '1.0.0' } }, reply)
    const version = rowIn(rowIn(reply.row(), 'versions'), '1.0.0')
    has(version, { name, version: '1.0.0', dependencies: { left: '^1.0.0' }, bin: { run: 'run.js' } }, reply)
    const dist = rowIn(version, 'dist')
    equals('shasum', dist.shasum ?? null, await digest('SHA-1', new TextEncoder().encode('packed')), reply)
    const path = `/projects/${id}/packages/npm/${name}/-/${npmFileName(name, '1.0.0')}`
    equals('where the archive is', textIn(dist, 'tarball').replace(/^.*\/api\/v4/, ''), path, reply)
    const archive = await stage.send('GET', path)
    equals('the archive', archive.text, 'packed', archive)
  },
})

export const npmNames = check({
  id: 'packages/npm-names',
  says: 'A scoped npm package is found with its slash encoded in either case of letters and with its slash as it is',
  source: 'packages#npm-names',
  level: 'must',
  covers: [metadata, tarball],
  each: () => ['%2f', '%2F', '/'],
  holds: async (stage, slash) => {
    const { project, send } = stage
    const name = npmName(stage, 'library')
    await npmPackage(stage, { name })
    const at = `/projects/${project.id}/packages/npm/${name.replace('/', slash)}`
    has((await send('GET', at)).row(), { name })
    const file = npmFileName(name, '1.0.0').replace('/', slash)
    answers(await send('GET', `${at}/-/${file}`), 200)
    answers(
      await send(
        'GET',
        `/projects/${project.id}/packages/npm/-/package/${name.replace('/', slash)}/dist-tags`,
      ),
      200,
      {
        latest: '1.0.0',
      },
    )
  },
})

export const npmVersionOnce = check({
  id: 'packages/npm-version-once',
  says: 'Publishing a version of an npm package again answers 403 and changes nothing',
  source: 'packages#npm-once',
  level: 'must',
  covers: [publish],
  holds: async (stage) => {
    const { call, project } = stage
    const name = npmName(stage, 'library')
    await npmPackage(stage, { name, content: 'first' })
    const params = { id: project.id, package_name: name, ...(await npmBody({ name, content: 'second' })) }
    says(await call(publish, params), 403, 'Package already exists.')
    const file = { id: project.id, package_name: name, file_name: npmFileName(name, '1.0.0') }
    equals('the archive', (await call(tarball, file)).text, 'first')
  },
})

export const npmPublishRefused = check({
  id: 'packages/npm-publish-refused',
  says: 'Publishing without a version or an archive, or with an invalid name or version, answers 400 and makes no package',
  source: 'packages#npm-refused',
  level: 'should',
  covers: [publish],
  each: () => ['no versions', 'no version', 'no archive', 'version', 'name'] as const,
  holds: async (stage, fault) => {
    const { call, project } = stage
    const name = fault === 'name' ? '@a@b/c' : npmName(stage, 'library')
    const body = await npmBody({ name, version: fault === 'version' ? '1.2' : '1.0.0' })
    const { versions, _attachments, ...rest } = body
    const changed = {
      ...rest,
      ...(fault === 'no versions' ? {} : { versions: fault === 'no version' ? {} : versions }),
      ...(fault === 'no archive' ? { _attachments: {} } : { _attachments }),
    }
    const reply = await call(publish, { id: project.id, package_name: name, ...changed })
    answers(reply, 400)
    answers(await call('GET /projects/:id/packages', { id: project.id }), 200, [])
  },
})

export const npmNameUniqueInGroup = check({
  id: 'packages/npm-name-unique-in-group',
  says: 'Two projects of a group cannot both publish the same version of a package in the scope of that group',
  source: 'packages#npm-convention',
  level: 'should',
  covers: [publish],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    const other = numberIn(await anotherProject(stage, 'other', { namespace_id: group.id }), 'id')
    const name = npmName(stage, 'library')
    await npmPackage(stage, { name })
    const taken = await call(publish, { id: other, package_name: name, ...(await npmBody({ name })) })
    says(taken, 400, 'Validation failed: Package already exists')
    await npmPackage(stage, { name, version: '1.0.1', project: other })
    await npmPackage(stage, { name: '@somebody-else/library', project: stage.project.id })
    await npmPackage(stage, { name: '@somebody-else/library', project: other })
  },
})

export const npmTags = check({
  id: 'packages/npm-tags',
  says: 'Distribution tags of an npm package are added, moved and removed; without a tag `latest` it is the highest version',
  source: 'packages#npm-tags',
  level: 'must',
  covers: [`GET ${tags}`, `PUT ${tags}/:tag`, `DELETE ${tags}/:tag`],
  holds: async (stage) => {
    const { call, project } = stage
    const name = npmName(stage, 'library')
    for (const version of ['1.9.0', '1.10.0', '2.0.0-rc.1'])
      await npmPackage(stage, { name, version, tag: version === '2.0.0-rc.1' ? 'next' : 'latest' })
    const at = { id: project.id, package_name: name }
    const shown = async () => (await call(`GET ${tags}`, at)).json ?? null
    equals('after publishing', await shown(), { latest: '1.10.0', next: '2.0.0-rc.1' })
    const version = { inQuery: true, body: '"1.9.0"', contentType: 'application/json' } as const
    answers(await call(`PUT ${tags}/:tag`, { ...at, tag: 'latest' }, version), 204)
    answers(await call(`PUT ${tags}/:tag`, { ...at, tag: 'old' }, version), 204)
    equals('after moving one', await shown(), { latest: '1.9.0', next: '2.0.0-rc.1', old: '1.9.0' })
    for (const tag of ['latest', 'next', 'old'])
      answers(await call(`DELETE ${tags}/:tag`, { ...at, tag }), 204)
    equals('without tags', await shown(), { latest: '2.0.0-rc.1' })
    says(await call(`DELETE ${tags}/:tag`, { ...at, tag: 'old' }), 404, '404 Package tag Not Found')
    const unknown = { ...version, body: '"9.9.9"' }
    says(await call(`PUT ${tags}/:tag`, { ...at, tag: 'old' }, unknown), 404, '404 Package Not Found')
  },
})

export const npmToken = check({
  id: 'packages/npm-token',
  says: 'npm publishes with its token as a bearer; without a token, or with an unknown one, it answers 401',
  source: 'packages#npm-credentials',
  level: 'must',
  covers: [publish],
  holds: async (stage) => {
    const { call, project, token } = stage
    const name = npmName(stage, 'library')
    const params = { id: project.id, package_name: name, ...(await npmBody({ name })) }
    const sent = (value: string) =>
      ({ as: 'anonymous', headers: { authorization: `Bearer ${value}` } }) as const
    for (const reply of [
      await call(publish, params, { as: 'anonymous' }),
      await call(publish, params, sent(token('unknown')?.token ?? '')),
    ])
      answers(reply, unauthorized.status, unauthorized.body)
    answers(await call(publish, params, sent(token('owner')?.token ?? '')), 200)
  },
})
