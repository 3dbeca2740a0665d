import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

describe('the installation', () => {
  test('tells its version to whoever is signed in', () => {
    expect(callsOf(base.fork(), 'erin').get('/version').json).toEqual({
      version: '15.8.0',
      revision: '4e963fe',
    })
    expect(callsOf(base.fork()).get('/version').status).toBe(401)
  })

  test('describes its build', () => {
    const { json } = callsOf(base.fork(), 'mallory').get('/metadata')
    expect(json).toMatchObject({
      kas: { enabled: false, externalUrl: null, version: null },
      enterprise: true,
    })
  })
})
