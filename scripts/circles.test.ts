import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { inRoot } from './root.ts'
import { filesBelow, houses } from './testing/sources.ts'

/** Files by path, each with those that it imports: for their types alone, or only when asked, too. */
type Imports = ReadonlyMap<string, readonly string[]>

const IMPORTED = /^(?:import|export)\b(?:[^'"]*?\bfrom)?\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm

/** What is imported at once, and not for its types alone. */
const LOADED = /^(?:import|export)\b(?!\s+type\b)(?:[^'"]*?\bfrom)?\s*'(\.[^']+)'/gm

// Two files that import each other are one idea in two places: neither can be read, moved or tested alone.
test('no files import one another in a circle: what both need belongs in a file of its own, below them', () => {
  const sources = houses.flatMap(filesBelow).filter((path) => /\.(ts|mjs)$/.test(path))
  const circles = circlesIn(
    importsAmong(new Map(sources.map((path) => [path, readFileSync(inRoot(path), 'utf8')]))),
  )
  expect(circles.map((circle) => circle.join(' -> '))).toEqual([])
})

test('finds a circle through types, through exports and through what is imported when asked', () => {
  const imports = importsAmong(
    new Map([
      ['sim/a.ts', "import type {\n  B,\n} from './b.ts'\n"],
      ['sim/b.ts', "import { z } from 'z'\nexport { c } from './c/c.ts'\n"],
      ['sim/c/c.ts', "const a = () => import('../a.ts')\n"],
      ['sim/d.ts', "import { a } from './a.ts'\nconst text = \"import { d } from './d.ts'\"\n"],
    ]),
  )
  expect(circlesIn(imports)).toEqual([['sim/a.ts', 'sim/b.ts', 'sim/c/c.ts', 'sim/a.ts']])
})

// Loading the suite takes ten times as long as saying what is wrong with the options.
test.each(['conformance/options.ts', 'conformance/judge/cli.ts'])('%s loads next to nothing', (start) => {
  const loaded = loadedBy(start)
  expect(loaded.length, `it loads ${loaded.join(', ')}`).toBeLessThan(8)
})

/** What only some ask for: an option that is not given is not loaded, but for what reads and describes it. */
const ON_DEMAND =
  /^sim\/(?:cli\/(?:each-fault|hygiene|least|upstream|world-from|save|summary)|simulator\/client-contract|adapters\/observe)/
const DESCRIBES = ['sim/cli/each-fault/breakage.ts', 'sim/cli/hygiene/remark.ts']

test.each(['main', 'serve', 'exec', 'launch'])('%s loads no option that is not given', (name) => {
  const loaded = loadedBy(`sim/cli/${name}.ts`).filter((path) => ON_DEMAND.test(path))
  expect(loaded.filter((path) => !DESCRIBES.includes(path))).toEqual([])
})

function loadedBy(start: string): string[] {
  const loaded = new Set([start])
  for (const path of loaded)
    for (const [, target = ''] of readFileSync(inRoot(path), 'utf8').matchAll(LOADED))
      loaded.add(join(dirname(path), target))
  return [...loaded]
}

function importsAmong(sources: ReadonlyMap<string, string>): Imports {
  return new Map(
    [...sources].map(([path, text]) => {
      const named = [...text.matchAll(IMPORTED)].map((found) =>
        join(dirname(path), String(found[1] ?? found[2])),
      )
      return [path, named.filter((target) => sources.has(target))]
    }),
  )
}

/** One circle, as short as can be, through each file that has not been part of one before. */
function circlesIn(imports: Imports): string[][] {
  const found: string[][] = []
  const known = new Set<string>()
  for (const path of imports.keys()) {
    const circle = known.has(path) ? undefined : shortestCircle(imports, path)
    for (const member of circle ?? []) known.add(member)
    if (circle !== undefined) found.push(circle)
  }
  return found
}

function shortestCircle(imports: Imports, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const path of queue)
    for (const target of imports.get(path) ?? []) {
      if (target === start) {
        const way = [path, start]
        for (let at = cameFrom.get(path); at !== undefined; at = cameFrom.get(at)) way.unshift(at)
        return way
      }
      if (cameFrom.has(target)) continue
      cameFrom.set(target, path)
      queue.push(target)
    }
  return undefined
}
