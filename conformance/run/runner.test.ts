import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnyCheck, type Check, check } from '../kit/check.ts'
import { answers, equals } from '../kit/expect.ts'
import { Unarranged } from '../kit/finding.ts'
import type { Target } from '../targets/target.ts'
import { shelf } from '../testing/shelf.ts'
import type { CheckEnded, Event, Result } from './events.ts'
import { run } from './runner.ts'

const keeping: Check<string, undefined> = {
  id: 'shelf/keeps-titles',
  says: 'A book keeps its title',
  source: 'nowhere',
  level: 'must',
  covers: [],
  needs: { project: 'none' },
  over: () => fc.string({ minLength: 1 }),
  holds: async ({ call }, title: string) => {
    const reply = await call('POST /books', { title })
    equals('the title', reply.row().title, title, reply)
  },
}
const keepsTitles = check(keeping)

async function eventsOf(checks: readonly AnyCheck[], target: Target = shelf()): Promise<readonly Event[]> {
  const events: Event[] = []
  for await (const event of run(checks, target, { seed: 7, clock: () => 0, at: '2027-02-03T04:05:06Z' }))
    events.push(event)
  return events
}

async function resultsOf(checks: readonly AnyCheck[], target?: Target): Promise<readonly Result[]> {
  const events = await eventsOf(checks, target)
  return events
    .filter((event): event is CheckEnded => event.type === 'check-ended')
    .map((event) => event.result)
}

describe('run', () => {
  test('passes a check that holds for every input', async () => {
    expect(await resultsOf([keepsTitles])).toEqual([{ kind: 'pass', inputs: 25 }])
  })

  test('shrinks a failing input to the smallest and keeps only its calls', async () => {
    const [result] = await resultsOf([keepsTitles], shelf({ cutsAt: 3 }))
    expect(result).toMatchObject({
      kind: 'fail',
      finding: { title: 'the title is wrong', operation: 'POST /books' },
    })
    if (result?.kind !== 'fail') throw new Error('it must fail')
    expect(result.recipe.counterexample).toMatch(/^".{4}"$/)
    expect(result.recipe.calls).toHaveLength(1)
  })

  test('tells the same story for the same seed', async () => {
    const target = shelf({ cutsAt: 3 })
    expect(await eventsOf([keepsTitles], target)).toEqual(await eventsOf([keepsTitles], target))
  })

  test('draws the same inputs for a check whether it runs alone or after others', async () => {
    const other = { ...keepsTitles, id: 'shelf/other' }
    const alone = await resultsOf([keepsTitles], shelf({ cutsAt: 3 }))
    const [, after] = await resultsOf([other, keepsTitles], shelf({ cutsAt: 3 }))
    expect(after).toEqual(alone[0])
  })

  test('never shows a token in a recipe', async () => {
    const [result] = await resultsOf([keepsTitles], shelf({ cutsAt: 0 }))
    expect(JSON.stringify(result)).toContain('$OWNER_TOKEN')
    expect(JSON.stringify(result)).not.toContain('secret-of-the-owner')
  })

  test('takes every server fault for a failure', async () => {
    const [result] = await resultsOf([keepsTitles], shelf({ crashes: true }))
    expect(result).toMatchObject({ kind: 'fail', finding: { title: 'answers 500' } })
  })

  test('begins every input where the arrangement ended', async () => {
    const startsWithOne = check<string, undefined>({
      ...keeping,
      id: 'shelf/starts-with-one',
      arrange: async ({ call }) => {
        await call('POST /books', { title: 'first' })
        return undefined
      },
      holds: async ({ call }, title: string) => {
        await call('POST /books', { title })
        answers(await call('GET /books'), 200, ['first', title])
      },
    })
    expect(await resultsOf([startsWithOne])).toEqual([{ kind: 'pass', inputs: 25 }])
  })

  test('arranges anew for every input where the target cannot go back', async () => {
    const target = shelf()
    const forgetful: Target = {
      ...target,
      open: async () => ({ send: (await target.open()).send, close: async () => undefined }),
    }
    const startsEmpty = check({
      ...keeping,
      id: 'shelf/starts-empty',
      holds: async ({ call }, title: string) => {
        await call('POST /books', { title })
        answers(await call('GET /books'), 200, [title])
      },
    })
    // Where each input costs a stage, eight calls are enough.
    expect(await resultsOf([startsEmpty], forgetful)).toEqual([{ kind: 'pass', inputs: 3 }])
  })

  test('draws fewer inputs in the mode write, however little they cost', async () => {
    const target = shelf()
    const written: Target = {
      ...target,
      mode: 'write',
      open: async () => ({ send: (await target.open()).send, close: async () => undefined }),
    }
    const reads = check({
      ...keeping,
      id: 'shelf/reads',
      readOnly: true,
      holds: async ({ call }) => answers(await call('GET /books'), 200, []),
    })
    expect(await resultsOf([reads], written)).toEqual([{ kind: 'pass', inputs: 16 }])
  })

  test('skips with the reason where the target lacks a credential', async () => {
    const asGuest = check({
      ...keeping,
      holds: async ({ call }, title: string) => void (await call('POST /books', { title }, { as: 'guest' })),
    })
    expect(await resultsOf([asGuest])).toEqual([
      { kind: 'skip', reason: 'the target was given no guest credential' },
    ])
  })

  test('disables what is meant for another dialect or plan', async () => {
    const real = { ...keepsTitles, id: 'shelf/real', needs: { project: 'none', dialect: 'real' } as const }
    const ultimate = {
      ...keepsTitles,
      id: 'shelf/ultimate',
      needs: { project: 'none', tier: 'ultimate' } as const,
    }
    const [first, second] = await resultsOf([real, ultimate])
    expect(first).toEqual({ kind: 'disabled', reason: 'the target speaks the specification dialect' })
    expect(second).toEqual({ kind: 'disabled', reason: "the target's plan is premium" })
  })

  test('blocks what builds on a check that failed', async () => {
    const next = { ...keepsTitles, id: 'shelf/next', after: ['shelf/keeps-titles'] }
    const results = await resultsOf([keepsTitles, next], shelf({ cutsAt: 3 }))
    expect(results[1]).toEqual({ kind: 'blocked', by: 'shelf/keeps-titles' })
  })

  test('skips what builds on a check that rightly could not be arranged', async () => {
    const refused = check({
      ...keeping,
      holds: async () => Promise.reject(new Unarranged('the shelf is closed', { rightly: true })),
    })
    const next = { ...keepsTitles, id: 'shelf/next', after: ['shelf/keeps-titles'] }
    const results = await resultsOf([refused, next])
    expect(results.map(({ kind }) => kind)).toEqual(['blocked', 'skip'])
  })

  test('tells an error of the suite from a failure of the target', async () => {
    const broken = check({
      ...keeping,
      holds: async () => Promise.reject(new TypeError('the suite is wrong')),
    })
    const [result] = await resultsOf([broken])
    expect(result).toMatchObject({ kind: 'broken', error: expect.stringContaining('the suite is wrong') })
  })

  test('records what an observing check sees, and passes it', async () => {
    const watching = { ...keepsTitles, level: 'observe' as const }
    const events = await eventsOf([watching], shelf({ cutsAt: 3 }))
    expect(events.find((event) => event.type === 'observed')).toMatchObject({
      observation: { what: 'the title is wrong' },
    })
    expect(events.at(-1)).toMatchObject({ counts: { pass: 1, fail: 0 } })
  })

  test('accepts either dialect of a target that tells none, and records which it saw', async () => {
    const either = check({
      ...keeping,
      holds: async ({ call, differs }, title: string) => {
        const reply = await call('POST /books', { title })
        await differs('F20', { specification: () => answers(reply, 200), real: () => answers(reply, 201) })
      },
    })
    const events = await eventsOf([either], shelf({}, { dialect: undefined }))
    expect(events).toContainEqual({
      type: 'observed',
      id: either.id,
      observation: { what: 'F20', seen: 'real' },
    })
    expect(await resultsOf([either])).toMatchObject([{ kind: 'fail' }])
  })
})
