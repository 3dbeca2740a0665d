import { append } from '../lib/lists.ts'
import { Pace } from '../lib/steps.ts'
import { dateQueue } from './commit-queue.ts'
import { PathHistory } from './history-path.ts'
import { costOf } from './history-walk.ts'
import { type LogOptions, type WalkedCommit, walkedCommit } from './log-options.ts'
import type { CommitOutline, ObjectStore } from './objects.ts'
import { readOutline } from './outline.ts'

/** How many left-out commits are looked at beyond the point where the walk seems done, in case dates run backwards. */
const SLOP = 5

interface Node {
  readonly id: string
  outline?: CommitOutline
  seen: boolean
  waiting: boolean
  out: boolean
}

/** The commits reachable from `starts` and from none of `exclude`, in the order git log gives them. */
export function* limitedWalk(
  objects: ObjectStore,
  starts: readonly string[],
  options: LogOptions,
): Generator<WalkedCommit | undefined> {
  const next = nextTo(objects, starts, options)
  if (next !== undefined) {
    yield next
    return
  }
  const range = new Range(objects, options)
  for (const id of options.exclude ?? []) range.leaveOut(id)
  for (const id of starts) range.enter(id)
  yield* range.walk()
}

// Most pushes bring one commit, whose only parent is what is left out.
function nextTo(
  objects: ObjectStore,
  starts: readonly string[],
  { exclude = [], path = '' }: LogOptions,
): WalkedCommit | undefined {
  const [start] = starts
  if (start === undefined || starts.length > 1 || exclude.length !== 1 || path !== '') return undefined
  const outline = readOutline(objects, start)
  const { parents } = outline
  return parents.length === 1 && parents[0] === exclude[0] ? walkedCommit(objects, start, outline) : undefined
}

class Range {
  private readonly objects: ObjectStore
  private readonly options: LogOptions
  private readonly nodes = new Map<string, Node>()
  private readonly queue = dateQueue<Node>()
  private readonly history: PathHistory
  private readonly bottoms: ReadonlySet<string>
  /** How many commits in the queue may still be part of the answer. */
  private wanted = 0

  constructor(objects: ObjectStore, options: LogOptions) {
    this.objects = objects
    this.options = options
    this.history = new PathHistory(objects, options)
    this.bottoms = new Set(options.exclude)
  }

  enter(id: string): void {
    const node = this.node(id)
    if (node.seen) return
    node.seen = true
    node.waiting = true
    if (!node.out) this.wanted++
    this.queue.push(node, this.load(node).seconds)
  }

  leaveOut(id: string): void {
    this.markOut(id)
    this.enter(id)
    for (const parent of this.load(this.node(id)).parents) this.markOut(parent)
  }

  /** Everything has to be known before anything is answered: a later step may leave out an earlier commit. */
  *walk(): Generator<WalkedCommit | undefined> {
    const kept: { node: Node; entry: WalkedCommit; changed: boolean }[] = []
    let youngestDate = Number.POSITIVE_INFINITY
    let slop = SLOP
    const pace = new Pace()
    const cost = costOf(this.options)
    for (let node = this.queue.pop(); node; node = this.queue.pop()) {
      node.waiting = false
      if (pace.after(cost)) yield undefined
      if (node.out) {
        for (const parent of this.load(node).parents) this.leaveOut(parent)
        slop = this.unsettled(youngestDate) ? SLOP : slop - 1
        if (slop === 0 || this.queue.nextDate() === undefined) break
        continue
      }
      this.wanted--
      const outline = this.load(node)
      const { parents, changed } = this.history.simplified(outline, this.relevant)
      for (const parent of parents) this.enter(parent)
      youngestDate = outline.seconds
      kept.push({ node, entry: walkedCommit(this.objects, node.id, outline), changed })
    }
    for (const { node, entry, changed } of kept) if (changed && !node.out) yield entry
  }

  /** Whether the queue may still hold wanted commits, or ancestors older than what was answered last. */
  private unsettled(lastDate: number): boolean {
    const next = this.queue.nextDate()
    return next !== undefined && (lastDate <= next || this.wanted > 0)
  }

  private readonly relevant = (id: string): boolean => this.bottoms.has(id) || !this.node(id).out

  /** Marks a commit and all of its history that is already known. */
  private markOut(from: string): void {
    const pending = [from]
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const node = this.node(id)
      if (node.out) continue
      node.out = true
      if (node.waiting) this.wanted--
      if (node.outline) append(pending, node.outline.parents)
    }
  }

  private node(id: string): Node {
    const known = this.nodes.get(id)
    if (known) return known
    const node = { id, seen: false, waiting: false, out: false }
    this.nodes.set(id, node)
    return node
  }

  private load(node: Node): CommitOutline {
    node.outline ??= readOutline(this.objects, node.id)
    return node.outline
  }
}
