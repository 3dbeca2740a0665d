import type { Users } from '../arrange/throw-away-place.ts'
import { createClient, type Reply } from '../kit/client.ts'
import { numberIn, textIn } from '../kit/expect.ts'
import { again, Interrupted, Skipped } from '../kit/finding.ts'

import { signedIn, type Target, type Who } from '../targets/target.ts'
import type { StageUser } from './stage.ts'

interface Callers {
  /** The users behind the credentials. */
  readonly users: Users
  /** Callers whose credentials open nothing there. */
  readonly refused: readonly Who[]
  /** The target without the credentials of these: one that opens nothing counts as not given. */
  readonly target: Target
}

/** Finds out who calls. The credentials of those that are meant to open nothing are not tried. */
export async function callersOf(target: Target): Promise<Callers> {
  const door = await again(() => target.open())
  const users: { [who in Who]?: StageUser } = {}
  const refused: Who[] = []
  for (const who of signedIn) {
    if (target.credentials[who] === undefined) continue
    const client = createClient({ door, origin: target.origin, credentials: target.credentials, as: who })
    const reply = await client.call('GET /user', {}, { mayFault: true }).catch(noCaller)
    if (reply?.status === 200) users[who] = userIn(reply)
    else if (reply?.status === 401) refused.push(who)
  }
  await again(() => door.close()).catch(noCaller)
  return { users, refused, target: refused.length === 0 ? target : without(target, refused) }
}

function userIn(reply: Reply): StageUser {
  const row = reply.row()
  const [username, name] = [textIn(row, 'username'), textIn(row, 'name')]
  const kind = { admin: row.is_admin === true, external: row.external === true }
  return { id: numberIn(row, 'id'), username, name, ...kind }
}

function without(target: Target, refused: readonly string[]): Target {
  const credentials = Object.entries(target.credentials).filter(([who]) => !refused.includes(who))
  return { ...target, credentials: Object.fromEntries(credentials) }
}

// Whose first call something else answers, or nobody, is not there.
function noCaller(problem: unknown): undefined {
  if (problem instanceof Skipped || problem instanceof Interrupted) return undefined
  throw problem
}
