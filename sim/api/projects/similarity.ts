import type { Project } from '../../model/projects/project.ts'

const WEIGHTS = { path: 1, name: 0.7, description: 0.2 } as const

/** How much a project resembles a query: shared trigrams of path, name and description, weighted (projects#similarity). */
export function similarity(project: Pick<Project, 'path' | 'name' | 'description'>, query: string): number {
  const wanted = trigrams(query)
  return (
    WEIGHTS.path * overlap(trigrams(project.path), wanted) +
    WEIGHTS.name * overlap(trigrams(project.name), wanted) +
    WEIGHTS.description * overlap(trigrams(project.description ?? ''), wanted)
  )
}

// Words are padded with two spaces before and one after, so that beginnings count more than ends.
function trigrams(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = `  ${word} `
    for (let i = 0; i + 3 <= padded.length; i++) found.add(padded.slice(i, i + 3))
  }
  return found
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const trigram of a) if (b.has(trigram)) shared++
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}
