import { putUtf8, text, utf8 } from '../lib/bytes.ts'
import { Lender, LONGEST_LENT } from '../lib/recent/lent-bytes.ts'

/** A text that is remembered, and its bytes once a list was sent with it. */
export interface KnownText {
  readonly text: string
  bytes: Uint8Array | undefined
}

/** Objects whose attributes stand one behind another in that of a row. */
export class JointText {
  readonly objects: readonly (string | KnownText)[]

  constructor(objects: readonly (string | KnownText)[]) {
    this.objects = objects
  }

  get text(): string {
    let text = '{'
    for (const object of this.objects) {
      const own = textOf(object)
      if (own !== '{}') text += `${text === '{' ? '' : ','}${own.slice(1, -1)}`
    }
    return inOnePiece(`${text}}`)
  }

  get length(): number {
    let length = 1
    for (const object of this.objects) {
      const own = lengthOf(object)
      if (own > 2) length += own - 1
    }
    return Math.max(length, 2)
  }
}

/**
 * The text of an object. An engine keeps what is put together as its parts, until somebody looks into it: here once, and not
 * again with every answer that holds this text.
 */
export function inOnePiece(text: string): string {
  if (text.charCodeAt(0) !== OPEN_OBJECT) throw new Error('an entity is written as an object')
  return text
}

/** The text of a row, or what is known of it. */
export type TextPart = string | KnownText | JointText

export function textOf(part: TextPart): string {
  return typeof part === 'string' ? part : part.text
}

/** The characters of a text. */
export function lengthOf(part: TextPart): number {
  return typeof part === 'string' || part instanceof JointText ? part.length : part.text.length
}

/** Texts as they stand in a JSON array. */
export function arrayOf(parts: readonly TextPart[]): string {
  let text = '['
  for (const part of parts) {
    if (text !== '[') text += ','
    text += textOf(part)
  }
  return `${text}]`
}

/** What is shorter is sent as a text, together with its head. */
export const SENT_AS_BYTES = 15_000
const LONGEST = LONGEST_LENT / 3

/** Whether a list of so many characters is put together as bytes. */
export function isSentAsBytes(length: number): boolean {
  return length >= SENT_AS_BYTES && length <= LONGEST
}

export function lengthOfArray(parts: readonly TextPart[]): number {
  let length = parts.length + 1
  for (const part of parts) length += lengthOf(part)
  return Math.max(length, 2)
}

type Piece = string | Uint8Array
type Pieces = readonly (Piece | readonly Piece[])[]

/**
 * A list as bytes, put together of those of its rows. A text would be joined, read once for its tag and once to be sent, each
 * time letter by letter.
 */
export class ListBytes {
  /** The characters of its text. */
  readonly length: number
  /** What its `ETag` is, once that was worked out. */
  tag: string | undefined
  #pieces: Pieces
  #kept: Uint8Array | undefined

  constructor(length: number, parts: readonly TextPart[]) {
    this.length = length
    this.#pieces = parts.map(piecesOf)
  }

  /** One that is known as its text. */
  static of(text: string): ListBytes {
    const list = new ListBytes(text.length, [])
    list.#kept = utf8(text)
    return list
  }

  /** The same for what is remembered: in memory of its own. */
  kept(): this {
    const bytes = new Uint8Array(mostIn(this.#pieces))
    this.#kept = bytes.subarray(0, put(this.#pieces, bytes, 0))
    this.#pieces = []
    return this
  }

  /** Bytes for whoever sends them, and who lends them. */
  lent(): { readonly bytes: Uint8Array; readonly lender?: Lender } {
    if (this.#kept !== undefined) return { bytes: this.#kept }
    const lender = Lender.withRoomFor(mostIn(this.#pieces))
    return { bytes: lender.lend((bytes, at) => put(this.#pieces, bytes, at)), lender }
  }

  get text(): string {
    if (this.#kept !== undefined) return text(this.#kept)
    const bytes = new Uint8Array(mostIn(this.#pieces))
    return text(bytes.subarray(0, put(this.#pieces, bytes, 0)))
  }
}

function piecesOf(part: TextPart): Piece | readonly Piece[] {
  return part instanceof JointText ? part.objects.map(pieceOf) : pieceOf(part)
}

function pieceOf(part: string | KnownText): Piece {
  if (typeof part === 'string') return part
  part.bytes ??= utf8(part.text)
  return part.bytes
}

/** Bytes that pieces take at most, with the commas behind them; an object without attributes has braces all the same. */
function mostIn(pieces: Pieces): number {
  let most = 3 * pieces.length + 2
  for (const piece of pieces)
    if (isJoint(piece)) for (const one of piece) most += mostOf(one)
    else most += mostOf(piece)
  return most
}

// A character takes three at most.
function mostOf(piece: Piece): number {
  return typeof piece === 'string' ? 3 * piece.length : piece.length
}

function isJoint(piece: Pieces[number]): piece is readonly Piece[] {
  return Array.isArray(piece)
}

const [OPEN, CLOSE, COMMA, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x2c, 0x7b, 0x7d] as const

function put(pieces: Pieces, bytes: Uint8Array, start: number): number {
  let at = start
  bytes[at++] = OPEN
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] as Pieces[number]
    if (i > 0) bytes[at++] = COMMA
    at = isJoint(piece) ? putJoint(piece, bytes, at) : putPiece(piece, bytes, at)
  }
  bytes[at++] = CLOSE
  return at
}

// The brace that ends an object and the one that begins the next become a comma.
function putJoint(objects: readonly Piece[], bytes: Uint8Array, start: number): number {
  let at = start
  for (const object of objects) {
    if (object.length <= 2) continue
    const from = at === start ? start : at - 1
    at = putPiece(object, bytes, from)
    bytes[from] = from === start ? OPEN_OBJECT : COMMA
  }
  if (at > start) return at
  bytes[at++] = OPEN_OBJECT
  bytes[at++] = CLOSE_OBJECT
  return at
}

function putPiece(piece: Piece, bytes: Uint8Array, at: number): number {
  if (typeof piece === 'string') return putUtf8(bytes, at, piece)
  bytes.set(piece, at)
  return at + piece.length
}
