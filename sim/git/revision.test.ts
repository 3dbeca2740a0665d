import { afterAll, describe, expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import { memoryRefs } from './refs.ts'
import { branchHead, type Repository } from './repository.ts'
import { peel, resolveCommit } from './revision.ts'
import { realGit } from './testing/real-git.ts'
import { recordedObjects } from './testing/recorded.ts'
import { commitOf, signature } from './testing/samples.ts'
import { emptyTree } from './tree.ts'

const git = realGit()
afterAll(() => git.remove())

const objects = recordedObjects()
const root = emptyTree(objects)
const chain: string[] = []
for (let i = 0; i < 4; i++) chain.push(commitOf(objects, root, chain.slice(-1), { message: `${i}\n` }))
const [first = '', second = '', third = '', fourth = ''] = chain
const merge = commitOf(objects, root, [fourth, second], { message: 'merge\n' })
const tagOf = (object: string, targetType: 'commit' | 'tag', name: string): string =>
  objects.put({ type: 'tag', object, targetType, name, tagger: signature('Ada', 0), message: `${name}\n` })
const inner = tagOf(third, 'commit', 'inner')
const outer = tagOf(inner, 'tag', 'outer')
const blob = objects.put({ type: 'blob', bytes: utf8('not a commit') })
const refs = memoryRefs()
const repo: Repository = { objects, refs, defaultBranch: 'main' }
refs.set('refs/heads/main', merge)
refs.set('refs/heads/feature/x', second)
refs.set('refs/heads/both', first)
refs.set('refs/tags/both', fourth)
refs.set('refs/tags/v1', outer)
refs.set('refs/tags/blob', blob)

const revisions = [
  ...[
    'main',
    'HEAD',
    '@',
    'feature/x',
    'both',
    'v1',
    'refs/heads/both',
    'heads/both',
    'tags/both',
    'refs/tags/v1',
  ],
  ...[
    'main~1',
    'main^',
    'main^2',
    'main^3',
    'main~2^1',
    'main~99',
    'HEAD~3',
    'main^0',
    'v1^{}~1',
    'v1^{commit}',
    'main~',
  ],
  ...['blob', 'nothing', 'refs/heads/nothing', '', 'main^{tree', 'main^x', 'abc', 'zzzzzz', '0'.repeat(40)],
  ...chain.flatMap((id) => [id, id.slice(0, 10), id.toUpperCase(), id.slice(0, 7).toUpperCase()]),
  ...[outer, outer.slice(0, 12), blob, blob.slice(0, 9), root, inner],
]

describe('a revision', () => {
  test('names the commit that git rev-parse finds', () => {
    git.store(objects.all)
    git.run(
      ['update-ref', '--stdin'],
      refs
        .list('')
        .map(({ name, id }) => `update ${name} ${id}\n`)
        .join(''),
    )
    const commands = revisions.map((each) => `git rev-parse -q --verify '${each}^{commit}' 2>/dev/null`)
    const expected = git.each(commands).map((output) => /^[0-9a-f]{40}$/m.exec(output)?.[0])
    const found = revisions.map((each) => [each, resolveCommit(repo, each)])
    expect(found).toEqual(revisions.map((each, i) => [each, expected[i]]))
  })

  test('may be a branch by its short name', () => {
    expect(branchHead(repo, 'both')).toBe(first)
    expect(branchHead(repo, 'v1')).toBeUndefined()
  })

  test('is peeled only as far as asked', () => {
    expect(peel(objects, outer, 'commit')).toBe(third)
    expect(peel(objects, outer, 'tag')).toBe(outer)
    expect(peel(objects, outer, 'tree')).toBeUndefined()
  })
})
