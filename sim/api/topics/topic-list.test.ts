import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const MANY = 1100
const base = testSimulator()
const { topics } = base.world
const last = Number(topics.last()?.id)
topics.fill([
  ...topics.all().list(),
  ...Array.from({ length: MANY }, (_, i) => ({ id: last + 1 + i, name: `topic-${i}` })),
])

const names = fc.uniqueArray(
  fc.nat({ max: 4 }).map((i) => `topic-${i * 7}`),
  { maxLength: 3 },
)
const steps = fc.record({
  project: fc.integer({ min: 1, max: 6 }),
  topics: names,
  visibility: fc.constantFrom('private', 'internal', 'public'),
  unused: fc.boolean(),
  per_page: fc.constantFrom(3, 20),
  page: fc.constantFrom(1, 2, 3, 40),
})

test('many topics are listed by their projects that are not private, and then by age', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1, maxLength: 6 }), (asked) => {
      const simulator = base.fork()
      const { world } = simulator
      for (const { project, topics, visibility, unused, per_page, page } of asked) {
        world.projects.update(project, { topics, visibility })
        const projects = world.projects.all().list()
        const ranked = world.topics
          .all()
          .list()
          .map(({ id, name }) => {
            const own = projects.filter((project) => project.topics.includes(name))
            return {
              id,
              all: own.length,
              shown: own.filter(({ visibility }) => visibility !== 'private').length,
            }
          })
          .filter(({ all }) => !unused || all === 0)
          .sort((a, b) => b.shown - a.shown || a.id - b.id)
        const { json } = callsOf(simulator, 'alice').get(
          `/topics?without_projects=${unused}&per_page=${per_page}&page=${page}`,
        )
        const from = (page - 1) * per_page
        expect(json.map(({ id }: { readonly id: number }) => id)).toEqual(
          ranked.slice(from, from + per_page).map(({ id }) => id),
        )
      }
    }),
    { numRuns: 30 },
  )
})
