import { signal } from '@preact/signals'
import { keepToken } from './control.ts'

export interface Route {
  /** Decoded: `rows`, `users`, `5`. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

export const route = signal<Route>({ path: [], query: new URLSearchParams() })

/** The address of a view: `to('rows', 'users', 5)`. */
export function to(...path: readonly (string | number)[]): string {
  return `#/${path.map(encodeURIComponent).join('/')}`
}

/** The same with a query. */
export function toWith(
  path: readonly (string | number)[],
  query: { readonly [name: string]: string },
): string {
  return `${to(...path)}?${new URLSearchParams(query)}`
}

export function go(address: string): void {
  location.hash = address
}

/** Reads the address now and whenever it changes. */
export function followAddress(): void {
  addEventListener('hashchange', readAddress)
  readAddress()
}

function readAddress(): void {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1]
  if (token !== undefined) {
    keepToken(decodeURIComponent(token))
    history.replaceState(null, '', '#/')
  }
  const [path = '', query] = location.hash.replace(/^#\/?/, '').split('?')
  route.value = {
    path: path === '' ? [] : path.split('/').map(decodeURIComponent),
    query: new URLSearchParams(query),
  }
}
