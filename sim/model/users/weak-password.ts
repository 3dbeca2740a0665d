import type { User } from './user.ts'

export const WEAK_PASSWORD = 'must not contain commonly used combinations of words and letters'

/** Words that are in no password. */
const forbidden = ['gitlab', 'devops']
/** What is shorter may stand in a password by chance, and so may anything in one that is longer than this. */
const SHORTEST_PART = 4
const LONGEST_SEARCHED = 63
/** The commonest of those that became known; the service knows 4,500. */
const common = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword
   12345678 123456789 1234567890 87654321 987654321 11111111 00000000 88888888 12341234 123123123
   qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 asdfghjk asdfghjkl zxcvbnm1 1qaz2wsx 1q2w3e4r 1q2w3e4r5t
   q1w2e3r4 abcd1234 abc12345 abcdefgh a1b2c3d4 aaaaaaaa letmein1 welcome1 changeme admin123 administrator
   iloveyou princess sunshine football baseball superman trustno1 whatever computer starwars michelle jennifer`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** True for a password that is easily guessed: a common one, or one that has a part of what is known of its user. */
export function isWeakPassword(
  password: string,
  { name, username, email }: Pick<User, 'name' | 'username' | 'email'>,
): boolean {
  const lower = password.toLowerCase()
  if (common.has(lower)) return true
  if (lower.length > LONGEST_SEARCHED) return false
  const known = [name, ...name.split(/\s+/), username, email, ...email.split('@')]
  const parts = known.map((part) => part.toLowerCase()).filter((part) => part.length >= SHORTEST_PART)
  return [...forbidden, ...parts].some((part) => lower.includes(part))
}
