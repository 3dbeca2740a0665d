import type { Deployment, Fields } from './deployment.ts'
import { filled, numberOf, textOf } from './fields.ts'

const roles: { readonly [level: number]: string } = {
  5: 'minimal',
  10: 'guest',
  20: 'reporter',
  30: 'developer',
  40: 'maintainer',
  50: 'owner',
}

/** Everybody whom something that was read names. Each gets a token of the world's own; no credential is read. */
export class People {
  readonly #users = new Map<string, Fields>()
  readonly #byId = new Map<number, string>()

  /** The username of somebody, who is a user of the world from now on. */
  name(user: Fields | undefined): string | undefined {
    const username = textOf(user, 'username')
    if (user === undefined || username === undefined) return undefined
    if (!this.#users.has(username)) this.#users.set(username, user)
    const id = numberOf(user, 'id')
    if (id !== undefined) this.#byId.set(id, username)
    return username
  }

  names(users: readonly Fields[]): readonly string[] | undefined {
    const names = users.map((user) => this.name(user)).filter((name) => name !== undefined)
    return names.length === 0 ? undefined : names
  }

  /** The username of an id that was met before. */
  withId(id: number | undefined): string | undefined {
    return this.#byId.get(id ?? 0)
  }

  described(): readonly object[] {
    const rows = [...this.#users].map(([username, user]) =>
      filled({
        id: numberOf(user, 'id'),
        username,
        name: textOf(user, 'name'),
        state: textOf(user, 'state') === 'active' ? undefined : textOf(user, 'state'),
        bot: /^(?:project|group)_\d+_bot/.test(username) ? true : undefined,
        createdAt: LONG_AGO,
        token: `${username}-token`,
      }),
    )
    return rows.sort((one, other) => (one.id ?? 0) - (other.id ?? 0))
  }
}

/** When accounts were made is told to administrators alone; nothing that they did is older. */
const LONG_AGO = '2000-01-01T00:00:00Z'

/** The direct members of a project or group, but for whoever owns its namespace. */
export async function membersOf(
  deployment: Deployment,
  owner: string,
  people: People,
  besides?: string,
): Promise<readonly object[]> {
  const rows = await deployment.all(`${owner}/members`)
  return rows.flatMap((row) => {
    const role = roles[numberOf(row, 'access_level') ?? 0]
    const user = people.name(row)
    const expiresAt = textOf(row, 'expires_at')
    return role === undefined || user === undefined || user === besides
      ? []
      : [filled({ user, role, expiresAt })]
  })
}
