import { since, until } from '../lib/dialect.ts'
import { highestRole } from '../model/members/highest-role.ts'
import { mayCreateOwnProjects, mayCreateTopLevelGroups } from '../model/users/rights-to-create.ts'
import type { User } from '../model/users/user.ts'
import type { Situation } from '../policy/abilities.ts'
import { takesSeat } from '../policy/seats.ts'
import { licensed } from '../policy/tier.ts'
import { dayOf } from '../time/calendar.ts'
import { customAttributes } from './custom-attributes.ts'
import {
  constant,
  day,
  entity,
  type Field,
  type Fields,
  flag,
  integer,
  json,
  mapped,
  nullable,
  one,
  type Question,
  text,
  timestamp,
  type View,
  when,
} from './entity.ts'
import { userRefEntity } from './user-ref.ts'

type Plain = Fields<User>

// Asked one by one, so that one text serves all callers who get the same answers.
const isSignedIn = ({ caller: { user } }: Situation) => user !== undefined
const self: Question = { says: 'be', decide: ({ caller: { user } }, id) => user?.id === id }
const follow: Question = {
  says: 'follow',
  decide: ({ world, caller: { user } }, id) =>
    user !== undefined && world.followings.find('byFollower', user.id, id) !== undefined,
}

const profile: Fields<User> = {
  created_at: when(
    openProfile,
    timestamp((user) => user.createdAt),
  ),
  bio: text((user) => user.bio),
  location: text((user) => user.location),
  public_email: text((user) => user.publicEmail),
  skype: until(
    'users#later-skype',
    text<User>((user) => user.skype ?? ''),
  ),
  linkedin: text((user) => user.linkedin ?? ''),
  twitter: text((user) => user.twitter ?? ''),
  discord: since(
    'users#later-discord',
    text<User>((user) => user.discord ?? ''),
  ),
  website_url: text((user) => user.websiteUrl ?? ''),
  github: since(
    'users#later-github',
    text<User>((user) => user.github ?? ''),
  ),
  organization: text((user) => user.organization),
  job_title: text((user) => user.jobTitle),
  pronouns: nullable(text((user) => (user.pronouns ?? null) as string)),
  bot: flag((user) => user.bot),
  work_information: nullable(text((user) => workOf(user) as string)),
  followers: when(
    openProfile,
    integer(({ id }, { world }) => world.followings.by('byFollowed', id).count()),
  ),
  following: when(
    openProfile,
    integer(({ id }, { world }) => world.followings.by('byFollower', id).count()),
  ),
  is_followed: when(
    (user, view) => view.decide('be signed in', isSignedIn) && openProfile(user, view),
    flag(({ id }, { holds }) => holds(follow, id)),
  ),
  local_time: constant(null),
}

const account: Plain = {
  last_sign_in_at: constant(null),
  confirmed_at: timestamp((user) => user.createdAt),
  last_activity_on: nullable(day(({ id }, view) => (view.holds(self, id) ? dayOf(view.today) : null))),
  email: text((user) => user.email),
  theme_id: integer((user) => user.themeId ?? 1),
  color_scheme_id: integer((user) => user.colorSchemeId ?? 1),
  projects_limit: integer((user) => user.projectsLimit),
  current_sign_in_at: constant(null),
  identities: json({ type: 'array', items: { type: 'object' } }, ({ identities = [] }) =>
    identities.map(({ provider, externUid }) => ({
      provider,
      extern_uid: externUid,
      saml_provider_id: null,
    })),
  ),
  can_create_group: flag((user, { world }) => mayCreateTopLevelGroups(world, user)),
  can_create_project: flag((user, { world }) => mayCreateOwnProjects(world, user)),
  two_factor_enabled: constant(false),
  external: flag((user) => user.external),
  private_profile: flag((user) => user.privateProfile),
  commit_email: text((user) => user.email),
  preferred_language: since('users#later-preferred-language', constant<User>('en')),
  shared_runners_minutes_limit: nullable(integer(({ runnerMinutes }) => (runnerMinutes ?? null) as number)),
  extra_shared_runners_minutes_limit: nullable(
    integer(({ extraRunnerMinutes }) => (extraRunnerMinutes ?? null) as number),
  ),
  // Nobody signs in by SCIM here.
  scim_identities: since(
    'users#later-scim-identities',
    json<User>({ type: 'array', items: { type: 'object' } }, () => []),
  ),
}

const administration: Plain = {
  is_admin: flag((user) => user.admin),
  note: nullable(text((user) => (user.note ?? null) as string)),
  namespace_id: integer((user) => user.namespaceId),
  created_by: nullable(one(userRefEntity, ({ createdById }, { world }) => world.users.get(createdById ?? 0))),
  using_license_seat: flag((user, { world }) => takesSeat(world, user)),
  is_auditor: when(
    (_, { world }) => licensed(world, 'premium'),
    flag((user) => user.auditor === true),
  ),
  provisioned_by_group_id: when((_, { world }) => licensed(world, 'premium'), constant(null)),
  enterprise_group_id: since(
    'users#later-enterprise-group',
    when((_, { world }) => licensed(world, 'premium'), constant<User>(null)),
  ),
  enterprise_group_associated_at: since(
    'users#later-enterprise-group',
    when((_, { world }) => licensed(world, 'premium'), constant<User>(null)),
  ),
}

/** What only the page of a single user adds. Nobody signs in here, and no namespace has a subscription. */
const details: Plain = {
  highest_role: integer((user, { world }) => highestRole(world, user)),
  current_sign_in_ip: constant(null),
  last_sign_in_ip: constant(null),
  sign_in_count: constant(0),
  plan: constant(null),
  trial: constant(false),
}

const { web_url, ...named } = userRefEntity.fields

/** A user as a page or a list of users names them. */
const reference: Fields<User> = {
  ...named,
  custom_attributes: customAttributes((world, { id }: User) =>
    world.ownedAttributes.by('byOwner', 'user', id).list(),
  ),
  web_url: web_url as Field<User>,
}

/** A user with the profile; administrators see the account behind it. */
export const userEntity = entity<User>('User', {
  ...reference,
  ...profile,
  ...toAdministrators({ ...account, ...administration }),
})

/** A user on their own page (users#details). */
export const userDetailEntity = entity<User>('UserDetail', {
  ...reference,
  ...profile,
  ...toAdministrators({ ...account, ...administration, ...details }),
})

/** The caller's own account. */
export const ownUserEntity = entity<User>('OwnUser', {
  ...userRefEntity.fields,
  ...profile,
  ...account,
  ...toAdministrators(administration),
})

/** A user with the account, but without what only administrators see. */
export const publicAccountEntity = entity<User>('PublicAccount', {
  ...userRefEntity.fields,
  ...profile,
  ...account,
})

/** An account as administrators make it. */
export const accountEntity = entity<User>('Account', {
  ...userRefEntity.fields,
  ...profile,
  ...account,
  ...administration,
})

/** A user in the list of users: a reference, and everything to administrators. */
export const listedUserEntity = entity<User>('ListedUser', {
  ...reference,
  ...toAdministrators({ ...profile, ...account, ...administration }),
})

function toAdministrators(fields: Fields<User>): Fields<User> {
  return mapped(fields, (field) => when((_, view) => view.admin, field))
}

function openProfile({ id, privateProfile }: User, { admin, holds }: View): boolean {
  return admin || !privateProfile || holds(self, id)
}

function workOf({ jobTitle, organization }: User): string | null {
  if (jobTitle === '' || organization === '') return jobTitle + organization || null
  return `${jobTitle} at ${organization}`
}
