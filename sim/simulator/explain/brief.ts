import type { Exchange } from '../../control/exchanges.ts'
import { withoutSecrets } from '../../lib/secrets.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import { type Ability, type AbilityName, abilities } from '../../policy/abilities.ts'
import { type Asked, attempt, type Outcome } from './attempt.ts'
import { refusalText } from './explain.ts'
import { interception } from './interception.ts'
import { placesOf } from './places.ts'
import { roleIn } from './remedies.ts'

/**
 * Why a request was refused, in a few words, for a line of a log: `needs maintainer, carol is developer`. It serves the
 * request once more, unless something else answered it, and tries nothing else. Undefined where it was not refused.
 */
export function briefly(exchange: Exchange, again: () => Asked): string | undefined {
  const intercepted = interception(exchange)
  if (intercepted !== undefined) return intercepted.says
  const asked = again()
  const outcome = attempt(asked)
  if (outcome.status < 400) return undefined
  return withoutSecrets(ofAbility(asked, outcome) ?? ofSubject(asked, outcome) ?? refusalText(outcome))
}

function ofAbility(asked: Asked, outcome: Outcome): string | undefined {
  const last = outcome.stations.findLast(({ station }) => station !== 'setting' && station !== 'plan')
  if (last?.station !== 'ability' || last.allowed) return undefined
  const { member }: Ability = abilities[last.ability as AbilityName]
  const [place] = placesOf(asked.world, [last])
  const user = outcome.caller?.user
  if (place === undefined) return undefined
  if (user === undefined) return `needs ${member}, nobody is signed in`
  const role = roleIn(asked, user, place)
  if (accessLevels[role] >= accessLevels[member]) return `${last.ability} is switched off or archived`
  return `needs ${member}, ${user.username} ${role === 'none' ? 'has no role' : `is ${role}`}`
}

function ofSubject({ world }: Asked, { stations, caller }: Outcome): string | undefined {
  const missing = stations.find((station) => station.station === 'subject' && !station.found)
  if (missing?.station !== 'subject') return undefined
  const [place] = placesOf(world, [missing])
  if (place === undefined) return undefined
  return `${place.row.fullPath} is hidden from ${caller?.user?.username ?? 'anonymous callers'}`
}
