/** Collects bits, the highest first, in an array that grows. */
export class BitWriter {
  #bytes = new Uint8Array(1 << 16)
  #length = 0
  #pending = 0
  #count = 0

  /** Writes the lowest `width` bits of a value, at most 24 of them. */
  write(value: number, width: number): void {
    this.#pending = (this.#pending << width) | value
    this.#count += width
    while (this.#count >= 8) {
      this.#count -= 8
      this.#put((this.#pending >>> this.#count) & 255)
    }
    this.#pending &= (1 << this.#count) - 1
  }

  write32(value: number): void {
    this.write(value >>> 16, 16)
    this.write(value & 0xffff, 16)
  }

  /** Fills the last byte with zeros. */
  end(): Uint8Array {
    if (this.#count > 0) this.write(0, 8 - this.#count)
    return this.#bytes.slice(0, this.#length)
  }

  #put(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes[this.#length++] = byte
  }
}
