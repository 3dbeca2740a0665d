import { asMapping, CiConfigError, type Mapping, Reference, textList, tooBig } from './yaml.ts'

const DEEPEST = 11
/** Most values of a configuration after everything is expanded. */
const MOST_VALUES = 100_000
/** Most values that jobs take over from what they extend, all together. */
const MOST_MERGED = 500_000

/** Puts a mapping into another: what it says wins, mappings within both are joined in the same way. */
export function mergeInto(
  all: Map<unknown, unknown>,
  over: Mapping,
  spend: (values: number) => void = () => undefined,
): void {
  spend(over.size)
  for (const [key, value] of over) {
    const before = all.get(key)
    if (before instanceof Map && value instanceof Map) {
      spend(before.size)
      const joined = new Map(before)
      mergeInto(joined, value, spend)
      all.set(key, joined)
    } else all.set(key, value)
  }
}

/** Jobs with `extends` and `!reference` resolved; none may extend itself. */
export function resolveExtends(config: Mapping): (name: string) => Mapping {
  const known = new Map<string, Mapping>()
  const put = resolveReferences(config)
  let merged = 0
  const spend = (values: number) => {
    merged += values
    if (merged > MOST_MERGED) throw tooBig()
  }
  const whole = (name: string, depth = 0): Mapping => {
    const before = known.get(name)
    if (before !== undefined) return before
    if (depth > DEEPEST) throw new CiConfigError(`${name}: nesting too deep in \`extends\``)
    const own = asMapping(put(config.get(name)))
    known.set(name, own)
    const all = new Map<unknown, unknown>()
    for (const other of textList(own.get('extends') ?? [])) {
      if (!config.has(other)) throw new CiConfigError(`${name}: unknown keys in \`extends\` (${other})`)
      mergeInto(all, whole(other, depth + 1), spend)
    }
    mergeInto(all, own, spend)
    known.set(name, all)
    return all
  }
  return whole
}

/** Replaces references by what they name. Throws CiConfigError for missing targets and circles. */
export function resolveReferences(config: Mapping): (value: unknown) => unknown {
  let values = 0
  const put = (value: unknown, depth: number): unknown => {
    values++
    if (depth > 40 || values > MOST_VALUES) throw new CiConfigError('Invalid configuration format')
    if (value instanceof Reference) return put(found(config, value), depth + 1)
    if (Array.isArray(value))
      return value.flatMap((item) => {
        const inner = put(item, depth + 1)
        // A list that is referred to becomes part of the list that refers to it.
        return item instanceof Reference && Array.isArray(inner) ? inner : [inner]
      })
    if (!(value instanceof Map)) return value
    return new Map([...value].map(([key, inner]) => [key, put(inner, depth + 1)] as const))
  }
  const simple = !holdsReference(config)
  return (value) => (simple ? value : put(value, 0))
}

function holdsReference(config: Mapping): boolean {
  const seen = new Set<unknown>()
  const holds = (value: unknown): boolean => {
    if (value instanceof Reference) return true
    if (!(value instanceof Map || Array.isArray(value)) || seen.has(value)) return false
    seen.add(value)
    return [...value.values()].some(holds)
  }
  return holds(config)
}

function found(config: Mapping, { path }: Reference): unknown {
  let value: unknown = config
  for (const key of path) value = asMapping(value).get(key)
  if (value === undefined) throw new CiConfigError(`!reference [${path.join(', ')}] could not be found`)
  return value
}
