import type { DifferenceId } from './differences.ts'

/** Which authority the simulator speaks where specification and real service contradict each other. */
export const dialects = ['specification', 'real'] as const
export type Dialect = (typeof dialects)[number]

/** A value that the two authorities disagree on. It may stand wherever a definition or an entity takes a value. */
export interface Differs<T> {
  readonly differs: DifferenceId
  readonly specification: T
  readonly real: T
}

/** Declares a difference where it applies. The number is a row of `differences.ts`. */
export function differs<const T>(
  differs: DifferenceId,
  both: { readonly specification: T; readonly real: T },
): Differs<T> {
  return { differs, ...both }
}

export function isDiffers(value: unknown): value is Differs<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'differs' in value &&
    'specification' in value &&
    'real' in value
  )
}

/** `value` in one dialect. */
export function inDialect<T>(value: T | Differs<T>, dialect: Dialect): T {
  return isDiffers(value) ? (value[dialect] as T) : value
}

/** A deep copy of plain data with every difference decided; functions and class instances pass unchanged. */
export function resolveDifferences<T>(value: T, dialect: Dialect): T {
  const decided: unknown = isDiffers(value) ? value[dialect] : value
  if (Array.isArray(decided)) return decided.map((item) => resolveDifferences(item, dialect)) as T
  if (typeof decided !== 'object' || decided === null || Object.getPrototypeOf(decided) !== Object.prototype)
    return decided as T
  const copy: { [key: string]: unknown } = {}
  for (const [key, item] of Object.entries(decided)) copy[key] = resolveDifferences(item, dialect)
  return copy as T
}
