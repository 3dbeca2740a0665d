/** True when `name` matches a pattern in which `*` stands for any run of characters. At most as many steps as the product of both lengths. */
export function matchesGlob(pattern: string, name: string): boolean {
  let p = 0
  let n = 0
  let star = -1
  let resume = 0
  while (n < name.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++
      resume = n
    } else if (p < pattern.length && pattern[p] === name[n]) {
      p++
      n++
    } else if (star >= 0) {
      p = star + 1
      n = ++resume
    } else return false
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}

/**
 * True when a path matches a pattern in which `*` stands for any characters within one name, and a name `**` for any
 * number of folders, also none. At most as many comparisons of names as the product of both depths.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const names = path.split('/')
  // Which beginnings of the path, by their number of names, the pattern has covered so far.
  let covered = [true, ...names.map(() => false)]
  for (const wanted of pattern.split('/')) {
    const next = covered.map(() => false)
    covered.forEach((here, n) => {
      if (wanted === '**') next[n] = here || (n > 0 && next[n - 1] === true)
      else if (here && n < names.length && matchesGlob(wanted, names[n] as string)) next[n + 1] = true
    })
    covered = next
  }
  return covered[names.length] === true
}
