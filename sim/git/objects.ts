import { putHex, putUtf8, utf8 } from '../lib/bytes.ts'
import { sha1Hex } from '../lib/hash.ts'
import { compareEntries } from './tree-order.ts'

/** File modes as the API writes them: file, executable, symbolic link, directory, submodule. */
export const modes = ['100644', '100755', '120000', '040000', '160000'] as const
export type Mode = (typeof modes)[number]

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag'

/** Who and when; `at` in epoch milliseconds (git keeps whole seconds), `offset` in minutes east of UTC. */
export interface Signature {
  readonly name: string
  readonly email: string
  readonly at: number
  readonly offset: number
}

export interface TreeEntry {
  readonly mode: Mode
  readonly name: string
  readonly id: string
}

export interface Blob {
  readonly type: 'blob'
  readonly bytes: Uint8Array
}

/** Content that came from elsewhere can say more than the fields do: signatures, other headers, old modes. */
interface FromElsewhere {
  /** The payload to the byte; only where the fields alone would not encode to it. */
  readonly raw?: Uint8Array
}

/** A directory; entries are in git's order (see `makeTree`). */
export interface Tree extends FromElsewhere {
  readonly type: 'tree'
  readonly entries: readonly TreeEntry[]
}

/** The message is kept to the byte: a final newline is the writer's business. */
export interface Commit extends FromElsewhere {
  readonly type: 'commit'
  readonly tree: string
  readonly parents: readonly string[]
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
}

export interface Tag extends FromElsewhere {
  readonly type: 'tag'
  readonly object: string
  readonly targetType: ObjectType
  readonly name: string
  readonly tagger: Signature
  readonly message: string
}

export type GitObject = Blob | Tree | Commit | Tag

/** Objects that are kept in a pack, deflated, by the entry at which they stand. */
export interface PackedObjects {
  readonly bytes: Uint8Array
  readonly count: number
  type(entry: number): ObjectType
  object(entry: number): GitObject
  payload(entry: number): Uint8Array
  /** Reads many. Each stands until the next one is read, which others may do between two steps. */
  reader(): PayloadReader
  /** Bytes of an object, for which it is not inflated. */
  size(entry: number): number
  deflated(entry: number): Deflated
  /**
   * Line feeds at most in what two objects have not in common at their beginnings and ends, both counted. Undefined where
   * deltas do not tell it.
   */
  feedsBetween(one: number, other: number): number | undefined
  /** The ids of its objects and of what these name, where they are known. */
  readonly ids?: NumberedIds
  /** The entry of the object whose id stands at a place of some bytes, where that is known. */
  entryAt?(bytes: Uint8Array, at: number): number | undefined
}

/** Ids by number, from 0 on. */
export interface NumberedIds {
  readonly size: number
  /** The id of a number, in hexadecimal. */
  id(number: number): string
  /** The number of an id in hexadecimal. */
  find(id: string): number | undefined
  /** The same of the id that stands at a place of some bytes. */
  findAt(bytes: Uint8Array, at: number): number | undefined
}

/** Reads payloads by their entries. */
export interface PayloadReader {
  payload(entry: number): Uint8Array
}

/** An object as it stands in a pack. */
export interface Stored {
  readonly pack: PackedObjects
  readonly entry: number
}

/** An entry as it stands in the file, without its head. */
export interface Deflated {
  readonly bytes: Uint8Array
  /** Bytes once inflated. */
  readonly size: number
  /** The entry on which it builds: of the same pack, or `outside` of it; undefined for a whole object. */
  readonly base: number | 'outside' | undefined
}

/** What a walk through a history has to know of a commit. */
export interface CommitOutline {
  readonly tree: string
  readonly parents: readonly string[]
  /** The committer's time as git stores it, in seconds since 1970. */
  readonly seconds: number
}

/** The shortest abbreviation of an id that git accepts. */
export const SHORTEST_PREFIX = 4

/** Objects by id. `find` lists the ids that start with a prefix of at least four digits. */
export interface ObjectStore {
  get(id: string): GitObject | undefined
  put(object: GitObject): string
  find?(prefix: string): string[]
  /** Where an object stands that came in a pack and is kept there, deflated. */
  stored?(id: string): Stored | undefined
  /** The outline of a commit, where it is at hand without reading the commit. */
  outline?(id: string): CommitOutline | undefined
}

/** An empty store in memory. */
export function memoryObjects(): ObjectStore {
  const byId = new Map<string, GitObject>()
  // Short ids are looked up among the few that share their first digits, never by a scan of all.
  const byStart = new Map<string, string[]>()
  return {
    get: (id) => byId.get(id),
    put(object) {
      const id = objectId(object)
      if (byId.has(id)) return id
      byId.set(id, object)
      const start = id.slice(0, SHORTEST_PREFIX)
      const sharing = byStart.get(start)
      if (sharing) sharing.push(id)
      else byStart.set(start, [id])
      return id
    },
    find: (prefix) =>
      (byStart.get(prefix.slice(0, SHORTEST_PREFIX)) ?? []).filter((id) => id.startsWith(prefix)),
  }
}

/** A tree of these entries, whatever order they come in. */
export function makeTree(entries: Iterable<TreeEntry>): Tree {
  return { type: 'tree', entries: [...entries].sort(compareEntries) }
}

/** The payload git stores, without the `type size` header; throws if a tree is out of order. */
export function encode(object: GitObject): Uint8Array {
  switch (object.type) {
    case 'blob':
      return object.bytes
    case 'tree':
      return object.raw ?? encodeTree(object)
    case 'commit':
      return object.raw ?? utf8(encodeCommit(object))
    case 'tag':
      return object.raw ?? utf8(encodeTag(object))
    default:
      return object satisfies never
  }
}

/** The SHA-1 by which git names the object. */
export function objectId(object: GitObject): string {
  return payloadId(object.type, encode(object))
}

/** The same of an object that is encoded already. */
export function payloadId(type: ObjectType, payload: Uint8Array): string {
  return sha1Hex(named(`${type} ${payload.length}\0`, payload))
}

// Every object that comes or goes is hashed: no encoder for a few ASCII letters, and no array for each of them.
const scratch = new Uint8Array(64 * 1024)

function named(head: string, payload: Uint8Array): Uint8Array {
  const size = head.length + payload.length
  const bytes = size <= scratch.length ? scratch.subarray(0, size) : new Uint8Array(size)
  for (let i = 0; i < head.length; i++) bytes[i] = head.charCodeAt(i)
  bytes.set(payload, head.length)
  return bytes
}

function encodeTree({ entries }: Tree): Uint8Array {
  let room = 0
  for (const { mode, name, id } of entries) room += 3 * (mode.length + name.length + 2) + id.length / 2
  const bytes = new Uint8Array(room)
  let end = 0
  let previous: TreeEntry | undefined
  for (const entry of entries) {
    if (previous && compareEntries(previous, entry) >= 0)
      throw new Error(`tree out of order at ${entry.name}`)
    // git writes a directory's mode without the leading zero
    end = putUtf8(bytes, end, `${entry.mode.replace(/^0/, '')} ${entry.name}\0`)
    end = putHex(bytes, end, entry.id)
    previous = entry
  }
  return bytes.slice(0, end)
}

function encodeCommit(commit: Commit): string {
  const parents = commit.parents.map((id) => `parent ${id}\n`).join('')
  const people = `author ${encodeSignature(commit.author)}\ncommitter ${encodeSignature(commit.committer)}\n`
  return `tree ${commit.tree}\n${parents}${people}\n${commit.message}`
}

function encodeTag(tag: Tag): string {
  const target = `object ${tag.object}\ntype ${tag.targetType}\ntag ${tag.name}\n`
  return `${target}tagger ${encodeSignature(tag.tagger)}\n\n${tag.message}`
}

function encodeSignature({ name, email, at, offset }: Signature): string {
  const minutes = Math.abs(offset)
  const zone = String(Math.floor(minutes / 60) * 100 + (minutes % 60)).padStart(4, '0')
  // git knows no time before 1970
  const seconds = Math.max(0, Math.floor(at / 1000))
  return `${clean(name)} <${clean(email)}> ${seconds} ${offset < 0 ? '-' : '+'}${zone}`
}

// git drops the characters that would end the field early
const clean = (field: string): string => field.replace(/[\0\n<>]/g, '')

/** The type of an object; what stands in a pack is not read for it. */
export function typeOf(objects: Pick<ObjectStore, 'get' | 'stored'>, id: string): ObjectType | undefined {
  const stored = objects.stored?.(id)
  return stored === undefined ? objects.get(id)?.type : stored.pack.type(stored.entry)
}

/** Where the blob with this id stands in a pack; undefined where it stands in none. */
export function storedBlob(objects: ObjectStore, id: string | undefined): Stored | undefined {
  const stored = id === undefined ? undefined : objects.stored?.(id)
  return stored?.pack.type(stored.entry) === 'blob' ? stored : undefined
}

/** Bytes of the blob with this id; what stands in a pack is not inflated for it. Throws if there is none. */
export function blobSize(objects: ObjectStore, id: string): number {
  const stored = storedBlob(objects, id)
  return stored === undefined ? readBlob(objects, id).length : stored.pack.size(stored.entry)
}

/** The commit with this id; throws if there is none, since a caller names only what it was given. */
export function readCommit(objects: ObjectStore, id: string): Commit {
  const object = objects.get(id)
  if (object?.type !== 'commit') throw wrongObject(id, 'commit', object)
  return object
}

/** The tree with this id; throws if there is none. */
export function readTree(objects: ObjectStore, id: string): Tree {
  const object = objects.get(id)
  if (object?.type !== 'tree') throw wrongObject(id, 'tree', object)
  return object
}

/** The content of the blob with this id; throws if there is none. */
export function readBlob(objects: ObjectStore, id: string): Uint8Array {
  const stored = storedBlob(objects, id)
  if (stored !== undefined) return stored.pack.payload(stored.entry)
  const object = objects.get(id)
  if (object?.type !== 'blob') throw wrongObject(id, 'blob', object)
  return object.bytes
}

const wrongObject = (id: string, wanted: ObjectType, found: GitObject | undefined): Error =>
  new Error(`object ${id} is ${found ? `a ${found.type}` : 'missing'}, expected a ${wanted}`)
