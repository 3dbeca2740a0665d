import { matchesPath } from '../../lib/glob.ts'

/** A line of a file of code owners: who owns the files that fit its pattern. */
export interface OwnerEntry {
  /** As it is written. */
  readonly pattern: string
  readonly section: string
  /** Approvals that a protected branch asks for; none in an optional section. */
  readonly required: number
  /** As they are written: `@name`, `@group/subgroup` or an address. */
  readonly owners: readonly string[]
}

/** Where the file may lie; the first one counts. */
export const ownerFiles = ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'] as const

/** The section of lines before the first heading. */
export const NO_SECTION = 'codeowners'

const SECTION = /^(\^)?\[([^\]]+)\](?:\[(\d+)\])?(.*)$/

/** The entries of a file. Lines without owners take those of their section; without any they are ignored. */
export function parseOwners(text: string): OwnerEntry[] {
  const entries: OwnerEntry[] = []
  let section = { name: NO_SECTION, required: 1, owners: [] as readonly string[] }
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const [, optional, name, number, owners = ''] = SECTION.exec(line) ?? []
    if (name !== undefined) {
      const required = optional === undefined ? Math.max(1, Number(number ?? 1)) : 0
      section = { name, required, owners: ownersIn(owners) }
      continue
    }
    // A blank inside a name is escaped by a backslash.
    const [pattern = '', ...rest] = line.split(/(?<!\\)\s+/)
    const owners_ = ownersIn(rest.join(' '))
    const entry = { pattern: pattern.replaceAll('\\ ', ' ').replace(/^\\#/, '#'), section: section.name }
    const whose = owners_.length > 0 ? owners_ : section.owners
    if (whose.length > 0) entries.push({ ...entry, required: section.required, owners: whose })
  }
  return entries
}

/** The entries that own some of these files: in each section the last one that fits a file. */
export function entriesFor(entries: readonly OwnerEntry[], paths: Iterable<string>): OwnerEntry[] {
  const found = new Set<OwnerEntry>()
  for (const path of paths) {
    const bySection = new Map<string, OwnerEntry>()
    for (const entry of entries) if (owns(entry, path)) bySection.set(entry.section, entry)
    for (const entry of bySection.values()) found.add(entry)
  }
  return entries.filter((entry) => found.has(entry))
}

function owns({ pattern }: OwnerEntry, path: string): boolean {
  if (pattern === '*') return true
  const anchored = pattern.startsWith('/') ? pattern.slice(1) : `**/${pattern}`
  return matchesPath(anchored.endsWith('/') ? `${anchored}**/*` : anchored, path)
}

function ownersIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => /^@.|^[^@]+@[^@]+$/.test(word))
}
