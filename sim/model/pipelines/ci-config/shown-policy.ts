import { textList } from './yaml.ts'

const keys = ['refs', 'kubernetes', 'variables', 'changes'] as const

/** What `only` or `except` of a job says, as it is shown. */
export type ShownPolicy = { readonly [key in (typeof keys)[number]]?: string | readonly string[] }

const byDefault: ShownPolicy = { refs: ['branches', 'tags'] }

/** Without rules, of the job or of the workflow, there is an `only` by default. */
export function shownOnly(only: unknown, ruled: boolean): ShownPolicy | null {
  if (only === undefined) return ruled ? null : byDefault
  return { ...byDefault, ...shownExcept(only) }
}

export function shownExcept(except: unknown): ShownPolicy | null {
  if (except === undefined) return null
  if (!(except instanceof Map)) return { refs: textList(except) }
  const shown = keys.flatMap((key) => {
    const value = except.get(key)
    return value === undefined ? [] : [[key, key === 'kubernetes' ? String(value) : textList(value)] as const]
  })
  return Object.fromEntries(shown)
}
