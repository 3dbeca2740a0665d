/**
 * The order of texts by the numbers in them: `v1.2.0` before `v1.10.0`, and a pre-release before its release. Texts are
 * compared part by part; a run of digits is a number, and comes after a run of letters.
 */
export function compareVersionTexts(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const order = comparePart(left[at], right[at])
    if (order !== 0) return order
  }
  return a < b ? -1 : a > b ? 1 : 0
}

function partsOf(text: string): string[] {
  return text.replace(/^v(?=\d)/i, '').match(/\d+|[a-z]+/gi) ?? []
}

// What is missing counts as zero beside a number, and comes after letters: 1.0-rc1 is older than 1.0.
function comparePart(a: string | undefined, b: string | undefined): number {
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== undefined && y !== undefined) return x < y ? -1 : x > y ? 1 : 0
  if (x !== undefined) return 1
  if (y !== undefined) return -1
  const [left = '', right = ''] = [a, b]
  return left < right ? -1 : left > right ? 1 : 0
}

function numberOf(part: string | undefined): bigint | undefined {
  if (part === undefined) return 0n
  return /^\d/.test(part) ? BigInt(part) : undefined
}
