import { describe, expect, test } from 'vitest'
import { utf8 } from './bytes.ts'
import {
  type Answered,
  AwaitingAnswer,
  type CallOut,
  type OutboundCall,
  type RemoteReply,
  replayAnswers,
} from './outbound.ts'

const get = (path: string): OutboundCall => ({ method: 'GET', url: `http://remote.test${path}` })
const said = (words: string): RemoteReply => ({ reached: true, status: 200, headers: {}, body: utf8(words) })

/** Runs a task as a simulator does: again for each answer that it lacks. Gives how often it ran. */
function ran(task: (callOut: CallOut) => void, remote: (call: OutboundCall) => RemoteReply): number {
  let answers: readonly Answered[] = []
  for (let runs = 1; ; runs++) {
    try {
      task(replayAnswers(answers))
      return runs
    } catch (error) {
      if (!(error instanceof AwaitingAnswer)) throw error
      answers = [...error.answers, { call: error.call, reply: remote(error.call) }]
    }
  }
}

describe('a task that calls out', () => {
  test('sees plain answers, in order, and runs once more for each', () => {
    const seen: RemoteReply[] = []
    const runs = ran(
      (callOut) => {
        seen.length = 0
        seen.push(callOut(get('/a')), callOut(get('/b')))
      },
      ({ url }) => said(url),
    )
    expect(runs).toBe(3)
    expect(seen).toEqual([said('http://remote.test/a'), said('http://remote.test/b')])
  })

  test('that asks something else than before is not given the old answer', () => {
    const paths = ['/a', '/b', '/b']
    const seen: RemoteReply[] = []
    ran(
      (callOut) => {
        seen.push(callOut(get(paths.shift() ?? '/b')))
      },
      ({ url }) => said(url),
    )
    expect(seen).toEqual([said('http://remote.test/b')])
  })

  test.each([
    ['another method', { method: 'HEAD' as const }],
    ['another header', { headers: { a: '2' } }],
    ['another body', { body: utf8('y') }],
    ['a text for bytes', { body: 'x' }],
  ])('does not take the answer to %s', (_, change) => {
    const call: OutboundCall = { ...get('/'), headers: { a: '1' }, body: utf8('x') }
    const answers = [{ call, reply: said('old') }]
    expect(replayAnswers(answers)({ ...call, body: utf8('x') })).toEqual(said('old'))
    expect(() => replayAnswers(answers)({ ...call, ...change })).toThrow(AwaitingAnswer)
  })

  test('without end is stopped', () => {
    const forever = (callOut: CallOut) => {
      for (let i = 0; ; i++) callOut(get(`/${i}`))
    }
    expect(() => ran(forever, () => said(''))).toThrow('more than 1000 calls')
  })
})
