import {
  CORE_SCHEMA,
  constructFromEvents,
  defineSequenceTag,
  type Event,
  mergeTag,
  parseEvents,
  realMapTag,
} from 'js-yaml'
import { Recent } from '../../../lib/recent/recent.ts'
import { Pace, type Steps } from '../../../lib/steps.ts'
import { memorySize } from './memory-size.ts'

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

const SCHEMA = CORE_SCHEMA.withTags(realMapTag, mergeTag, referenceTag)
/** Bytes that take as long to handle as a character, or what the parser tells of a value. */
const EACH_CHARACTER = 4
const EACH_EVENT = 64
/** Bytes of the smallest value: an entry of a list. */
const SLOT = 8

export interface YamlBounds {
  /** Bytes of all texts together, and of the values that come of them. */
  readonly bytes: number
  /** Lists and mappings within one another. */
  readonly depth: number
}

/** A configuration as large as an installation allows whose settings nobody changed. */
export const yamlBounds: YamlBounds = { bytes: 1024 * 1024, depth: 100 }
/** As large as the double reads at most, whatever the settings allow: reading one is a single step. */
export const mostYaml: YamlBounds = { bytes: 2 * 1024 * 1024, depth: 1000 }
/** Values of a text, and its signs between them. */
const MOST_VALUES = yamlBounds.bytes / SLOT

/** Bytes of texts whose values are kept, and of the values. */
const MOST_KNOWN = 8 * 1024 * 1024
const values = new Recent<string, { readonly value: unknown }>(MOST_KNOWN)

/** Reads the texts of one configuration, which are bounded together (pipelines#yaml-size). */
export class YamlReader {
  readonly #bounds: YamlBounds
  readonly #pace = new Pace()
  #texts = 0
  #values = 0

  constructor(bounds: YamlBounds = yamlBounds) {
    this.#bounds = bounds
  }

  /** Throws CiConfigError. */
  *read(yaml: string): Steps<Mapping> {
    const { bytes } = this.#bounds
    this.#texts += yaml.length
    if (this.#texts > bytes || separators(yaml) > Math.min(bytes / SLOT, MOST_VALUES)) throw tooBig()
    const config = yield* this.#valueOf(yaml)
    this.#values += memorySize(config, bytes - this.#values)
    if (this.#values > bytes) throw tooBig()
    if (config instanceof Map) return withoutSymbols(config)
    throw notYaml()
  }

  // Values are only read, so all configurations that have a text share its value.
  *#valueOf(yaml: string): Steps<unknown> {
    const key = `${this.#bounds.depth} ${yaml}`
    const known = values.get(key)
    if (known !== undefined) return known.value
    const events = this.#eventsOf(yaml)
    if (this.#pace.of(yaml.length * EACH_CHARACTER + events.length * EACH_EVENT)) yield
    const value = valueIn(yaml, events)
    if (this.#pace.of(events.length * EACH_EVENT)) yield
    values.add(key, { value }, key.length * 2 + events.length * EACH_EVENT)
    return value
  }

  #eventsOf(yaml: string): Event[] {
    const { bytes, depth } = this.#bounds
    let events: Event[]
    try {
      events = parseEvents(yaml, { maxDepth: depth })
    } catch (problem) {
      throw /^nesting exceeded/.test(Object(problem).reason) ? tooBig() : notYaml()
    }
    if (events.length > Math.min(bytes / SLOT, MOST_VALUES)) throw tooBig()
    return events
  }
}

/** Signs and lines between values, as far as one sees without reading the text: reading it takes long where they are many. */
function separators(yaml: string): number {
  return yaml.match(/[,[{]|^---|[-?:]\s/gm)?.length ?? 0
}

function valueIn(source: string, events: Event[]): unknown {
  try {
    const documents = constructFromEvents(events, { source, schema: SCHEMA, json: true, maxAliases: 1000 })
    // A header that describes inputs stands before the configuration.
    return documents.at(documents.length > 1 ? 1 : 0) ?? null
  } catch {
    // A text that is not YAML is not a configuration either.
    throw notYaml()
  }
}

export function tooBig(): CiConfigError {
  return new CiConfigError('The parsed YAML is too big')
}

function notYaml(): CiConfigError {
  return new CiConfigError('Invalid configuration format')
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
