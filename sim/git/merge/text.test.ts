import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { finished } from '../../lib/steps.ts'
import { countedSteps } from '../../testing/counted-steps.ts'
import { realGit } from '../testing/real-git.ts'
import { sample } from '../testing/samples.ts'
import { programs, repetitive, versions } from '../testing/texts.ts'
import { type MergedText, mergeTexts } from './text.ts'

const git = realGit()
afterAll(() => git.remove())

const style = { ours: 'ours', theirs: 'theirs', size: 7 }
const merged = (base: string, ours: string, theirs: string): MergedText =>
  finished(mergeTexts(base, ours, theirs, style))
/** The text, where nothing was in conflict. */
const settled = ({ text, conflict }: MergedText): string | undefined => (conflict ? undefined : text)

/** What git merge-file prints, where nothing is in conflict. */
function mergeFiles(merges: readonly (readonly string[])[]): (string | undefined)[] {
  const commands = merges.map((texts, i) => {
    for (const [side, content] of texts.entries()) writeFileSync(join(git.folder, `${i}-${side}`), content)
    return `git merge-file -p ${i}-1 ${i}-0 ${i}-2 2>&1`
  })
  return git.each(commands).map((output) => (/status \d+\n$/.test(output) ? undefined : output))
}

describe('a merge of texts', () => {
  test('settles what git settles, and to the same text', () => {
    const merges = sample(fc.oneof(versions(programs, 3), versions(repetitive, 3)), 300, 1)
    const expected = mergeFiles(merges)
    expect(merges.map(([a = '', b = '', c = '']) => settled(merged(a, b, c)))).toEqual(expected)
    const clean = expected.filter((it) => it !== undefined).length
    expect(clean).toBeGreaterThan(50)
    expect(clean).toBeLessThan(250)
  })

  test('leaves of a conflict only the lines that differ', () => {
    const lines = (...all: string[]) => all.map((line) => `${line}\n`).join('')
    const base = lines('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i')
    const ours = lines('a', 'B1', 'C', 'D', 'E', 'F', 'G1', 'h', 'i')
    const theirs = lines('a', 'B2', 'C', 'D', 'E', 'F', 'G2', 'h', 'i')
    const conflict = (x: string, y: string) => `<<<<<<< ours\n${lines(x)}=======\n${lines(y)}>>>>>>> theirs\n`
    expect(merged(base, ours, theirs)).toEqual({
      conflict: true,
      text:
        lines('a') +
        conflict('B1', 'B2') +
        lines('C', 'D', 'E', 'F') +
        conflict('G1', 'G2') +
        lines('h', 'i'),
    })
    const close = (text: string) => text.replace('E\nF\n', '')
    expect(merged(base, close(ours), close(theirs)).text).toBe(
      lines('a') +
        '<<<<<<< ours\n' +
        lines('B1', 'C', 'D', 'G1') +
        '=======\n' +
        lines('B2', 'C', 'D', 'G2') +
        '>>>>>>> theirs\n' +
        lines('h', 'i'),
    )
  })

  test('takes the changes of both sides however long it is and however many lines are equal, in steps', () => {
    const long = (first: string, last: string) =>
      `${first}\n${Array.from({ length: 200_000 }, (_, i) => (i % 5 === 0 ? `line ${i}\n` : '}\n')).join('')}${last}`
    const { steps, value } = countedSteps(mergeTexts(long('a', 'z'), long('A', 'z'), long('a', 'Z'), style))
    expect(value).toEqual({ text: long('A', 'Z'), conflict: false })
    expect(steps).toBeGreaterThan(10)
  })
})
