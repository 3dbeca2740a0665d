import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedSteps } from '../../testing/counted-steps.ts'
import { log } from '../history.ts'
import { memoryObjects } from '../objects.ts'
import { allReach } from './reach.ts'

const who = { name: 'A', email: 'a@example.com', at: 0, offset: 0 }

/** Commits, each with parents among those before it. */
function historyOf(parents: readonly (readonly number[])[]) {
  const objects = memoryObjects()
  const tree = objects.put({ type: 'tree', entries: [] })
  const ids: string[] = []
  for (const [i, places] of parents.entries()) {
    const named = i === 0 ? [] : [...new Set(places.map((place) => ids[place % i] as string))]
    const message = `${i}\n`
    ids.push(objects.put({ type: 'commit', tree, parents: named, author: who, committer: who, message }))
  }
  return { objects, ids }
}

test('all tips reach one of the ends where the history of each contains one', () => {
  const place = fc.nat(30)
  fc.assert(
    fc.property(
      fc.array(fc.array(place, { maxLength: 3 }), { minLength: 1, maxLength: 30 }),
      fc.array(place, { maxLength: 4 }),
      fc.array(place, { maxLength: 4 }),
      (parents, tips, ends) => {
        const { objects, ids } = historyOf(parents)
        const idsOf = (places: readonly number[]) => places.map((it) => ids[it % ids.length] as string)
        const wanted = new Set(idsOf(ends))
        const each = idsOf(tips).every((tip) => [...log(objects, tip)].some(({ id }) => wanted.has(id)))
        expect(countedSteps(allReach(objects, idsOf(tips), wanted)).value).toBe(each)
      },
    ),
    { seed: 11 },
  )
})

test('a common history is looked at once, however many tips there are', () => {
  const { objects, ids } = historyOf(Array.from({ length: 2000 }, (_, i) => (i === 0 ? [] : [i - 1])))
  const steps = (tips: number) =>
    countedSteps(allReach(objects, ids.slice(-tips), new Set([ids[0] as string]))).steps
  expect(steps(1000)).toBeLessThan(steps(1) + 10)
})
