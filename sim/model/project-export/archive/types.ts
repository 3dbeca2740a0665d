import type { Json } from '../../../lib/json.ts'
import { type Day, type Instant, isoTime, parseDay, parseTime } from '../../../time/calendar.ts'
import { isLonger } from '../../names.ts'
import type { User } from '../../users/user.ts'
import { Ending, isObject, itemsOf, type Reading, type Type } from './field.ts'

const LONGEST = 1_048_576

/** A text that must not be blank. */
export function title(longest = 255): Type<string> {
  return {
    write: (value) => value,
    read: (given) => {
      if (typeof given !== 'string' || given.trim() === '') throw new Ending("can't be blank")
      if (isLonger(given, longest)) throw new Ending(`is too long (maximum is ${longest} characters)`)
      return given
    },
  }
}

/** Any text; null and nothing are the empty one. */
export const text: Type<string> = {
  write: (value) => value,
  read: (given) => textOrNull.read(given, nobody) ?? '',
}

export const textOrNull: Type<string | null> = {
  write: (value) => value,
  read: (given) => {
    if (given === undefined || given === null) return null
    if (typeof given !== 'string') throw new Ending('is invalid')
    if (isLonger(given, LONGEST)) throw new Ending(`is too long (maximum is ${LONGEST} characters)`)
    return given
  },
}

export function flag(byDefault: boolean): Type<boolean> {
  return { write: (value) => value, read: (given) => flagOrNull.read(given, nobody) ?? byDefault }
}

export const flagOrNull: Type<boolean | null> = {
  write: (value) => value,
  read: (given) => {
    if (given === undefined || given === null) return null
    if (typeof given !== 'boolean') throw new Ending('is invalid')
    return given
  },
}

const LARGEST = 2_147_483_647

/** A whole number that is not negative. */
export function wholeNumber(byDefault: number): Type<number> {
  return { write: (value) => value, read: (given) => wholeNumberOrNull.read(given, nobody) ?? byDefault }
}

export const wholeNumberOrNull: Type<number | null> = {
  write: (value) => value,
  read: (given) => {
    if (given === undefined || given === null) return null
    if (typeof given !== 'number' || !Number.isInteger(given)) throw new Ending('is not a number')
    if (given < 0 || given > LARGEST) throw new Ending('is not included in the list')
    return given
  },
}

/** A number under which people know something inside its project. */
export const iid: Type<number> = {
  write: (value) => value,
  read: (given) => {
    const value = wholeNumberOrNull.read(given, nobody)
    if (value === null || value === 0) throw new Ending("can't be blank")
    return value
  },
}

/** A time; a missing one is now. */
export const time: Type<Instant> = {
  write: (value) => isoTime(value),
  read: (given, into) => timeOrNull.read(given, into) ?? into.now,
}

export const timeOrNull: Type<Instant | null> = {
  write: (value) => (value === null ? null : isoTime(value)),
  read: (given) => {
    if (given === undefined || given === null) return null
    const at = typeof given === 'string' && given.length < 64 ? parseTime(given) : undefined
    if (at === undefined) throw new Ending('is invalid')
    return at
  },
}

export const dayOrNull: Type<Day | null> = {
  write: (value) => value,
  read: (given) => {
    if (given === undefined || given === null) return null
    const day = typeof given === 'string' && given.length < 64 ? parseDay(given) : undefined
    if (day === undefined) throw new Ending('is invalid')
    return day
  },
}

/** One of fixed texts. */
export function word<const W extends string>(words: readonly W[], byDefault?: NoInfer<W>): Type<W> {
  return {
    write: (value) => value,
    read: (given) => {
      const found = words.find((candidate) => candidate === (given ?? byDefault))
      if (found === undefined) throw new Ending('is invalid')
      return found
    },
  }
}

/** One of these texts, or none. */
export function wordOrNull<const W extends string>(words: readonly W[]): Type<W | null> {
  const some = word(words)
  return {
    write: (value) => value ?? null,
    read: (given, into) => (given == null ? null : some.read(given, into)),
  }
}

/** Texts that stand as numbers in an archive. */
export function numberedWord<const W extends string>(
  numbers: { readonly [word in W]: number },
  byDefault: NoInfer<W>,
): Type<W> {
  const words = Object.keys(numbers) as W[]
  return {
    write: (value) => numbers[value],
    read: (given) => {
      if (given === undefined || given === null) return byDefault
      const found = words.find((candidate) => numbers[candidate] === given)
      if (found === undefined) throw new Ending('is not included in the list')
      return found
    },
  }
}

/** The author of a row; the importer where no user here is known. */
export const person: Type<number> = {
  write: (value) => value,
  read: (given, into) => userOf(given, into).id,
}

export const personOrNull: Type<number | null> = {
  write: (value) => value,
  read: (given, into) => (given === undefined || given === null ? null : userOf(given, into).id),
}

/** People as objects with a `user_id`; the importer stands for all who are not known, once. */
export const people: Type<readonly number[]> = {
  write: (ids) => ids.map((id) => ({ user_id: id })),
  read: (given, into) => {
    const ids = itemsOf(given).map((item) =>
      isObject(item) ? userOf(item.user_id, into).id : into.importer.id,
    )
    return [...new Set(ids)]
  },
}

/** The user for an id of the archive. */
export function userOf(given: Json | undefined, into: Reading): User {
  return (typeof given === 'number' ? into.users.get(given) : undefined) ?? into.importer
}

/** A git object that has to have come with the archive. */
export const objectIdOrNull: Type<string | null> = {
  write: (value) => value,
  read: (given, into) => (typeof given === 'string' && into.arrived(given) ? given : null),
}

// Most types ask nothing of who reads.
const nobody = undefined as unknown as Reading
