import { check } from '../../kit/check.ts'
import { answers, equals, holds } from '../../kit/expect.ts'
import { unpackTar } from '../../oracle/tar.ts'
import { arranged } from '../../run/stage.ts'

const raw = 'GET /projects/:id/repository/files/:file_path/raw'

const create = 'POST /projects/:id/repository/files/:file_path'

const archive = 'GET /projects/:id/repository/archive.tar'

export const ownedLater = check({
  id: 'repository/files-owned-later',
  says: 'A file that was committed before `.gitattributes` gave it to Git LFS is in archives and in raw form as it is',
  source: 'repository#archive-lfs, repository-files#lfs-raw',
  level: 'should',
  covers: [raw, 'GET /projects/:id/repository/archive'],
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const { id, branch } = project
    for (const [file_path, content] of [
      ['early.psd', 'No pointer\n'],
      ['.gitattributes', '*.psd filter=lfs diff=lfs merge=lfs -text\n'],
    ] as const)
      arranged(await call(create, { id, file_path, branch, commit_message: 'Add', content }))
    const file = await call(raw, { id, file_path: 'early.psd', ref: branch, lfs: true })
    equals('the raw file', file.text, 'No pointer\n', file)
    const packed = await call(archive, { id, sha: branch })
    answers(packed, 200)
    equals('in the archive', unpackTar(packed.text)?.files.get('early.psd'), 'No pointer\n', packed)
  },
})

export const largeFiles = check({
  id: 'repository/large-files',
  says: 'A new file that `.gitattributes` gives to Git LFS is committed as a pointer; its content is in archives, and is the raw file where `lfs` is true',
  source: 'repository#archive-lfs, repository-files#lfs-create, repository-files#lfs-raw',
  level: 'should',
  covers: [create, raw, 'GET /projects/:id/repository/archive'],
  needs: { repository: true },
  each: () => ['A large picture', 'ü\n', ''],
  holds: async (stage, content) => {
    const { call, project } = stage
    const { id, branch } = project
    if ((await call('GET /projects/:id', { id })).row().lfs_enabled !== true)
      stage.skip('Git LFS is off in the project')
    const add = (file_path: string, text: string) =>
      call(create, { id, file_path, branch, commit_message: 'Add', content: text })
    arranged(await add('.gitattributes', '*.psd filter=lfs diff=lfs merge=lfs -text\n'))
    answers(await add('poster.psd', content), 201)
    answers(await add('poster.txt', content), 201)
    const file = (file_path: string, more: object = {}) => call(raw, { id, file_path, ref: branch, ...more })
    const pointer = await file('poster.psd')
    const size = new TextEncoder().encode(content).length
    holds(
      /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:[0-9a-f]{64}\nsize (\d+)\n$/.exec(
        pointer.text,
      )?.[1] === String(size),
      'the repository has a pointer',
      pointer.text,
      pointer,
    )
    for (const file_path of ['poster.psd', 'poster.txt']) {
      const whole = await file(file_path, { lfs: true })
      answers(whole, 200)
      equals('the content', whole.text, content, whole)
    }
    equals('the plain file', (await file('poster.txt')).text, content)
    const packed = await call(archive, { id, sha: branch })
    answers(packed, 200)
    const files = unpackTar(packed.text)?.files
    equals(
      'in the archive',
      [files?.get('poster.psd') ?? null, files?.get('poster.txt') ?? null],
      [content, content],
      packed,
    )
  },
})

export const pointersInArchives = check({
  id: 'repository/pointers-in-archives',
  says: 'From 17.0 on an archive has the pointers themselves where `include_lfs_blobs` is false',
  source: 'repository#later-lfs-blobs',
  level: 'should',
  covers: ['GET /projects/:id/repository/archive'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    if ((await call('GET /projects/:id', { id })).row().lfs_enabled !== true)
      stage.skip('Git LFS is off in the project')
    for (const [file_path, content] of [
      ['.gitattributes', '*.psd filter=lfs diff=lfs merge=lfs -text\n'],
      ['poster.psd', 'A large picture'],
    ] as const)
      arranged(await call(create, { id, file_path, branch, commit_message: 'Add', content }))
    const pointer = (await call(raw, { id, file_path: 'poster.psd', ref: branch })).text
    const packed = await call(archive, { id, sha: branch, include_lfs_blobs: false })
    answers(packed, 200)
    const file = unpackTar(packed.text)?.files.get('poster.psd')
    await stage.changed('repository#later-lfs-blobs', {
      before: () => equals('in the archive', file, 'A large picture', packed),
      after: () => equals('in the archive', file, pointer, packed),
    })
  },
})
