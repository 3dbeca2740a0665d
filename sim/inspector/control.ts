import { signal } from '@preact/signals'

/** Where the control API is: the page may be that of a named world, or behind a proxy. */
export const root = new URL('.', import.meta.url).pathname.replace(/\/$/, '')

/** Path of the world before `/api/v4`: empty, or `/w/NAME`. */
export const prefix = root.replace(/\/_forgery$/, '')

const KEPT = 'forgery-token'

/** True when calls are refused for want of the token of the control API. */
export const needsToken = signal(false)
/** What went wrong last, for the person in front of the page. */
export const failure = signal('')

/** Keeps the token as long as this tab is open. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEPT, token)
  needsToken.value = false
}

export class Refused extends Error {}

/** Calls the control API. Throws a `Refused` with its reason. */
export async function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const reply = await ask(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await reply.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** The reply itself, where it is no JSON. Throws a `Refused` unless it succeeded. */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const token = sessionStorage.getItem(KEPT)
  const headers = { ...(token === null ? {} : { 'X-Forgery-Token': token }) }
  const reply = await fetch(`${root}${path}`, { ...init, headers })
  if (reply.status === 401) needsToken.value = true
  if (reply.ok) return reply
  const text = await reply.text()
  throw new Refused(reasonIn(text) ?? `the answer to ${init.method ?? 'GET'} ${path} was ${reply.status}`)
}

/** Does something, and tells the person when it fails. */
export async function report(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error)
  }
}

/** Does what a person asked for, and tells him when it cannot be done. */
export async function tell(work: () => unknown): Promise<void> {
  failure.value = ''
  await report(work)
}

function reasonIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { readonly error?: string }).error
  } catch {
    return undefined
  }
}
