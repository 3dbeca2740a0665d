import { escapeHtml } from '../lib/html.ts'
import type { Consent } from '../model/access-tokens/oauth-tokens.ts'
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
