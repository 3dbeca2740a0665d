import { afterAll, describe, expect, test } from 'vitest'
import { finished } from '../../lib/steps.ts'
import { type ObjectStore, readCommit } from '../objects.ts'
import { outputLines } from '../testing/listing.ts'
import { realGit } from '../testing/real-git.ts'
import { recordedObjects } from '../testing/recorded.ts'
import { commitOf, growHistory, pairsOf, sample, shapes, signature, textTree } from '../testing/samples.ts'
import { emptyTree } from '../tree.ts'
import { commitsToRebase, rebase, rebaseBranch } from './rebase.ts'

const git = realGit()
afterAll(() => git.remove())

const committer = signature('Cleo', 99)

/** The messages and trees from a commit up to another, oldest first. */
function steps(objects: ObjectStore, from: string, to: string): [string, string][] {
  const out: [string, string][] = []
  for (let at = to; at !== from; at = readCommit(objects, at).parents[0] ?? from) {
    const { message, tree } = readCommit(objects, at)
    out.unshift([message, tree])
  }
  return out
}

describe('a rebase', () => {
  const objects = recordedObjects()
  const tree = (a: string, b: string): string => textTree(objects, { a, b })
  const root = commitOf(objects, tree('1\n', '1\n'), [])
  const onto = commitOf(objects, tree('2\n', '1\n'), [root], { seconds: 1, message: 'onto' })
  const first = commitOf(objects, tree('1\n', '2\n'), [root], { name: 'Ben', seconds: 2, message: 'first' })
  const same = commitOf(objects, tree('2\n', '2\n'), [first], { seconds: 3, message: 'same as onto' })
  const empty = commitOf(objects, tree('2\n', '2\n'), [same], { seconds: 4, message: 'empty' })
  const last = commitOf(objects, tree('2\n', '3\n'), [empty], { seconds: 5, message: 'last' })

  test('replays commits, without those that bring nothing new', () => {
    const rebased = finished(rebase(objects, { onto, commits: [first, same, empty, last], committer }))
    expect('id' in rebased && steps(objects, onto, rebased.id)).toEqual([
      ['first', tree('2\n', '2\n')],
      ['empty', tree('2\n', '2\n')],
      ['last', tree('2\n', '3\n')],
    ])
    const replayed = 'id' in rebased ? readCommit(objects, rebased.id) : undefined
    expect(replayed).toMatchObject({ author: readCommit(objects, last).author, committer })
  })

  test('stops at the commit that is in conflict', () => {
    const clash = commitOf(objects, tree('3\n', '1\n'), [root], { message: 'clash' })
    expect(finished(rebaseBranch(objects, { onto, head: clash, committer }))).toEqual({
      conflicts: ['a'],
      commit: clash,
    })
  })

  test('does nothing where one side contains the other', () => {
    expect(finished(rebaseBranch(objects, { onto: root, head: last, committer }))).toEqual({ id: last })
    expect(finished(rebaseBranch(objects, { onto: last, head: first, committer }))).toEqual({ id: last })
  })

  test('takes the commits that git would take, in its order', () => {
    const own = recordedObjects()
    const nothing = emptyTree(own)
    const pairs = sample(shapes(20), 20, 5).flatMap((shape) =>
      pairsOf(growHistory(own, shape, () => nothing).slice(-3)),
    )
    git.store(own.all)
    const command = 'git rev-list --no-merges --topo-order --reverse'
    const expected = git.each(pairs.map(([a, b]) => `${command} ${a}..${b}`)).map(outputLines)
    expect(pairs.map(([a, b]) => finished(commitsToRebase(own, a, b)))).toEqual(expected)
  })
})
