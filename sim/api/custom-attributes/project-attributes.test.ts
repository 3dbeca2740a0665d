import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

test('custom attributes are for administrators', () => {
  const simulator = base.fork()
  const root = callsOf(simulator, 'root')
  expect(callsOf(simulator, 'alice').get('/projects/1/custom_attributes').status).toBe(403)
  expect(root.put('/projects/2/custom_attributes/cost.centre', { value: '42' }).json).toEqual({
    key: 'cost.centre',
    value: '42',
  })
  expect(root.get('/projects/2/custom_attributes').json).toContainEqual({ key: 'cost.centre', value: '42' })
  expect(root.delete('/projects/2/custom_attributes/cost.centre').status).toBe(204)
  expect(root.get('/projects/2/custom_attributes/cost.centre').json).toEqual({ message: '404 Not found' })
})
