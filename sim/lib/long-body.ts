import { concatAll, utf8 } from './bytes.ts'
import { Pace } from './steps.ts'

/** A body that is written piece by piece: text as long as it is short, and encoded on the way otherwise. */
export class LongBody {
  readonly #encoded: Uint8Array[] = []
  readonly #pace = new Pace()
  #text = ''

  /** Adds well-formed text; true when so much was written that others may want a turn. */
  add(text: string): boolean {
    this.#text += text
    if (!this.#pace.of(text.length)) return false
    this.#encode()
    return true
  }

  /** All of it. */
  whole(): string | Uint8Array {
    if (this.#encoded.length === 0) return this.#text
    this.#encode()
    return concatAll(this.#encoded)
  }

  #encode(): void {
    this.#encoded.push(utf8(this.#text))
    this.#text = ''
  }
}
