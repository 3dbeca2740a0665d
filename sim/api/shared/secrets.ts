const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789_-'

/** How a handler draws text that nobody can guess and that the seed repeats. */
export type DrawText = (alphabet: string, length: number) => string

/** The secret with which runners register, of a project or a group. */
export function runnersToken(drawText: DrawText): string {
  return `GR1348941${drawText(LETTERS, 20)}`
}

/** The value of a personal access token, with what the installation lets all of them begin with. */
export function personalToken(drawText: DrawText, prefix: string | null): string {
  return `${prefix ?? ''}${drawText(LETTERS, 20)}`
}

/** The number under which the notes of a discussion belong together. */
export function discussionId(drawText: DrawText): string {
  return drawText('0123456789abcdef', 40)
}

/** What a runner signs in with. */
export function runnerToken(drawText: DrawText): string {
  return drawText(LETTERS, 20)
}

/** What a job signs in with while it runs. */
export function jobToken(drawText: DrawText): string {
  return drawText(LETTERS, 20)
}

/** What machines fetch packages and images with. */
export function deployToken(drawText: DrawText): string {
  return drawText(LETTERS, 20)
}

/** What starts pipelines from outside. */
export function triggerToken(drawText: DrawText): string {
  return `glptt-${drawText('0123456789abcdef', 40)}`
}

/** What the agent of a cluster signs in with. */
export function agentToken(drawText: DrawText): string {
  return `glagent-${drawText(LETTERS, 50)}`
}
