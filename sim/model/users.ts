import type { Instant } from '../time/calendar.ts'
import { recordAudit } from './audit-log.ts'
import { type Errors, InvalidRow } from './invalid-row.ts'
import { BLANK, namespacePathErrors, namespaceTaken, TAKEN, tooLong } from './names.ts'
import { hashed } from './password.ts'
import type { User } from './user.ts'
import { nextId, type World } from './world.ts'

export interface NewUser {
  readonly email: string
  readonly username: string
  readonly name: string
  /** Undefined when the service makes one up. */
  readonly password: string | undefined
  readonly admin: boolean
  readonly external: boolean
  readonly privateProfile: boolean
  readonly bio: string
  readonly location: string
  readonly organization: string
  readonly jobTitle: string
  readonly publicEmail: string
  readonly projectsLimit: number
}

const SHORTEST_PASSWORD = 8

/** Creates a user with a namespace of the same name, as an administrator does. Throws InvalidRow. */
export function createUser(world: World, { password, ...given }: NewUser, author: User, now: Instant): User {
  const errors = faultsOf(world, given, password)
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
  // Namespaces of groups and users are counted together.
  const namespaceId = nextId(world, 'groups')
  const id = nextId(world, 'users')
  const user = world.users.insert({
    id,
    ...given,
    state: 'active',
    bot: false,
    namespaceId,
    hashedPassword: password === undefined ? null : hashed(password),
    createdAt: now,
  })
  recordAudit(world, { author, scope: { user }, change: { add: 'user' } }, now)
  return user
}

function faultsOf(world: World, user: Omit<NewUser, 'password'>, password: string | undefined): Errors {
  const { email, username, name } = user
  const errors: { [attribute: string]: string[] } = {}
  const add = (attribute: string, texts: string[]) => {
    if (texts.length > 0) errors[attribute] = texts
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) add('email', [email === '' ? BLANK : 'is invalid'])
  else if (world.users.find('byEmail', email.toLowerCase()) !== undefined) add('email', [TAKEN])
  if (password !== undefined && password.length < SHORTEST_PASSWORD)
    add('password', [`is too short (minimum is ${SHORTEST_PASSWORD} characters)`])
  add('name', name.trim() === '' ? [BLANK] : name.length > 255 ? [tooLong(255)] : [])
  const wrong = namespacePathErrors(username)
  add('username', wrong.length === 0 && namespaceTaken(world, username) ? [TAKEN] : wrong)
  if (user.projectsLimit < 0) add('projects_limit', ['must be greater than or equal to 0'])
  return errors
}
