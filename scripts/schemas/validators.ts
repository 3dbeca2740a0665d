import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'

/** The response schemas of a checkout of the service, each read when it is first asked for. */
export function validatorsIn(checkout: string): (schema: string) => ValidateFunction | undefined {
  // Some are of an older draft than others, and say things that no draft knows.
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, logger: false })
  formats.default(ajv)
  const loaded = new Set<string>()

  function load(file: string): void {
    if (loaded.has(file)) return
    loaded.add(file)
    const schema: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    ajv.addSchema(resolved(schema, dirname(file)) as object, `file://${file}`)
  }

  /** The schema with references from the root; what only tells its name or its draft is left out. */
  function resolved(part: unknown, folder: string): unknown {
    if (Array.isArray(part)) return part.map((it) => resolved(it, folder))
    if (typeof part !== 'object' || part === null) return part
    const entries = Object.entries(part).flatMap(([key, value]) => {
      if (key === '$schema' || key === '$id' || (key === 'id' && typeof value === 'string')) return []
      // An old draft says it of an attribute, and not of the object.
      if (key === 'required' && !Array.isArray(value)) return []
      return [[key, key === '$ref' ? reference(String(value), folder) : resolved(value, folder)] as const]
    })
    return Object.fromEntries(entries)
  }

  function reference(to: string, folder: string): string {
    if (to.startsWith('#')) return to
    const [name = '', fragment] = to.split('#')
    const file = join(folder, name)
    load(file)
    return `file://${file}${fragment === undefined ? '' : `#${fragment}`}`
  }

  return (schema) => {
    const places = ['ee', ''].map((part) =>
      join(checkout, part, 'spec', 'fixtures', 'api', 'schemas', `${schema}.json`),
    )
    const file = places.find(existsSync)
    if (file === undefined) return undefined
    load(file)
    return ajv.getSchema(`file://${file}`)
  }
}
