import { isReleased } from '../../model/installation/released.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { World } from '../../model/world.ts'

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789_-'

/** Draws random text, which clients cannot guess and the seed repeats. */
export type DrawText = (alphabet: string, length: number) => string

/** A runner registration token, of a project or a group. */
export function runnersToken(drawText: DrawText): string {
  return `GR1348941${drawText(LETTERS, 20)}`
}

const DIGITS_AND_LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz'

/** A personal access token, with the prefix that the instance sets; from 18.0 on with a part that leads to the instance. */
export function personalToken(world: World, drawText: DrawText): string {
  const prefix = settingInForce(world, 'personal_access_token_prefix') ?? ''
  return isReleased(world, 'access-tokens#later-routable')
    ? `${prefix}${drawText(LETTERS, 27)}.01.${drawText(DIGITS_AND_LETTERS, 9)}`
    : `${prefix}${drawText(LETTERS, 20)}`
}

/** The id that the notes of a discussion share. */
export function discussionId(drawText: DrawText): string {
  return drawText('0123456789abcdef', 40)
}

/** The authentication token of a runner. */
export function runnerToken(drawText: DrawText): string {
  return drawText(LETTERS, 20)
}

/** The same of a runner that registers with a registration token. */
export function registeredToken(world: World, drawText: DrawText): string {
  return `${isReleased(world, 'runners#later-token') ? 'glrtr-' : ''}${runnerToken(drawText)}`
}

/** The token of a running job. */
export function jobToken(world: World, drawText: DrawText): string {
  return `${isReleased(world, 'jobs#later-token') ? 'glcbt-' : ''}${drawText(LETTERS, 20)}`
}

/** A deploy token, with which machines download packages and images. */
export function deployToken(world: World, drawText: DrawText): string {
  return `${isReleased(world, 'access-tokens#later-deploy-token') ? 'gldt-' : ''}${drawText(LETTERS, 20)}`
}

/** A pipeline trigger token. */
export function triggerToken(drawText: DrawText): string {
  return `glptt-${drawText('0123456789abcdef', 40)}`
}

/** The token of a cluster agent. */
export function agentToken(drawText: DrawText): string {
  return `glagent-${drawText(LETTERS, 50)}`
}
