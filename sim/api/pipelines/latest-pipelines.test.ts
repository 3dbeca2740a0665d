import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const MANY = 1100
const branches = ['main', 'typescript', 'one', 'two']
const writes = fc.array(
  fc.record({
    what: fc.constantFrom('start', 'remove', 'create', 'delete', 'ask'),
    branch: fc.constantFrom(...branches),
  }),
  { minLength: 5, maxLength: 20 },
)

test('the newest pipeline of each branch is listed among many, whatever was written before', () => {
  const base = testSimulator()
  const { pipelines } = base.world
  const first = pipelines.all().first()
  pipelines.fill(
    Array.from({ length: MANY }, (_, i) => ({ ...first, id: i + 1, iid: i + 1, ref: 'gone' })) as never,
  )
  fc.assert(
    fc.property(writes, (steps) => {
      const sim = base.fork()
      const { pipelines, gitRefs } = sim.world
      const root = callsOf(sim, 'root')
      const listed = () =>
        root.get('/projects/1/pipelines?scope=branches').json.map(({ id }: { id: number }) => id)
      const expected = () =>
        branches.flatMap((branch) =>
          gitRefs.get(`1:refs/heads/${branch}`) === undefined
            ? []
            : (pipelines.by('byRef', 1, branch).last()?.id ?? []),
        )
      let id = MANY
      for (const { what, branch } of steps) {
        const ref = { id: `1:refs/heads/${branch}`, projectId: 1, name: `refs/heads/${branch}`, sha: 'x' }
        const newest = pipelines.by('byRef', 1, branch).last()
        if (what === 'start') pipelines.put({ ...pipelines.require(1), id: ++id, iid: id, ref: branch })
        if (what === 'remove' && newest !== undefined) pipelines.delete(newest.id)
        if (what === 'create') gitRefs.put(ref)
        if (what === 'delete') gitRefs.delete(ref.id)
        if (what === 'ask') expect(listed()).toEqual(expected().sort((a, b) => b - a))
      }
      expect(listed()).toEqual(expected().sort((a, b) => b - a))
    }),
    { numRuns: 20 },
  )
})
