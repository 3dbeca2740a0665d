import { commitFolder, commitId } from '../../arrange/repository.ts'
import { folders, hostilePaths, hostileRefs } from '../../draw/folders.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, holds, says } from '../../kit/expect.ts'
import { unlessClimbing } from '../../kit/later.ts'
import type { Folder } from '../../oracle/folder.ts'
import { type Unpacked, unpackTar } from '../../oracle/tar.ts'
import { noRoute, nounMissing } from '../../oracle/texts.ts'
import type { Stage } from '../../run/stage.ts'

const archive = 'GET /projects/:id/repository/archive'

const tar = `${archive}.tar`

const missing = nounMissing('File')

function unpacked(reply: Reply): Unpacked {
  answers(reply, 200)
  const found = unpackTar(reply.text)
  holds(found !== undefined, 'it is a tar archive with one folder on top', reply.text.slice(0, 100), reply)
  return found
}

function sorted(files: Iterable<readonly [string, string]>): [string, string][] {
  return [...files].map(([path, content]): [string, string] => [path, content]).sort()
}

export const archiveContent = check({
  id: 'repository/archive-content',
  says: 'An archive holds exactly the files of the tree, below one folder that has the name of the archive',
  source: 'repository#archive-content, repository#archive-name',
  level: 'must',
  covers: [archive],
  over: () => folders,
  holds: async (stage, folder: Folder) => {
    const { call, project } = stage
    const id = await commitId(stage, { branch: project.branch, after: folder })
    const reply = await call(tar, { id: project.id })
    const { top, files } = unpacked(reply)
    equals('what it holds', sorted(files), sorted(folder), reply)
    equals('its folder', top, `${nameOf(stage)}-${project.branch}-${id}`, reply)
    equals('its name', fileNameOf(reply), `${top}.tar`, reply)
    equals('the same once more', (await call(tar, { id: project.id, sha: project.branch })).text, reply.text)
    const tree = await call('GET /projects/:id/repository/tree', {
      id: project.id,
      recursive: true,
      per_page: 100,
    })
    const shown = tree.rows().filter(({ type }) => type === 'blob')
    equals(
      'the files of the tree',
      shown.map(({ path }) => String(path)).sort(),
      [...files.keys()].sort(),
      tree,
    )
  },
})

function nameOf({ project }: Stage): string {
  return project.path.replace(/^.*\//, '')
}

function fileNameOf({ headers }: Reply): string {
  return /filename="(.*)"/.exec(headers['content-disposition'] ?? '')?.[1] ?? ''
}

export const archiveEmbedded = check<{ readonly [name: string]: string }>({
  id: 'repository/archive-embedded',
  says: 'An archive is sent to a page that embeds it by the specification, and refused to it by the service',
  source: 'repository#archive-hotlinking',
  level: 'should',
  covers: [archive],
  each: () => [{ accept: 'text/css,*/*;q=0.1' }, { accept: 'image/webp,image/png;q=0.9' }],
  holds: async (stage, headers) => {
    const { project } = stage
    await commitFolder(stage, { branch: project.branch, after: new Map([['README.md', 'Read me\n']]) })
    const reply = await stage.call(archive, { id: project.id }, { headers })
    await stage.differs('F35', {
      specification: () => answers(reply, 200),
      real: () => says(reply, 406, '406 Not Acceptable'),
    })
  },
})

export const archiveFormats = check({
  id: 'repository/archive-formats',
  says: 'The suffix selects the format of an archive, tar.gz without one, and the answer has the headers of a download',
  source: 'repository#archive-formats, repository#archive-headers',
  level: 'must',
  covers: [archive],
  needs: { repository: true, found: true },
  readOnly: true,
  each: () =>
    [
      ['', 'tar.gz'],
      ['.tar.gz', 'tar.gz'],
      ['.tar', 'tar'],
      ['.zip', 'zip'],
      ...['.tar.bz2', '.bz2', '.tb2', '.tbz', '.tbz2'].map((ending) => [ending, 'tar.bz2'] as const),
    ] as const,
  holds: async ({ call, project }, [ending, format]) => {
    const reply = await call(`${archive}${ending}`, { id: project.id })
    answers(reply, 200)
    const type = format === 'zip' ? 'application/zip' : 'application/octet-stream'
    equals('its media type', reply.headers['content-type'], type, reply)
    equals('its encoding', reply.headers['content-transfer-encoding'], 'binary', reply)
    const name = fileNameOf(reply)
    holds(name.endsWith(`.${format}`), `its name ends in .${format}`, name, reply)
    const start = format === 'zip' ? 'PK\u0003\u0004' : format === 'tar.bz2' ? 'BZh' : undefined
    if (start !== undefined)
      holds(reply.text.startsWith(start), 'it starts as its format does', reply.text.slice(0, 4), reply)
  },
})

export const archiveRef = check({
  id: 'repository/archive-ref',
  says: 'An archive holds the commit of the branch, tag or ID in `sha` and has the ref in its name',
  source: 'repository#archive-ref, repository#archive-name',
  level: 'must',
  covers: [archive],
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const [before, after] = [new Map([['a', 'old\n']]), new Map([['a', 'new\n']])]
    const first = await commitId(stage, { branch, after: before })
    const second = await commitId(stage, { branch: 'topic/one/b', from: branch, before, after })
    const tag = { id, tag_name: 'v1', ref: first }
    answers(await call('POST /projects/:id/repository/tags', tag), 201)
    const refs = [
      ['v1', first, 'old\n', 'v1'],
      [branch, first, 'old\n', branch],
      ['topic/one/b', second, 'new\n', 'topic-one-b'],
      [second, second, 'new\n', second],
      [first.slice(0, 10), first, 'old\n', first.slice(0, 10)],
    ] as const
    for (const [sha, commit, content, shown] of refs) {
      const reply = await call(tar, { id, sha })
      const { top, files } = unpacked(reply)
      equals('its name', top, `${nameOf(stage)}-${shown}-${commit}`, reply)
      equals('its content', files.get('a'), content, reply)
    }
  },
})

export const archivePath = check({
  id: 'repository/archive-path',
  says: 'An archive of a path holds the files below it under their full paths, in every format; an empty path is the whole repository',
  source: 'repository#archive-path, repository#archive-name',
  level: 'must',
  covers: [archive],
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const after = new Map([
      ['docs/deep/a', 'a'],
      ['docs/b', 'b'],
      ['docs-c', 'c'],
    ])
    await commitFolder(stage, { branch, after })
    const held = async (path: string) => sorted(unpacked(await call(tar, { id, path })).files)
    equals('everything', await held(''), sorted(after))
    equals('what lies at docs', await held('docs'), [
      ['docs/b', 'b'],
      ['docs/deep/a', 'a'],
    ])
    equals('what lies at docs/deep', await held('docs/deep'), [['docs/deep/a', 'a']])
    const { top } = unpacked(await call(tar, { id, path: 'docs/deep' }))
    holds(top.endsWith('-docs-deep'), 'the path is in the name', top)
    for (const ending of ['', '.zip', '.tbz']) {
      const reply = await call(`${archive}${ending}`, { id, sha: branch, path: 'docs/deep' })
      const name = fileNameOf(reply)
      holds(/-docs-deep\.[a-z]/.test(name), 'the path is in the name of the file', name, reply)
    }
    // Names are not compressed in a zip file.
    const zip = await call(`${archive}.zip`, { id, path: 'docs' })
    const listed = [...after.keys()].filter((path) => zip.text.includes(`/${path}`))
    equals('what a zip file lists of docs', listed.sort(), ['docs/b', 'docs/deep/a'], zip)
  },
})

export const archiveRefUnknown = check({
  id: 'repository/archive-ref-unknown',
  says: 'An archive of an unknown ref answers 404 `404 File Not Found`',
  source: 'repository#archive-missing',
  level: 'must',
  covers: [archive],
  needs: { repository: true, found: true },
  readOnly: true,
  each: () => hostileRefs.filter((ref) => ref !== ''),
  holds: async (stage, sha) => {
    const reply = await stage.call(archive, { id: stage.project.id, sha })
    await unlessClimbing(stage, reply, () => answers(reply, missing.status, missing.body))
  },
})

export const archiveEmptyRepository = check({
  id: 'repository/archive-empty-repository',
  says: 'An archive of an empty repository answers 404',
  source: 'repository#archive-missing',
  level: 'must',
  covers: [archive],
  readOnly: true,
  holds: async ({ call, project }) =>
    answers(await call(`${archive}.zip`, { id: project.id }), missing.status, missing.body),
})

export const archivePathMissing = check({
  id: 'repository/archive-path-missing',
  says: 'An archive of a path that does not exist answers 404 `404 File Not Found`',
  source: 'repository#archive-path-missing',
  level: 'should',
  covers: [archive],
  needs: { repository: true, found: true },
  readOnly: true,
  each: () => hostilePaths.filter((path) => path !== './'),
  holds: async (stage, path) => {
    const reply = await stage.call(archive, { id: stage.project.id, path })
    await unlessClimbing(stage, reply, () => answers(reply, missing.status, missing.body))
  },
})

export const archiveExcluded = check({
  id: 'repository/archive-excluded',
  says: 'From 17.10 on an archive leaves out the files and directories that are named, and before it names them in vain',
  source: 'repository#later-exclude-paths',
  level: 'should',
  covers: [archive],
  needs: { repository: true },
  holds: async (stage) => {
    const { id, branch } = stage.project
    const files = ['docs/one.txt', 'docs/deep/two.txt', 'docs-too.txt', 'three.txt']
    await commitFolder(stage, { branch, after: new Map(files.map((path) => [path, path])) })
    const exclude_paths = 'docs/deep,three.txt,nowhere'
    const reply = await stage.call(tar, { id, sha: branch, exclude_paths })
    const found = unpacked(reply)
    const left = (paths: readonly string[]) =>
      equals(
        'the files',
        files.filter((path) => found.files.has(path)),
        paths,
        reply,
      )
    await stage.changed('repository#later-exclude-paths', {
      before: () => left(files),
      after: () => left(['docs/one.txt', 'docs-too.txt']),
    })
  },
})

export const archiveSuffixUnknown = check({
  id: 'repository/archive-suffix-unknown',
  says: 'An archive with an unknown suffix answers 404 as an unknown route does',
  source: 'repository#archive-suffix-unknown',
  level: 'must',
  covers: [archive],
  needs: { repository: true, found: true },
  readOnly: true,
  each: () => ['.rar', '.7z', '.tar.xz', '.zip.tar', '.exe'],
  holds: async ({ call, project }, ending) =>
    answers(await call(`${archive}${ending}`, { id: project.id }), noRoute.status, noRoute.body),
})
