/** A filter on the names of branches and tags: part of a name, in any case; `^` and `$` stand for its ends. */
export function nameSearch(search: string | null | undefined): (name: string) => boolean {
  if (!search) return () => true
  const starts = search.startsWith('^')
  const ends = search.length > 1 && search.endsWith('$')
  const part = search.slice(starts ? 1 : 0, ends ? -1 : undefined).toLowerCase()
  return (name) => {
    const lower = name.toLowerCase()
    if (starts && ends) return lower === part
    if (starts) return lower.startsWith(part)
    return ends ? lower.endsWith(part) : lower.includes(part)
  }
}
