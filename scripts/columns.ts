import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { Alternative, Fields, Kind, Shape } from '../sim/store/shape.ts'
import { inRoot } from './root.ts'

const WORLD = 'sim/model/world.ts'
/** The shapes of the rows of all tables, by their names, as the types of the rows declare them. */
export function columnsOfTables(): { readonly [table: string]: Fields } {
  const api = new API({ cwd: inRoot('.') })
  try {
    const config = inRoot('tsconfig.json')
    const project = api.updateSnapshot({ openProject: config }).getProject(config)
    if (project === undefined) throw new Error(`${config} is no project`)
    const { checker, program } = project
    const file = program.getSourceFile(inRoot(WORLD))
    const module = file && checker.getSymbolAtLocation(file)
    const world = module && checker.getExportsOfModule(module).find(({ name }) => name === 'World')
    if (world === undefined) throw new Error(`${WORLD} exports no World`)
    const rows = new Rows(checker)
    const tables = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(world)).flatMap((property) => {
      const table = checker.getTypeOfSymbol(property)
      return table?.getSymbol()?.name === 'Table' ? [[property.name, rows.ofTable(table)] as const] : []
    })
    return Object.fromEntries(tables)
  } finally {
    api.close()
  }
}

class Rows {
  readonly #checker: Checker

  constructor(checker: Checker) {
    this.#checker = checker
  }

  ofTable(table: Type): Fields {
    const [row] = this.#checker.getTypeArguments(table as Parameters<Checker['getTypeArguments']>[0])
    if (row === undefined) throw new Error('a table has no type of rows')
    return this.#fields(row, [])
  }

  #fields(type: Type, within: readonly number[]): Fields {
    const columns = this.#checker.getPropertiesOfType(type).map((property) => {
      const column = this.#checker.getTypeOfSymbol(property)
      return [property.name, column === undefined ? ANYTHING : this.#shape(column, within)] as const
    })
    return Object.fromEntries(columns)
  }

  // What is within itself, as JSON is, has no end.
  #shape(type: Type, around: readonly number[]): Shape {
    if (around.includes(type.id)) return ANYTHING
    const within = [...around, type.id]
    const types = type.isUnionType() ? type.getTypes() : [type]
    const values = types.flatMap((one) => (isValue(one) ? [one.value] : []))
    const kinds = types.filter((one) => !isValue(one)).map((one) => this.#alternative(one, within))
    const all = [...kinds, ...alternativesOf(values)]
    if (all.includes('anything')) return ANYTHING
    return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()].sort(byKind)
  }

  #alternative(type: Type, within: readonly number[]): Alternative {
    const kind = kindOf(type)
    if (kind !== undefined) return kind
    const checker = this.#checker
    if (type.getSymbol()?.name === 'Uint8Array') return 'bytes'
    if (checker.isArrayLikeType(type)) {
      const items = checker.getTypeArguments(type as Parameters<Checker['getTypeArguments']>[0])
      return { list: merged(items.map((item) => this.#shape(item, within))) }
    }
    const [index] = checker.getIndexInfosOfType(type)
    if (index !== undefined) return { map: this.#shape(index.valueType, within) }
    return { fields: this.#fields(type, within) }
  }
}

const ANYTHING: Shape = ['anything']

function isValue(type: Type): type is Type & { readonly value: string | number | boolean } {
  return type.isStringLiteralType() || type.isNumberLiteralType() || type.isBooleanLiteralType()
}

function kindOf({ flags }: Type): Kind | undefined {
  if (flags & (TypeFlags.String | TypeFlags.TemplateLiteral)) return 'string'
  if (flags & TypeFlags.Number) return 'number'
  if (flags & TypeFlags.Boolean) return 'boolean'
  if (flags & TypeFlags.Null) return 'null'
  if (flags & TypeFlags.Undefined) return 'missing'
  return flags & TypeFlags.AnyOrUnknown ? 'anything' : undefined
}

/** `true` and `false` together are a boolean. */
function alternativesOf(values: readonly (string | number | boolean)[]): readonly Alternative[] {
  const truths = values.filter((value) => typeof value === 'boolean')
  const others = values.filter((value) => typeof value !== 'boolean').sort()
  const one = truths.length === 1 ? [...others, ...truths] : others
  return [...(truths.length === 2 ? (['boolean'] as const) : []), ...(one.length > 0 ? [{ one }] : [])]
}

// What is left out most is looked at last.
function byKind(a: Alternative, b: Alternative): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)]
  return Number(typeof a === 'object') - Number(typeof b === 'object') || (one < other ? -1 : 1)
}

function merged(shapes: readonly Shape[]): Shape {
  return [...new Map(shapes.flat().map((one) => [JSON.stringify(one), one])).values()]
}

/** The module that holds them. */
export function columnsModule(): string {
  const tables = Object.entries(columnsOfTables()).map(
    ([name, fields]) => `  ${name}: ${JSON.stringify(fields)},\n`,
  )
  return `import type { Fields } from '../store/shape.ts'

// Generated by \`npm run docs\` from the types of the rows.
// biome-ignore format: one table a line.
export const columns: { readonly [table: string]: Fields } = {
${tables.join('')}}
`
}
