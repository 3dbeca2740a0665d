import type { Users } from '../arrange/throw-away-place.ts'
import { createClient, type Reply } from '../kit/client.ts'
import { numberIn, textIn } from '../kit/expect.ts'
import { again, Interrupted, Skipped } from '../kit/finding.ts'

import { signedIn, type Target, type Who } from '../targets/target.ts'
import type { StageUser } from './stage.ts'

interface Callers {
  /** The users behind the credentials. */
  readonly users: Users
  /** Callers whose credentials open nothing there, with the status of the refusal. */
  readonly refused: Refused
  /** Callers whose credentials are of a user who cannot stand for them, and whose they are. */
  readonly misnamed: Misnamed
  /** The target without the credentials of these, which count as not given. */
  readonly target: Target
}

/** By caller: `an administrator's`, or `the maintainer's, too`. */
export type Misnamed = { readonly [who in Who]?: string }

/** By caller: 401, or 403 for a user who is blocked or has not accepted the terms, and for a token without the scope. */
export type Refused = { readonly [who in Who]?: number }

/** Finds out who calls. The credentials of those that are meant to open nothing are not tried. */
export async function callersOf(target: Target): Promise<Callers> {
  const door = await again(() => target.open())
  const users: { [who in Who]?: StageUser } = {}
  const refused: { [who in Who]?: number } = {}
  const misnamed: { [who in Who]?: string } = {}
  for (const who of signedIn) {
    if (target.credentials[who] === undefined) continue
    const client = createClient({ door, origin: target.origin, credentials: target.credentials, as: who })
    const reply = await client.call('GET /user', {}, { mayFault: true }).catch(noCaller)
    if (reply?.status === 401 || reply?.status === 403) refused[who] = reply.status
    if (reply?.status !== 200) continue
    const user = userIn(reply)
    const wrong = target.mode === 'read' ? wronglyCalled(who, user, users) : uninvitable(who, user, users)
    if (wrong === undefined) users[who] = user
    else misnamed[who] = wrong
  }
  await again(() => door.close()).catch(noCaller)
  const uncounted = Object.keys({ ...refused, ...misnamed })
  return { users, refused, misnamed, target: uncounted.length === 0 ? target : without(target, uncounted) }
}

/**
 * Whose credential it is, where that user tells nothing of the role: an administrator may more, one user has one role, and
 * everybody but external users sees what is internal.
 */
function wronglyCalled(who: Who, { id, admin, external }: StageUser, users: Users): string | undefined {
  if (who === 'admin' || who === 'owner') return undefined
  if (admin) return "an administrator's"
  if (who === 'stranger' && external) return "an external user's"
  const other = signedIn.find((one) => users[one]?.id === id)
  return other === undefined ? undefined : `the ${other}'s, too`
}

/** The bot of a token of a project or group is a member there and nowhere else (members#bots), so it joins no new place. */
function uninvitable(who: Who, user: StageUser, users: Users): string | undefined {
  const wrong = wronglyCalled(who, user, users)
  const joins = who !== 'owner' && who !== 'admin' && who !== 'stranger'
  return wrong === undefined && joins && /^(?:project|group)_\d+_bot/.test(user.username)
    ? 'an access token of a project or group'
    : wrong
}

function userIn(reply: Reply): StageUser {
  const row = reply.row()
  const [username, name] = [textIn(row, 'username'), textIn(row, 'name')]
  const kind = { admin: row.is_admin === true, external: row.external === true }
  return { id: numberIn(row, 'id'), username, name, ...kind }
}

function without(target: Target, callers: readonly string[]): Target {
  const credentials = Object.entries(target.credentials).filter(([who]) => !callers.includes(who))
  return { ...target, credentials: Object.fromEntries(credentials) }
}

// Whose first call something else answers, or nobody, is not there.
function noCaller(problem: unknown): undefined {
  if (problem instanceof Skipped || problem instanceof Interrupted) return undefined
  throw problem
}
