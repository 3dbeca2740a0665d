/** A call as operations and requests name it. */
interface Named {
  readonly method: string
  /** Below `/api/v4`. */
  readonly path: string
}

/**
 * True for what changes something that no throw-away group or project takes with it: accounts and their tokens, or the
 * installation. Such calls are made only where the target can go back: nobody's own token may be revoked because it was
 * at hand. SSH keys are an exception, since what the suite adds it removes, `--clean` included.
 */
export function outlasts({ method, path }: Named): boolean {
  return method !== 'GET' && method !== 'HEAD' && !THROWN_AWAY.test(path)
}

const THROWN_AWAY =
  /^\/(?:projects|groups|suggestions|runners|jobs|bulk_imports|import|packages|security|user\/keys)(?:[/?#]|$)/
