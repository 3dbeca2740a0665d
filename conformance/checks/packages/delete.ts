import { filesOf, genericPackage, namedPackage } from '../../arrange/packages.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, holds, numberIn, rowIn } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import {
  forbidden,
  missingExplicitly,
  projectMissing,
  type Refusal,
  recordMissing,
  unauthorized,
} from '../../oracle/texts.ts'
import type { Stage } from '../../run/stage.ts'

const one = '/projects/:id/packages/:package_id'

const remove = `DELETE ${one}`

const removeFile = `DELETE ${one}/package_files/:package_file_id`

const list = 'GET /projects/:id/packages'

export const deleteCheck = check({
  id: 'packages/delete',
  says: 'A deleted package is listed only as pending destruction and answers 404 to every call that names it',
  source: 'packages#delete, packages#single',
  level: 'must',
  covers: [remove, list],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const it = await genericPackage(stage, { name: 'tool', version: '1' })
    const other = await genericPackage(stage, { name: 'tool', version: '2' })
    answers(await call(remove, namedPackage(stage, it)), 204)
    const left = await call(list, { id })
    equals(
      'what is left',
      left.rows().map((row) => row.id ?? null),
      [other.id ?? null],
      left,
    )
    const pending = await call(list, { id, status: 'pending_destruction' })
    // A service may have cleaned up already.
    for (const row of pending.rows()) equals('what is pending', row.id ?? null, it.id ?? null, pending)
    for (const operation of [`GET ${one}`, `GET ${one}/package_files`, remove])
      answers(await call(operation, namedPackage(stage, it)), recordMissing.status, recordMissing.body)
  },
})

export const deletedVersion = check({
  id: 'packages/deleted-version',
  says: 'A deleted version is gone from the versions that another one of the package shows',
  source: 'packages#delete, packages#versions',
  level: 'must',
  covers: [remove, 'GET /projects/:id/packages/:package_id'],
  holds: async (stage) => {
    const first = await genericPackage(stage, { name: 'tool', version: '1' })
    const second = await genericPackage(stage, { name: 'tool', version: '2' })
    const others = async () => {
      const reply = await stage.call('GET /projects/:id/packages/:package_id', namedPackage(stage, first))
      const { versions = null } = reply.row()
      return isRows(versions) ? versions.map(({ version }) => version ?? null) : versions
    }
    equals('the other versions', await others(), ['2'])
    answers(await stage.call(remove, namedPackage(stage, second)), 204)
    equals('the versions that are left', await others(), [])
  },
})

export const deleteThenUpload = check({
  id: 'packages/delete-then-upload',
  says: 'An upload with the name and version of a deleted package makes a new package',
  source: 'packages#delete',
  level: 'should',
  covers: [remove],
  holds: async (stage) => {
    const it = await genericPackage(stage, { name: 'tool', version: '1', content: 'old' })
    answers(await stage.call(remove, namedPackage(stage, it)), 204)
    const next = await genericPackage(stage, { name: 'tool', version: '1', content: 'new' })
    equals('a number of its own', numberIn(next, 'id') === numberIn(it, 'id'), false)
    const files = await filesOf(stage, next)
    equals('its files', files.length, 1)
  },
})

export const deleteRefused = check({
  id: 'packages/delete-refused',
  says: 'Deleting a package or a file answers 403 to members below Maintainer, 404 to users who may not read the project, and 401 (in the real service 404) to nobody in particular',
  source: 'packages#delete-refused, packages#roles',
  level: 'must',
  covers: [remove, removeFile],
  holds: async (stage) => {
    const { call } = stage
    const it = await genericPackage(stage, { name: 'tool', version: '1' })
    const [file = {}] = await filesOf(stage, it)
    const params = { ...namedPackage(stage, it), package_file_id: numberIn(file, 'id') }
    for (const operation of [remove, removeFile])
      for (const [as, refusal] of [
        ['developer', forbidden],
        ['reporter', forbidden],
        ['guest', forbidden],
        ['stranger', projectMissing],
      ] as const)
        if (stage.has(as)) answers(await call(operation, params, { as }), refusal.status, refusal.body)
    for (const operation of [remove, removeFile])
      await refusesNobody(stage, await call(operation, params, { as: 'anonymous' }), projectMissing)
    answers(await call(`GET ${one}`, params), 200)
  },
})

export const deleteRefusedPublic = check({
  id: 'packages/delete-refused-public',
  says: 'Deleting a package of a public project answers 403 to every user below Maintainer, and 401 (in the real service 403) to nobody in particular',
  source: 'packages#delete-refused',
  level: 'must',
  covers: [remove],
  needs: { project: 'public' },
  holds: async (stage) => {
    const it = await genericPackage(stage, { name: 'tool', version: '1' })
    for (const as of ['developer', 'stranger'] as const)
      if (stage.has(as))
        answers(await stage.call(remove, namedPackage(stage, it), { as }), forbidden.status, forbidden.body)
    const reply = await stage.call(remove, namedPackage(stage, it), { as: 'anonymous' })
    await refusesNobody(stage, reply, forbidden)
  },
})

function refusesNobody(stage: Stage, reply: Reply, real: Refusal): Promise<void> {
  return stage.differs('S31', {
    specification: () => answers(reply, unauthorized.status, unauthorized.body),
    real: () => answers(reply, real.status, real.body),
  })
}

export const deleteFile = check({
  id: 'packages/delete-file',
  says: 'A deleted file is gone from its package and answers 404; the other files stay',
  source: 'packages#delete-file, packages#files, packages#generic-download',
  level: 'must',
  covers: [removeFile],
  holds: async (stage) => {
    const { call } = stage
    await genericPackage(stage, { name: 'tool', version: '1', file: 'a.txt' })
    const it = await genericPackage(stage, { name: 'tool', version: '1', file: 'b.txt' })
    const [first = {}, second = {}] = await filesOf(stage, it)
    const params = fileOf(stage, it, first)
    answers(await call(removeFile, params), 204)
    equals('the files', await filesOf(stage, it), [second])
    answers(await call(removeFile, params), missingExplicitly.status, missingExplicitly.body)
    const named = { id: stage.project.id, package_name: 'tool', package_version: '1', file_name: 'a.txt' }
    const generic = 'GET /projects/:id/packages/generic/:package_name/:package_version/:file_name'
    answers(await call(generic, named), recordMissing.status, recordMissing.body)
  },
})

export const equalContent = check<'package' | 'file'>({
  id: 'packages/delete-leaves-equal-content',
  says: 'What is deleted takes nothing along from another package whose file has the same content, also once it is cleaned up',
  source: 'packages#delete, packages#delete-file, packages#cleanup, projects#statistics',
  level: 'must',
  covers: [remove, removeFile],
  each: () => ['package', 'file'],
  holds: async (stage, kind) => {
    const { call, project } = stage
    const content = 'the same bytes\n'
    const before = await packagesSize(stage)
    const kept = await genericPackage(stage, { name: 'kept', version: '1', content })
    const one = await packagesSize(stage)
    const gone = await genericPackage(stage, { name: 'gone', version: '1', content })
    const [file = {}] = await filesOf(stage, gone)
    if (kind === 'package') answers(await call(remove, namedPackage(stage, gone)), 204)
    else answers(await call(removeFile, fileOf(stage, gone, file)), 204)
    const [left] = await filesOf(stage, kept)
    holds(left !== undefined, 'the other package has its file', left ?? null)
    await stage.wait(13 * 3600)
    const named = { id: project.id, package_name: 'kept', package_version: '1', file_name: 'file.txt' }
    const generic = 'GET /projects/:id/packages/generic/:package_name/:package_version/:file_name'
    const reply = await call(generic, named)
    answers(reply, 200)
    equals('what is downloaded', reply.text, content, reply)
    equals('the size of all packages grows by one file', one - before, content.length)
    equals('the size of all packages after the clean-up', await packagesSize(stage), one)
  },
})

/** The size of all packages of the project, as its statistics tell. */
async function packagesSize({ call, project }: Stage): Promise<number> {
  const reply = await call('GET /projects/:id', { id: project.id, statistics: true })
  return numberIn(rowIn(reply.row(), 'statistics'), 'packages_size')
}

export const deleteFileMissing = check({
  id: 'packages/delete-file-missing',
  says: 'Deleting an unknown file, a file of another package or a file of an unknown package answers 404 and deletes nothing',
  source: 'packages#delete-file',
  level: 'must',
  covers: [removeFile],
  holds: async (stage) => {
    const { call } = stage
    const it = await genericPackage(stage, { name: 'tool', version: '1' })
    const other = await genericPackage(stage, { name: 'tool', version: '2' })
    const [file = {}] = await filesOf(stage, it)
    const params = fileOf(stage, it, file)
    const { status, body } = missingExplicitly
    answers(await call(removeFile, { ...params, package_file_id: 987_654_321 }), status, body)
    answers(await call(removeFile, { ...params, package_id: numberIn(other, 'id') }), status, body)
    const nowhere = await call(removeFile, { ...params, package_id: 987_654_321 })
    answers(nowhere, recordMissing.status, recordMissing.body)
    equals('the file', await filesOf(stage, it), [file])
  },
})

export const deleteUnmodifiedSince = check({
  id: 'packages/delete-unmodified-since',
  says: 'A deletion whose `If-Unmodified-Since` is before the last change answers 412 and deletes nothing',
  source: 'packages#unmodified-since',
  level: 'must',
  covers: [remove, removeFile],
  holds: async (stage) => {
    const { call } = stage
    const it = await genericPackage(stage, { name: 'tool', version: '1' })
    const [file = {}] = await filesOf(stage, it)
    const headers = { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }
    const body = { message: '412 Precondition Failed' }
    answers(await call(removeFile, fileOf(stage, it, file), { headers }), 412, body)
    answers(await call(remove, namedPackage(stage, it), { headers }), 412, body)
    equals('the files', await filesOf(stage, it), [file])
  },
})

function fileOf(stage: Stage, it: Row, file: Row) {
  return { ...namedPackage(stage, it), package_file_id: numberIn(file, 'id') }
}

export const cleanup = check({
  id: 'packages/cleanup',
  says: 'Packages pending destruction, and packages whose last file was deleted, are gone after half a day',
  source: 'packages#cleanup',
  level: 'should',
  covers: [remove, removeFile, list],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const [whole, emptied, kept] = [
      await genericPackage(stage, { name: 'whole', version: '1' }),
      await genericPackage(stage, { name: 'emptied', version: '1' }),
      await genericPackage(stage, { name: 'kept', version: '1' }),
    ]
    answers(await call(remove, namedPackage(stage, whole)), 204)
    const [file = {}] = await filesOf(stage, emptied)
    const only = { ...namedPackage(stage, emptied), package_file_id: numberIn(file, 'id') }
    answers(await call(removeFile, only), 204)
    await stage.wait(13 * 3600)
    answers(await call(list, { id, status: 'pending_destruction' }), 200, [])
    const left = await call(list, { id })
    equals(
      'what is left',
      left.rows().map((row) => row.id ?? null),
      [kept.id ?? null],
      left,
    )
  },
})
