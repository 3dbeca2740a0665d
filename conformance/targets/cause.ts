/** A reply that did not come in time, or did not end. */
export class NoReply extends Error {}

/** What fetch says went wrong, and below it the reason, in one line. */
export function causeOf(problem: unknown): string {
  return messageOf(problem).replaceAll(/\s+/g, ' ').trim()
}

function messageOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem)
  const { cause } = problem
  if (!(cause instanceof Error)) return problem.message
  const told = cause.message === '' ? codeOf(cause) : cause.message
  return told === undefined ? problem.message : `${problem.message}: ${told}`
}

/** The code of an error of the network, such as `ECONNREFUSED`; that of its cause where fetch wraps it. */
export function codeOf(problem: unknown): string | undefined {
  for (let error = problem; error instanceof Error; error = error.cause) {
    const { code } = error as { readonly code?: unknown }
    if (typeof code === 'string') return code
    if (error instanceof AggregateError) return codeOf(error.errors[0])
  }
  return undefined
}

const NEVER_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** True where there was not even a connection, so that nothing can have arrived. */
export function neverSent(problem: unknown): boolean {
  const code = codeOf(problem)
  return code !== undefined && NEVER_CONNECTED.includes(code)
}
