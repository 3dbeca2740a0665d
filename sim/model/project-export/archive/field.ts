import type { Json } from '../../../lib/json.ts'
import { Untraced } from '../../../lib/untraced.ts'
import type { Instant } from '../../../time/calendar.ts'
import type { Epic } from '../../epics/epic.ts'
import type { Group } from '../../groups/group.ts'
import type { Project } from '../../projects/project.ts'
import type { User } from '../../users/user.ts'
import type { World } from '../../world.ts'

/** A row as it stands in an archive. */
export type JsonObject = { readonly [key: string]: Json }

/** The context in which an archive is written. */
export interface Writing {
  readonly world: World
  /** Whether members of the groups above are listed as members of the project. */
  readonly withGroupMembers: boolean
  /** Whether an epic may be told. */
  readonly tellsEpic: (epic: Epic) => boolean
}

/** The context in which an archive is read. */
export interface Reading {
  readonly world: World
  /** The project that is being filled; undefined while a group is. */
  readonly project: Project | undefined
  /** The group that is being filled; undefined while a project is. */
  readonly group: Group | undefined
  /** The group at the top of those that are being filled. */
  readonly topGroup: Group | undefined
  readonly importer: User
  readonly now: Instant
  /** Users of this installation by the ids that they have in the archive; all others are replaced by the importer. */
  readonly users: Map<number, User>
  /** Whether e-mail addresses in the archive are believed. */
  readonly mapsUsers: boolean
  /** Whether notes of unknown people say whose they were. */
  readonly signsNotes: boolean
  /** Whether protected branches stay open to whom the archive says, and not to maintainers in their place. */
  readonly keepsLevels: boolean
  /** True for a git object that came with the archive; ids of others must not lead into somebody else's repository. */
  readonly arrived: (id: string) => boolean
}

/** An archived row that cannot be imported: the service's name for the error, and the reason. */
export class InvalidArchiveRow extends Untraced {
  readonly exceptionClass: string
  constructor(message: string, exceptionClass = 'ActiveRecord::RecordInvalid') {
    super(message)
    this.name = 'InvalidArchiveRow'
    this.exceptionClass = exceptionClass
  }
}

/** One key of a row in an archive: how it is written, and which columns follow from it when it is read. */
export interface Field<Row> {
  readonly write: (row: Row, out: Writing) => Json
  /** Throws InvalidArchiveRow. */
  readonly read: (given: Json | undefined, into: Reading, whole: JsonObject) => Partial<Row>
}

export type Fields<Row> = { readonly [key: string]: Field<Row> }

/** A kind of value. */
export interface Type<Value> {
  write(value: Value, out: Writing): Json
  /** Throws InvalidArchiveRow with the end of a sentence that begins with the name of the key. */
  readonly read: (given: Json | undefined, into: Reading) => Value
}

/** The fields of one kind of row. */
export function fieldsOf<Row>() {
  return {
    /** A column under another name. */
    column<K extends keyof Row>(key: K, type: Type<Row[K]>): Field<Row> {
      return {
        write: (row, out) => type.write(row[key], out),
        read: (given, into) => ({ [key]: type.read(given, into) }) as unknown as Partial<Row>,
      }
    },
    /** A field that is written for other readers, and ignored when read. */
    told(write: (row: Row, out: Writing) => Json): Field<Row> {
      return { write, read: () => ({}) }
    },
    /** A field that the service writes and that this world does not have. */
    always(value: Json): Field<Row> {
      return { write: () => value, read: () => ({}) }
    },
  }
}

/** The columns that follow from an object. Throws InvalidArchiveRow. */
export function readColumns<Row>(fields: Fields<Row>, whole: JsonObject, into: Reading): Partial<Row> {
  const columns: Partial<Row> = {}
  for (const [key, field] of Object.entries(fields)) {
    const given = Object.hasOwn(whole, key) ? whole[key] : undefined
    try {
      Object.assign(columns, field.read(given, into, whole))
    } catch (problem) {
      if (!(problem instanceof Ending)) throw problem
      throw new InvalidArchiveRow(`Validation failed: ${spoken(key)} ${problem.message}`)
    }
  }
  return columns
}

export function writeColumns<Row>(fields: Fields<Row>, row: Row, out: Writing): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.write(row, out)]))
}

/** The end of a sentence that begins with the name of what is wrong. */
export class Ending extends Error {}

function spoken(key: string): string {
  const words = key.replace(/_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The project that is being filled. */
export function projectOf({ project }: Reading): Project {
  if (project === undefined) throw new Error('only what belongs to a project can be read here')
  return project
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The items of a list; anything else has none. */
export function itemsOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}
