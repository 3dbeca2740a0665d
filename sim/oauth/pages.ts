import { escapeHtml } from '../lib/html.ts'
import type { Consent } from '../model/access-tokens/oauth-tokens.ts'
import type { User } from '../model/users/user.ts'
import type { Answer } from '../protocol/reply.ts'
import { given, type OauthCall } from './service.ts'

const HEADERS = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } as const

interface Form {
  readonly authenticity: string
  readonly call: OauthCall
}

/** The page that asks the user whether an application may act for them. */
export function consentPage({ application, user, scopes }: Consent, { authenticity, call }: Form): Answer {
  const kept = [
    'client_id',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
  ].flatMap((name) => {
    const value = given(call, name)
    return value === undefined ? [] : [hidden(name, value)]
  })
  const fields = [...kept, hidden('authenticity_token', authenticity)].join('')
  const who = `${escapeHtml(user.name)} (@${escapeHtml(user.username)})`
  return page(
    200,
    'Authorize',
    `<h1>Authorize ${escapeHtml(application.name)} to use your account?</h1>
<p>${who}, it asks for: <b>${scopes.map(escapeHtml).join(', ')}</b></p>
<form action="authorize" method="post">${fields}<button>Authorize</button></form>
<form action="authorize" method="post">${fields}${hidden('_method', 'delete')}<button>Deny</button></form>`,
  )
}

/** The page that asks for the code that a device shows. */
export function codePage(code: string, authenticity: string): Answer {
  return page(
    200,
    'Authorize device',
    `<h1>Authorize device to access to your account</h1>
<form action="device/confirm" method="post">${hidden('authenticity_token', authenticity)}<label>User code <input name="user_code" value="${escapeHtml(code)}"></label><button>Authorize</button></form>`,
  )
}

/** The page that asks the user whether a device may act for them. */
export function confirmationPage(
  { code, user, scopes }: { readonly code: string; readonly user: User; readonly scopes: readonly string[] },
  authenticity: string,
): Answer {
  const who = `${escapeHtml(user.name)} (@${escapeHtml(user.username)})`
  return page(
    200,
    'Authorize device',
    `<h1>Authorize device to access to your account</h1>
<p>${who}, it asks for: <b>${scopes.map(escapeHtml).join(', ')}</b></p>
<form action="../device" method="post">${hidden('authenticity_token', authenticity)}${hidden('user_code', code)}<button>Confirm</button></form>`,
  )
}

export function redirect(location: string): Answer {
  return { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' }, body: '' }
}

/** The page that shows the user an error of an application. */
export function errorPage(status: number, text: string): Answer {
  return page(status, 'An error has occurred', `<h1>An error has occurred</h1>\n<p>${escapeHtml(text)}</p>`)
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
}

function page(status: number, title: string, body: string): Answer {
  const text = `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>\n${body}\n</body></html>\n`
  return { status, headers: HEADERS, body: text }
}
