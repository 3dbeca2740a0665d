import { describe, expect, test } from 'vitest'
import { text, utf8 } from '../lib/bytes.ts'
import { finished } from '../lib/steps.ts'
import { type Change, ChangeError, type ChangeFault, changedTree, commitChanges } from './changes.ts'
import { type ObjectStore, readBlob, readCommit } from './objects.ts'
import { memoryRefs } from './refs.ts'
import { recordedObjects } from './testing/recorded.ts'
import { signature, textTree } from './testing/samples.ts'
import { walkTree } from './tree.ts'

const start = { 'README.md': 'hello', 'src/a.ts': 'a', 'src/deep/b.ts': 'b' }

function files(objects: ObjectStore, tree: string): Record<string, string> {
  const blobs = [...walkTree(objects, tree, { recursive: true })].filter(({ type }) => type === 'blob')
  return Object.fromEntries(
    blobs.map(({ path, mode, id }) => [
      path,
      (mode === '100644' ? '' : `${mode} `) + text(readBlob(objects, id)),
    ]),
  )
}

function changed(...changes: Change[]): Record<string, string> {
  const objects = recordedObjects()
  return files(objects, finished(changedTree(objects, textTree(objects, start), changes)))
}

function fault(...changes: Change[]): [ChangeFault, string] | undefined {
  try {
    changed(...changes)
    return undefined
  } catch (error) {
    return error instanceof ChangeError ? [error.kind, error.path] : undefined
  }
}

describe('changes', () => {
  test('create, update and delete files', () => {
    const after = changed(
      { action: 'create', path: 'new/file', content: utf8('n') },
      { action: 'update', path: 'src/a.ts', content: utf8('A') },
      { action: 'delete', path: 'src/deep/b.ts' },
    )
    expect(after).toEqual({ 'README.md': 'hello', 'new/file': 'n', 'src/a.ts': 'A' })
  })

  test('move files, with their content or a new one', () => {
    expect(changed({ action: 'move', previousPath: 'README.md', path: 'docs/README.md' })).toEqual({
      'docs/README.md': 'hello',
      'src/a.ts': 'a',
      'src/deep/b.ts': 'b',
    })
    const after = changed({
      action: 'move',
      previousPath: 'src/a.ts',
      path: 'src/a.ts/x',
      content: utf8('X'),
    })
    expect(after['src/a.ts/x']).toBe('X')
  })

  test('set modes, and keep them when only content changes', () => {
    const after = changed(
      { action: 'chmod', path: 'README.md', executable: true },
      { action: 'update', path: 'README.md', content: utf8('new') },
      { action: 'create', path: 'link', content: utf8('README.md'), symlink: true },
      { action: 'create', path: 'run', executable: true },
    )
    expect(after).toMatchObject({ 'README.md': '100755 new', link: '120000 README.md', run: '100755 ' })
  })

  test('build on one another', () => {
    const after = changed(
      { action: 'delete', path: 'README.md' },
      { action: 'create', path: 'README.md', content: utf8('again') },
      { action: 'move', previousPath: 'README.md', path: 'x' },
      { action: 'delete', path: 'x' },
    )
    expect(Object.keys(after)).toEqual(['src/a.ts', 'src/deep/b.ts'])
  })

  test.each<[string, ChangeFault, string, Change]>([
    ['create what is there', 'exists', 'README.md', { action: 'create', path: 'README.md' }],
    ['create in place of a directory', 'directory', 'src', { action: 'create', path: 'src' }],
    ['create below a file', 'not-directory', 'README.md/x', { action: 'create', path: 'README.md/x' }],
    ['update what is not there', 'missing', 'x', { action: 'update', path: 'x' }],
    ['update a directory', 'missing', 'src', { action: 'update', path: 'src' }],
    ['delete what is not there', 'missing', 'src/x', { action: 'delete', path: 'src/x' }],
    ['change the mode of what is not there', 'missing', 'x', { action: 'chmod', path: 'x' }],
    ['move what is not there', 'missing', 'x', { action: 'move', previousPath: 'x', path: 'y' }],
    [
      'move onto a file',
      'exists',
      'src/a.ts',
      { action: 'move', previousPath: 'README.md', path: 'src/a.ts' },
    ],
    [
      'move onto itself',
      'exists',
      'README.md',
      { action: 'move', previousPath: 'README.md', path: 'README.md' },
    ],
    ['leave the tree', 'invalid', '../x', { action: 'create', path: '../x' }],
    ['write into the repository', 'invalid', 'a/.GIT/x', { action: 'create', path: 'a/.GIT/x' }],
    ['name no file', 'invalid', 'a//b', { action: 'create', path: 'a//b' }],
  ])('cannot %s', (_, kind, path, change) => {
    expect(fault(change)).toEqual([kind, path])
  })
})

describe('a commit', () => {
  const who = signature('Ada', 60)
  const commit = { message: 'No newline', author: who, committer: signature('Ben', 61) }

  test('moves its branch and keeps its message to the byte', () => {
    const repo = { objects: recordedObjects(), refs: memoryRefs(), defaultBranch: 'main' }
    const changes: Change[] = [{ action: 'create', path: 'a', content: utf8('1') }]
    const first = commitChanges(repo, { ...commit, branch: 'main', parents: [], changes })
    const second = commitChanges(repo, { ...commit, parents: [first], changes: [] })
    expect(repo.refs.get('refs/heads/main')).toBe(first)
    expect(readCommit(repo.objects, second)).toEqual({
      type: 'commit',
      tree: readCommit(repo.objects, first).tree,
      parents: [first],
      ...commit,
    })
  })

  test('touches only the trees along the changed paths', () => {
    const objects = recordedObjects()
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`dir${i}/sub/file`, `${i}`]))
    const tree = textTree(objects, many)
    const stored = objects.all.length
    objects.reads = 0
    finished(changedTree(objects, tree, [{ action: 'update', path: 'dir7/sub/file', content: utf8('new') }]))
    expect(objects.reads).toBe(3)
    expect(objects.all.length - stored).toBe(4)
  })
})
