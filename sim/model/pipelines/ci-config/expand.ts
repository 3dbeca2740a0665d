import { asMapping, CiConfigError, type Mapping, Reference, textList } from './yaml.ts'

const DEEPEST = 11
/** Most values of a configuration after everything is expanded. */
const MOST_VALUES = 100_000

/** Two mappings as one: what stands in the second wins, mappings within mappings are joined in the same way. */
export function mergeMappings(base: Mapping, over: Mapping): Mapping {
  const all = new Map(base)
  for (const [key, value] of over) {
    const before = all.get(key)
    all.set(key, before instanceof Map && value instanceof Map ? mergeMappings(before, value) : value)
  }
  return all
}

/** Jobs with `extends` and `!reference` resolved; none may extend itself. */
export function resolveExtends(config: Mapping): (name: string) => Mapping {
  const known = new Map<string, Mapping>()
  const put = resolveReferences(config)
  const whole = (name: string, depth = 0): Mapping => {
    const before = known.get(name)
    if (before !== undefined) return before
    if (depth > DEEPEST) throw new CiConfigError(`${name}: nesting too deep in \`extends\``)
    const own = asMapping(put(config.get(name)))
    known.set(name, own)
    let all: Mapping = new Map()
    for (const other of textList(own.get('extends') ?? [])) {
      if (!config.has(other)) throw new CiConfigError(`${name}: unknown keys in \`extends\` (${other})`)
      all = mergeMappings(all, whole(other, depth + 1))
    }
    const result = mergeMappings(all, own)
    known.set(name, result)
    return result
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
