const low = tableOf((byte) => steps(byte, (crc) => (crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1)))
const high = tableOf((byte) =>
  steps(byte << 24, (crc) => (crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1)),
)

function tableOf(entry: (byte: number) => number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => entry(byte))
}

function steps(start: number, step: (crc: number) => number): number {
  let crc = start
  for (let bit = 0; bit < 8; bit++) crc = step(crc)
  return crc >>> 0
}

/** The checksum of zip. */
export function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (let i = 0; i < bytes.length; i++)
    crc = (crc >>> 8) ^ (low[(crc ^ (bytes[i] as number)) & 255] as number)
  return ~crc >>> 0
}

/** One more byte into bzip2's checksum, which starts as -1, takes the highest bit first and ends inverted. */
export function bzip2Crc(crc: number, byte: number): number {
  return (crc << 8) ^ (high[(crc >>> 24) ^ byte] as number)
}
