import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { blame } from './blame.ts'
import { realGit } from './testing/real-git.ts'
import { recordedObjects } from './testing/recorded.ts'
import { growHistory, sample, shapes, textTree } from './testing/samples.ts'
import { programs, repetitive, versions } from './testing/texts.ts'

const git = realGit()
afterAll(() => git.remove())
const objects = recordedObjects()

/** Whom git blames for each line of each file. */
function blamed(heads: readonly string[]): string[][] {
  git.store(objects.all)
  return git
    .each(heads.map((head) => `git blame --root --no-abbrev -s --line-porcelain ${head} -- file`))
    .map((output) => output.match(/^[0-9a-f]{40}(?= \d+ \d+)/gm) ?? [])
}

const mine = (head: string): string[] =>
  blame(objects, head, 'file').flatMap(({ commit, lines }) => lines.map(() => commit))

/** Heads of histories of a file, each commit of which holds one of several versions. */
function histories(size: number, seed: number, isLinear: boolean): string[] {
  const drawn = fc.tuple(
    fc.oneof(versions(programs, size), versions(repetitive, size)),
    isLinear ? fc.constant([]) : shapes(size),
  )
  return sample(drawn, 60, seed).map(([texts, shape], n) => {
    const steps = isLinear ? texts.map(() => ({ parents: [0], seconds: 1, author: 0 })) : shape
    const tree = (i: number) => textTree(objects, { file: texts[i] ?? '', other: `${n}` })
    return growHistory(objects, steps, tree).at(-1) as string
  })
}

describe('blame', () => {
  test('names the commits that git names', () => {
    const heads = histories(6, 1, true)
    expect(heads.map(mine)).toEqual(blamed(heads))
  })

  test('names the commits that git names across merges', () => {
    const heads = histories(8, 2, false)
    expect(heads.map(mine)).toEqual(blamed(heads))
  })
})
