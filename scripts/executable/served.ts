import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A server that was started, and where it says that it serves. */
export interface Served {
  readonly url: string
  readonly pid: number
  /** Ends it, or a process that it waits for, as a service manager does. Throws where that is no end with status 0. */
  stop(pid?: number): Promise<void>
}

/** Starts a program that serves; resolves when it tells where. */
export async function served(
  program: string,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
): Promise<Served> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const url = await addressIn(child)
    const own = child.pid as number
    return { url, pid: own, stop: (pid = own) => stopped(pid, ended) }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

// What follows the address is read all the same, so that the log of the server never waits.
function addressIn(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const [, url] = /(http:\/\/127\.0\.0\.1:\d+)(?=[\s"])/.exec(printed) ?? []
      if (url !== undefined) resolve(url)
    })
    child.on('error', reject)
    child.on('exit', () => reject(new Error(`it ended without an address: ${printed}`)))
  })
}

async function stopped(pid: number, ended: Promise<unknown[]>): Promise<void> {
  process.kill(pid, 'SIGTERM')
  const [status, signal] = await ended
  if (status !== 0) throw new Error(`it ended with ${status ?? signal} after SIGTERM`)
}
