import type { Exchange } from '../../control/exchanges.ts'
import type { Explanation, Passing, Step } from '../../control/explanation.ts'
import { beginningOf } from '../../lib/bytes.ts'
import { isSecretName, withoutSecretsIn } from '../../lib/secrets.ts'
import type { Station } from '../../lib/tracing.ts'
import type { World } from '../../model/world.ts'
import { type Ability, type AbilityName, abilities } from '../../policy/abilities.ts'
import { type Known, nearest } from '../../protocol/nearest.ts'
import { apiPath } from '../transaction.ts'
import { type Asked, attempt, type Outcome } from './attempt.ts'
import { credentialText } from './credential-step.ts'
import { interception } from './interception.ts'
import { unreadIn } from './parameters.ts'
import { placesOf } from './places.ts'
import { roleIn } from './remedies.ts'
import { type Way, waysFor } from './search.ts'

/** What is known of a request besides the moment at which it came. */
export interface Surroundings {
  /** All operations, to name those that an unknown one resembles. */
  readonly operations: () => readonly Known[]
  /** How it was answered, where it was. */
  readonly exchange?: Pick<Exchange, 'reply' | 'fault'> | undefined
}

/** Explains a request by serving it again on a copy of the world, and, where it is refused, by what would let it pass. */
export function explain(asked: Asked, surroundings: Surroundings): Explanation {
  return withoutSecretsIn(explained(asked, surroundings))
}

function explained(asked: Asked, { operations, exchange }: Surroundings): Explanation {
  const outcome = attempt(asked)
  const path = apiPath(asked.request)
  const routed = routeOf(outcome)
  const request = `${asked.request.method} ${path}`
  const unread = unreadIn(outcome.stations, namesIn(routed?.operation ?? ''))
  const interceptor = exchange && interception(exchange)
  if (exchange !== undefined && interceptor !== undefined) {
    const steps = [...stepsOf(asked, outcome).slice(0, 1), interceptor]
    const { status } = exchange.reply
    return { request, status, because: interceptor.says, steps, unread, passing: [], nearest: [] }
  }
  const ways = outcome.status < 400 || isFaulty(outcome) ? [] : waysFor(asked, outcome)
  return {
    request,
    status: outcome.status,
    because: reason(outcome, ways),
    steps: stepsOf(asked, outcome),
    unread,
    passing: ways.map(shown),
    nearest: routed === undefined ? nearest(operations(), asked.request.method, path) : [],
  }
}

function routeOf({ stations }: Outcome): Extract<Station, { station: 'route' }> | undefined {
  return stations.find((station) => station.station === 'route')
}

function namesIn(operation: string): string[] {
  return [...operation.matchAll(/[:*](\w+)/g)].map(([, name]) => name as string)
}

// No other world has the operation, or takes what is wrong with the parameters.
function isFaulty({ stations }: Outcome): boolean {
  return stations.some(
    (station) =>
      station.station === 'no-route' || (station.station === 'parameters' && station.messages.length > 0),
  )
}

function shown({ remedies, outcome }: Way): Passing {
  return {
    changes: remedies.map(({ kind, needs, has }) => ({ kind, needs, has })),
    status: outcome.status,
  }
}

function reason(outcome: Outcome, ways: readonly Way[]): string {
  const { status, stations } = outcome
  if (status < 400) return `nothing refused it`
  const unrouted = stations.find((station) => station.station === 'no-route')
  if (unrouted !== undefined)
    return unrouted.allowed.length === 0
      ? 'there is no such operation'
      : `the path takes ${unrouted.allowed.join(', ')}`
  const told = stations.find((station) => station.station === 'parameters')
  if (told !== undefined && told.messages.length > 0) return `parameters: ${told.messages.join(', ')}`
  const [way] = ways
  const missing = stations.find((station) => station.station === 'subject' && !station.found)
  if (way === undefined)
    return missing?.station === 'subject'
      ? `there is no ${label(missing.subject)} ${missing.token}`
      : `the operation refuses it: ${refusalText(outcome)}`
  const changes = way.remedies.map(({ needs, has }) => `${needs}, and ${has}`).join('; ')
  const hidden = status === 404 ? 'it is hidden from this caller, not missing: ' : ''
  return `${hidden}it takes ${changes}`
}

/** The text of a refusal, out of its JSON. */
export function refusalText({ status, body }: Pick<Outcome, 'status' | 'body'>): string {
  try {
    const { message, error, error_description: description } = JSON.parse(body)
    const said = description ?? message ?? error ?? status
    return typeof said === 'string' ? said : JSON.stringify(said)
  } catch {
    return body.trim() || String(status)
  }
}

function label(subject: string): string {
  return subject.replace(/[A-Z]/g, (letter, at: number) => `${at === 0 ? '' : ' '}${letter.toLowerCase()}`)
}

function stepsOf(asked: Asked, outcome: Outcome): Step[] {
  const steps = outcome.stations.flatMap((station) => stepOf(asked, outcome, station))
  const last = steps.at(-1)
  const refused = outcome.status >= 400
  const told =
    refused && last !== undefined ? [...steps.slice(0, -1), { ...last, outcome: 'refused' as const }] : steps
  const says = `${outcome.status} ${outcome.body === '' ? '' : refusalOrSize(outcome)}`.trim()
  return [...told, { station: 'reply', outcome: refused ? 'refused' : 'passed', says }]
}

function refusalOrSize(outcome: Outcome): string {
  return outcome.status < 400 ? `${outcome.body.length} characters` : refusalText(outcome)
}

function stepOf(asked: Asked, outcome: Outcome, station: Station): Step[] {
  const { world, request } = asked
  const step = (name: Step['station'], says: string): Step[] => [{ station: name, outcome: 'passed', says }]
  switch (station.station) {
    case 'route':
      return step('route', `${station.operation} (${station.summary})`)
    case 'no-route':
      return step('route', station.allowed.length === 0 ? 'none' : `takes ${station.allowed.join(', ')}`)
    case 'credential':
      return step('credential', credentialText(world, request, station))
    case 'sudo': {
      const { user, sudoBy } = outcome.caller ?? {}
      if (sudoBy !== undefined) return step('sudo', `@${sudoBy.username} acts as @${user?.username}`)
      return step('sudo', `asks to act as ${station.name}, which administrators may with the scope sudo`)
    }
    case 'parameters':
      return step('parameters', parametersText(station))
    case 'subject':
      return step('subject', subjectText(world, station, outcome))
    case 'ability':
      return isDecisive(outcome, station) ? step('ability', abilityText(asked, outcome, station)) : []
    case 'plan':
      return station.licensed || !isDecisive(outcome, station)
        ? []
        : step('plan', `needs ${station.least}, this is ${world.instance.require(1).tier}`)
    case 'handler':
      return step('handler', 'the operation itself')
    case 'setting':
      return []
    default:
      return station satisfies never
  }
}

// What handlers ask is mostly about what they show; before them every question decides.
function isDecisive({ stations, status }: Outcome, station: Station): boolean {
  const at = stations.indexOf(station)
  const handler = stations.findIndex(({ station: name }) => name === 'handler')
  if (handler < 0 || at < handler) return true
  return status >= 400 && stations.slice(at + 1).every(({ station: name }) => name === 'setting')
}

function parametersText({ values, messages }: Extract<Station, { station: 'parameters' }>): string {
  if (messages.length > 0) return messages.join(', ')
  const shown = Object.entries(values).map(([name, value]) => `${name}=${valueText(name, value)}`)
  return shown.join(', ') || 'none'
}

/** What is a secret of variables and keys alone, and is not needed to tell why. */
const UNTOLD = /key$|^value$/i
const LONGEST = 60

function valueText(name: string, value: unknown): string {
  if (isUntold(name)) return '[redacted]'
  const text = JSON.stringify(value, (inner: string, held: unknown) =>
    inner !== '' && (isUntold(inner) || isSecretName(`${name}.${inner}`))
      ? '[redacted]'
      : held instanceof Uint8Array
        ? `${held.length} bytes`
        : held,
  )
  return text !== undefined && text.length > LONGEST ? `${beginningOf(text, LONGEST)}…` : String(text)
}

function isUntold(name: string): boolean {
  return isSecretName(name) || UNTOLD.test(name)
}

function subjectText(
  world: World,
  station: Extract<Station, { station: 'subject' }>,
  outcome: Outcome,
): string {
  const { subject, token, found } = station
  const [place] = placesOf(world, [station])
  const named = `${label(subject)} ${token}`
  if (place === undefined) return found ? named : `${named} was not found`
  const { fullPath, visibility } = place.row
  const who = outcome.caller?.user === undefined ? 'anonymous callers' : `@${outcome.caller.user.username}`
  return found ? `${named}: ${fullPath}` : `${named}: ${fullPath} is ${visibility}, and hidden from ${who}`
}

function abilityText(
  asked: Asked,
  outcome: Outcome,
  station: Extract<Station, { station: 'ability' }>,
): string {
  const ability: Ability = abilities[station.ability as AbilityName]
  const { member, others, features, writes, setting, tier } = ability
  const [place] = placesOf(asked.world, [station])
  const user = outcome.caller?.user
  const had =
    place === undefined || user === undefined
      ? 'nobody is signed in'
      : `@${user.username} has ${roleIn(asked, user, place)}`
  return [
    `${station.ability}: ${member}${others === undefined ? '' : ` or ${others}`}`,
    had,
    ...(features === undefined ? [] : [`feature ${features.join(' or ')}`]),
    ...(setting === undefined ? [] : [`setting ${setting}`]),
    ...(tier === undefined ? [] : [`plan ${tier}`]),
    ...(writes ? ['not while archived'] : []),
  ].join('; ')
}
