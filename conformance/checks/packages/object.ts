import {
  digest,
  filesOf,
  genericPackage,
  namedPackage,
  npmFileName,
  npmName,
  npmPackage,
  packageNamesAndVersions,
} from '../../arrange/packages.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'

const list = 'GET /projects/:id/packages'

const one = 'GET /projects/:id/packages/:package_id'

const files = `${one}/package_files`

export const object = check({
  id: 'packages/object',
  says: 'A package is listed and read with its name, version, type, status, tags, times and links',
  source: 'packages#object, packages#versions',
  level: 'must',
  covers: [list, one],
  holds: async (stage) => {
    const { call, project } = stage
    const it = await genericPackage(stage, { name: 'tool', version: '1.0' })
    has(it, { name: 'tool', version: '1.0', package_type: 'generic', status: 'default', tags: [] })
    holds(typeof it.created_at === 'string', '`created_at` is a time', it.created_at ?? null)
    const reply = await call(one, namedPackage(stage, it), { as: 'owner' })
    answers(reply, 200)
    has(reply.row(), { ...it, versions: [] }, reply)
    const listed = await call(list, { id: project.id }, { as: 'owner' })
    equals('the list', listed.rows(), [it], listed)
  },
})

export const links = check({
  id: 'packages/links',
  says: '`_links` of a package has a page unless the package is hidden, and the URL of the deletion for callers who may delete it',
  source: 'packages#links',
  level: 'must',
  covers: [list],
  needs: { project: 'public' },
  each: () => ['owner', 'maintainer', 'developer', 'reporter', 'stranger', 'anonymous'] as const,
  holds: async (stage, as) => {
    const { call, project } = stage
    const it = await genericPackage(stage, { name: 'tool', version: '1' })
    await genericPackage(stage, { name: 'hidden', version: '1', status: 'hidden' })
    const reply = await call(list, { id: project.id }, { as })
    const shown = rowIn(reply.rows()[0] ?? {}, '_links')
    equals('the page', shown.web_path ?? null, `/${project.path}/-/packages/${it.id}`, reply)
    const deletes = as === 'owner' || as === 'maintainer'
    equals('a link for deletion', 'delete_api_path' in shown, deletes, reply)
    if (deletes)
      holds(
        String(shown.delete_api_path).endsWith(`/api/v4/projects/${project.id}/packages/${it.id}`),
        'the link for deletion names the package',
        shown.delete_api_path ?? null,
        reply,
      )
    const hidden = await call(list, { id: project.id, status: 'hidden' }, { as })
    equals('a page of what is hidden', 'web_path' in rowIn(hidden.rows()[0] ?? {}, '_links'), false, hidden)
  },
})

export const versions = check({
  id: 'packages/versions',
  says: 'A single package lists the other versions of the same name and type, ordered as text, and the tags of its own',
  source: 'packages#versions, packages#tags',
  level: 'must',
  covers: [one],
  holds: async (stage) => {
    const { call } = stage
    const rows: { [version: string]: Row } = {}
    for (const version of ['1.8.0', '1.9.0', '1.10.0', '2.0.0'])
      rows[version] = await npmPackage(stage, { name: npmName(stage, 'library'), version })
    await npmPackage(stage, { name: npmName(stage, 'other'), version: '1.9.0' })
    await genericPackage(stage, { name: 'library', version: '1.9.0' })
    // Some of the others are older, some newer.
    const reply = await call(one, namedPackage(stage, rows['1.9.0'] ?? {}))
    answers(reply, 200)
    const others = reply.row().versions as readonly Row[]
    equals(
      'the versions',
      others.map(({ version }) => version ?? null),
      ['1.10.0', '1.8.0', '2.0.0'],
      reply,
    )
    equals(
      'their ids',
      others.map(({ id }) => id ?? null),
      ['1.10.0', '1.8.0', '2.0.0'].map((it) => rows[it]?.id ?? null),
      reply,
    )
    for (const other of others) names(other, ['created_at', 'tags'], reply)
    // The tag went on to the version that was published last.
    const latest = await call(one, namedPackage(stage, rows['2.0.0'] ?? {}))
    const tags = isRows(latest.row().tags) ? (latest.row().tags as readonly Row[]) : []
    equals(
      'the tags of the latest version',
      tags.map(({ name, package_id }) => [name ?? null, package_id ?? null]),
      [['latest', rows['2.0.0']?.id ?? null]],
      latest,
    )
    for (const tag of tags) names(tag, ['id', 'created_at', 'updated_at'], latest)
    equals('the tags of another version', reply.row().tags, [], reply)
  },
})

export const hidden = check({
  id: 'packages/hidden',
  says: 'A hidden package, its files and its deletion answer 404',
  source: 'packages#single',
  level: 'must',
  covers: [one, files, 'DELETE /projects/:id/packages/:package_id'],
  holds: async (stage) => {
    const it = await genericPackage(stage, { name: 'tool', version: '1', status: 'hidden' })
    for (const operation of [one, files, one.replace('GET', 'DELETE')])
      answers(await stage.call(operation, namedPackage(stage, it)), 404, { message: '404 Not found' })
  },
})

export const filesCheck = check({
  id: 'packages/files',
  says: 'The files of a package are listed by ID with their size and the digests that their format stores',
  source: 'packages#files, packages#file-digests',
  level: 'must',
  covers: [files],
  holds: async (stage) => {
    await genericPackage(stage, { name: 'tool', version: '1', file: 'b.txt', content: 'b' })
    const it = await genericPackage(stage, { name: 'tool', version: '1', file: 'a.txt', content: '12345' })
    const [first = {}, second = {}, ...rest] = await filesOf(stage, it)
    equals('the number of files', rest.length, 0)
    has(first, { file_name: 'b.txt', size: 1, package_id: numberIn(it, 'id') })
    has(second, {
      file_name: 'a.txt',
      size: 5,
      file_sha256: '5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5',
    })
    holds(numberIn(first, 'id') < numberIn(second, 'id'), 'files come by id', [
      first.id ?? null,
      second.id ?? null,
    ])
    for (const file of [first, second]) {
      has(file, { file_md5: null, file_sha1: null })
      holds(!Number.isNaN(Date.parse(textIn(file, 'created_at'))), 'created_at is a time', file.created_at)
    }
    const name = npmName(stage, 'library')
    const [archive = {}] = await filesOf(stage, await npmPackage(stage, { name, content: 'packed' }))
    const sha1 = await digest('SHA-1', new TextEncoder().encode('packed'))
    has(archive, { file_name: npmFileName(name, '1.0.0'), size: 6, file_sha1: sha1 })
  },
})

export const emptyList = check({
  id: 'packages/empty-list',
  says: 'A project without packages lists none, whatever the filters',
  source: 'packages#list',
  level: 'must',
  covers: [list],
  readOnly: true,
  each: () => [{}, { include_versionless: true }, { status: 'pending_destruction' }, { package_name: 'a' }],
  holds: async ({ call, project }, params) => {
    const reply = await call(list, { id: project.id, ...params })
    answers(reply, 200, [])
    equals('their names', packageNamesAndVersions(reply.rows()), [], reply)
  },
})
