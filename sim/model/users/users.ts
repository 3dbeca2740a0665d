import { RE2JS } from 're2js'
import type { Instant } from '../../time/calendar.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import { licensed } from '../installation/tier.ts'
import { type Errors, InvalidRow } from '../invalid-row.ts'
import { BLANK, isLonger, namespacePathErrors, namespaceTaken, TAKEN, tooLong } from '../names.ts'
import { settingInForce } from '../settings/in-force.ts'
import { nextId, type World } from '../world.ts'
import { emailTaken } from './accounts.ts'
import { hashPassword } from './password.ts'
import type { User } from './user.ts'
import { isWeakPassword, WEAK_PASSWORD } from './weak-password.ts'

export interface NewUser extends UserValues {
  /** Undefined when the service makes one up. */
  readonly password: string | undefined
}

/** What an administrator says of an account. */
export interface UserValues {
  readonly email: string
  readonly username: string
  readonly name: string
  readonly admin: boolean
  readonly auditor?: boolean
  readonly external: boolean
  readonly privateProfile: boolean
  readonly bio: string
  readonly location: string
  readonly organization: string
  readonly jobTitle: string
  readonly publicEmail: string
  readonly projectsLimit: number
  readonly canCreateGroup: boolean
  readonly websiteUrl?: string
  readonly skype?: string
  readonly linkedin?: string
  readonly discord?: string
  readonly github?: string
  readonly twitter?: string
  readonly pronouns?: string
  readonly note?: string
  readonly themeId?: number
  readonly colorSchemeId?: number
}

/** The defaults of the installation for new users (settings#new-user-defaults). */
export function userDefaults(world: World, email: string) {
  const internal = settingInForce(world, 'user_default_internal_regex')
  return {
    external: settingInForce(world, 'user_default_external') && !(internal && fits(internal, email)),
    privateProfile: settingInForce(world, 'user_defaults_to_private_profile'),
    projectsLimit: settingInForce(world, 'default_projects_limit') ?? 0,
    canCreateGroup: settingInForce(world, 'can_create_group'),
  }
}

/**
 * What external users have: no projects and groups of their own, whatever is said. Somebody who is external no more gets
 * the defaults back, unless it is said otherwise (users#external).
 */
export function externalRights(
  world: World,
  before: Pick<UserValues, 'external'>,
  given: Partial<UserValues>,
): Partial<UserValues> {
  const { external = before.external } = given
  if (external === before.external) return {}
  if (external) return { projectsLimit: 0, canCreateGroup: false }
  const { projectsLimit, canCreateGroup } = userDefaults(world, '')
  return { projectsLimit, canCreateGroup, ...given }
}

function fits(pattern: string, email: string): boolean {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matcher(email).find()
  } catch {
    return false
  }
}

/** Creates a user with a namespace of the same name, as an administrator does. Throws InvalidRow. */
export function createUser(world: World, { password, ...given }: NewUser, author: User, now: Instant): User {
  const errors = userFaults(world, given, password)
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
  // Namespaces of groups and users are counted together.
  const namespaceId = nextId(world, 'groups')
  const id = nextId(world, 'users')
  const user = world.users.insert({
    id,
    ...given,
    ...externalRights(world, { external: false }, given),
    state: 'active',
    bot: false,
    namespaceId,
    createdById: author.id,
    hashedPassword: password === undefined ? null : hashPassword(password),
    createdAt: now,
  })
  recordAudit(world, { author, scope: { user }, change: { add: 'user' } }, now)
  return user
}

const THEMES = 11
const COLOR_SCHEMES = 6

/** What is wrong with an account; `self` is the one that is being changed. */
export function userFaults(
  world: World,
  user: Omit<UserValues, 'external' | 'privateProfile' | 'publicEmail' | 'canCreateGroup'>,
  password: string | undefined,
  self?: User,
): Errors {
  const { email, username, name } = user
  const errors: { [attribute: string]: string[] } = {}
  const add = (attribute: string, texts: string[]) => {
    if (texts.length > 0) errors[attribute] = texts
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) add('email', [email === '' ? BLANK : 'is invalid'])
  else if (emailTaken(world, email, self)) add('email', [TAKEN])
  if (password !== undefined) add('password', passwordTexts(world, password, user))
  add('name', name.trim() === '' ? [BLANK] : isLonger(name, 255) ? [tooLong(255)] : [])
  const wrong = namespacePathErrors(username)
  const kept = self !== undefined && self.username.toLowerCase() === username.toLowerCase()
  add('username', wrong.length === 0 && !kept && namespaceTaken(world, username) ? [TAKEN] : wrong)
  if (user.auditor && !licensed(world, 'premium'))
    add('auditor', ['user cannot be created without the "GitLab_Auditor_User" addon'])
  if (user.auditor && user.admin) add('admin', ['user cannot also be an Auditor.'])
  if (isLonger(user.bio, 255)) add('bio', [tooLong(255)])
  if (user.themeId !== undefined && !(user.themeId >= 1 && user.themeId <= THEMES))
    add('theme_id', [`${user.themeId} is not a valid theme`])
  if (user.colorSchemeId !== undefined && !(user.colorSchemeId >= 1 && user.colorSchemeId <= COLOR_SCHEMES))
    add('color_scheme_id', [`${user.colorSchemeId} is not a valid color scheme`])
  if (user.projectsLimit < 0) add('projects_limit', ['must be greater than or equal to 0'])
  return errors
}

const ingredients = [
  ['password_number_required', /\p{N}/u, 'number'],
  ['password_lowercase_required', /\p{Ll}/u, 'lowercase letter'],
  ['password_uppercase_required', /\p{Lu}/u, 'uppercase letter'],
  ['password_symbol_required', /[^\p{L}\p{N}\s]/u, 'symbol character'],
] as const

function passwordTexts(
  world: World,
  password: string,
  user: Pick<User, 'name' | 'username' | 'email'>,
): string[] {
  const shortest = settingInForce(world, 'minimum_password_length')
  const short = password.length < shortest ? [`is too short (minimum is ${shortest} characters)`] : []
  const lacking = ingredients.filter(([name, has]) => settingInForce(world, name) && !has.test(password))
  const weak = isWeakPassword(password, user) ? [WEAK_PASSWORD] : []
  return [...short, ...weak, ...lacking.map(([, , what]) => `requires at least one ${what}`)]
}
