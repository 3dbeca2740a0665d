import type { Invitation } from '../arrange/throw-away-place.ts'
import type { Call, Client } from '../kit/client.ts'
import type { Credentials, Door, Who } from '../targets/target.ts'
import { expectArranged } from './stage.ts'

/**
 * The members of a throw-away place, each of whom is invited when a check first speaks of them, since most speak of the owner
 * alone. To a check it is as if all were there from the beginning.
 */
export interface Invitations {
  /** These are invited through a client on a door of its own. */
  expect(invitations: readonly Invitation[], client: Client): void
  /** Before the next call they are a member. */
  mention(who: Who): void
  /** Nothing passes before those are members who were spoken of, or whose token it carries. */
  through(door: Door): Door
  /** Invites all that are left. */
  all(): Promise<void>
  /** Told of each call. */
  readonly listeners: Set<(call: Call) => void>
}

/** What shows people, or is decided by who they are. */
const PEOPLE = /members|users|participants|events|approv|scope=user/

export function createInvitations(credentials: Credentials): Invitations {
  const waiting = new Map<Who, () => Promise<void>>()
  const listeners = new Set<(call: Call) => void>()
  let underway: Promise<unknown> = Promise.resolve()

  function mention(who: Who): void {
    const member = who === 'impersonation' ? 'developer' : who
    const invite = waiting.get(member)
    if (invite === undefined) return
    waiting.delete(member)
    underway = underway.then(invite)
    // Whoever calls next is told.
    underway.catch(() => undefined)
  }

  function spokenOf(text: string): readonly Who[] {
    if (PEOPLE.test(text)) return [...waiting.keys()]
    const tokens = Object.entries(credentials) as [Who, { readonly token: string }][]
    return tokens.flatMap(([who, { token }]) => (text.includes(token) ? [who] : []))
  }

  return {
    listeners,
    mention,
    expect: (invitations, client) => {
      for (const { who, operation, params } of invitations)
        waiting.set(who, async () => {
          const reply = await client.call(operation, params, { as: 'owner' })
          const call = client.journal.at(-1)
          if (call !== undefined) for (const listener of listeners) listener(call)
          expectArranged(reply)
        })
    },
    through: (door) => ({
      ...door,
      send: async (request) => {
        if (waiting.size > 0) {
          const { url, headers, body } = request
          const texts = [url, ...Object.values(headers), typeof body === 'string' ? body : '']
          for (const who of spokenOf(texts.join('\n'))) mention(who)
        }
        await underway
        return door.send(request)
      },
    }),
    all: async () => {
      for (const who of [...waiting.keys()]) mention(who)
      await underway
    },
  }
}
