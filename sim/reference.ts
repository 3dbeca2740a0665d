import {
  type Contract,
  type ContractOperation,
  type ContractParam,
  type ContractRight,
  type ContractRule,
  changes,
  compareReleases,
  methods,
} from './contract.ts'

/** The operations of a family as a Markdown table, ordered by path. */
export function referenceTable(operations: readonly ContractOperation[]): string {
  const head = '| operation | parameters | who | answers |\n|---|---|---|---|\n'
  return `${head}${[...operations]
    .sort(byPath)
    .map((operation) => `${row(operation)}\n`)
    .join('')}`
}

/** The operations of each family, in the order in which a contract names them. */
export function byFamily({ operations }: Contract): ReadonlyMap<string, readonly ContractOperation[]> {
  const families = new Map<string, ContractOperation[]>()
  for (const operation of operations)
    families.set(operation.family, [...(families.get(operation.family) ?? []), operation])
  return families
}

/** `Protected tags`, of `protected-tags`. */
export function titleOf(family: string): string {
  return capital(family.replaceAll('-', ' '))
}

function byPath(a: ContractOperation, b: ContractOperation): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return methods.indexOf(a.method) - methods.indexOf(b.method)
}

function row(operation: ContractOperation): string {
  const cells = [what(operation), given(operation), who(operation), statuses(operation)]
  // A bar would end the cell.
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function what({
  method,
  path,
  summary,
  tier,
  deprecated,
  differences,
  changes: changed,
  since,
  until,
}: ContractOperation): string {
  const brought = since === null ? '' : changes[since].release
  const later = changed.filter(
    (id) => id !== until && (since === null || compareReleases(changes[id].release, brought) > 0),
  )
  const marks = [
    ...(since === null ? [] : [`since ${changes[since].release}`]),
    ...(until === null ? [] : [`until ${changes[until].release}`]),
    ...(tier === 'free' ? [] : [tier]),
    ...(deprecated ? ['deprecated'] : []),
    ...(differences.length === 0 ? [] : [`differs: ${differences.join(', ')}`]),
    ...(later.length === 0 ? [] : [`changed in ${changedIn(later)}`]),
  ]
  return `\`${method} ${path}\`<br>${summary}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}`
}

function changedIn(ids: ContractOperation['changes']): string {
  return [...new Set(ids.map((id) => changes[id].release))].join(', ')
}

function given({ params, rules }: ContractOperation): string {
  const listed = params.filter((param) => param.in === 'given').map(parameter)
  const together = rules.map(
    ({ rule, names }) => `(${ruleWords[rule]} ${names.length > MANY ? 'these' : names.join(', ')})`,
  )
  return [...listed, ...together].join(', ')
}

const ruleWords: { readonly [rule in ContractRule['rule']]: string } = {
  exclusive: 'at most one of',
  atLeastOneOf: 'at least one of',
  exactlyOneOf: 'exactly one of',
  allOrNoneOf: 'all or none of',
  noneOf: 'not',
  requiredWith: 'the first needs the others:',
}
/** More names than these are not told twice. */
const MANY = 40

function parameter({ name, required, fields, kind, default: value }: ContractParam): string {
  const inner =
    kind === 'hash' || kind === 'hashArray' ? `[${(fields ?? []).map((field) => field.name).join(', ')}]` : ''
  const shown = required ? `**${name}**` : name
  return `${shown}${inner}${value === undefined ? '' : ` = ${value}`}`
}

function who({ auth, rights }: ContractOperation): string {
  // Who may not even see the record is told by a 404; where more is needed, that alone says who may.
  const needed = rights.filter(({ hides }) => !hides)
  if (rights.length > 0) return [...new Set((needed.length > 0 ? needed : rights).map(right))].join('; ')
  switch (auth) {
    case 'none':
    case 'public':
      return 'anybody'
    case 'user':
      return 'anybody signed in'
    case 'admin':
      return 'administrator'
    default:
      return auth satisfies never
  }
}

const open: { readonly [others in ContractRight['others']]: string } = {
  nobody: '',
  'signed-in': ', or signed in where open',
  anyone: ', or anybody where open',
}

function right({ member, others, participants }: ContractRight): string {
  return `${capital(member)}${participants.map((participant) => `, or ${participant}`).join('')}${open[others]}`
}

function statuses({ success, pending, refusals }: ContractOperation): string {
  // What any call may answer is not worth repeating.
  return [success, ...(pending === null ? [] : [pending]), ...refusals.filter((status) => status < 429)].join(
    ', ',
  )
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
