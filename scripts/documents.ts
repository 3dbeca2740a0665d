import type { Option } from '../sim/cli/option.ts'
import {
  conformOptionNames,
  defaultOf,
  flagOf,
  judgeOptionNames,
  type OptionName,
  options,
  serveOptionNames,
  tokenCallers,
  tokenName,
  twinOptionNames,
  variableOf,
} from '../sim/cli/options.ts'
import {
  type Change,
  type ChangeId,
  type Contract,
  changes,
  compareReleases,
  differences,
} from '../sim/contract.ts'
import { byFamily, referenceTable, titleOf } from '../sim/reference.ts'
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

/** Each operation of the specification with what newer releases changed, oldest first. */
function releasesTable({ contract }: Source): string {
  const rows = specification.map((row) => {
    const operation = contract.operations.find(({ id }) => id === idOf(row))
    const told = (operation?.changes ?? []).map(inShort)
    return [`\`${idOf(row)}\``, told.length === 0 ? '–' : told.join(', ')]
  })
  return table(['operation', 'changed'], rows)
}

/** Every change with what it was before and is after. */
function changesTable(): string {
  const rows = (Object.entries(changes) as [ChangeId, Change][])
    .sort(([, a], [, b]) => compareReleases(a.release, b.release))
    .map(([id, { release, before, after, doubtful }]) => [
      doubtful ? `${release} (doubtful)` : release,
      linked(id),
      before,
      after,
    ])
  return table(['release', '', 'before', 'after'], rows)
}

/** The page of what newer releases changed. */
export function changesPage(source: Source): string {
  return `# Changes of newer releases

What is imitated of the releases after 15.8, and what they were before. *Doubtful* are those whose release or form the
sources leave open. See [releases](../guide/releases.md); this page is generated.

${changesTable()}

## By operation

The operations of the specification, each with the changes that touch it; what is doubtful has a question mark.

${releasesTable(source)}
`
}

// A row that is named after its release is about attributes.
function inShort(id: ChangeId): string {
  const { release, doubtful }: Change = changes[id]
  const [, anchor = ''] = id.split('#')
  const name = anchor.replace(/^later-(?:\d+-\d+)?-?(?:likely$|doubtful$)?/, '') || 'attributes'
  return linked(id, `${release} ${name}${doubtful ? '?' : ''}`)
}

function linked(id: ChangeId, called?: string): string {
  const [page, anchor] = id.split('#')
  return `[${called ?? anchor}](../../conformance/sources/${page}.md#${anchor})`
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
  return tableOf(serveOptionNames, (name) => {
    const [serve = '', exec = ''] = [defaultOf(name, 'serve'), defaultOf(name, 'exec')]
    return serve === exec ? serve : `${serve}; with \`exec\` ${exec}`
  })
}

const callerNames = Object.keys(tokenCallers) as (keyof typeof tokenCallers)[]
const isCaller = (name: OptionName) => callerNames.some((caller) => tokenName(caller) === name)

/** What `conform` can be told, but for the tokens of other callers. */
export function conformOptionsTable(): string {
  return tableOf(
    conformOptionNames.filter((name) => !isCaller(name)),
    (name) => defaultOf(name, 'conform') ?? '',
  )
}

/** Callers of whom `conform` and `twin` may be given a token. */
export function callersTable(): string {
  return table(
    ['flag', 'is'],
    callerNames.map((caller) => [`\`${flagOf(tokenName(caller) as OptionName)}\``, tokenCallers[caller]]),
  )
}

/** What `twin` can be told beyond what `conform` can. */
export function twinOptionsTable(): string {
  const own = twinOptionNames.filter(
    (name) => !conformOptionNames.some((known) => known === name) && !/^rightToken./.test(name),
  )
  return tableOf(own, (name) => defaultOf(name, 'twin') ?? '')
}

/** What `judge` can be told beyond what `conform` can, or with another default. */
export function judgeOptionsTable(): string {
  const own = judgeOptionNames.filter(
    (name) =>
      !conformOptionNames.some((known) => known === name) ||
      defaultOf(name, 'judge') !== defaultOf(name, 'conform'),
  )
  return tableOf(own, (name) => defaultOf(name, 'judge') ?? '')
}

function tableOf(names: readonly OptionName[], defaults: (name: OptionName) => string): string {
  const rows = names.map((name) => {
    const { value, about } = options[name] as Option<unknown>
    const flag = `\`${flagOf(name)}${value === undefined ? '' : ` ${value}`}\``
    return [flag, `\`${variableOf(name)}\``, defaults(name), about]
  })
  return table(['flag', 'environment', 'default', 'what it is'], rows)
}

/** Where the pages of the reference are. */
export const REFERENCE = 'sim/reference/'

/** The pages of the reference, by their place: one a family, and `README.md`, which lists them. */
export function referencePages({ contract }: Source): { readonly [place: string]: string } {
  const families = [...byFamily(contract)].sort(([a], [b]) => (a < b ? -1 : 1))
  const specified = new Set(specification.map(({ family }) => family))
  const rows = families.map(([family, operations]) => [
    `[${titleOf(family)}](${family}.md)`,
    String(operations.length),
    specified.has(family) ? String(operations.filter(({ beyond }) => !beyond).length) : '',
  ])
  const pages = families.map(([family, operations]) => [
    `${REFERENCE}${family}.md`,
    `# ${titleOf(family)}\n\n[How to read this table](README.md). Generated by \`npm run docs\`.\n\n${referenceTable(operations)}`,
  ])
  return { [`${REFERENCE}README.md`]: `${READING}${table(HEAD, rows)}`, ...Object.fromEntries(pages) }
}

const HEAD = ['family', 'operations', 'in the specification']
const READING = `# Reference

All operations of the REST API, a page a family. A family is named as in the public documentation of the service. The
pages show the default dialect, \`--dialect specification\`; they are generated by \`npm run docs\`.

| column | says |
|---|---|
| operation | method and path below \`/api/v4\`, what it does, the plan that it needs unless that is free, and \`differs: F1\` where the dialects differ: see [fidelity](../guide/fidelity.md#two-dialects); \`changed in 16.1\` where a newer release does otherwise, \`since 17.1\` where older ones have no such path: see [releases](../guide/releases.md) |
| parameters | required ones in bold; \`= value\` is a default, \`[…]\` the fields of a hash |
| who | who may call it; callers who may not see the project or group get 404, other callers 403 |
| answers | status of success, then of refusals, without those that every call may answer (429, 500) |

`

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
