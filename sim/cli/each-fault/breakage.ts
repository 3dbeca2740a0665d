import type { FaultRule } from '../../control/fault-rule.ts'

/** In how many ways a request can fail that the client did not cause. */
const breakages: { readonly [name: string]: FaultRule } = {
  '429': { status: 429, retryAfter: 1 },
  '500': { status: 500 },
  '502': { status: 502 },
  '503': { status: 503, retryAfter: 1 },
  '504': { status: 504 },
  reset: { reset: true },
  timeout: { delay: '1h' },
  truncate: { truncate: true },
}

export const breakageNames = Object.keys(breakages)

/** The rule that lets the N-th request fail, from 1, and no other. */
export function breakageAt(name: string, request: number): FaultRule {
  const rule = Object.hasOwn(breakages, name) ? breakages[name] : undefined
  if (rule === undefined) throw new RangeError(`'${name}' is unknown: use ${breakageNames.join(', ')}`)
  return { ...rule, times: 1, ...(request > 1 && { skip: request - 1 }) }
}

/** `503,reset` */
export function breakageList(given: string): readonly string[] {
  const names = [...new Set(given.split(','))]
  for (const name of names) breakageAt(name, 1)
  return names
}

/** `17:reset` */
export function faultAtRule(given: string): FaultRule {
  const [, number, name] = /^([1-9]\d{0,8}):(.+)$/.exec(given) ?? []
  if (number === undefined || name === undefined)
    throw new RangeError(
      `'${given}' is invalid: use the number of a request and a way to fail, such as 17:reset`,
    )
  return breakageAt(name, Number(number))
}
