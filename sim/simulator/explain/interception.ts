import type { Exchange } from '../../control/exchanges.ts'
import type { Step } from '../../control/explanation.ts'
import { answersItself } from '../../control/fault-rule.ts'

/**
 * What answered a request instead of the operation: a fault rule, or a limit on requests. Undefined where the operation
 * did. Served again, such a request would pass, so only its exchange can tell.
 */
export function interception({ reply, fault }: Pick<Exchange, 'reply' | 'fault'>): Step | undefined {
  const { status, headers } = reply
  const wait = headers['Retry-After']
  if (fault !== undefined && answersItself(fault)) {
    const says = `the fault rule ${fault.id} answers ${status} to ${fault.method ?? '*'} ${fault.path ?? '*'}`
    return { station: 'fault', outcome: 'refused', says }
  }
  if (status !== 429) return undefined
  const name = headers['RateLimit-Name']
  const limit = name === undefined ? 'the limit of requests' : `the limit ${name}`
  const says = `${limit} is passed${wait === undefined ? '' : `, for ${wait} more seconds`}`
  return { station: 'limit', outcome: 'refused', says }
}
