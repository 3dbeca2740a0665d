const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789_-'

/** Draws random text, which clients cannot guess and the seed repeats. */
export type DrawText = (alphabet: string, length: number) => string

/** A runner registration token, of a project or a group. */
export function runnersToken(drawText: DrawText): string {
  return `GR1348941${drawText(LETTERS, 20)}`
}

/** A personal access token, with the prefix that the instance sets. */
export function personalToken(drawText: DrawText, prefix: string | null): string {
  return `${prefix ?? ''}${drawText(LETTERS, 20)}`
}

/** The id that the notes of a discussion share. */
export function discussionId(drawText: DrawText): string {
  return drawText('0123456789abcdef', 40)
}

/** The authentication token of a runner. */
export function runnerToken(drawText: DrawText): string {
  return drawText(LETTERS, 20)
}

/** The token of a running job. */
export function jobToken(drawText: DrawText): string {
  return drawText(LETTERS, 20)
}

/** A deploy token, with which machines download packages and images. */
export function deployToken(drawText: DrawText): string {
  return drawText(LETTERS, 20)
}

/** A pipeline trigger token. */
export function triggerToken(drawText: DrawText): string {
  return `glptt-${drawText('0123456789abcdef', 40)}`
}

/** The token of a cluster agent. */
export function agentToken(drawText: DrawText): string {
  return `glagent-${drawText(LETTERS, 50)}`
}
