/** Deepest nesting of a document that is walked. */
const DEEPEST = 200

/** Where a document contains itself, or is nested as if it did; undefined where it does not. */
export function loopIn(document: unknown): string | undefined {
  const fine = new Set<object>()
  return walk(document, '', [])

  // What is repeated side by side (an ordinary alias) is walked once.
  function walk(value: unknown, path: string, around: readonly object[]): string | undefined {
    if (typeof value !== 'object' || value === null || fine.has(value)) return undefined
    if (around.includes(value) || around.length > DEEPEST) return path === '' ? 'the document' : path
    const inside = [...around, value]
    for (const [name, inner] of Object.entries(value)) {
      const step = Array.isArray(value) ? `[${name}]` : path === '' ? name : `.${name}`
      const found = walk(inner, `${path}${step}`, inside)
      if (found !== undefined) return found
    }
    fine.add(value)
    return undefined
  }
}
