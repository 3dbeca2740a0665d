import { digest, filesOf, genericPackage, namedPackage } from '../../arrange/packages.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, refuses, says, textIn } from '../../kit/expect.ts'

const list = 'GET /projects/:id/packages'
const ofGroup = 'GET /groups/:id/packages'
const generic = 'GET /projects/:id/packages/generic/:package_name/:package_version/:file_name'
const files = 'GET /projects/:id/packages/:package_id/package_files'
const download = `${files}/:package_file_id/download` as const

export const versionFilter = check({
  id: 'packages/version-filter',
  says: 'From 16.6 on `package_version` narrows lists to exactly that version, and is ignored before',
  source: 'packages#later-version-filter',
  level: 'must',
  covers: [list, ofGroup],
  needs: { in: 'group' },
  holds: async (stage) => {
    for (const version of ['1.0', '1.0.1']) await genericPackage(stage, { name: 'tool', version })
    for (const [operation, id] of [
      [list, stage.project.id],
      [ofGroup, stage.group.id],
    ] as const) {
      const reply = await stage.call(operation, { id, package_version: '1.0' })
      answers(reply, 200)
      const versions = reply.rows().map((row) => textIn(row, 'version'))
      await stage.changed('packages#later-version-filter', {
        before: () => equals('the versions', versions.sort(), ['1.0', '1.0.1'], reply),
        after: () => equals('the versions', versions, ['1.0'], reply),
      })
    }
  },
})

export const laterWords = check<readonly [string, string, ChangeOfWords]>({
  id: 'packages/later-words',
  says: 'Lists take the status and the types of packages that their release brought, and answer 400 to those of a later one',
  source: 'packages#later-deprecated, packages#later-models, packages#later-cargo',
  level: 'should',
  covers: [list],
  readOnly: true,
  each: () => [
    ['status', 'deprecated', 'packages#later-deprecated'],
    ['package_type', 'ml_model', 'packages#later-models'],
    ['package_type', 'cargo', 'packages#later-cargo'],
  ],
  holds: async (stage, [name, word, change]) => {
    const reply = await stage.call(list, { id: stage.project.id, [name]: word })
    await stage.changed(change, {
      before: () => refuses(reply, `${name} does not have a valid value`),
      after: () => answers(reply, 200, []),
    })
  },
})
type ChangeOfWords = 'packages#later-deprecated' | 'packages#later-models' | 'packages#later-cargo'

export const fileOrder = check({
  id: 'packages/file-order',
  says: 'From 17.11 on the files of a package are listed in the order that is asked for, and by id before',
  source: 'packages#later-file-order',
  level: 'must',
  covers: [files],
  holds: async (stage) => {
    const made = { name: 'tool', version: '1' }
    const it = await genericPackage(stage, { ...made, file: 'b.txt' })
    await genericPackage(stage, { ...made, file: 'a.txt' })
    for (const [asked, expected] of [
      [{}, ['b.txt', 'a.txt']],
      [{ sort: 'desc' }, ['a.txt', 'b.txt']],
      [{ order_by: 'file_name' }, ['a.txt', 'b.txt']],
      [{ order_by: 'created_at', sort: 'desc' }, ['a.txt', 'b.txt']],
    ] as const) {
      const reply = await stage.call(files, { ...namedPackage(stage, it), ...asked })
      answers(reply, 200)
      const names = reply.rows().map((row) => textIn(row, 'file_name'))
      await stage.changed('packages#later-file-order', {
        before: () => equals('the files', names, ['b.txt', 'a.txt'], reply),
        after: () => equals('the files', names, expected, reply),
      })
    }
    const wrong = await stage.call(files, { ...namedPackage(stage, it), order_by: 'size' })
    await stage.changed('packages#later-file-order', {
      before: () => answers(wrong, 200),
      after: () => refuses(wrong, 'order_by does not have a valid value'),
    })
  },
})

export const downloadedFile = check({
  id: 'packages/downloaded-file',
  says: 'A file of a package is downloaded by its id as it was uploaded, as an attachment, and not under another package or by strangers',
  source: 'packages#later-download',
  level: 'must',
  covers: [download],
  holds: async (stage) => {
    const content = 'first line\nsecond line\n'
    const it = await genericPackage(stage, { name: 'tool', version: '1', file: 'tool.txt', content })
    const other = await genericPackage(stage, { name: 'other', version: '1' })
    const [file = {}] = await filesOf(stage, it)
    const package_file_id = numberIn(file, 'id')
    const reply = await stage.call(download, { ...namedPackage(stage, it), package_file_id })
    answers(reply, 200)
    equals('the content', reply.text, content, reply)
    const disposition = reply.headers['content-disposition'] ?? ''
    equals('that it is an attachment with its name', /^attachment;.*tool\.txt/.test(disposition), true, reply)
    says(await stage.call(download, { ...namedPackage(stage, other), package_file_id }), 404, '404 Not Found')
    const stranger = await stage.call(
      download,
      { ...namedPackage(stage, it), package_file_id },
      { as: 'stranger' },
    )
    says(stranger, 404, '404 Project Not Found')
  },
})

export const checksum = check({
  id: 'packages/checksum',
  says: 'From 18.6 on the download of a generic package file tells its checksum, and not before',
  source: 'packages#later-checksum',
  level: 'must',
  covers: [generic],
  holds: async (stage) => {
    const content = 'to be checked\n'
    await genericPackage(stage, { name: 'tool', version: '1', file: 'tool.txt', content })
    const named = { package_name: 'tool', package_version: '1', file_name: 'tool.txt' }
    const reply = await stage.call(generic, { id: stage.project.id, ...named })
    answers(reply, 200)
    const seen = reply.headers['x-checksum-sha256']
    await stage.changed('packages#later-checksum', {
      before: () => equals('the checksum', seen, undefined, reply),
      after: async () =>
        equals('the checksum', seen, await digest('SHA-256', new TextEncoder().encode(content)), reply),
    })
  },
})
