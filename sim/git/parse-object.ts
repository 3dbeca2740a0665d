import { binary, equalBytes, text } from '../lib/bytes.ts'
import { GitError } from './git-error.ts'
import { type Commit, encode, type GitObject, type ObjectType, type Signature, type Tag } from './objects.ts'
import { parseTree } from './parse-tree.ts'

/** An object out of its payload, held to what git's own strict check asks for. Throws a GitError. */
export function parseObject(type: ObjectType, payload: Uint8Array): GitObject {
  switch (type) {
    case 'blob':
      return { type, bytes: payload }
    case 'tree':
      return parseTree(payload)
    case 'commit':
      return faithful(parseCommit(payload), payload)
    case 'tag':
      return faithful(parseTag(payload), payload)
    default:
      return type satisfies never
  }
}

// Signatures, other encodings and whatever else the fields cannot hold stay in the bytes, so the id stays too.
function faithful(object: Commit | Tag, payload: Uint8Array): GitObject {
  return equalBytes(encode(object), payload) ? object : { ...object, raw: payload }
}

const COMMIT = /^tree [0-9a-f]{40}\n((?:parent [0-9a-f]{40}\n)*)author ([^\n]*)\ncommitter ([^\n]*)\n/
const TAG = /^object ([0-9a-f]{40})\ntype (blob|tree|commit|tag)\ntag ([^\n]+)\n(?:tagger ([^\n]*)\n)?/

function parseCommit(payload: Uint8Array): Commit {
  const [, parents = '', author = '', committer = ''] = headers(payload, COMMIT, 'commit')
  return {
    type: 'commit',
    tree: binary(payload, TREE, TREE + ID),
    parents: parentsIn(payload, parents.length / PARENT),
    author: parseSignature(author),
    committer: parseSignature(committer),
    message: messageOf(payload),
  }
}

const ID = 40
/** Where the id of the tree stands. */
const TREE = 'tree '.length
/** Characters of a line that names a parent. */
const PARENT = 'parent '.length + ID + 1

// Ids are kept by the thousand. As parts of the headers, they would keep all of those.
function parentsIn(payload: Uint8Array, count: number): string[] {
  const parents: string[] = []
  for (let end = TREE + ID + 1 + PARENT; parents.length < count; end += PARENT)
    parents.push(binary(payload, end - 1 - ID, end - 1))
  return parents
}

// Tags of git's first years have no tagger.
function parseTag(payload: Uint8Array): Tag {
  const [, object = '', targetType = '', name = '', tagger] = headers(payload, TAG, 'tag')
  return {
    type: 'tag',
    object,
    targetType: targetType as ObjectType,
    name: fromUtf8(name),
    tagger: tagger === undefined ? { name: '', email: '', at: 0, offset: 0 } : parseSignature(tagger),
    message: messageOf(payload),
  }
}

// Headers are matched one character a byte, so that no encoding can shift them.
function headers(payload: Uint8Array, shape: RegExp, what: string): RegExpExecArray {
  const end = blankLine(payload)
  const found = shape.exec(binary(payload, 0, end))
  if (found === null) throw new GitError(`malformed ${what}`)
  return found
}

function messageOf(payload: Uint8Array): string {
  return text(payload.subarray(blankLine(payload) + 1))
}

/** Where the headers end: the line feed of the blank line, or the end. */
function blankLine(payload: Uint8Array): number {
  for (let at = payload.indexOf(10); at >= 0; at = payload.indexOf(10, at + 1))
    if (payload[at + 1] === 10) return at + 1
  return payload.length
}

const ASCII = /^[\0-\x7f]*$/
const SIGNATURE = /^([^<>]*?) ?<([^<>]*)> (\d{1,12}) ([+-])(\d\d)(\d\d)$/
/** The last second of the year 9999; later ones are beyond the calendar and stay in the bytes alone. */
const LAST_SECOND = 253_402_300_799

function parseSignature(line: string): Signature {
  const found = SIGNATURE.exec(line)
  if (found === null) throw new GitError('malformed author, committer or tagger')
  const [, name = '', email = '', seconds, sign, hours, minutes] = found
  const offset = Number(hours) * 60 + Number(minutes)
  return {
    name: fromUtf8(name),
    email: fromUtf8(email),
    at: Math.min(Number(seconds), LAST_SECOND) * 1000,
    offset: sign === '-' ? -offset : offset,
  }
}

function fromUtf8(bytes: string): string {
  if (ASCII.test(bytes)) return bytes
  return text(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
}
