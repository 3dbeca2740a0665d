import { CORE_SCHEMA, dump, load, realMapTag } from 'js-yaml'
import type { Json } from '../../lib/json.ts'
import type { WikiPage } from './wiki.ts'

/** Characters of a block beyond which the service does not read it: a title, and 50 paths. */
const LONGEST = 63_365

/** The YAML at the beginning of a page, by name; empty where there is none, or none that can be read. */
export function frontMatterOf({ content }: Pick<WikiPage, 'content'>): { readonly [name: string]: Json } {
  const block = blockOf(content)?.yaml
  if (block === undefined || block.length > LONGEST) return {}
  try {
    // As safe as the service reads it: no aliases, nothing but plain values.
    const options = { schema: CORE_SCHEMA.withTags(realMapTag), maxAliases: 0, maxDepth: 20 }
    const values = load(block, options)
    return values instanceof Map ? named(values) : {}
  } catch {
    return {}
  }
}

/** A page with front matter of its own; without a title it has none. */
export function withFrontMatter(
  content: string,
  { title }: { readonly title?: string | null | undefined },
): string {
  return title == null ? content : `---\n${dump({ title })}---\n${content}`
}

/** The page without it; a block that cannot be read belongs to the page. */
export function withoutFrontMatter(content: string): string {
  const isRead = Object.keys(frontMatterOf({ content })).length > 0
  return isRead ? content.slice(blockOf(content)?.end) : content
}

/** What stands between the first two lines of three hyphens, and where the page goes on. */
function blockOf(content: string): { readonly yaml: string; readonly end: number } | undefined {
  const first = content.indexOf('\n')
  if (!/^---[ \t]*(?:yaml)?[ \t\r]*$/.test(content.slice(0, Math.min(first, 20)))) return undefined
  for (let at = content.indexOf('\n---', first); at >= 0; at = content.indexOf('\n---', at + 1)) {
    const next = content.indexOf('\n', at + 4)
    const end = next < 0 ? content.length : next + 1
    if (content.slice(at + 4, end).trim() === '') return { yaml: content.slice(first + 1, at + 1), end }
  }
  return undefined
}

function named(values: ReadonlyMap<unknown, unknown>): { readonly [name: string]: Json } {
  // A name of the prototype is one like others here.
  return Object.fromEntries([...values].map(([name, value]) => [String(name), plain(value)]))
}

function plain(value: unknown): Json {
  if (value instanceof Map) return named(value)
  return Array.isArray(value) ? value.map(plain) : (value as Json)
}
