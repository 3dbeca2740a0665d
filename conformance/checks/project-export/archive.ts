import { uploadAttachment } from '../../arrange/avatars-and-uploads.ts'
import {
  downloadExport,
  exportedArchive,
  readExport,
  startExport,
  travelling,
} from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, textIn } from '../../kit/expect.ts'
import { isRow, parseJson } from '../../kit/json.ts'
import { type Files, openArchive, textOfBytes } from '../../oracle/archive.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

async function opened(stage: Stage, params = {}, as: 'owner' | 'maintainer' = 'owner'): Promise<Files> {
  const files = await openArchive(await exportedArchive(stage, params, as))
  holds(files !== undefined, 'the archive is a gzipped tar', null)
  return files
}

export const downloadHeaders = check({
  id: 'project-export/download-headers',
  says: 'The download is an attachment of type application/octet-stream whose file name is the time and the path, cut to 51 characters, and ends with export.tar.gz',
  source: 'project-export#download-headers, project-export#file-name',
  level: 'must',
  covers: [downloadExport],
  each: () => ['short', 'long'],
  holds: async (stage, length) => {
    let { path: whole } = stage.project
    if (length === 'long') {
      const path = `${stage.prefix}-${'long-'.repeat(10)}path`
      const renamed = arranged(await stage.call('PUT /projects/:id', { id: stage.project.id, path }))
      whole = textIn(renamed, 'path_with_namespace')
    }
    await exportedArchive(stage)
    const { headers, bytes } = await stage.call(downloadExport, { id: stage.project.id })
    const disposition = headers['content-disposition'] ?? ''
    holds(
      /^attachment; filename="[^"]*export\.tar\.gz"/.test(disposition),
      'it is an attachment',
      disposition,
    )
    const name = /filename="([^"]*)"/.exec(disposition)?.[1] ?? ''
    const [, begin = '', path = ''] = /^(.{21})(.*)_export\.tar\.gz$/.exec(name) ?? []
    holds(/^\d{4}-\d\d-\d\d_\d\d-\d\d-\d{3}_$/.test(begin), 'its name begins with the time', name)
    equals('the path in its name', path, whole.replaceAll('/', '_').slice(0, 51 - begin.length))
    equals('Content-Type', headers['content-type'], 'application/octet-stream')
    equals('Content-Transfer-Encoding', headers['content-transfer-encoding'], 'binary')
    equals('what gzip begins with', [...bytes.subarray(0, 2)], [0x1f, 0x8b])
  },
})

/** Relations of every plan (project-export#archive-relations). */
const relations = [
  ...['labels', 'milestones', 'issues', 'snippets', 'releases', 'project_members', 'merge_requests'],
  ...['ci_pipelines', 'protected_branches', 'protected_tags', 'boards', 'external_pull_requests'],
  ...['pipeline_schedules', 'custom_attributes', 'prometheus_metrics', 'project_badges', 'auto_devops'],
  ...['container_expiration_policy', 'project_feature', 'ci_cd_settings', 'error_tracking_setting'],
  ...['metrics_setting', 'service_desk_setting'],
]

export const archiveLayout = check({
  id: 'project-export/archive-layout',
  says: 'An archive holds a version, the attributes of the project, a file of JSON lines for each relation and the repository as a git bundle, and no secret of the project',
  source:
    'project-export#archive-layout, project-export#archive-line-format, project-export#archive-project, project-export#archive-repository, project-export#archive-relations, project-export#archive-omissions',
  level: 'must',
  covers: [startExport, downloadExport],
  needs: { furnished: true, about: travelling },
  holds: async (stage) => {
    const { id } = stage.project
    const secret = 'kept-to-itself-4711'
    const variable = { id, key: 'SECRET', value: secret }
    expectArranged(await stage.call('POST /projects/:id/variables', variable))
    const hook = { id, url: 'https://hooks.example.com/in', token: secret }
    expectArranged(await stage.call('POST /projects/:id/hooks', hook))
    const files = await opened(stage)
    for (const [path, bytes] of files)
      holds(!textOfBytes(bytes).includes(secret), 'the archive has no secret of the project', path)
    // Later releases have more of them.
    const told = relations.filter((name) => !files.has(`tree/project/${name}.ndjson`))
    if (stage.dialect !== undefined) equals('relations without a file', told, [])
    holds(
      /^\d+\.\d+\.\d+$/.test(textOfBytes(files.get('VERSION'))),
      'the version is one',
      textOfBytes(files.get('VERSION')),
    )
    const project = parseJson(textOfBytes(files.get('tree/project.json')))
    holds(isRow(project), 'the project is an object', null)
    for (const key of ['name', 'path', 'namespace_id', 'runners_token'])
      equals(`the key ${key}`, Object.hasOwn(project, key), false)
    for (const relation of ['labels', 'milestones', 'issues', 'merge_requests', 'protected_branches']) {
      const text = textOfBytes(files.get(`tree/project/${relation}.ndjson`))
      holds(text.endsWith('\n'), `the lines of ${relation} are ended`, text.slice(-20))
      for (const line of text.split('\n').slice(0, -1))
        holds(isRow(parseJson(line)), `each line of ${relation} is an object`, line.slice(0, 80))
    }
    for (const relation of ['external_pull_requests', 'prometheus_metrics'])
      equals(
        `the file of ${relation}, of which there is none`,
        files.get(`tree/project/${relation}.ndjson`)?.length,
        0,
      )
    const bundle = textOfBytes(files.get('project.bundle')?.subarray(0, 4000))
    holds(bundle.startsWith('# v2 git bundle\n'), 'the repository is a bundle', bundle.slice(0, 40))
    holds(
      bundle.includes(` refs/heads/${stage.project.branch}\n`),
      'the bundle has the default branch',
      bundle.slice(0, 200),
    )
  },
})

export const archiveUploads = check({
  id: 'project-export/archive-uploads',
  says: 'An archive holds each file that is attached to the project, byte by byte, under its secret and its name',
  source: 'project-export#archive-layout',
  level: 'must',
  covers: [startExport, downloadExport],
  holds: async (stage) => {
    const text = 'attached to the project\n'.repeat(50)
    const attached = await uploadAttachment(stage, 'notes.txt', text)
    answers(attached, 201)
    const [, , secret = ''] = textIn(attached.row(), 'url').split('/')
    const files = await opened(stage)
    equals('the file', textOfBytes(files.get(`uploads/${secret}/notes.txt`)), text)
  },
})

export const emptyRepository = check({
  id: 'project-export/empty-repository',
  says: 'A project without commits is exported, and its archive has no bundle',
  source: 'project-export#archive-repository',
  level: 'must',
  covers: [startExport],
  holds: async (stage) => {
    const files = await opened(stage)
    equals('the bundle', files.has('project.bundle'), false)
    equals('the project', files.has('tree/project.json'), true)
  },
})

export const description = check<readonly [wish: string, expected: string]>({
  id: 'project-export/description',
  says: 'The description of the start call replaces the one in the archive unless it is empty, and the project keeps its own',
  source: 'project-export#description',
  level: 'must',
  covers: [startExport],
  each: () => [
    ['For others', 'For others'],
    ['', 'Our own'],
  ],
  holds: async (stage, [wish, expected]) => {
    const { call, project } = stage
    await call('PUT /projects/:id', { id: project.id, description: 'Our own' })
    const files = await opened(stage, { description: wish })
    const row = parseJson(textOfBytes(files.get('tree/project.json')))
    equals('the description in the archive', isRow(row) ? row.description : null, expected)
    const shown = await call(readExport, { id: project.id })
    equals('the description of the project', shown.row().description, 'Our own', shown)
  },
})

export const noSideEffects = check({
  id: 'project-export/no-side-effects',
  says: 'An export changes nothing in the project',
  source: 'project-export#no-side-effects',
  level: 'must',
  covers: [startExport, downloadExport],
  needs: { furnished: true, about: travelling },
  holds: async (stage) => {
    const everything = async () => {
      const { id } = stage.project
      const calls = [
        '',
        '/issues',
        '/merge_requests',
        '/milestones',
        '/labels',
        '/members',
        '/repository/branches',
      ]
      const replies = []
      for (const path of calls) replies.push(await stage.call(`GET /projects/:id${path}`, { id }))
      return replies.map(({ json }) => json ?? null)
    }
    const before = await everything()
    await exportedArchive(stage, { description: 'Another one' })
    equals('what the project shows', await everything(), before)
  },
})

export const downloadAudit = check({
  id: 'project-export/download-audit',
  says: 'A download is recorded as an audit event of the project, whoever downloads',
  source: 'project-export#download-audit, audit-events#project-export',
  level: 'should',
  covers: [downloadExport, 'GET /projects/:id/audit_events'],
  needs: { tier: 'premium' },
  each: () => ['maintainer', 'admin'] as const,
  holds: async (stage, as) => {
    const { id } = stage.project
    await exportedArchive(stage, {}, as)
    const reply = await stage.call('GET /projects/:id/audit_events', { id })
    const event = reply.rows().find(({ author_id }) => author_id === stage.user(as).id) ?? {}
    const told = isRow(event.details) ? event.details.custom_message : null
    equals('what is recorded', told, 'Export file download started', reply)
  },
})

export const groupMembers = check({
  id: 'project-export/group-members',
  says: 'An archive has the members of the group above only when an Owner of that group exports',
  source: 'project-export#archive-group-members',
  level: 'should',
  covers: [startExport, downloadExport],
  needs: { in: 'group' },
  each: () => ['owner', 'maintainer'] as const,
  holds: async (stage, as) => {
    const { call, project, user } = stage
    const direct = { id: project.id, user_id: user('stranger').id, access_level: 20 }
    expectArranged(await call('POST /projects/:id/members', direct))
    const files = await opened(stage, {}, as)
    const text = textOfBytes(files.get('tree/project/project_members.ndjson'))
    const told = (who: 'stranger' | 'developer') => text.includes(`"user_id":${user(who).id},`)
    equals('whether a member of the project is told', told('stranger'), true)
    equals('whether a member of the group is told', told('developer'), as === 'owner')
  },
})

export const downloadTwice = check({
  id: 'project-export/download-twice',
  says: 'An archive is downloaded as often as it is wanted, the same bytes each time, and a new export takes it away',
  source: 'project-export#status-values, project-export#regeneration',
  level: 'must',
  covers: [startExport, downloadExport],
  holds: async (stage) => {
    const { id } = stage.project
    const first = await exportedArchive(stage)
    const again = await stage.call(downloadExport, { id })
    if (again.status === 429) stage.unknown('one download a minute is allowed')
    answers(again, 200)
    equals('the bytes', [...again.bytes].join(), [...first].join(), again)
    answers(await stage.call(startExport, { id }), 202)
    const gone = await stage.call(downloadExport, { id })
    if (gone.status !== 200 || stage.movesClock) answers(gone, [404, 429])
  },
})
