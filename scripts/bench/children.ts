import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The processes of a measurement. They end by themselves once they are disconnected. */
export class Children {
  readonly #started: ChildProcess[] = []

  /** Starts a module of this folder. */
  start(name: string, args: readonly string[] = [], execArgv: readonly string[] = []): ChildProcess {
    return this.startFile(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), args, execArgv)
  }

  startFile(file: string, args: readonly string[] = [], execArgv: readonly string[] = []): ChildProcess {
    const child = fork(file, args, { stdio: 'inherit', execArgv: [...execArgv] })
    this.#started.push(child)
    return child
  }

  end(): void {
    for (const child of this.#started) if (child.connected) child.disconnect()
  }
}

/** The next message of a process, after the one that is sent to it. Throws when it ends instead. */
export async function answered<T>(child: ChildProcess, message?: object | string): Promise<T> {
  const ended = new AbortController()
  const answer = once(child, 'message', { signal: ended.signal })
  const end = () => ended.abort()
  child.once('exit', end)
  if (message !== undefined) child.send(message)
  try {
    const [told] = (await answer) as [T]
    return told
  } catch (error) {
    if (!ended.signal.aborted) throw error
    throw new Error(`a measuring process ended with ${child.signalCode ?? `status ${child.exitCode}`}`)
  } finally {
    child.off('exit', end)
  }
}
