import { finishedImport, importFile, readImport, upload } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, keysAre, numberIn, textIn } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import {
  bytesOfText,
  type Files,
  leastArchive,
  packArchive,
  relationLines,
  zipped,
} from '../../oracle/archive.ts'

interface Damage {
  readonly what: string
  readonly archive: () => Promise<Uint8Array>
  readonly error: RegExp
}

const without = (path: string): Files => {
  const files = leastArchive()
  files.delete(path)
  return files
}

const filtered = '\\[FILTERED\\]'

const damages: readonly Damage[] = [
  {
    what: 'text',
    archive: async () => bytesOfText('no archive'),
    error: /Decompressed archive size validation failed\./,
  },
  {
    what: 'an archive that is cut short',
    archive: async () => (await packArchive(leastArchive())).subarray(0, 80),
    error: /Decompressed archive size validation failed\./,
  },
  {
    what: 'gzip without tar',
    archive: () => zipped(bytesOfText('this is not a tar archive'.repeat(100))),
    error: new RegExp(`Unable to decompress ${filtered} into ${filtered}`),
  },
  {
    what: 'a step upward',
    archive: () => packArchive(leastArchive({ '../../escaped.txt': 'x' })),
    error: new RegExp(`Unable to decompress ${filtered} into ${filtered}`),
  },
  {
    what: 'a hard link',
    archive: () => packArchive(leastArchive(), [{ path: 'a', type: '1', link: 'VERSION' }]),
    error: / - File shares hard link$/,
  },
  {
    what: 'no version',
    archive: () => packArchive(without('VERSION')),
    error: new RegExp(`No such file or directory @ rb_sysopen - ${filtered}`),
  },
  {
    what: 'another version',
    archive: () => packArchive(leastArchive({ VERSION: '0.1.0' })),
    error: /Import version mismatch: Required \d+\.\d+\.\d+ but was 0\.1\.0/,
  },
  {
    what: 'no project',
    archive: () => packArchive(new Map([...without('tree/project.json'), ['tree/other', bytesOfText('x')]])),
    error: /Invalid file/,
  },
  {
    what: 'no tree',
    archive: () => packArchive(without('tree/project.json')),
    error: /invalid import format/,
  },
  {
    what: 'a broken project',
    archive: () => packArchive(leastArchive({ 'tree/project.json': '{' })),
    error: /Incorrect JSON format/,
  },
  {
    what: 'a broken line',
    archive: () => packArchive(leastArchive({ 'tree/project/labels.ndjson': '{"title":\n' })),
    error: /Incorrect JSON format/,
  },
]

export const brokenArchive = check<Damage>({
  id: 'project-import/broken-archive',
  says: 'A file that is no archive, is broken or has another version fails the import with its reason and leaves an empty project',
  source: 'project-import#import-error, project-import#import-error-texts',
  level: 'must',
  covers: [importFile, readImport],
  each: () => damages,
  holds: async (stage, { what, archive, error }) => {
    const status = await finishedImport(stage, await upload(stage, await archive()))
    const row = status.row()
    equals(`the end of ${what}`, row.import_status, 'failed', status)
    const told = textIn(row, 'import_error')
    const place = textIn(row, 'path_with_namespace')
    holds(
      told.startsWith(`Error importing repository  into ${place} - `),
      'it says what failed',
      told,
      status,
    )
    holds(error.test(told), `it says why, like ${error}`, told, status)
    const message = told.slice(told.indexOf(' - '))
    holds(!message.includes('/'), 'no word of the message has a slash', message, status)
    const project = await stage.call('GET /projects/:id', { id: numberIn(row, 'id') })
    has(project.row(), { empty_repo: true, import_status: 'failed' }, project)
  },
})

export const failedRelations = check({
  id: 'project-import/failed-relations',
  says: 'Lines that make no row are listed in failed_relations, newest first and at most 100, and the rest is imported',
  source: 'project-import#failed-relations, project-import#exception-message',
  level: 'must',
  covers: [importFile, readImport],
  holds: async (stage) => {
    const rows = [{ iid: 7, title: 'Sound' }, ...Array.from({ length: 120 }, (_, i) => ({ iid: 100 + i }))]
    const lines = { 'tree/project/issues.ndjson': relationLines(rows) }
    const status = await finishedImport(stage, await upload(stage, await packArchive(leastArchive(lines))))
    equals('the end', status.row().import_status, 'finished', status)
    const told = status.row().failed_relations
    holds(isRows(told), 'failed relations are objects', told ?? null, status)
    equals('how many are told', told.length, 100, status)
    const numbers = told.map((row) => numberIn(row, 'line_number'))
    equals(
      'their lines',
      numbers,
      Array.from({ length: 100 }, (_, i) => 120 - i),
      status,
    )
    for (const row of told) {
      keysAre(
        stage,
        row,
        [
          'id',
          'created_at',
          'exception_class',
          'source',
          'exception_message',
          'relation_name',
          'line_number',
        ],
        status,
      )
      has(row, { relation_name: 'issues' }, status)
      holds(textIn(row, 'exception_class') !== '', 'there is a class', row.exception_class ?? null, status)
    }
    await stage.differs('X8', {
      specification: () =>
        holds(
          told.every((row) => typeof row.exception_message === 'string'),
          'each says why',
          told[0]?.exception_message ?? null,
          status,
        ),
      real: () => equals('the message', told[0]?.exception_message, null, status),
    })
    const id = numberIn(status.row(), 'id')
    const issues = await stage.call('GET /projects/:id/issues', { id })
    equals(
      'the issues',
      issues.rows().map(({ iid, title }) => [iid ?? null, title ?? null]),
      [[7, 'Sound']],
      issues,
    )
    answers(await stage.call('GET /projects/:id/issues/:issue_iid', { id, issue_iid: 7 }), 200)
  },
})

export const legacyFormat = check({
  id: 'project-import/legacy-format',
  says: 'An archive of an older release, with everything in one project.json, is imported, and from 15.11 on refused',
  source: 'project-import#legacy-format, project-import#later-legacy-format',
  level: 'should',
  covers: [importFile],
  holds: async (stage) => {
    const project = { description: 'Old', labels: [{ title: 'a', color: '#ff0000' }] }
    const files = new Map([
      ['VERSION', bytesOfText('0.2.4')],
      ['project.json', bytesOfText(JSON.stringify(project))],
    ])
    const status = await finishedImport(stage, await upload(stage, await packArchive(files)))
    await stage.changed('project-import#later-legacy-format', {
      before: () => has(status.row(), { import_status: 'finished', description: 'Old' }, status),
      after: () => has(status.row(), { import_status: 'failed' }, status),
    })
  },
})

export const symbolicLinks = check({
  id: 'project-import/symbolic-links',
  says: 'Symbolic links in an archive are dropped and never followed',
  source: 'project-import#archive-links',
  level: 'must',
  covers: [importFile],
  holds: async (stage) => {
    const odd = ['tree/project/labels.ndjson', 'tree/project/issues.ndjson'].map((path) => ({
      path,
      type: '2',
      link: '/etc/passwd',
    }))
    const status = await finishedImport(stage, await upload(stage, await packArchive(leastArchive(), odd)))
    has(status.row(), { import_status: 'finished', failed_relations: [] }, status)
  },
})
