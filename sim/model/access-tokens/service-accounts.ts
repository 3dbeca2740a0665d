import type { Instant } from '../../time/calendar.ts'
import { InvalidRow } from '../invalid-row.ts'
import type { ServiceOwner, User } from '../users/user.ts'
import { createUser, userDefaults, userFaults } from '../users/users.ts'
import type { World } from '../world.ts'

export interface ServiceValues {
  readonly name: string | undefined
  readonly username: string | undefined
  readonly email: string | undefined
}

/**
 * Creates a service account; a name, user name or address that is not given is made from the suffix. Throws
 * InvalidRow.
 */
export function createServiceAccount(
  world: World,
  owner: ServiceOwner,
  { name, username, email, suffix }: ServiceValues & { readonly suffix: string },
  author: User,
  now: Instant,
): User {
  const place = owner.source === 'instance' ? '' : `${owner.source}_${owner.id}_`
  const called = username ?? `service_account_${place}${suffix}`
  const address = email ?? `${called}@noreply.localhost`
  const user = createUser(
    world,
    {
      ...userDefaults(world, address),
      email: address,
      username: called,
      name: name ?? 'Service account user',
      password: undefined,
      admin: false,
      bio: '',
      location: '',
      organization: '',
      jobTitle: '',
      publicEmail: '',
    },
    author,
    now,
  )
  return world.users.put({ ...user, serviceOf: owner })
}

/** Throws InvalidRow. */
export function changeServiceAccount(world: World, user: User, values: ServiceValues): User {
  const { name = user.name, username = user.username, email = user.email } = values
  const changed = { ...user, name, username, email }
  const errors = userFaults(world, changed, undefined, user)
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
  return world.users.put(changed)
}

/** The service accounts of one owner, the latest first unless asked otherwise. */
export function serviceAccounts(world: World, { source, id }: ServiceOwner): User[] {
  return world.users.by('byService', source, id).list().reverse()
}
