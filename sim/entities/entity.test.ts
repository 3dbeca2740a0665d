import { expect, test } from 'vitest'
import { addressOf, urlBelow, type View } from './entity.ts'

interface Row {
  readonly place: string
  readonly id: number
}

test('an address follows the row and the installation, and is escaped as other texts are', () => {
  const field = urlBelow<Row>(
    addressOf('p/', ({ place }) => place),
    ({ id }) => `/-/${id}`,
  )
  const written = (address: string, place: string, id: number) =>
    field.write({ place, id }, { address } as View)
  expect(written('http://a', 'x', 1)).toBe('"http://a/p/x/-/1"')
  expect(written('http://a', 'x', 2)).toBe('"http://a/p/x/-/2"')
  expect(written('http://a', 'y&"', 2)).toBe('"http://a/p/y\\u0026\\"/-/2"')
  expect(written('http://b', 'y&"', 2)).toBe('"http://b/p/y\\u0026\\"/-/2"')
})
