import { utf8 } from '../../../lib/bytes.ts'

// Bytes of the objects of the service's language on 64-bit systems, where a configuration is measured in them.
const OBJECT = 40
const LONGEST_WITHIN = 23
const MOST_WITHIN = 3
const SMALL_MAPPING = 168
const MOST_SMALL = 8

/**
 * Bytes that values take in the memory of the service: what stands in several places counts there each time. Looks no
 * further once they are more than `most`.
 */
export function memorySize(value: unknown, most: number): number {
  let size = 0
  const open: unknown[] = [value]
  while (open.length > 0 && size <= most) {
    const next = open.pop()
    size += sizeOf(next)
    if (size > most) break
    if (Array.isArray(next)) for (const item of next) open.push(item)
    else if (next instanceof Map) for (const [key, item] of next) open.push(key, item)
  }
  return size
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') {
    const bytes = utf8(value).length
    return bytes > LONGEST_WITHIN ? OBJECT + bytes + 1 : OBJECT
  }
  if (Array.isArray(value)) return OBJECT + (value.length > MOST_WITHIN ? 8 * value.length : 0)
  if (!(value instanceof Map)) return typeof value === 'object' && value !== null ? OBJECT : 0
  if (value.size === 0) return OBJECT
  if (value.size <= MOST_SMALL) return SMALL_MAPPING
  const places = 2 ** Math.ceil(Math.log2(value.size))
  return OBJECT + 56 + 26 * places
}
