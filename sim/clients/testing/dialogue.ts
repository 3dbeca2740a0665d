import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { bare } from './run.ts'

/** A server of the Model Context Protocol that is spoken to over its standard streams: a line of JSON a message. */
export interface Dialogue {
  /** Calls a method; throws what the server says is wrong. */
  ask(method: string, params?: object): Promise<unknown>
  tell(method: string): void
  end(): Promise<void>
}

interface Answer {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

export function dialogue(program: string, env: { readonly [name: string]: string }): Dialogue {
  const child = spawn(process.execPath, [program], { env: { ...bare, ...env } })
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer
    waiting.get(answer.id ?? 0)?.(answer)
  })
  const ended = end(child)
  void ended.then(() => {
    for (const resolve of waiting.values()) resolve({ error: { message: `it ended: ${said}` } })
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  return {
    async ask(method, params = {}) {
      last += 1
      const id = last
      const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve))
      send({ id, method, params })
      const { result, error } = await answer
      waiting.delete(id)
      if (error !== undefined) throw new Error(error.message)
      return result
    },
    tell: (method) => void send({ method }),
    async end() {
      child.kill()
      await ended
    },
  }
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.on('close', () => resolve()))
}
