export const MEGABYTE = 1024 * 1024

const units = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes as people read them, with three digits that count: `1.95 KB`. */
export function readableSize(bytes: number): string {
  const power = Math.max(
    0,
    units.findLastIndex((_, n) => bytes >= 1024 ** n),
  )
  return `${Number((bytes / 1024 ** power).toPrecision(power === 0 ? 4 : 3))} ${units[power]}`
}
