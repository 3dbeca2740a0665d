import { sha256Hex } from '../../lib/hash.ts'
import { drawText } from '../../lib/random.ts'

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789_-'
const PREFIX = 'GR1348941'

/** The secret with which runners of the whole installation register. */
export function instanceRunnersToken(seed: number): string {
  return PREFIX + drawText(LETTERS, 20, seed, 0)
}

/** The same of a project. What requests draw counts upwards from 1, so a secret of a seeded world never comes again. */
export function projectRunnersToken(seed: number, projectId: number): string {
  return PREFIX + drawText(LETTERS, 20, seed, -projectId)
}

/** The same of a group. */
export function groupRunnersToken(groupId: number): string {
  return PREFIX + sha256Hex(`runners of group ${groupId}`).slice(0, 20)
}
