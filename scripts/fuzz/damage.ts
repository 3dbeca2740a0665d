import fc from 'fast-check'

/** A change of bytes that makes sense at any length. */
export interface Damage {
  readonly kind: 'set' | 'cut' | 'double' | 'end'
  /** Place, as a share of the length from 0 to 1. */
  readonly at: number
  readonly value: number
}

export const damages: fc.Arbitrary<readonly Damage[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('set' as const, 'cut' as const, 'double' as const, 'end' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    value: fc.nat(255),
  }),
  { minLength: 1, maxLength: 5 },
)

/** The bytes with the changes made one after the other. */
export function damaged(bytes: Uint8Array, changes: readonly Damage[]): Uint8Array {
  return changes.reduce(damagedOnce, bytes)
}

function damagedOnce(bytes: Uint8Array, { kind, at, value }: Damage): Uint8Array {
  const place = Math.floor(at * bytes.length)
  switch (kind) {
    case 'set':
      return bytes.map((byte, i) => (i === place ? value : byte))
    case 'cut':
      return joined(bytes.subarray(0, place), bytes.subarray(place + value + 1))
    case 'double':
      return joined(bytes.subarray(0, place + value), bytes.subarray(place))
    case 'end':
      return bytes.subarray(0, place)
    default:
      return kind satisfies never
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  return Buffer.concat([head, tail])
}
