/**
 * True when a search finds a record: every term of at least `least` characters occurs, in any case, in one and the same
 * column; when no term is that long, the whole query must equal a column (search#terms; projects#search).
 */
export function found(query: string, columns: readonly (string | null)[], least: number): boolean {
  const whole = query.trim().replaceAll(/\s+/g, ' ')
  if (whole === '') return true
  const long = termsOf(whole).filter((term) => [...term].length >= least)
  return columns.some((column) => {
    if (column === null) return false
    const text = column.toLowerCase()
    return long.length === 0
      ? text === whole.toLowerCase()
      : long.every((term) => text.includes(term.toLowerCase()))
  })
}

/** Words, and what stands between double quotes as one. */
function termsOf(query: string): readonly string[] {
  return [...query.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => (phrase ?? word ?? '').trim())
}
