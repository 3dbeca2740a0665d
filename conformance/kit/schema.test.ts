import { describe, expect, test } from 'vitest'
import { problems } from './schema.ts'

const schemas = {
  Label: {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: false,
  },
}
const schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    at: { type: ['string', 'null'], format: 'date-time' },
    state: { type: 'string', enum: ['opened', 'closed'] },
    label: { anyOf: [{ $ref: '#/components/schemas/Label' }, { type: 'null' }] },
    labels: { type: 'array', items: { $ref: '#/components/schemas/Label' } },
  },
  required: ['id'],
  additionalProperties: false,
}

describe('problems', () => {
  test.each([
    [{ id: 1 }, []],
    [{ id: 1, at: null, label: null, labels: [] }, []],
    [{ id: 1, at: '2024-01-01T00:00:00.000Z', label: { name: 'a' } }, []],
    [{}, ['.id is missing']],
    [{ id: 1.5 }, ['.id is 1.5 instead of integer']],
    [{ id: 1, at: 'today' }, ['.at is "today", no date-time']],
    [{ id: 1, state: 'merged' }, ['.state is "merged", none of ["opened","closed"]']],
    [{ id: 1, labels: [{ name: 'a' }, {}] }, ['.labels[].name is missing']],
    [{ id: 1, colour: 'red' }, ['.colour is in no schema']],
    [
      { id: 1, labels: [{}], label: { name: 1 }, at: 'today' },
      ['.labels[].name is missing', '.label.name is 1 instead of string', '.at is "today", no date-time'],
    ],
    [[], ['the body is [] instead of object']],
  ])('of %j: %j', (value, expected) => {
    expect(problems(value, schema, schemas)).toEqual(expected)
  })

  test('more than a schema names is accepted on demand', () => {
    expect(problems({ id: 1, colour: 'red' }, schema, schemas, true)).toEqual([])
  })

  test('a keyword that is not known is not passed over', () => {
    expect(() => problems(1, { minimum: 2 }, schemas)).toThrow('the schema keyword minimum is unknown here')
  })
})
