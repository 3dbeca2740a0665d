import type { Json } from '../lib/json.ts'
import { isAboutVariables, redactedTarget } from '../lib/secrets.ts'
import { type Call, CallRefused, refuseRangeErrors } from './call.ts'
import { type Fault, type FaultRule, parseFault } from './faults.ts'
import { json, nothing } from './replies.ts'
import { redactedJson } from './shown-body.ts'

/** The fault rules in force. */
export const faultCalls: readonly Call[] = [
  { method: 'GET', path: '/faults', serve: ({ faults }) => json(faults.list().map(shown)) },
  {
    method: 'POST',
    path: '/faults',
    serve: ({ faults }, { body }) => json(shown(refuseRangeErrors(() => faults.add(ruleOf(body())))), 201),
  },
  {
    method: 'DELETE',
    path: '/faults',
    serve({ faults }) {
      faults.clear()
      return nothing
    },
  },
  {
    method: 'DELETE',
    path: '/faults/:id',
    serve({ faults }, { path }) {
      if (!faults.delete(Number(path.id)))
        throw new CallRefused(404, `there is no fault '${path.id}': GET /_forgery/faults lists them`)
      return nothing
    },
  },
]

// Whatever a rule answers may hold what a real service would keep secret.
function shown(fault: Fault): Fault {
  const { path, body, patch, headers } = fault
  const bare = (value: Json) => redactedJson(value, '', isAboutVariables(path ?? ''))
  return {
    ...fault,
    ...(path !== undefined && { path: redactedTarget(path) }),
    ...(body !== undefined && { body: bare(body) }),
    ...(patch !== undefined && { patch: bare(patch) }),
    ...(headers !== undefined && { headers: bare(headers) as { readonly [name: string]: string } }),
  }
}

/** A rule as an object, or as one line, as on the command line. */
function ruleOf(body: Json | undefined): FaultRule {
  if (typeof body === 'string') return parseFault(body)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new CallRefused(
      400,
      'the body must be a rule: {"method":"GET","path":"/projects/*","status":503}, or "GET /projects/* 503"',
    )
  return body as FaultRule
}
