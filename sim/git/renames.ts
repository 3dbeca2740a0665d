import { append } from '../lib/lists.ts'
import { Pace, type Steps } from '../lib/steps.ts'
import { blobSize, type ObjectStore, readBlob } from './objects.ts'
import { MAX_SCORE, type Substance, score, substanceSteps, tooDifferentInSize } from './similarity.ts'
import { type DiffEntry, isRegular } from './tree-diff.ts'

/** Beyond this many times this many candidates git gives up comparing contents. */
const RENAME_LIMIT = 1000
/** Candidates that git remembers for each added file. */
const CANDIDATES = 4
/** The id of an empty file. */
const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'

export interface RenameOptions {
  /** How alike two files have to be, in percent, default 50. */
  readonly similarity?: number
  /** Whether empty files can be renamed, default true; a merge says no. */
  readonly empty?: boolean
  /** Which deleted files are worth a comparison of contents, default all. Equal contents are paired in any case. */
  readonly matters?: (entry: DiffEntry) => boolean
}

/**
 * Pairs deleted with added files as git does, step by step: the same content first, then files whose base name occurs
 * once on each side, then the most alike. A rename takes the place of the added file; the others keep their order.
 */
export function* renameSteps(
  objects: ObjectStore,
  entries: readonly DiffEntry[],
  { similarity = 50, empty = true, matters = () => true }: RenameOptions = {},
): Steps<DiffEntry[]> {
  const eligible = (id: string | undefined): boolean => empty || id !== EMPTY_BLOB
  const sources = entries.filter(({ status, oldId }) => status === 'deleted' && eligible(oldId))
  const targets = entries.filter(({ status, newId }) => status === 'added' && eligible(newId))
  if (sources.length === 0 || targets.length === 0) return [...entries]
  const minimum = Math.floor((similarity * MAX_SCORE) / 100)
  const matching = new Matching(objects, sources, targets, minimum, matters)
  yield* matching.match()
  return matching.apply(entries)
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

interface Candidate {
  readonly source: DiffEntry
  readonly target: DiffEntry
  readonly score: number
  readonly sameName: boolean
}

/** Negative if `a` is the better candidate; no candidate at all is the worst. */
function compareCandidates(a: Candidate | undefined, b: Candidate | undefined): number {
  if (!a || !b) return (a ? 0 : 1) - (b ? 0 : 1)
  return b.score - a.score || Number(b.sameName) - Number(a.sameName)
}

class Matching {
  private readonly objects: ObjectStore
  private readonly sources: readonly DiffEntry[]
  private readonly targets: readonly DiffEntry[]
  private readonly minimum: number
  private readonly matters: (entry: DiffEntry) => boolean
  private readonly pace = new Pace()
  /** Bytes that the last score took. */
  private scored = 0
  private readonly sourceOf = new Map<DiffEntry, DiffEntry>()
  private readonly used = new Set<DiffEntry>()
  private readonly substances = new Map<string, Substance>()

  constructor(
    objects: ObjectStore,
    sources: readonly DiffEntry[],
    targets: readonly DiffEntry[],
    minimum: number,
    matters: (entry: DiffEntry) => boolean,
  ) {
    this.objects = objects
    this.matters = matters
    this.sources = sources
    this.targets = targets
    this.minimum = minimum
  }

  *match(): Steps<void> {
    this.matchContent()
    if (this.minimum >= MAX_SCORE) return
    yield* this.matchBaseNames()
    yield* this.matchSimilar()
  }

  apply(entries: readonly DiffEntry[]): DiffEntry[] {
    return entries
      .filter((entry) => !this.used.has(entry))
      .map((entry) => {
        const source = this.sourceOf.get(entry)
        if (!source) return entry
        const { oldPath, oldMode, oldId } = source
        return { ...entry, status: 'renamed', oldPath, oldMode, oldId }
      })
  }

  private matchContent(): void {
    const byId = groupBy(this.sources, ({ oldId }) => oldId)
    for (const target of this.targets) {
      const alike = (byId.get(target.newId) ?? []).filter(
        (source) => !this.used.has(source) && compatible(source, target),
      )
      const source = alike.find((each) => baseName(each.oldPath) === baseName(target.newPath)) ?? alike[0]
      if (source) this.pair(source, target)
    }
  }

  private *matchBaseNames(): Steps<void> {
    const sources = onlyOnes(this.openSources(), ({ oldPath }) => baseName(oldPath))
    const targets = onlyOnes(this.openTargets(), ({ newPath }) => baseName(newPath))
    // Sharing a name counts for much, but git still asks for more likeness than of the rest.
    const minimum = this.minimum + Math.floor((MAX_SCORE - this.minimum) / 2)
    for (const [name, source] of sources) {
      const target = targets.get(name)
      if (!target || !this.matters(source)) continue
      if ((yield* this.score(source, target, this.minimum)) >= minimum) this.pair(source, target)
      if (this.pace.after(this.scored)) yield
    }
  }

  private *matchSimilar(): Steps<void> {
    const sources = this.openSources().filter(this.matters)
    const targets = this.openTargets()
    if (sources.length * targets.length > RENAME_LIMIT ** 2) return
    const candidates: Candidate[] = []
    for (const target of targets) append(candidates, yield* this.bestCandidates(sources, target))
    for (const { source, target, score } of candidates.sort(compareCandidates)) {
      if (score < this.minimum || this.used.has(source) || this.sourceOf.has(target)) continue
      this.pair(source, target)
    }
  }

  private *bestCandidates(sources: readonly DiffEntry[], target: DiffEntry): Steps<Candidate[]> {
    const best: (Candidate | undefined)[] = new Array(CANDIDATES).fill(undefined)
    for (const source of sources) {
      const sameName = baseName(source.oldPath) === baseName(target.newPath)
      const candidate = { source, target, score: yield* this.score(source, target, this.minimum), sameName }
      let worst = 0
      for (let i = 1; i < CANDIDATES; i++) if (compareCandidates(best[i], best[worst]) > 0) worst = i
      if (compareCandidates(best[worst], candidate) > 0) best[worst] = candidate
      if (this.pace.after(this.scored)) yield
    }
    return best.filter((candidate) => candidate !== undefined)
  }

  private pair(source: DiffEntry, target: DiffEntry): void {
    this.sourceOf.set(target, source)
    this.used.add(source)
  }

  private openSources(): DiffEntry[] {
    return this.sources.filter((source) => !this.used.has(source))
  }

  private openTargets(): DiffEntry[] {
    return this.targets.filter((target) => !this.sourceOf.has(target))
  }

  private *score(source: DiffEntry, target: DiffEntry, minimum: number): Steps<number> {
    this.scored = 0
    if (!isRegular(source.oldMode) || !isRegular(target.newMode)) return 0
    const ids = [source.oldId ?? EMPTY_BLOB, target.newId ?? EMPTY_BLOB] as const
    const sizes = [blobSize(this.objects, ids[0]), blobSize(this.objects, ids[1])] as const
    if (tooDifferentInSize(...sizes, minimum)) return 0
    this.scored = sizes[0] + sizes[1]
    return score(yield* this.substance(ids[0]), yield* this.substance(ids[1]))
  }

  private *substance(id: string): Steps<Substance> {
    const known = this.substances.get(id)
    if (known) return known
    const made = yield* substanceSteps(readBlob(this.objects, id))
    this.substances.set(id, made)
    return made
  }
}

// What is not a regular file is renamed only as what it is.
const compatible = ({ oldMode }: DiffEntry, { newMode }: DiffEntry): boolean =>
  oldMode === newMode || (isRegular(oldMode) && isRegular(newMode))

function onlyOnes<T>(items: readonly T[], key: (item: T) => string): Map<string, T> {
  const groups = groupBy(items, key)
  const single = new Map<string, T>()
  for (const [name, [first, ...others]] of groups) if (first && others.length === 0) single.set(name, first)
  return single
}

function groupBy<T, K>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}
