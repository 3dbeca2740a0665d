import type { Json } from '../../lib/json.ts'

/** A setting as the table declares it; `Value` is what is stored and what other operations read. */
export interface Attribute<Value extends Json = Json> {
  readonly default: Value
}

export function flag(byDefault: boolean): Attribute<boolean> {
  return { default: byDefault }
}

export function integer(byDefault: number): Attribute<number> {
  return { default: byDefault }
}

export function text(byDefault: string | null = null): Attribute<string | null> {
  return { default: byDefault }
}

/** One of fixed texts. */
export function word<const W extends string>(_words: readonly W[], byDefault: NoInfer<W>): Attribute<W> {
  return { default: byDefault }
}

export function list(...byDefault: readonly string[]): Attribute<readonly string[]> {
  return { default: byDefault }
}
