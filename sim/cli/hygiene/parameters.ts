import type { ContractOperation } from '../../contract.ts'
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

function isDeprecated({ params }: ContractOperation, name: string): boolean {
  return params.some((param) => param.name === name && param.deprecated === true)
}
