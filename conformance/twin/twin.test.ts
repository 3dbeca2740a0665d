import { describe, expect, test } from 'vitest'
import { mutantNamed, mutated } from '../mutants/index.ts'
import { simulatorTarget } from '../targets/simulator.ts'
import type { Target } from '../targets/target.ts'
import { cassetteOf, playCassette, printCassette, readCassette } from './cassette.ts'
import type { Take } from './turn.ts'
import { twin } from './twin.ts'

function withFault(name: string): Target {
  const mutant = mutantNamed(name)
  if (mutant === undefined) throw new Error(`there is no mutant ${name}`)
  return mutated(simulatorTarget(), mutant)
}

describe('two services', () => {
  test('that are the same answer alike', async () => {
    expect(await twin(simulatorTarget(), simulatorTarget(), { runs: 40 })).toEqual({
      kind: 'same',
      sequences: 40,
      unsteady: 0,
      remains: [],
    })
  })

  test('that have other ids and times in their worlds answer alike all the same', async () => {
    expect(await twin(simulatorTarget(), simulatorTarget({ seed: 5 }), { runs: 40 })).toMatchObject({
      kind: 'same',
    })
  })

  test('that differ are told apart by the smallest sequence that shows it', async () => {
    const result = await twin(simulatorTarget(), withFault('deleted-milestone-readable'), {
      families: ['milestones'],
      runs: 200,
      length: 15,
    })
    expect(result).toMatchObject({ kind: 'different', difference: { at: 'status', left: 404, right: 200 } })
    if (result.kind !== 'different') return
    const operations = result.steps.map(({ operation }) => operation)
    expect(operations.at(-1)).toBe('GET /projects/:id/milestones/:milestone_id')
    expect(operations.length).toBeLessThanOrEqual(4)
    expect(result.left).toHaveLength(operations.length)
    expect(result.left.at(-1)).toMatch(/^curl -sS -i .*milestones\/\d+'$/)
  })

  test('of two dialects are told apart', async () => {
    const real = simulatorTarget({ dialect: 'real' })
    expect(await twin(simulatorTarget(), real, { runs: 100 })).toMatchObject({ kind: 'different' })
  })

  test('are not compared in what is ignored', async () => {
    const runs = { runs: 60, seed: 2 }
    const left = withFault('wrong-total')
    expect(await twin(left, simulatorTarget(), runs)).toMatchObject({
      kind: 'different',
      difference: { at: expect.stringMatching(/^header x-(total|next-page)/) },
    })
    const ignored = ['x-total', 'x-total-pages', 'x-next-page']
    expect(await twin(left, simulatorTarget(), { ...runs, ignored })).toMatchObject({ kind: 'same' })
  })

  test('are asked the same by the same seed', async () => {
    const sequences = async () => {
      const takes: Take[] = []
      await twin(simulatorTarget(), simulatorTarget(), {
        runs: 5,
        seed: 9,
        recorded: (take) => void takes.push(take),
      })
      return takes
    }
    expect(await sequences()).toEqual(await sequences())
  })
})

test('a family that there is not is refused', async () => {
  await expect(twin(simulatorTarget(), simulatorTarget(), { families: ['sheep'] })).rejects.toThrow(
    'there is no family sheep to compare: use ',
  )
})

describe('a cassette', () => {
  async function recorded(target: Target) {
    const takes: Take[] = []
    await twin(target, target, { runs: 40, recorded: (take) => void takes.push(take) })
    return readCassette('a file', printCassette(cassetteOf(target, takes)))
  }

  async function deviations(target: Target, of: Target, ignored?: ReadonlySet<string>) {
    const found = []
    for await (const deviation of playCassette(await recorded(of), target, ignored)) found.push(deviation)
    return found
  }

  test('is answered alike by what it was recorded from, under any names', async () => {
    const renamed: Target = { ...simulatorTarget(), prefix: 'conform-elsewhere' }
    expect(await deviations(renamed, simulatorTarget())).toEqual([])
  })

  test('shows where another service deviates', async () => {
    const found = await deviations(withFault('wrong-total'), simulatorTarget())
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]).toMatchObject({
      operation: expect.stringMatching(/^GET /),
      difference: { at: 'header x-total' },
    })
  })

  test('passes over what is ignored', async () => {
    const ignored = new Set(['x-total', 'x-total-pages', 'x-next-page'])
    expect(await deviations(withFault('wrong-total'), simulatorTarget(), ignored)).toEqual([])
  })

  test.each(['', '{}', '[]', '{"version":1,"of":"x","takes":[]}'])('%j is none', (text) => {
    expect(() => readCassette('tape.json', text)).toThrow('tape.json is no cassette of forgery twin --record')
  })
})
