import type { Contract, ContractOperation, ContractParam } from '../../../sim/contract.ts'
import type { Json } from '../../kit/json.ts'
import type { Fault } from '../mutant.ts'
import { callsOf } from './calls.ts'
import { type Change, namesSent, withSent } from './sent.ts'
import type { SystematicFault } from './systematic-fault.ts'

/** Each parameter dropped, taken for its opposite, and given where nobody gave it. */
export function parameterFaults(
  contract: Contract,
  operations: readonly ContractOperation[],
): readonly SystematicFault[] {
  return operations.flatMap((operation) =>
    operation.params
      .filter((param) => param.in === 'given')
      .flatMap((param) => faultsOf(contract, operation, param)),
  )
}

function faultsOf(
  contract: Contract,
  operation: ContractOperation,
  param: ContractParam,
): readonly SystematicFault[] {
  const { name } = param
  const calls = callsOf(contract, operation)
  const arriving =
    (change: Change): Fault =>
    (request, next) =>
      next(calls(request) ? withSent(request, name, change) : request)
  const fault = (
    kind: string,
    planted: Fault,
    touches: SystematicFault['touches'] = 'param',
  ): SystematicFault => ({
    name: `${kind} ${operation.id} ${name}`,
    operation,
    what: name,
    touches,
    fault: planted,
  })
  const other = opposite(param)
  const usual = unusual(param)
  return [
    // What must be there is missed at once.
    ...(param.required
      ? []
      : [
          fault(
            'ignored',
            operation.method === 'GET'
              ? unread(calls, name)
              : arriving((sent) => (fits(param, sent) ? undefined : sent)),
          ),
        ]),
    ...(other === undefined ? [] : [fault('opposite', arriving(other))]),
    ...usual.map((value) =>
      fault(
        `by-default-${String(value)}`,
        (request, next) =>
          next(
            calls(request) && !namesSent(request).includes(name) ? withMore(request, name, value) : request,
          ),
        'call',
      ),
    ),
  ]
}

/** What is refused stays refused: the parameter is read, and then has no effect. */
function unread(calls: ReturnType<typeof callsOf>, name: string): Fault {
  return async (request, next) => {
    const reply = await next(request)
    if (!calls(request) || !namesSent(request).includes(name) || reply.status >= 300) return reply
    return next(withSent(request, name, () => undefined))
  }
}

function withMore(request: Parameters<Fault>[0], name: string, value: Json): Parameters<Fault>[0] {
  const pair = `${name}=${encodeURIComponent(String(value))}`
  return { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}${pair}` }
}

/** True for a value that is accepted, so that only its effect tells whether it was looked at. */
function fits({ kind, values, like, matches }: ContractParam, sent: Json | undefined): boolean {
  if (sent === undefined) return false
  const text = String(sent)
  if (matches !== undefined && !new RegExp(matches).test(text)) return false
  const listed = Array.isArray(sent) ? sent : text.split(',')
  switch (like ?? kind) {
    case 'integer':
    case 'integerOrNoneAny':
      return (
        /^-?\d+$|^none$|^any$|^$/i.test(text) && (values === undefined || values.map(String).includes(text))
      )
    case 'boolean':
      return /^(true|false|t|f|1|0|yes|no|on|off)$/i.test(text) && typeof sent !== 'object'
    case 'datetime':
      return !Number.isNaN(Date.parse(text))
    case 'string':
      return typeof sent !== 'object' && (values === undefined || values.map(String).includes(text))
    case 'integerArray':
    case 'stringArray':
    case 'arrayOrNoneAny':
    case 'hashArray':
      return typeof sent === 'object' || /^(none|any)$/i.test(text)
    case 'integerList':
    case 'stringList':
      return values === undefined || listed.every((one: Json) => values.map(String).includes(String(one)))
    case 'decimal':
      return !Number.isNaN(Number(text))
    default:
      return typeof sent === 'object'
  }
}

/** Another value in place of the one that was sent, where its kind has one that is as good. */
function opposite({ kind, values, like }: ContractParam): Change | undefined {
  const known = like ?? kind
  if (values !== undefined && values.length > 1 && known !== 'integerList' && known !== 'stringList')
    return (sent) => {
      const place = values.findIndex((value) => String(value) === String(sent))
      return place < 0 ? sent : values[(place + 1) % values.length]
    }
  switch (known) {
    case 'boolean':
      return (sent) =>
        ['true', '1', 't'].includes(String(sent))
          ? false
          : ['false', '0', 'f'].includes(String(sent))
            ? true
            : sent
    case 'integer':
    case 'integerOrNoneAny':
      return (sent) => (/^\d+$/.test(String(sent)) ? Number(sent) + 1 : sent)
    case 'string':
      return (sent) => (typeof sent === 'string' && sent !== '' ? `${sent}x` : sent)
    case 'datetime':
      return (sent) =>
        Number.isNaN(Date.parse(String(sent)))
          ? sent
          : new Date(Date.parse(String(sent)) + 86_400_000).toISOString()
    case 'integerList':
    case 'stringList':
    case 'integerArray':
    case 'stringArray':
    case 'arrayOrNoneAny':
    case 'hashArray':
      // The first alone.
      return (sent) =>
        Array.isArray(sent) ? sent.slice(0, 1) : typeof sent === 'string' ? sent.replace(/,.*$/s, '') : sent
    default:
      return undefined
  }
}

/** Values that are not what a parameter means when it is absent. */
function unusual({ kind, values, default: usual, required }: ContractParam): readonly Json[] {
  if (required) return []
  if (kind === 'boolean') return usual === undefined ? [true, false] : [usual !== true]
  if (values !== undefined && kind === 'string')
    return values.filter((value) => value !== usual && value !== 'all').slice(0, 3)
  return []
}
