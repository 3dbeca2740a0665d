/**
 * A text matcher after the service's rule (dossier 1, 8.2): the query is split on blanks, quoted phrases stay whole;
 * each term of at least `shortest` characters has to occur in one and the same column, in any case. Without such a term
 * the whole query has to equal the column.
 */
export function matcher(query: string, shortest: number): (columns: readonly (string | null)[]) => boolean {
  const whole = query.trim().replace(/\s+/g, ' ').toLowerCase()
  const terms = [...whole.matchAll(/"([^"]*)"|(\S+)/g)].map((found) => found[1] ?? (found[2] as string))
  const long = terms.filter((term) => term.length >= shortest && term !== '')
  if (whole === '') return () => true
  if (long.length === 0) return (columns) => columns.some((column) => column?.toLowerCase() === whole)
  return (columns) =>
    columns.some((column) => {
      const text = column?.toLowerCase()
      return text !== undefined && long.every((term) => text.includes(term))
    })
}
