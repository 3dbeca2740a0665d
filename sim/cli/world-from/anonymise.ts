import { type GitObject, memoryObjects, type Signature } from '../../git/objects.ts'
import { utf8 } from '../../lib/bytes.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { ReadWorld, Rewrite } from './project.ts'
import type { FetchedRepository } from './repository.ts'

/** Replaces words by others of the same length, and people by others: the same by the same, everywhere. */
export class Anonymiser {
  readonly #salt: string
  readonly #people = new Map<string, string>()
  readonly #words = new Map<string, string>()
  readonly #taken = new Set<string>()

  /** The same salt replaces the same by the same. */
  constructor(salt: string) {
    this.#salt = salt
  }

  /** `user-1` for each username in turn. */
  username(name: string): string {
    const known = this.#people.get(name) ?? `user-${this.#people.size + 1}`
    this.#people.set(name, known)
    return known
  }

  /** A text with other words; signs, digits as digits, and the ends of lines stay where they are. */
  text(text: string): string {
    return text.replace(/[\p{L}\p{N}]+/gu, (word) => this.#word(word))
  }

  // Others for others, as long as there are some of that length: titles that differ go on to differ.
  #word(word: string): string {
    const known = this.#words.get(word)
    if (known !== undefined) return known
    let other = word
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      other = this.#drawn(word, attempt)
      if (!this.#taken.has(other)) break
    }
    this.#taken.add(other)
    this.#words.set(word, other)
    return other
  }

  #drawn(word: string, attempt: number): string {
    const digest = sha256Hex(`${this.#salt} ${attempt} ${word.toLowerCase()}`)
    return [...word]
      .map((letter, i) => {
        const byte = Number.parseInt(digest.slice((2 * i) % 64, ((2 * i) % 64) + 2), 16)
        if (/\p{N}/u.test(letter)) return String(byte % 10)
        const drawn = LETTERS[byte % LETTERS.length] as string
        return letter === letter.toLowerCase() ? drawn : drawn.toUpperCase()
      })
      .join('')
  }
}

const MOST_ATTEMPTS = 200
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Texts that people write, by the names of their attributes; whatever else is text is a name of the service's. */
const written = ['title', 'description', 'body', 'milestone', 'milestones', 'labels', 'topics']
const named = ['users', 'groups', 'projects', 'releases', 'links']
const usernames = [
  'username',
  'user',
  'author',
  'by',
  'creator',
  'mergedBy',
  'closedBy',
  'resolvedBy',
  'assignees',
  'reviewers',
]

/**
 * A description without anybody's name and without anybody's words. Paths, branches, tags, names of files, times and
 * states stay.
 */
export function anonymised(description: ReadWorld['description'], to: Anonymiser): ReadWorld['description'] {
  // A personal namespace is named after its owner.
  const isPersonal = description.groups.length === 0
  const walk = (value: unknown, name: string, kind: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, name, name))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, key, kind)]))
    if (typeof value !== 'string') return value
    if (usernames.includes(name)) return to.username(value)
    if (name === 'token') return `${to.username(value.replace(/-token$/, ''))}-token`
    if (name === 'path' && kind === 'projects' && isPersonal)
      return value.replace(/^[^/]+/, (owner) => to.username(owner))
    if (name === 'name' && named.includes(kind)) return to.text(value)
    if (name === 'url') return `https://example.com/${to.text(value.replace(/^\w+:\/+/, ''))}`
    return written.includes(name) ? to.text(value) : value
  }
  return walk(description, '', '') as ReadWorld['description']
}

/** Writes the history of a repository anew, with other people, other words in messages and other words in files. */
export function rewriting(to: Anonymiser): Rewrite {
  return ({ objects: from, ids, branches, tags }: FetchedRepository) => {
    const objects = memoryObjects()
    const moved = new Map<string, string>()
    const pending: { id: string; ready: boolean }[] = ids.map((id) => ({ id, ready: false })).reverse()
    // Whatever an object names is written before it; without recursion, since histories are long.
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { id, ready } = next
      const object = moved.has(id) ? undefined : from.get(id)
      if (object === undefined) continue
      const below = namedBy(object).filter((one) => !moved.has(one) && from.get(one) !== undefined)
      if (ready || below.length === 0)
        moved.set(id, objects.put(rewritten(object, (one) => moved.get(one) ?? one, to)))
      else {
        pending.push({ id, ready: true })
        for (const one of below) pending.push({ id: one, ready: false })
      }
    }
    const idOf = (id: string) => moved.get(id) ?? id
    return {
      objects,
      ids: [...new Set(moved.values())].sort(),
      branches: Object.fromEntries(Object.entries(branches).map(([name, id]) => [name, idOf(id)])),
      tags: tags.map(({ name, commit }) => ({ name, commit: idOf(commit) })),
      idOf,
    }
  }
}

function namedBy(object: GitObject): readonly string[] {
  switch (object.type) {
    case 'blob':
      return []
    case 'tree':
      return object.entries.map(({ id }) => id)
    case 'commit':
      return [object.tree, ...object.parents]
    case 'tag':
      return [object.object]
    default:
      return object satisfies never
  }
}

function rewritten(object: GitObject, idOf: (id: string) => string, to: Anonymiser): GitObject {
  const signed = ({ name, email, at, offset }: Signature): Signature => {
    const word = to.text(name).replace(/[^\p{L}\p{N} ]/gu, ' ')
    return { name: word, email: `${to.text(email.split('@')[0] ?? '')}@example.com`, at, offset }
  }
  switch (object.type) {
    case 'blob':
      return { type: 'blob', bytes: withOtherWords(object.bytes, to) }
    case 'tree':
      return { type: 'tree', entries: object.entries.map((entry) => ({ ...entry, id: idOf(entry.id) })) }
    case 'commit': {
      const { tree, parents, author, committer, message } = object
      const who = { author: signed(author), committer: signed(committer) }
      return {
        type: 'commit',
        tree: idOf(tree),
        parents: parents.map(idOf),
        ...who,
        message: to.text(message),
      }
    }
    case 'tag': {
      const { targetType, name, tagger, message } = object
      const about = { type: 'tag', object: idOf(object.object), targetType, name } as const
      return { ...about, tagger: signed(tagger), message: to.text(message) }
    }
    default:
      return object satisfies never
  }
}

/** Text with other words; of what is no text nothing but its length is kept. */
function withOtherWords(bytes: Uint8Array, to: Anonymiser): Uint8Array {
  const text = new TextDecoder().decode(bytes)
  const isText = !text.includes('\uFFFD') && !text.includes('\0')
  return isText ? utf8(to.text(text)) : new Uint8Array(bytes.length)
}
