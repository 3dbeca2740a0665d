import { CREDENTIAL_PARAMS, callerOf, type HygieneRule, queryOf, replyHeader } from './asked.ts'

/** Credentials in query strings, which end up in the logs of every proxy. */
export function tokensInQueries(): HygieneRule {
  return {
    see({ request, subject }, note) {
      const query = queryOf(request)
      for (const name of CREDENTIAL_PARAMS)
        if (query.has(name))
          note('token-in-query', subject, `${name} is in the query string: a header is not logged`)
    },
  }
}

/** Credentials that are sent along to the host that a redirect leads to. */
export function redirectedCredentials(): HygieneRule {
  const targets = new Map<string, string>()
  return {
    see(asked, note) {
      const { request, reply, subject } = asked
      const host = request.headers.host ?? ''
      const from = targets.get(`${host}${request.url}`)
      targets.delete(`${host}${request.url}`)
      if (from !== undefined && callerOf(request) !== '')
        note('redirected-credentials', subject, `the credential was sent on from ${from} to ${host}`)
      const to = reply.status >= 300 && reply.status < 400 ? replyHeader(asked, 'location') : undefined
      if (to === undefined || !URL.canParse(to)) return
      const { host: there, pathname, search } = new URL(to)
      if (there !== host) targets.set(`${there}${pathname}${search}`, host)
    },
  }
}
