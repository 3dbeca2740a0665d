import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lazyListing } from './listing.ts'

const place = fc.nat({ max: 30 })
const asked = fc.oneof(
  fc.record({ count: place }),
  fc.record({ offset: place, size: place }),
  fc.record({ first: place }),
)

test('rows that are found on a walk are found once, and no further than somebody asks', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 30 }), fc.array(asked), (rows, questions) => {
      let walked = 0
      const listing = lazyListing(function* () {
        for (const row of rows) {
          walked++
          yield row
        }
      })
      let furthest = 0
      for (const question of questions) {
        if ('count' in question) {
          expect(listing.count(question.count)).toBe(Math.min(rows.length, question.count))
          furthest = Math.max(furthest, question.count)
        } else if ('size' in question) {
          const { offset, size } = question
          expect(listing.slice?.(offset, size)).toEqual(rows.slice(offset, offset + size))
          furthest = Math.max(furthest, offset + size)
        } else {
          const found: number[] = []
          for (const row of listing.rows()) if (found.push(row) > question.first) break
          expect(found).toEqual(rows.slice(0, question.first + 1))
          furthest = Math.max(furthest, question.first + 1)
        }
        expect(walked).toBe(Math.min(furthest, rows.length))
      }
    }),
  )
})
