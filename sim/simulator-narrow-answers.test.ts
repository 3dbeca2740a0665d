import { serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import { createSimulator } from './index.ts'

const NARROW = '"'.charCodeAt(0)

// An engine keeps a text in one byte a character unless a part of it was ever cut out of one with wide characters: then the
// whole answer takes twice the memory, and is hashed, counted and sent in more than twice the time.
test('an answer without wide characters takes one byte a character', () => {
  const sim = createSimulator()
  const wide: string[] = []
  let read = 0
  for (const { method, path, callsOut } of contract(sim.dialect).operations) {
    if (method !== 'GET' || callsOut === true) continue
    const url = `/api/v4${path.replace(/[:*]\w+/g, '1').replace(/[()]/g, '')}`
    const { status, body } = sim.handle({ method, url, headers: { 'private-token': 'root-token' } })
    if (status !== 200 || typeof body !== 'string' || /[^\0-\xff]/.test(body)) continue
    read++
    if (serialize(body)[2] !== NARROW) wide.push(path)
  }
  expect(wide).toEqual([])
  expect(read).toBeGreaterThan(100)
})
