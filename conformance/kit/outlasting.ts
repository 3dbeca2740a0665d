/** A call as operations and requests name it. */
interface Named {
  readonly method: string
  /** Below `/api/v4`. */
  readonly path: string
}

/**
 * True for what changes something that no throw-away group or project takes with it: accounts and their tokens, or the
 * installation. Such calls are made only where the target can go back, or where what they change is put back at once
 * (`restorable`): nobody's own token may be revoked because it was at hand. SSH keys are an exception, since what the
 * suite adds it removes, `--clean` included.
 */
export function outlasts({ method, path }: Named): boolean {
  return method !== 'GET' && method !== 'HEAD' && !THROWN_AWAY.test(path) && !CHANGES_NOTHING.test(path)
}

const THROWN_AWAY =
  /^\/(?:projects|groups|suggestions|runners|jobs|bulk_imports|import|packages|security|user\/keys)(?:[/?#]|$)/
const CHANGES_NOTHING = /^\/(?:markdown|ci\/lint)(?:[/?#]|$)/

/** Records of the installation and of accounts that are read and written under one path, so that they can be put back. */
const restorablePaths = [
  '/application/settings',
  '/application/plan_limits',
  '/user/preferences',
  '/user/status',
] as const
export type RestorablePath = (typeof restorablePaths)[number]

/** The record that a call may change and that can be put back; undefined for every other call. */
export function restorable({ path }: Pick<Named, 'path'>): RestorablePath | undefined {
  const [plain] = path.split('?')
  return restorablePaths.find((record) => record === plain)
}
