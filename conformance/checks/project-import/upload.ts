import { finishedImport, importFile, readImport, upload, uploading } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, keysAre, numberIn, says, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { leastArchive, packArchive, relationLines } from '../../oracle/archive.ts'
import { unauthorized } from '../../oracle/texts.ts'
import type { Stage } from '../../run/stage.ts'
import type { Role } from '../../targets/target.ts'

const archive = () =>
  packArchive(
    leastArchive({
      'tree/project.json': JSON.stringify({ description: 'From the archive', visibility_level: 0 }),
      'tree/project/labels.ndjson': relationLines([{ title: 'bug', color: '#ff0000' }]),
    }),
  )

export const accepted = check({
  id: 'project-import/accepted',
  says: 'An upload answers 201 with the empty project it will fill, scheduled and of the type gitlab_project',
  source:
    'project-import#accepted, project-import#status-object, project-import#correlation-id, project-import#empty-until-filled, project-import#stats',
  level: 'must',
  covers: [importFile],
  holds: async (stage) => {
    const reply = await upload(stage, await archive())
    answers(reply, 201)
    const row = reply.row()
    const keys = [
      'id',
      'description',
      'name',
      'name_with_namespace',
      'path',
      'path_with_namespace',
      'created_at',
      'import_status',
      'import_type',
      'correlation_id',
      'failed_relations',
      'import_error',
      'stats',
    ]
    keysAre(stage, row, keys, reply)
    const expected = {
      import_status: 'scheduled',
      import_type: 'gitlab_project',
      failed_relations: [],
      import_error: null,
    }
    has(row, { ...expected, name: row.path ?? null, stats: null }, reply)
    equals('the number of the request', row.correlation_id, reply.headers['x-request-id'], reply)
    const project = await stage.call('GET /projects/:id', { id: numberIn(row, 'id') })
    has(project.row(), { path_with_namespace: row.path_with_namespace ?? null, empty_repo: true }, project)
  },
})

export const named = check({
  id: 'project-import/named',
  says: 'A `name` that is sent beside the path is the name of the project from the start, and its full name begins with that of the group',
  source: 'project-import#file-parameters, project-import#status-object',
  level: 'must',
  covers: [importFile, readImport],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { group } = stage
    const started = await upload(stage, await archive(), { name: 'Brought along' })
    const status = await finishedImport(stage, started)
    const project = await stage.call('GET /projects/:id', { id: numberIn(started.row(), 'id') })
    const [path, name] = ['imported', 'Brought along']
    const names = {
      path_with_namespace: `${group.path}/${path}`,
      name_with_namespace: `${group.fullName} / ${name}`,
    }
    for (const reply of [started, status, project]) has(reply.row(), { path, name, ...names }, reply)
  },
})

export const filled = check({
  id: 'project-import/filled',
  says: 'A finished import has filled the project with the content of the archive, and the project is listed among those that the caller imported',
  source: 'project-import#empty-until-filled, project-import#round-trip, projects#imported',
  level: 'must',
  covers: [importFile, readImport, 'GET /projects'],
  holds: async (stage) => {
    const started = await upload(stage, await archive())
    const { correlation_id = null } = started.row()
    const status = await finishedImport(stage, started)
    const ended = { import_status: 'finished', import_error: null, correlation_id }
    has(status.row(), { ...ended, description: 'From the archive' }, status)
    const labels = await stage.call('GET /projects/:id/labels', { id: numberIn(status.row(), 'id') })
    const titles = labels.rows().map(({ name }) => name ?? null)
    holds(titles.includes('bug'), 'the label of the archive is there', titles, labels)
    const id = numberIn(status.row(), 'id')
    const imported = async (as: Role, params: Row) => {
      const reply = await stage.call('GET /projects', { order_by: 'id', per_page: 20, ...params }, { as })
      return reply.rows().some((row) => row.id === id)
    }
    equals('whether its importer finds it', await imported('owner', { imported: true }), true)
    if (!stage.inGroup || !stage.has('developer')) return
    equals('whether another member finds it', await imported('developer', { imported: true }), false)
    equals('whether another member sees it', await imported('developer', { imported: false }), true)
  },
})

export const name = check({
  id: 'project-import/name',
  says: 'The name of an import becomes the name of the project, and a blank one falls back to the path',
  source: 'project-import#file-parameters',
  level: 'must',
  covers: [importFile],
  hardy: true,
  holds: async (stage) => {
    const reply = await upload(stage, await archive(), { name: `${stage.prefix} given` }, { name: 'named' })
    has(reply.row(), { name: `${stage.prefix} given` }, reply)
    const blank = await upload(stage, await archive(), { name: '' }, { name: 'blank' })
    equals('the name', blank.row().name, blank.row().path, blank)
    const plain = await upload(stage, await archive(), {}, { name: 'With-no_Name.at-all' })
    equals('the name', plain.row().name, plain.row().path, plain)
    holds(
      textIn(plain.row(), 'path').endsWith('With-no_Name.at-all'),
      'the path is as sent',
      plain.row().path,
    )
  },
})

export const overrideParams = check({
  id: 'project-import/override-params',
  says: 'Values of override_params win over the archive, and unknown keys are ignored',
  source: 'project-import#override-params',
  level: 'must',
  covers: [importFile],
  holds: async (stage) => {
    const wish = {
      'override_params[description]': 'Mine',
      'override_params[merge_method]': 'ff',
      'override_params[no_such_key]': 'x',
    }
    const status = await finishedImport(stage, await upload(stage, await archive(), wish))
    const project = await stage.call('GET /projects/:id', { id: numberIn(status.row(), 'id') })
    has(project.row(), { description: 'Mine', merge_method: 'ff' }, project)
  },
})

export const parametersMissing = check<readonly [params: Row, text: string]>({
  id: 'project-import/parameters-missing',
  says: 'An upload without a path or file, or with text in place of the file, answers 400',
  source: 'project-import#file-missing',
  level: 'must',
  covers: [importFile],
  needs: { project: 'none' },
  readOnly: true,
  each: () => [
    [{}, 'path is missing, file is missing'],
    [{ path: 'a' }, 'file is missing'],
    [{ path: 'a', file: 'text' }, 'file is invalid'],
  ],
  holds: async ({ call }, [params, error]) => answers(await call(importFile, params), 400, { error }),
})

export const fileName = check<string>({
  id: 'project-import/file-name',
  says: 'An upload whose file name does not end in .gz answers 422',
  source: 'project-import#file-name',
  level: 'must',
  covers: [importFile],
  hardy: true,
  each: () => ['archive.zip', 'archive', 'archive.tar.GZ', 'archive.gz.txt'],
  holds: async (stage, filename) => {
    const reply = await upload(stage, await archive(), {}, { filename })
    const error = 'You need to upload a GitLab project export archive (ending in .gz).'
    answers(reply, 422, { message: { error } })
  },
})

export const parametersInvalid = check<readonly [fields: { readonly [name: string]: string }, text: string]>({
  id: 'project-import/parameters-invalid',
  says: 'Invalid parameters beside the file answer 400 with their name',
  source: 'project-import#overwrite-values, project-import#override-params',
  level: 'must',
  covers: [importFile],
  hardy: true,
  each: () => [
    [{ overwrite: 'maybe' }, 'overwrite is invalid'],
    [{ override_params: 'x' }, 'override_params is invalid'],
    [{ 'override_params[visibility]': 'x' }, 'override_params[visibility] does not have a valid value'],
    [{ 'override_params[squash_option]': 'x' }, 'override_params[squash_option] does not have a valid value'],
  ],
  holds: async (stage, [fields, error]) =>
    answers(await upload(stage, await archive(), fields), 400, { error }),
})

export const proxyFields = check<string>({
  id: 'project-import/proxy-fields',
  says: 'Fields that only the front proxy writes are refused from a client',
  source: 'project-import#proxy-fields',
  level: 'should',
  covers: [importFile],
  hardy: true,
  each: () => ['file.path', 'file.name', 'file.size'],
  holds: async (stage, name) => {
    const reply = await upload(stage, await archive(), { [name]: '/etc/passwd' })
    holds(reply.status >= 400 && reply.status < 500, 'the upload is refused', reply.status, reply)
  },
})

const NOT_A_NAME = /^Name can contain only letters, digits, emojis/

export const invalidPath = check<readonly [path: string, message: RegExp, name?: string]>({
  id: 'project-import/invalid-path',
  says: 'A path or name that no project may have answers 400 with one sentence',
  source: 'project-import#bad-path, project-import#bad-name, project-import#first-error-only',
  level: 'must',
  covers: [importFile],
  hardy: true,
  each: () => [
    ['a b', /^Path can contain only letters, digits, '_', '-' and '\.'\./],
    ['-a', /^Path can contain only letters/],
    ['a.git', /^Path can contain only letters/],
    ['badges', /^Path badges is a reserved name$/],
    ['a..b', /^Path must not start or end with a special character/],
    ['x'.repeat(256), /^Path is too long \(maximum is 255 characters\)/],
    ['', /^Path can't be blank$/],
    ...['*', '-dash', '+plus', 'a*', 'a/b'].map((name) => ['fine', NOT_A_NAME, name] as const),
  ],
  holds: async (stage, [path, expected, name = 'fine']) => {
    const reply = await upload(stage, await archive(), { path, ...(path !== '' && { name }) })
    answers(reply, 400)
    const { message } = { ...(reply.json as { message?: string }) }
    holds(expected.test(String(message)), `the message is like ${expected}`, message ?? null, reply)
  },
})

export const pathTaken = check({
  id: 'project-import/path-taken',
  says: 'A path or name that another project has answers 400',
  source: 'project-import#taken',
  level: 'must',
  covers: [importFile],
  holds: async (stage) => {
    const first = await upload(stage, await archive())
    answers(first, 201)
    const again = await upload(stage, await archive())
    answers(again, 400)
    const texts = [
      'Project namespace name has already been taken',
      'Name has already been taken',
      'Path has already been taken',
    ]
    const { message } = again.json as { message?: string }
    holds(texts.includes(String(message)), 'the message says that it is taken', message ?? null, again)
    says(await upload(stage, await archive(), { name: 'another' }), 400, 'Path has already been taken')
  },
})

export const namespaceMissing = check({
  id: 'project-import/namespace-missing',
  says: 'An unknown namespace answers 404',
  source: 'project-import#namespace-missing',
  level: 'must',
  covers: [importFile],
  hardy: true,
  holds: async (stage) => {
    for (const namespace of ['no-such-namespace-anywhere', '987654321'])
      says(await upload(stage, await archive(), { namespace }), 404, '404 Namespace Not Found')
  },
})

export const groupRoles = check<Role>({
  id: 'project-import/group-roles',
  says: 'An import into a group takes a Maintainer (in the real service a Developer); others are refused, and for a stranger there is no such group',
  source: 'project-import#group-roles, project-import#namespace-missing, project-import#anonymous',
  level: 'must',
  covers: [importFile],
  needs: { in: 'group' },
  hardy: true,
  each: () => ['owner', 'maintainer', 'developer', 'reporter', 'guest', 'stranger', 'anonymous'],
  holds: async (stage, as) => {
    if (as !== 'anonymous' && !stage.has(as)) return stage.observe('no credential to try', as)
    const reply = await upload(stage, await archive(), {}, { as, name: `by-${as}` })
    if (as === 'anonymous') answers(reply, unauthorized.status, unauthorized.body)
    else if (as === 'owner' || as === 'maintainer') answers(reply, 201)
    else if (as === 'developer')
      await stage.differs('X5', {
        specification: () => says(reply, 400, 'User is not allowed to import projects'),
        real: () => answers(reply, 201),
      })
    else if (as === 'stranger') says(reply, 404, '404 Namespace Not Found')
    else says(reply, 400, 'Namespace is not valid')
  },
})

export const neverImported = check({
  id: 'project-import/never-imported',
  says: 'A project that was never imported has the import status none for everybody who can read it',
  source: 'project-import#status-never-imported',
  level: 'must',
  covers: [readImport],
  readOnly: true,
  holds: async (stage) => {
    const { id } = stage.project
    for (const as of ['owner', 'guest'] as const) {
      if (!stage.has(as)) continue
      const reply = await stage.call(readImport, { id }, { as })
      has(
        reply.row(),
        { import_status: 'none', import_type: null, failed_relations: [], import_error: null, stats: null },
        reply,
      )
    }
  },
})

export const multipartForm = check({
  id: 'project-import/multipart-form',
  says: 'A form that is not multipart has no file, and a multipart form without a path answers 400',
  source: 'project-import#file-missing',
  level: 'must',
  covers: [importFile],
  needs: { project: 'none' },
  readOnly: true,
  holds: async (stage: Stage) => {
    answers(await stage.call(importFile, { path: 'a' }, { form: true }), 400, { error: 'file is missing' })
    const { body, contentType } = uploading({ archive: new Uint8Array(), fields: {} })
    const sent = { ...(body !== undefined && { body }), ...(contentType !== undefined && { contentType }) }
    answers(await stage.call(importFile, {}, sent), 400, { error: 'path is missing' })
  },
})

export const orderOfChecks = check({
  id: 'project-import/order-of-checks',
  says: 'Parameters are checked before the file name, the file name before the namespace, and that before the path',
  source: 'project-import#order-of-checks',
  level: 'should',
  covers: [importFile],
  hardy: true,
  holds: async (stage) => {
    const wrong = { namespace: 'no-such-namespace-anywhere', path: 'a b' }
    const bytes = await archive()
    const named = { filename: 'archive.zip' }
    const invalid = await upload(stage, bytes, { ...wrong, overwrite: 'maybe' }, named)
    answers(invalid, 400, { error: 'overwrite is invalid' })
    answers(await upload(stage, bytes, wrong, named), 422)
    says(await upload(stage, bytes, wrong), 404, '404 Namespace Not Found')
    const path = await upload(stage, bytes, { path: 'a b' })
    answers(path, 400)
  },
})

export const preflight = check({
  id: 'project-import/preflight',
  says: 'The call with which the front proxy announces an upload answers 403 to clients',
  source: 'project-import#preflight',
  level: 'should',
  covers: ['POST /projects/import/authorize'],
  needs: { project: 'none', writes: true },
  readOnly: true,
  holds: async ({ call }) => says(await call('POST /projects/import/authorize'), 403, '403 Forbidden'),
})
