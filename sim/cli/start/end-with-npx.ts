/** How often a look at the parent is taken; nobody waits for it. */
const LOOK_MS = 200

/**
 * npx has a shell between itself and this process. A signal that is sent to npx ends the shell, which hands it on to
 * nobody: this process then takes it for its own. Under anything else than npx a parent may go its way.
 */
export function endWithNpx({
  npm_lifecycle_event: event,
  npm_lifecycle_script: script,
}: NodeJS.ProcessEnv): void {
  if (event !== 'npx' || !/^['"]?forgery['"]?(?:\s|$)/.test(script ?? '')) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  looking.unref()
}
