/** A filter on the names of branches and tags: part of a name, in any case; `^` and `$` stand for its ends. */
export function nameSearch(search: string | null | undefined): (name: string) => boolean {
  if (!search) return () => true
  const [starts, ends] = anchorsOf(search)
  const part = searchedPart(search).toLowerCase()
  return (name) => {
    const lower = name.toLowerCase()
    if (starts && ends) return lower === part
    if (starts) return lower.startsWith(part)
    return ends ? lower.endsWith(part) : lower.includes(part)
  }
}

/** What is searched for, without the signs that anchor it. */
export function searchedPart(search: string): string {
  const [starts, ends] = anchorsOf(search)
  return search.slice(starts ? 1 : 0, ends ? -1 : undefined)
}

function anchorsOf(search: string): readonly [starts: boolean, ends: boolean] {
  return [search.startsWith('^'), search.length > 1 && search.endsWith('$')]
}
