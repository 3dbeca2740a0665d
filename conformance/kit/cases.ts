/** Cases of a check by name: inputs are printed in reports and replayed, so they are names and not functions. */
export interface Cases<Case> {
  readonly names: readonly string[]
  readonly named: (name: string) => Case
}

/** The cases by the name that the function gives each. Throws where two have the same name. */
export function casesBy<Case>(cases: readonly Case[], nameOf: (it: Case) => string): Cases<Case> {
  const byName = new Map(cases.map((it) => [nameOf(it), it]))
  if (byName.size < cases.length) throw new Error(`two cases have one name: ${cases.map(nameOf).join(', ')}`)
  return {
    names: [...byName.keys()],
    named: (name) => {
      const it = byName.get(name)
      if (it === undefined) throw new Error(`there is no case ${name}`)
      return it
    },
  }
}
