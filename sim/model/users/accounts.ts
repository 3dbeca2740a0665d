import { pgpFingerprint } from '../../lib/pgp-key.ts'
import type { Instant } from '../../time/calendar.ts'
import { InvalidRow } from '../invalid-row.ts'
import { BLANK, TAKEN } from '../names.ts'
import { nextId, type World } from '../world.ts'
import type { Email, GpgKey } from './account.ts'
import type { User } from './user.ts'

/** Adds an email address to a user. Throws InvalidRow. */
export function addEmail(world: World, user: User, text: string, confirmed: boolean, now: Instant): Email {
  const email = text.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new InvalidRow({ email: email === '' ? [BLANK, 'is invalid'] : ['is invalid'] })
  if (emailTaken(world, email)) throw new InvalidRow({ email: [TAKEN] })
  const id = nextId(world, 'emails')
  return world.emails.insert({
    id,
    userId: user.id,
    email,
    confirmedAt: confirmed ? now : null,
    createdAt: now,
  })
}

/** Whose address it is: the first one of an account, or a further one that is confirmed. */
export function userOfEmail(world: World, email: string): User | undefined {
  const address = email.toLowerCase()
  const further = world.emails.find('byEmail', address)
  const owner = further?.confirmedAt == null ? undefined : world.users.get(further.userId)
  return world.users.find('byEmail', address) ?? owner
}

/** True when the address is that of anybody, the first one or a further one. */
export function emailTaken(world: World, email: string, self?: User): boolean {
  const own = world.users.find('byEmail', email.toLowerCase())
  if (own !== undefined && own.id !== self?.id) return true
  const further = world.emails.find('byEmail', email.toLowerCase())
  return further !== undefined && further.userId !== self?.id
}

/** The user with an address, the first one or a further one that is confirmed. */
export function userByEmail(world: World, email: string): User | undefined {
  const own = world.users.find('byEmail', email.toLowerCase())
  if (own !== undefined) return own
  const further = world.emails.find('byEmail', email.toLowerCase())
  return further?.confirmedAt == null ? undefined : world.users.get(further.userId)
}

/** Gives a user a key to sign with. Throws InvalidRow. */
export function addGpgKey(world: World, user: User, key: string, now: Instant): GpgKey {
  const fingerprint = pgpFingerprint(key)
  if (fingerprint === undefined)
    throw new InvalidRow({
      key: [
        "is invalid. A valid public GPG key begins with '-----BEGIN PGP PUBLIC KEY BLOCK-----' and ends with '-----END PGP PUBLIC KEY BLOCK-----'",
      ],
      fingerprint: [BLANK],
      primary_keyid: [BLANK],
    })
  if (world.gpgKeys.find('byFingerprint', fingerprint) !== undefined)
    throw new InvalidRow({ fingerprint: [TAKEN], primary_keyid: [TAKEN] })
  const id = nextId(world, 'gpgKeys')
  return world.gpgKeys.insert({ id, userId: user.id, key: key.trim(), fingerprint, createdAt: now })
}

/** Follows or unfollows a user. False when nothing changes. */
export function changeFollowing(world: World, follower: User, followed: User, follows: boolean): boolean {
  const known = world.followings.find('byFollower', follower.id, followed.id)
  if ((known !== undefined) === follows || follower.id === followed.id) return false
  if (known === undefined)
    world.followings.insert({
      id: nextId(world, 'followings'),
      followerId: follower.id,
      followedId: followed.id,
    })
  else world.followings.delete(known.id)
  return true
}
