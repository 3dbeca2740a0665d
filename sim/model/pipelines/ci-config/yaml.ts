import { CORE_SCHEMA, defineSequenceTag, loadAll, mergeTag, realMapTag } from 'js-yaml'

/** Thrown for a configuration that cannot be read; the message is the service's. */
export class CiConfigError extends Error {}

export type Mapping = ReadonlyMap<unknown, unknown>

/** `!reference [job, script]`: a value from another place of the configuration. */
export class Reference {
  readonly path: readonly unknown[]
  constructor(path: readonly unknown[]) {
    this.path = path
  }
}

const referenceTag = defineSequenceTag<unknown[], Reference>('!reference', {
  create: () => [],
  addItem: (path, item) => {
    path.push(item)
    return ''
  },
  finalize: (path) => new Reference(path),
  identify: () => false,
})

/** Reads YAML within bounds. Throws CiConfigError. */
export function parseConfig(yaml: string): Mapping {
  try {
    const schema = CORE_SCHEMA.withTags(realMapTag, mergeTag, referenceTag)
    const documents = loadAll(yaml, { schema, json: true, maxAliases: 1000, maxDepth: 100 })
    // A header that describes inputs stands before the configuration.
    const config: unknown = documents.at(documents.length > 1 ? 1 : 0) ?? null
    if (config instanceof Map) return withoutSymbols(config)
  } catch {
    // A text that is not YAML is not a configuration either.
  }
  throw new CiConfigError('Invalid configuration format')
}

/** A key that begins with a colon is a symbol to the service, and names the same without it. */
function withoutSymbols(config: Mapping, known = new Map<Mapping, Mapping>()): Mapping {
  const done = known.get(config)
  if (done !== undefined) return done
  const renamed = new Map<unknown, unknown>()
  known.set(config, renamed)
  for (const [key, value] of config) {
    const name = typeof key === 'string' && /^:[^:\s]/.test(key) ? key.slice(1) : key
    renamed.set(name, value instanceof Map ? withoutSymbols(value, known) : value)
  }
  return renamed
}

export function asMapping(value: unknown): Mapping {
  return value instanceof Map ? value : new Map()
}

const MOST_TEXTS = 10_000

/** One text or a list of texts, nested ones too. Lists multiplied by aliases are cut off. */
export function textList(value: unknown, into: string[] = []): string[] {
  if (!Array.isArray(value)) into.push(String(value))
  else for (const item of value) textList(item, into)
  if (into.length > MOST_TEXTS) throw new CiConfigError('Invalid configuration format')
  return into
}
