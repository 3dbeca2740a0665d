/** Tells which inputs were drawn before. Those that are no plain data, such as sequences of commands, never were. */
export function createRepeats(): (input: unknown) => boolean {
  const met = new Set<string>()
  return (input) => {
    const text = textOf(input)
    if (text === undefined || met.has(text)) return text !== undefined
    met.add(text)
    return false
  }
}

/** Equal for inputs that are equal; undefined where JSON does not tell all of them. */
function textOf(input: unknown): string | undefined {
  let isPlain = true
  const text = JSON.stringify(input, (_, value: unknown) => {
    isPlain &&= isTold(value)
    return isPlain ? value : null
  })
  return isPlain ? text : undefined
}

function isTold(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'boolean' || value === null
  if (Array.isArray(value)) return true
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
