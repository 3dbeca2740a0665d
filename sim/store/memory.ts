import { Recent } from '../lib/recent/recent.ts'
import type { Change, ChangeLog } from './changes.ts'
import type { Key } from './key.ts'
import { arrayOf, isSentAsBytes, JointText, type KnownText, ListBytes, lengthOfArray } from './list-text.ts'
import { type Reader, withReader } from './reads.ts'
import type { AnyRow, RowId } from './row.ts'

/** Who looks at rows. Of one version of the world each question is asked once. */
export interface Viewer {
  /** The present moment for those alone that keep texts: what is written does not follow from it, so it is not noted. */
  readonly time: number
  /** What was answered already, by question; of several answers at once, whether all of them are as they were. */
  readonly answers: Map<unknown, unknown>
  /** The same of what was decided: it follows from rows, the caller and the day, and may serve requests that come later. */
  readonly decisions: Map<unknown, unknown>
}

/** What a text depends on beside rows: an answer about the caller, the parameters or the day. */
interface Fact {
  readonly question: string
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows its own kind of viewer.
  readonly ask: (viewer: any) => unknown
  readonly kind: 'answers' | 'decisions'
}

/** A text as it was written once, and all that it followed from. */
interface Entry extends KnownText {
  readonly shape: object
  /** No other entry of this memory has it, nor had it. */
  readonly number: number
  readonly facts: Facts
  readonly places: readonly Set<Entry>[]
  /** Texts that this one is a part of. */
  readonly wholes: Set<Entry>
  /** The time in which it serves. */
  readonly span: Span
  valid: boolean
}

/** From a moment on, and until before another one. */
interface Span {
  readonly from: number
  readonly until: number
}

const ALWAYS: Span = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/** The same of a list, whose text is kept apart. */
interface ListEntry extends Entry {
  readonly mark: number
  readonly numbers: Joined['numbers']
}

/** A text, or what is known of it. */
export type Part = string | Entry | JointText

interface Answered extends Fact {
  readonly answer: unknown
}

/** Most rows of a list follow from the same answers, and share them, so that they are looked at once a list. */
interface Facts {
  readonly all: readonly Answered[]
  readonly answers: readonly Answered[]
  readonly decisions: readonly Answered[]
}

/** Notes what a text follows from while it is written. */
class Recording implements Reader {
  readonly places = new Set<Set<Entry>>()
  readonly facts = new Map<string, Answered>()
  readonly parts = new Set<Entry>()
  /** It follows from what cannot be looked at again, such as the time of day. */
  fleeting = false
  span: Span = ALWAYS
  /** What is known of tables while it is written; a memory that is cleared meanwhile begins anew. */
  readonly tables: Tables

  constructor(tables: Tables) {
    this.tables = tables
  }

  row(table: string, id: RowId): void {
    this.places.add(placeIn(this.#of(table).rows, id))
  }

  run(table: string, index: string, prefix: Key): void {
    const { runs } = this.#of(table)
    let places = runs.get(index)
    if (places === undefined) {
      places = new Map()
      runs.set(index, places)
    }
    this.places.add(placeIn(places, keyOf(prefix, prefix.length)))
  }

  table(name: string): void {
    this.places.add(this.#of(name).all)
  }

  #of(table: string): Places {
    let places = this.tables.get(table)
    if (places === undefined) {
      places = new Places()
      this.tables.set(table, places)
    }
    return places
  }

  includes(entry: Entry): void {
    this.parts.add(entry)
    for (const fact of entry.facts.all) this.facts.set(fact.question, fact)
    this.span = both(this.span, entry.span)
  }
}

function both(one: Span, other: Span): Span {
  if (other === ALWAYS || other === one) return one
  return { from: Math.max(one.from, other.from), until: Math.min(one.until, other.until) }
}

/** Who notes at the moment what a text follows from. */
let recording: Recording | undefined

/** What the text that is being written shows is of this moment alone. */
export function fleeting(): void {
  if (recording !== undefined) recording.fleeting = true
}

/** Whether a moment has come. The text that is being written serves for as long as that is so. */
export function hasCome({ time }: Viewer, moment: number): boolean {
  const come = moment <= time
  if (recording !== undefined) {
    const { from, until } = recording.span
    if (come && moment > from) recording.span = { from: moment, until }
    else if (!come && moment < until) recording.span = { from, until: moment }
  }
  return come
}

/**
 * An answer about the caller, the parameters or the day on which the text that is being written depends. A text serves
 * whoever gets the same answers. `ask` holds on to no row that may change.
 */
export function factOf<V extends Viewer, T>(viewer: V, question: string, ask: (viewer: V) => T): T {
  return recording === undefined ? ask(viewer) : noted({ question, ask, kind: 'answers' }, viewer)
}

/** The same for what is decided about the caller, which takes long enough to be asked once only. */
export function decisionOf<V extends Viewer, T>(viewer: V, question: string, ask: (viewer: V) => T): T {
  return noted({ question, ask, kind: 'decisions' }, viewer)
}

function noted<T>(fact: Fact, viewer: Viewer): T {
  const answer = answerTo(fact, viewer)
  const { question, ask, kind } = fact
  recording?.facts.set(question, { question, ask, kind, answer })
  return answer as T
}

/** What was decided before of one kind, by what it is about; undefined where decisions are noted. */
export function knownDecisions({ decisions }: Viewer, kind: object): Map<unknown, boolean> | undefined {
  if (recording !== undefined) return undefined
  let known = decisions.get(kind) as Map<unknown, boolean> | undefined
  if (known === undefined) {
    known = new Map()
    decisions.set(kind, known)
  }
  return known
}

function answerTo({ question, ask, kind }: Fact, viewer: Viewer): unknown {
  const answers = viewer[kind]
  const known = answers.get(question)
  if (known !== undefined || answers.has(question)) return known
  const outer = recording
  recording = undefined
  try {
    const answer = withReader(undefined, () => ask(viewer))
    answers.set(question, answer)
    return answer
  } finally {
    recording = outer
  }
}

/** Places where texts of one table are known that follow from its rows. */
class Places {
  readonly rows = new Map<RowId, Set<Entry>>()
  /** By index, and then by prefix. */
  readonly runs = new Map<string, Map<string, Set<Entry>>>()
  readonly all = new Set<Entry>()
}

type Tables = Map<string, Places>

const MOST_TEXTS = 20_000
const MOST_CHARACTERS = 16_000_000
const MOST_PLACES = 200_000
/** So many different lists of questions are shared. */
const MOST_FACTS = 1000
/** A row that is shown in more ways, to callers who see different things of it, forgets the first. */
const MOST_WAYS = 50

const ANONYMOUS = {}
/** Stands for the caller for whom rows were joined that show the present moment. */
const FLEETING = {}
const NO_ENTRIES: readonly Entry[] = []

/** As many rows twice. */
const MOST_SEEN = 10_000

/**
 * The last thousands of rows. A weak set would remember all, but every collection of garbage looks through it, which
 * takes a writing request longer than what it remembers saves.
 */
class Seen {
  /** Each with the caller for whom it was joined last. */
  #rows = new Map<object, object | undefined>()
  #before = new Map<object, object | undefined>()

  has(row: object): boolean {
    return this.#rows.has(row) || this.#before.has(row)
  }

  by(row: object): object | undefined {
    return this.#rows.get(row) ?? this.#before.get(row)
  }

  add(row: object, by?: object): void {
    if (this.#rows.size >= MOST_SEEN) {
      this.#before = this.#rows
      this.#rows = new Map()
    }
    this.#rows.set(row, by)
  }

  clear(): void {
    this.#rows.clear()
    this.#before.clear()
  }
}

/**
 * Rows that took the place of others, with the shapes in which those were shown again and again: they will be shown so, too,
 * and what their texts follow from is noted at once. As many as can be written between two looks at the rest.
 */
class Expected {
  readonly #shapes = new Map<object, Set<object>>()

  has(shape: object, row: object): boolean {
    return this.#shapes.get(row)?.has(shape) === true
  }

  replace(before: object, entries: Iterable<Entry>, after: object): void {
    const shapes = this.#shapes.get(before) ?? new Set()
    this.#shapes.delete(before)
    for (const { shape } of entries) shapes.add(shape)
    if (shapes.size === 0) return
    if (this.#shapes.size >= MOST_SEEN) this.#shapes.clear()
    this.#shapes.set(after, shapes)
  }

  clear(): void {
    this.#shapes.clear()
  }
}

/**
 * Texts of rows as they were written once. Each serves again as long as nothing that was read for it has changed: rows
 * by id, runs of indexes, and answers about the caller. A write forgets what it touches, and nothing else.
 */
export class Memory {
  #texts = new Map<object, WeakMap<object, Entry[]>>()
  /** Of lists, by the ids of their rows. */
  #lists = new WeakMap<object, WeakMap<object, ListEntry[]>>()
  #ofRow = new WeakMap<object, Set<Entry>>()
  /** Rows that were shown once. Most never are again, so what the text follows from is noted the second time. */
  readonly #seen = new Seen()
  readonly #expected = new Expected()
  #tables: Tables = new Map()
  /** By what the numbers of their parts come to, which those of others may come to as well. */
  #joined: Recent<number, Joined> = new Recent(MOST_CHARACTERS)
  /** What texts follow from beside rows, by the questions. */
  readonly #facts = new Map<string, readonly Facts[]>()
  #number = 0
  #count = 0
  #characters = 0
  #places = 0
  #ahead = false

  /** Forgets what follows from rows that were written meanwhile. */
  catchUp(log: ChangeLog): void {
    this.#ahead = false
    if (!log.isEmpty) this.#take(log)
  }

  #take(log: ChangeLog): void {
    const changes = log.take()
    if (changes === undefined) this.clear()
    else if (this.#count > 0) for (const change of changes) this.#follow(change)
  }

  /** The same for rows that a request wrote which may still be refused. */
  lookAhead(log: ChangeLog): void {
    if (log.isEmpty) return
    this.#ahead = true
    this.#take(log)
  }

  /** A request was refused: what was written of its world is of no use. */
  abandon(): void {
    if (this.#ahead) this.clear()
  }

  #follow({ table, before, after }: Change): void {
    const ofRow = before && this.#ofRow.get(before)
    if (before !== undefined && after !== undefined)
      this.#expected.replace(before, ofRow ?? NO_ENTRIES, after)
    this.#forget(ofRow)
    const places = this.#tables.get(table.name)
    if (places === undefined) return
    this.#forget(places.all)
    const rows = before === undefined ? [after] : after === undefined ? [before] : [before, after]
    for (const row of rows as AnyRow[]) {
      this.#forget(places.rows.get(row.id))
      for (const [name, runs] of places.runs)
        for (const key of table.indexes[name]?.keys(row) ?? []) {
          const whole = [...key, row.id]
          for (let length = 0; length <= whole.length; length++) this.#forget(runs.get(keyOf(whole, length)))
        }
    }
  }

  #forget(place: Set<Entry> | undefined): void {
    if (place !== undefined) for (const entry of [...place]) this.#drop(entry)
  }

  clear(): void {
    this.#texts = new Map()
    this.#lists = new WeakMap()
    this.#ofRow = new WeakMap()
    this.#seen.clear()
    this.#expected.clear()
    this.#tables = new Map()
    this.#joined = new Recent(MOST_CHARACTERS)
    this.#facts.clear()
    this.#count = 0
    this.#characters = 0
    this.#places = 0
    this.#ahead = false
  }

  /** The text of a row in some shape, where one is known that the viewer may be shown. */
  known(shape: object, row: object, viewer: Viewer): Part | undefined {
    const texts = this.#texts.get(shape)?.get(row)
    if (texts === undefined) return undefined
    for (const entry of texts)
      if (entry.valid && serves(entry, viewer)) {
        recording?.includes(entry)
        return entry
      }
    return undefined
  }

  /**
   * What `write` writes for a row whose text is not known. Of one that shows the present moment `join` does so from the
   * second time on, of texts that serve at any moment.
   */
  part(shape: object, row: object, write: () => string, join?: () => Part): Part {
    if (join !== undefined && this.#seen.by(row) === FLEETING) return join()
    if (this.#seen.has(row) || this.#expected.has(shape, row)) return this.#written(shape, row, write)
    this.#seen.add(row)
    return write()
  }

  /**
   * The same for a row of which each caller sees something else. From the second time on `join` joins texts that serve all
   * callers with what is written for this one, and what it joins is remembered where the same caller asks once more.
   */
  partFor(
    shape: object,
    row: object,
    caller: object = ANONYMOUS,
    write: () => string,
    join: () => JointText,
  ): Part {
    if (!this.#seen.has(row)) {
      this.#seen.add(row)
      return write()
    }
    if (this.#seen.by(row) === caller) return this.#written(shape, row, () => join().text)
    this.#seen.add(row, caller)
    return join()
  }

  /** A list of rows in some shape, where one is known that the viewer may be shown; a long one `asBytes`, if that is wished. */
  knownList(
    shape: object,
    ids: readonly RowId[],
    viewer: Viewer,
    asBytes: boolean,
  ): string | ListBytes | undefined {
    const lists = this.#lists.get(shape)?.get(ids)
    if (lists === undefined) return undefined
    for (const list of lists) {
      if (!list.valid || !serves(list, viewer)) continue
      const joined = this.#joined.get(list.mark)
      return joined?.numbers === list.numbers ? shownAs(joined, asBytes) : undefined
    }
    return undefined
  }

  /**
   * Texts as a JSON array: the same one again where it has the same parts. With the ids of the rows it is known by them as
   * long as all its parts are: they are the same list for as long as they are the same. A long one is given `asBytes`, if
   * that is wished.
   */
  list(
    shape: object,
    ids: readonly RowId[] | undefined,
    parts: readonly Part[],
    asBytes: boolean,
  ): string | ListBytes {
    const length = lengthOfArray(parts)
    const inBytes = asBytes && isSentAsBytes(length) && parts.some(isRemembered)
    if (!areKnown(parts)) return inBytes ? new ListBytes(length, parts) : arrayOf(parts)
    let mark = parts.length
    for (const { number } of parts) mark = Math.imul(mark ^ number, 0x01000193)
    let joined = this.#joined.get(mark)
    if (joined === undefined || !isJoinedOf(joined, parts)) {
      joined = {
        numbers: parts.map(({ number }) => number),
        text: inBytes ? undefined : arrayOf(parts),
        bytes: inBytes ? new ListBytes(length, parts).kept() : undefined,
        tag: undefined,
      }
      this.#joined.add(mark, joined, length)
    }
    if (ids !== undefined && parts.length > 0) this.#addList(shape, ids, parts, mark, joined)
    return shownAs(joined, asBytes)
  }

  #addList(
    shape: object,
    ids: readonly RowId[],
    parts: readonly Entry[],
    mark: number,
    { numbers }: Joined,
  ): void {
    const facts = this.#together(parts)
    const entry: ListEntry = {
      shape,
      number: ++this.#number,
      text: '',
      bytes: undefined,
      facts,
      places: parts.map(({ wholes }) => wholes),
      wholes: new Set(),
      span: parts.reduce<Span>((span, part) => both(span, part.span), ALWAYS),
      valid: true,
      mark,
      numbers,
    }
    let lists = this.#lists.get(shape)
    if (lists === undefined) {
      lists = new WeakMap()
      this.#lists.set(shape, lists)
    }
    lists.set(ids, this.#before(entry, lists.get(ids)))
    this.#keep(entry)
  }

  // One that another follows under the same answers is out of its time, or its text made room for others.
  #before<E extends Entry>(entry: E, others: readonly E[] = []): E[] {
    const entries = [entry]
    for (const other of others)
      if (other.facts === entry.facts) this.#drop(other)
      else if (other.valid && entries.length < MOST_WAYS) entries.push(other)
    return entries
  }

  #together(parts: readonly Entry[]): Facts {
    const all = new Set(parts.map(({ facts }) => facts))
    if (all.size === 1) return (parts[0] as Entry).facts
    const facts = new Map<string, Answered>()
    for (const one of all) for (const fact of one.all) facts.set(fact.question, fact)
    return this.#shared([...facts.values()])
  }

  #keep(entry: Entry): void {
    for (const place of entry.places) place.add(entry)
    this.#count++
    this.#characters += entry.text.length
    this.#places += entry.places.length
    if (this.#count > MOST_TEXTS || this.#characters > MOST_CHARACTERS || this.#places > MOST_PLACES)
      this.clear()
  }

  #written(shape: object, row: object, write: () => string): Part {
    const outer = recording
    const own = new Recording(this.#tables)
    recording = own
    let text: string
    try {
      text = withReader(own, write)
    } finally {
      recording = outer
    }
    if (own.fleeting || own.tables !== this.#tables) {
      if (outer !== undefined) outer.fleeting = true
      if (own.fleeting) this.#seen.add(row, FLEETING)
      return text
    }
    const entry = this.#add(shape, row, text, own)
    outer?.includes(entry)
    return entry
  }

  #add(shape: object, row: object, text: string, { places, facts, parts, span }: Recording): Entry {
    const ofRow = this.#ofRow.get(row) ?? new Set()
    this.#ofRow.set(row, ofRow)
    const entry: Entry = {
      shape,
      number: ++this.#number,
      text,
      bytes: undefined,
      facts: this.#shared([...facts.values()]),
      places: [ofRow, ...places],
      wholes: new Set(),
      span,
      valid: true,
    }
    for (const part of parts) part.wholes.add(entry)
    let texts = this.#texts.get(shape)
    if (texts === undefined) {
      texts = new WeakMap()
      this.#texts.set(shape, texts)
    }
    texts.set(row, this.#before(entry, texts.get(row)))
    this.#keep(entry)
    return entry
  }

  // Facts in the order in which they were asked, which is the same for rows of one kind.
  #shared(all: Facts['all']): Facts {
    let key = ''
    for (const { question } of all) key += `${question}\n`
    const alike = this.#facts.get(key) ?? []
    const known = alike.find((other) => other.all.every(({ answer }, i) => answer === all[i]?.answer))
    if (known !== undefined) return known
    if (this.#facts.size >= MOST_FACTS) this.#facts.clear()
    const facts = {
      all,
      answers: all.filter(({ kind }) => kind === 'answers'),
      decisions: all.filter(({ kind }) => kind === 'decisions'),
    }
    this.#facts.set(key, [facts, ...alike.slice(0, MOST_WAYS - 1)])
    return facts
  }

  #drop(entry: Entry): void {
    if (!entry.valid) return
    entry.valid = false
    this.#count--
    this.#characters -= entry.text.length
    this.#places -= entry.places.length
    for (const place of entry.places) place.delete(entry)
    for (const whole of entry.wholes) this.#drop(whole)
  }
}

/** A text made of others, by their numbers: as the one or the other, or as both. */
interface Joined {
  readonly numbers: readonly number[]
  text: string | undefined
  bytes: ListBytes | undefined
  tag: string | undefined
}

function shownAs(joined: Joined, asBytes: boolean): string | ListBytes {
  if (asBytes) {
    if (joined.bytes === undefined && isSentAsBytes(joined.text?.length ?? 0))
      joined.bytes = ListBytes.of(joined.text as string)
    if (joined.bytes !== undefined) return joined.bytes
  }
  joined.text ??= (joined.bytes as ListBytes).text
  last = joined
  return joined.text
}

/** The list that was told last: mostly it is what is asked about next. */
let last: Joined | undefined

/** The tag of a text, which is worked out once for a list that is remembered: by `ofKept`, and for all others by `ofOther`. */
export function tagOf(
  text: string,
  ofKept: (text: string) => string,
  ofOther: (text: string) => string,
): string {
  const joined = last
  last = undefined
  if (joined?.text !== text) return ofOther(text)
  joined.tag ??= ofKept(text)
  return joined.tag
}

function isJoinedOf({ numbers }: Joined, parts: readonly Entry[]): boolean {
  if (numbers.length !== parts.length) return false
  for (let i = 0; i < numbers.length; i++) if (numbers[i] !== (parts[i] as Entry).number) return false
  return true
}

// What is made for an answer has no bytes yet. Its text is often the same again, which is found out sooner than it is encoded.
function isRemembered(part: Part): boolean {
  return typeof part !== 'string'
}

function areKnown(parts: readonly Part[]): parts is readonly Entry[] {
  for (const part of parts) if (typeof part === 'string' || part instanceof JointText) return false
  return true
}

function placeIn<K>(places: Map<K, Set<Entry>>, key: K): Set<Entry> {
  let place = places.get(key)
  if (place === undefined) {
    place = new Set()
    places.set(key, place)
  }
  return place
}

function serves({ span, facts }: Entry, viewer: Viewer): boolean {
  return span.from <= viewer.time && viewer.time < span.until && allHold(facts, viewer)
}

function allHold({ answers, decisions }: Facts, viewer: Viewer): boolean {
  return hold(decisions, viewer, 'decisions') && hold(answers, viewer, 'answers')
}

function hold(facts: readonly Answered[], viewer: Viewer, kind: Fact['kind']): boolean {
  if (facts.length === 0) return true
  const answers = viewer[kind]
  const known = answers.get(facts)
  if (known !== undefined) return known as boolean
  const hold = facts.every((fact) => answerTo(fact, viewer) === fact.answer)
  answers.set(facts, hold)
  return hold
}

// Two prefixes with one text share a place, which forgets too much and never too little.
function keyOf(key: Key, length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += `${key[i]}\n`
  return text
}
