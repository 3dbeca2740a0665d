import { describe, expect, test } from 'vitest'
import { mutantNamed, mutated } from '../mutants/index.ts'
import { simulatorTarget } from '../targets/simulator.ts'
import type { Target, WireRequest } from '../targets/target.ts'
import { cassetteOf, playCassette, printCassette, readCassette } from './cassette.ts'
import { shifted } from './testing/shifted.ts'
import type { Take } from './turn.ts'
import { twin } from './twin.ts'

function withFault(name: string): Target {
  const mutant = mutantNamed(name)
  if (mutant === undefined) throw new Error(`there is no mutant ${name}`)
  return mutated(simulatorTarget(), mutant)
}

/** A target whose replies are changed. */
function answering(target: Target, changed: (body: string, request: WireRequest) => string): Target {
  return mutated(target, {
    name: 'changed',
    says: 'changes replies',
    caughtBy: 'twin',
    fault: async (request, next) => {
      const { bytes: _bytes, ...reply } = await next(request)
      return { ...reply, body: changed(reply.body, request) }
    },
  })
}

describe('two services', () => {
  test('that are the same answer alike', async () => {
    const same = { kind: 'same', sequences: 20, unsteady: 0, remains: [] }
    expect(await twin(simulatorTarget(), simulatorTarget(), { runs: 20 })).toEqual(same)
  })

  test('that have other ids and times in their worlds answer alike all the same', async () => {
    expect(await twin(simulatorTarget(), simulatorTarget({ seed: 5 }), { runs: 20 })).toMatchObject({
      kind: 'same',
    })
  })

  test('one of which has a user, a project and rows of all kinds more answer alike', async () => {
    const [left, right] = [simulatorTarget(), shifted(simulatorTarget())]
    expect(await twin(left, right, { runs: 20, seed: 3 })).toMatchObject({ kind: 'same' })
  })

  test('are told apart by a reference to something else of the same number', async () => {
    const renumbered = answering(simulatorTarget(), (body) =>
      body.replaceAll(/(?<="project_id":)\d+/g, (id) => String(Number(id) + 1)),
    )
    const result = await twin(shifted(simulatorTarget()), renumbered, {
      operations: ['* /projects/:id/milestones*'],
      runs: 200,
    })
    expect(result).toMatchObject({
      kind: 'different',
      difference: { at: expect.stringContaining('project_id') },
    })
    expect(result.kind === 'different' && result.steps.length).toBeLessThanOrEqual(1)
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

describe('two services that are only read', () => {
  const read = (target: Target, project?: string): Target => ({
    ...target,
    mode: 'read',
    place: project === undefined ? {} : { project },
  })
  const spec = { operations: ['GET */milestones*', 'GET */merge_requests*'], runs: 10 }

  test('answer alike where one has more besides, and are sent nothing but GET', async () => {
    const methods = new Set<string>()
    const project = 'acme/webapp'
    const [left, right] = [read(simulatorTarget(), project), read(shifted(simulatorTarget()), project)]
    const heard = answering(left, (body, { method }) => {
      methods.add(method)
      return body
    })
    const result = await twin(heard, right, spec)
    expect(result).toMatchObject({ kind: 'same' })
    expect(result.sequences).toBeGreaterThan(30)
    expect([...methods]).toEqual(['GET'])
  })

  test('are looked at in a project that both have', async () => {
    let seen = ''
    const looksAt = (project: string) => {
      seen = project
    }
    await twin(read(simulatorTarget()), read(simulatorTarget({ seed: 7 })), {
      operations: ['GET */languages'],
      runs: 1,
      looksAt,
    })
    expect(seen).toMatch(/^acme\/|^alice\//)
    const lacking = answering(simulatorTarget(), (body, { url }) =>
      url.includes('acme%2Fwebapp') ? '[]' : body,
    )
    const lost = twin(read(simulatorTarget(), 'acme/webapp'), read(lacking), spec)
    await expect(lost).rejects.toThrow('has no project acme/webapp, or hides it')
  })

  test('are told apart by an author with the number of somebody else', async () => {
    const misattributed = answering(simulatorTarget(), (body) =>
      body.replaceAll(/(?<="author":\{"id":)\d+/g, (id) => String(Number(id) + 1)),
    )
    const [left, right] = [read(simulatorTarget(), 'acme/webapp'), read(misattributed, 'acme/webapp')]
    const result = await twin(left, right, { operations: ['GET /projects/:id/merge_requests'], runs: 5 })
    expect(result).toMatchObject({ kind: 'different', difference: { at: 'body[0].author.id' } })
    if (result.kind === 'different') expect(result.steps).toHaveLength(1)
  })
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
