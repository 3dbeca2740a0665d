import type { Hook, UrlVariable } from './hook.ts'

const NAME = '[A-Za-z]+[0-9]*(?:[._-][A-Za-z0-9]+)*'
const REFERENCE = new RegExp(`\\{(${NAME})\\}`, 'g')
const KEY = new RegExp(`^${NAME}$`)
const LONGEST_VALUE = 2048
const MOST = 20

type Addressed = Pick<Hook, 'url' | 'urlVariables'>

/** The address that a hook calls, with the values of its variables; undefined where one of them is missing. */
export function addressOf({ url, urlVariables = [] }: Addressed): string | undefined {
  const values = new Map(urlVariables.map(({ key, value }) => [key, value]))
  let missing = false
  const address = url.replace(REFERENCE, (_, key: string) => {
    missing ||= !values.has(key)
    return values.get(key) ?? ''
  })
  return missing ? undefined : address
}

export function areVariables(variables: readonly UrlVariable[]): boolean {
  return (
    variables.length <= MOST &&
    variables.every(
      ({ key, value }) =>
        key.length <= LONGEST_VALUE && KEY.test(key) && value !== '' && value.length <= LONGEST_VALUE,
    )
  )
}

/** The variables with others set; one that is there already gets the new value. */
export function withVariables(
  before: readonly UrlVariable[],
  given: readonly UrlVariable[],
): readonly UrlVariable[] {
  return [...new Map([...before, ...given].map((it) => [it.key, it])).values()]
}

/**
 * The variables of a hook that is changed. A secret is not sent to another address: all are dropped where the address
 * changes and one that was there before is set again, or goes along with another template.
 */
export function keptVariables(before: Hook, after: Hook): readonly UrlVariable[] {
  const { urlVariables: old = [] } = before
  const { urlVariables: now = [] } = after
  if (old.length === 0 || addressOf(before) === addressOf(after)) return now
  const again = old.some(({ key }) => now.some((it) => it.key === key))
  return again ? [] : now
}
