import { type ContractOperation, contract, dialectOf, type Release, releases } from '../../contract.ts'
import { type Asked, givenNames, type HygieneRule, shownName } from './asked.ts'

/** Parameters that nobody reads. The same names to the same operation are looked at once. */
export function unreadParameters(): HygieneRule {
  const known = new Map<string, readonly string[]>()
  return {
    see(asked, note) {
      const { operation, request, subject, fault, reply } = asked
      if (operation === undefined || fault !== undefined || reply.status >= 500) return
      const names = givenNames(request)
      if (names.length === 0) return
      const key = JSON.stringify([operation.id, reply.status, names.sort()])
      const texts = known.get(key) ?? unreadTexts(asked)
      known.set(key, texts)
      for (const text of texts) note('unread-parameter', subject, text)
    },
  }
}

function unreadTexts({ unread }: Asked): string[] {
  return unread().map(
    ({ name, nearest }) =>
      `nobody reads ${shownName(name)}${nearest === null ? '' : `: ${nearest} was probably meant`}`,
  )
}

/** Operations and parameters that are deprecated. */
export function deprecated(): HygieneRule {
  return {
    see({ operation, request, subject }, note) {
      if (operation === undefined) return
      if (operation.deprecated) note('deprecated', subject, 'the operation is deprecated')
      for (const name of givenNames(request))
        if (isDeprecated(operation, name)) note('deprecated', subject, `the parameter ${name} is deprecated`)
    },
  }
}

/** Operations and parameters that the newest known release does not have. It is looked at once the client has ended. */
export function goneLater(): HygieneRule {
  const uses = new Map<string, { operation: ContractOperation; names: readonly string[]; count: number }>()
  return {
    see({ operation, request }) {
      if (operation === undefined) return
      const names = givenNames(request)
      const key = JSON.stringify([operation.id, names.sort()])
      const known = uses.get(key)
      if (known === undefined) uses.set(key, { operation, names, count: 1 })
      else known.count++
    },
    end(note) {
      if (uses.size === 0) return
      const later = operationsOf(NEWEST)
      for (const { operation, names, count } of uses.values())
        for (const says of missing(operation, names, later.get(operation.id)))
          for (let i = 0; i < count; i++) note('deprecated', operation.id, says)
    },
  }
}

function missing(
  operation: ContractOperation,
  names: readonly string[],
  then: ContractOperation | undefined,
): string[] {
  if (then === undefined) return [`release ${NEWEST} has no such operation`]
  return names
    .filter((name) => declares(operation, name) && !declares(then, name))
    .map((name) => `release ${NEWEST} has no parameter ${name}`)
}

const NEWEST = releases.at(-1) as Release

function operationsOf(release: Release): ReadonlyMap<string, ContractOperation> {
  return new Map(
    contract(dialectOf('real', release)).operations.map((operation) => [operation.id, operation]),
  )
}

function declares({ params }: ContractOperation, name: string): boolean {
  return params.some((param) => param.name === name)
}

function isDeprecated({ params }: ContractOperation, name: string): boolean {
  return params.some((param) => param.name === name && param.deprecated === true)
}
