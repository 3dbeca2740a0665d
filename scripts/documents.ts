import {
  conformOptionNames,
  defaultOf,
  flagOf,
  type Option,
  type OptionName,
  optionNames,
  options,
  twinOptionNames,
  variableOf,
} from '../sim/cli/options.ts'
import { type Contract, differences } from '../sim/contract.ts'
import { reference } from '../sim/reference.ts'
import specification from './specification.json' with { type: 'json' }

/** Everything that generated documents are made from. */
export interface Source {
  readonly contract: Contract
}

/** How far the specification's families are implemented, and how many operations there are beyond it. */
export function coverage({ contract }: Source): string {
  const known = new Set(contract.operations.map(({ id }) => id))
  const families = [...new Set(specification.map(({ family }) => family))]
  const rows = families.map((family) => {
    const wanted = specification.filter((row) => row.family === family)
    const there = wanted.filter((row) => known.has(idOf(row)))
    return [family, share(there.length, wanted.length)]
  })
  const total = specification.filter((row) => known.has(idOf(row))).length
  const beyond = contract.operations.filter((operation) => operation.beyond).length
  return table(
    ['family', 'operations'],
    [
      ...rows,
      ['**all**', `**${total} of ${specification.length}**`],
      ['beyond the specification', String(beyond)],
    ],
  )
}

/** The contract's id of an operation of the specification: what is optional in a path is an alias there. */
export function idOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path.replace(/\[[^\]]*\]$/, '')}`
}

function share(there: number, wanted: number): string {
  return there === 0 ? `– of ${wanted}` : `${there} of ${wanted}`
}

export function differencesTable(): string {
  const rows = Object.entries(differences).map(([id, { specification: stated, real }]) => [id, stated, real])
  return table(['', '`--dialect specification`', '`--dialect real`'], rows)
}

/** Settings that other operations act on, and what they do; settings that do the same stand together. */
export function settingsTable({ contract }: Source): string {
  const params = contract.operations.find(({ id }) => id === 'PUT /application/settings')?.params ?? []
  const byEffect = new Map<string, string[]>()
  for (const { name, effect } of params)
    if (effect !== undefined) byEffect.set(effect, [...(byEffect.get(effect) ?? []), `\`${name}\``])
  const rows = [...byEffect].map(([effect, names]) => [together(names), effect])
  return table(['setting', 'what follows'], rows)
}

// The figures of a family of limits are named once.
function together(names: readonly string[]): string {
  const families = names.map((name) =>
    name.replace(/_(?:enabled|period_in_seconds|requests_per_period)`$/, '_*`'),
  )
  return [...new Set(names.some((name) => name.startsWith('`throttle_')) ? families : names)].join(', ')
}

/** What `serve` and `exec` can be told. */
export function optionsTable(): string {
  return tableOf(optionNames, (name) => {
    const [serve = '', exec = ''] = [defaultOf(name, 'serve'), defaultOf(name, 'exec')]
    return serve === exec ? serve : `${serve}; with \`exec\` ${exec}`
  })
}

/** What `conform` can be told. */
export function conformOptionsTable(): string {
  return tableOf(conformOptionNames, (name) => defaultOf(name, 'conform') ?? '')
}

/** What `twin` can be told beyond what `conform` can. */
export function twinOptionsTable(): string {
  const own = twinOptionNames.filter((name) => !conformOptionNames.some((known) => known === name))
  return tableOf(own, (name) => defaultOf(name, 'twin') ?? '')
}

function tableOf(names: readonly OptionName[], defaults: (name: OptionName) => string): string {
  const rows = names.map((name) => {
    const { value, about } = options[name] as Option<unknown>
    const flag = `\`${flagOf(name)}${value === undefined ? '' : ` ${value}`}\``
    return [flag, `\`${variableOf(name)}\``, defaults(name), about]
  })
  return table(['flag', 'environment', 'default', 'what it is'], rows)
}

/** The page of all operations. */
export function referencePage({ contract }: Source): string {
  return `# Reference

Every operation in the dialect of the specification. Parameters in bold are required; statuses leave out what any call
may answer (429, 500). This page is generated: \`npm run docs\`.

${reference(contract)}`
}

/** Markdown with the text between `<!-- name -->` and `<!-- /name -->` replaced. Throws where there is no such block. */
export function withBlock(markdown: string, name: string, text: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const start = markdown.indexOf(open)
  const end = markdown.indexOf(close)
  if (start < 0 || end < start) throw new Error(`there is no block ${open} … ${close}`)
  return `${markdown.slice(0, start + open.length)}\n${text}${markdown.slice(end)}`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return `${line(head)}|${'---|'.repeat(head.length)}\n${rows.map(line).join('')}`
}
