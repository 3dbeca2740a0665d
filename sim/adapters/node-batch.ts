import { setImmediate } from './immediate.ts'

/** Requests of one batch at most: the reply to the first waits for the handling of the others. */
const MOST = 16

/**
 * Handles the requests that arrive in one turn of the event loop one behind the other, and then sends their replies.
 * Handling a request and sending a reply take so much code and memory that either finds the caches of the processor full
 * of the other: by turns, they take up to twice as long.
 */
export class Batch<Arrived, Reply> {
  readonly #handle: (arrived: Arrived) => Reply
  readonly #send: (arrived: Arrived, reply: Reply) => void
  #arrived: Arrived[] = []

  /** Neither `handle` nor `send` throws. */
  constructor(handle: (arrived: Arrived) => Reply, send: (arrived: Arrived, reply: Reply) => void) {
    this.#handle = handle
    this.#send = send
  }

  add(arrived: Arrived): void {
    const count = this.#arrived.push(arrived)
    if (count === MOST) this.#serve()
    else if (count === 1) setImmediate?.(this.#serve)
  }

  readonly #serve = (): void => {
    const batch = this.#arrived
    this.#arrived = []
    const replies = batch.map(this.#handle)
    for (let i = 0; i < batch.length; i++) this.#send(batch[i] as Arrived, replies[i] as Reply)
  }
}
