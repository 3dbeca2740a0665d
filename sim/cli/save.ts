import type { Simulator } from '../index.ts'
import { failed, systemReason } from './failure.ts'
import { replaceFile } from './output/replace-file.ts'

const EVERY_MS = 60_000

/** A file that has the world of a simulator while it runs and when it ends. */
export interface SavedFile {
  /** Writes it for the last time. Throws a CliFailure. */
  end(): Promise<void>
}

/**
 * Writes the world to a file now, every minute in which it changed, and at the end. Throws a CliFailure where it cannot
 * be written; later failures are told and tried again.
 */
export async function savedFile(
  simulator: Pick<Simulator, 'save' | 'snapshot'>,
  file: string,
  failedLater: (reason: string) => void,
): Promise<SavedFile> {
  const written = new Written(simulator, file)
  await written.write()
  const timer = setInterval(() => {
    written.write().catch((error: Error) => failedLater(error.message))
  }, EVERY_MS)
  timer.unref()
  return {
    end() {
      clearInterval(timer)
      return written.write()
    },
  }
}

class Written {
  readonly #simulator: Pick<Simulator, 'save' | 'snapshot'>
  readonly #file: string
  #moments: readonly unknown[] = []
  #last: Promise<void> = Promise.resolve()

  constructor(simulator: Pick<Simulator, 'save' | 'snapshot'>, file: string) {
    this.#simulator = simulator
    this.#file = file
  }

  /** Begins when the write before it has ended. */
  write(): Promise<void> {
    this.#last = this.#last.catch(() => {}).then(() => this.#write())
    return this.#last
  }

  async #write(): Promise<void> {
    const snapshot = this.#simulator.snapshot()
    const { world, clock, requests } = snapshot
    const moments = [
      clock.now,
      clock.mode,
      requests,
      ...world.tableNames.map((name) => world.table(name)?.moment),
    ]
    // What is there is the same, unless a table is still written to and has no moment.
    if (moments.every((moment, i) => moment !== undefined && moment === this.#moments[i])) return
    try {
      await replaceFile(this.#file, `${JSON.stringify(this.#simulator.save(snapshot))}\n`, { mode: 0o600 })
      this.#moments = moments
    } catch (error) {
      throw failed(`--save: cannot write ${this.#file}: ${systemReason(error)}`)
    }
  }
}
