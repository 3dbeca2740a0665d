import { secretsOfCall } from '../kit/call-secrets.ts'
import type { AnyCheck } from '../kit/check.ts'
import type { Call } from '../kit/client.ts'
import { masked } from '../kit/curl.ts'
import { withoutSecrets, withoutValues } from '../kit/secrets.ts'
import type { Target } from '../targets/target.ts'
import { readsOnly } from '../targets/wire.ts'
import { sorted } from './decisive.ts'
import type { Recipe, Result } from './events.ts'
import { objectsOf } from './objects.ts'
import type { Lease } from './stages.ts'

// As much of a body as tells what it is; the last reply is mostly the one that is wrong.
const MOST_OF_REPLY = 200
const MOST_OF_LAST = 1000

interface Failed {
  readonly check: AnyCheck
  readonly target: Target
  readonly seed: number
  readonly runs: number
}

/** The smallest input that failed, and how many further ones were tried to find it. */
export interface Smallest {
  readonly counterexample: string | undefined
  readonly shrinks: number
}

/** How what failed is tried again by hand, without secrets. */
export function recipeOf(
  { seed, runs, target, check }: Failed,
  lease: Lease | undefined,
  smallest: Smallest,
  operation: string | undefined,
): Recipe {
  const stage = lease?.stage
  const calls = stage?.calls ?? []
  const arranged = lease?.arrangedCalls() ?? 0
  const own = calls.slice(arranged)
  // Of calls at once each counts.
  const { before, decisive } = check.races ? { before: [], decisive: own } : sorted(own, operation)
  // What was only looked at need not be repeated.
  const arranging = calls.slice(0, arranged).filter(({ request }) => !readsOnly(request))
  const lines = (some: readonly Call[]) => some.map((call) => withoutValues(stage?.curl(call) ?? '', secrets))
  const secrets = secretsOfCalls(calls)
  const told = ({ reply }: Call, most: number) => {
    const body = withoutSecrets(masked(reply.body, target.credentials), secrets)
    return `${reply.status} ${body.slice(0, most)}${body.length > most ? '…' : ''}`
  }
  const last = calls.at(-1)
  const lastReply = last === undefined ? undefined : told(last, MOST_OF_LAST)
  return {
    seed,
    runs,
    ...smallest,
    ...(stage?.looksAt === undefined ? {} : { project: stage.looksAt }),
    objects: stage === undefined ? [] : objectsOf(calls, stage, target.credentials),
    arrangement: lines([...arranging, ...before]),
    calls: lines(decisive),
    replies: decisive.map((call) => told(call, call === decisive.at(-1) ? MOST_OF_LAST : MOST_OF_REPLY)),
    lastReply,
  }
}

// Checks that read share their calls, so each is looked at once.
const found = new WeakMap<Call, readonly string[]>()

// Shorter ones are words of sentences, too: in calls and replies their names tell them.
function secretsOfCalls(calls: readonly Call[]): readonly string[] {
  const all = new Set<string>()
  for (const call of calls) {
    const secrets = found.get(call) ?? secretsOfCall(call).filter((secret) => secret.length >= 8)
    found.set(call, secrets)
    for (const secret of secrets) all.add(secret)
  }
  return [...all]
}

/** A result as reports may show it: its calls and replies are without secrets already. */
export function redactedResult(result: Result, calls: readonly Call[], { credentials }: Target): Result {
  // Most checks pass, and have nothing to show.
  if (result.kind === 'pass') return result
  const secrets = secretsOfCalls(calls)
  const text = (plain: string) => withoutSecrets(masked(plain, credentials), secrets)
  switch (result.kind) {
    case 'fail': {
      const { finding, recipe } = result
      const { title, expected, actual } = finding
      const { counterexample, objects } = recipe
      return {
        ...result,
        finding: { ...finding, title: text(title), expected: text(expected), actual: text(actual) },
        recipe: {
          ...recipe,
          counterexample: counterexample === undefined ? undefined : text(counterexample),
          objects: objects.map((line) => withoutValues(line, secrets)),
        },
      }
    }
    case 'skip':
      return { ...result, reason: text(result.reason) }
    case 'broken':
      return { ...result, error: text(result.error) }
    case 'blocked':
      return 'cause' in result ? { ...result, cause: text(result.cause) } : result
    default:
      return result
  }
}
