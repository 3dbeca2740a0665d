import { readTextIfThere } from '../report/read-text.ts'
import { writeText } from '../report/write-text.ts'
import { createComparison, type KnownFinding, printBaseline, readBaseline } from './baseline.ts'
import type { Event } from './events.ts'

export interface BaselineOptions {
  /** The file of known findings; without one nothing is known. */
  readonly baseline?: string | undefined
  readonly updateBaseline?: boolean | undefined
}

export interface OpenBaseline {
  /** The event, with findings that are known told as such. */
  next(event: Event): Event
  /** Writes the file where that was asked for, and gives what is to be told of it, line by line. */
  close(): Promise<readonly string[]>
}

/** Opens the file of known findings. Throws for one that cannot be read, and for a missing one unless it is to be written. */
export async function openBaseline({
  baseline: file,
  updateBaseline,
}: BaselineOptions): Promise<OpenBaseline> {
  if (file === undefined) return { next: (event) => event, close: async () => [] }
  const known = await knownIn(file, updateBaseline === true)
  const today = new Date().toISOString().slice(0, 10)
  const newReason = `recorded on ${today}, not explained yet`
  const comparison = createComparison(known, { today, ...(updateBaseline ? { newReason } : {}) })
  return {
    next: comparison.next,
    close: async () => {
      const { current, gone, expired } = comparison
      const over = expired.map(
        (entry) => `${file}: ${nameOf(entry)} was accepted until ${entry.until}: ${entry.reason}`,
      )
      if (!updateBaseline)
        return [
          ...over,
          ...gone.map((entry) => `${file}: ${nameOf(entry)} is not found any more; remove its entry`),
        ]
      await writeText(file, printBaseline(current))
      const added = current.length + gone.length - known.length
      return [
        ...over,
        `wrote ${file}: ${current.length} finding${current.length === 1 ? '' : 's'}, ${added} of them new; ${gone.length} removed`,
      ]
    },
  }
}

async function knownIn(file: string, mayBeMissing: boolean): Promise<readonly KnownFinding[]> {
  const text = await readTextIfThere(file)
  if (text !== undefined) return readBaseline(file, text)
  if (mayBeMissing) return []
  throw new Error(`there is no file ${file}; --update-baseline writes it`)
}

function nameOf({ check, title }: KnownFinding): string {
  return title === undefined ? check : `${check} (${title})`
}
