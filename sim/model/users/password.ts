import { sha256Hex } from '../../lib/hash.ts'
import type { User } from './user.ts'

/** The hash of a password. */
export function hashPassword(password: string): string {
  return sha256Hex(password)
}

/** True when it is the user's password: `USERNAME-password`, unless the user was created with another one. */
export function passwordMatches({ username, hashedPassword }: User, password: string): boolean {
  return hashedPassword === undefined
    ? password === `${username}-password`
    : hashedPassword === hashPassword(password)
}
