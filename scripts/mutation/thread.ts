import { Worker } from 'node:worker_threads'
import type { Answer, Outcome, Task, Told } from './worker.ts'

/** Nothing that a thread is asked takes as long without a sign of life, unless it never ends. */
const patience = { cover: 600_000, try: 90_000 } as const

/** A worker that is put down and replaced when it hangs or dies of what it tries. */
export class Thread {
  readonly #told: Told
  #worker: Worker | undefined

  constructor(told: Told) {
    this.#told = told
  }

  /** Does a task; `heard` is told of everything said before the end. */
  perform(task: Task, heard: (answer: Answer) => void = () => undefined): Promise<Outcome> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve) => {
      const end = (outcome: Outcome, kill: boolean) => {
        clearTimeout(timer)
        worker.off('message', hear).off('error', crash)
        if (kill) {
          // What it still does no longer concerns anybody.
          worker.on('error', () => undefined)
          this.#worker = undefined
          void worker.terminate()
        }
        resolve(outcome)
      }
      let at: string | undefined
      const where = () => (at === undefined ? {} : { at })
      const late = () =>
        end({ by: 'time', why: `no sign of life from ${at ?? 'the start'}`, ...where() }, true)
      let timer = setTimeout(late, patience[task.kind])
      const hear = (answer: Answer) => {
        clearTimeout(timer)
        timer = setTimeout(late, patience[task.kind])
        if (answer.kind === 'alive') at = answer.at ?? at
        if (answer.kind !== 'done') return heard(answer)
        const { kind: _, ...outcome } = answer
        end(outcome, false)
      }
      const crash = (problem: unknown) => end({ by: 'a crash', why: String(problem), ...where() }, true)
      worker.on('message', hear).on('error', crash)
      worker.postMessage(task)
    })
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  #start(): Worker {
    return new Worker(new URL('./worker.js', import.meta.url), {
      workerData: this.#told,
      resourceLimits: { maxOldGenerationSizeMb: 2000 },
      stdout: true,
      stderr: true,
    })
  }
}
