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

/** What headings of sections may tell besides their name, which depends on the release. */
export interface OwnersFormat {
  /** The number of approvals: `[Docs][2]`. */
  readonly numbers: boolean
  /** Owners of lines that have none: `[Docs] @alice`. */
  readonly defaults: boolean
}

interface Section {
  readonly name: string
  readonly number: number
  readonly optional: boolean
}

/** The entries of a file. Lines without owners take those of their section; without any they are ignored. */
export function parseOwners(text: string, format: OwnersFormat): OwnerEntry[] {
  const entries: (Omit<OwnerEntry, 'required'> & { readonly number: number })[] = []
  const sections = new Map<string, Section>()
  let section: Section = { name: NO_SECTION, number: 1, optional: false }
  let inherited: readonly string[] = []
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const [, optional, name, number, owners = ''] = SECTION.exec(line) ?? []
    if (name !== undefined) {
      section = combined(sections, {
        name,
        number: format.numbers ? Math.max(1, Number(number ?? 1)) : 1,
        optional: optional !== undefined,
      })
      inherited = format.defaults ? ownersIn(owners) : []
      continue
    }
    // A blank inside a name is escaped by a backslash.
    const [pattern = '', ...rest] = line.split(/(?<!\\)\s+/)
    const owners_ = ownersIn(rest.join(' '))
    const entry = { pattern: pattern.replaceAll('\\ ', ' ').replace(/^\\#/, '#'), section: section.name }
    const whose = owners_.length > 0 ? owners_ : inherited
    if (whose.length > 0) entries.push({ ...entry, number: section.number, owners: whose })
  }
  return entries.map(({ number, ...entry }) => {
    const isOptional = sections.get(entry.section.toLowerCase())?.optional ?? false
    return { ...entry, required: isOptional ? 0 : number }
  })
}

/** Sections of one name are one, however it is spelled: it is spelled as at first, and required where one of them is. */
function combined(sections: Map<string, Section>, { name, number, optional }: Section): Section {
  const known = sections.get(name.toLowerCase())
  const section = {
    name: known?.name ?? name,
    number,
    optional: optional && (known === undefined || known.optional),
  }
  sections.set(name.toLowerCase(), section)
  return section
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
