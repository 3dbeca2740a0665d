import { explanationOf } from './explained.ts'
import type { Change } from './instrument.ts'
import type { Step } from './search.ts'

/** What became of a change; `by` names what noticed it. */
export interface Tried {
  readonly by?: string
  readonly why?: string
  /** Which check came to no verdict, and why: a run would have told this much. */
  readonly skipped?: string
  /** What has to be tried yet. */
  readonly next?: Step
}

/** Survivors that nobody has explained, then a table by folder. */
export function printed(chosen: readonly Change[], tried: ReadonlyMap<string, Tried>): string {
  const known = chosen.filter(
    ({ id }) => (tried.get(id)?.next ?? (tried.has(id) ? 'end' : 'alone')) === 'end',
  )
  const survived = known.filter(({ id }) => tried.get(id)?.by === undefined)
  const unexplained = survived.filter((change) => explanationOf(change) === undefined)
  const folders = new Map<string, Change[]>()
  for (const change of known)
    folders.set(folderOf(change), [...(folders.get(folderOf(change)) ?? []), change])
  const rows = [...folders, ['all', known] as const].map(([folder, changes]) => {
    const found = changes.filter(({ id }) => tried.get(id)?.by !== undefined).length
    return `${folder.padEnd(36)} ${String(changes.length).padStart(6)} ${String(found).padStart(6)} ${percent(found, changes.length)}`
  })
  const lines = unexplained.map(({ id, file, line, mutator, from, to }) => {
    const { skipped } = tried.get(id) ?? {}
    const told = skipped === undefined ? '' : `\n  skips ${skipped}`
    return `${id} ${file}:${line} ${mutator}\n  - ${from}\n  + ${to}${told}`
  })
  const left = chosen.length - known.length
  const head = `${'folder'.padEnd(36)}  tried  found  score`
  const explained = `${survived.length} survived, ${survived.length - unexplained.length} of them explained: ${percent(unexplained.length, known.length).trim()} are not`
  return `${lines.join('\n')}\n\n${[head, ...rows].join('\n')}\n${explained}\n${left === 0 ? '' : `${left} not tried yet\n`}`
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`.padStart(7)
}

function folderOf({ file }: Change): string {
  return file
    .split('/')
    .slice(0, 3)
    .join('/')
    .replace(/\/[^/]*\.ts$/, '')
}
