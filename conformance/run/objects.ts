import type { Call } from '../kit/client.ts'
import { Skipped } from '../kit/finding.ts'
import { isRow, parseJson, type Row } from '../kit/json.ts'
import type { Credentials, Who } from '../targets/target.ts'
import type { Stage } from './stage.ts'

/**
 * What the numbers in a list of calls were: project, group, callers, and what was created on the way. Told while they are
 * there: the clean-up removes them, and nobody could look them up afterwards.
 */
export function objectsOf(calls: readonly Call[], stage: Stage, credentials: Credentials): readonly string[] {
  const project = present(() => stage.project)
  const group = stage.inGroup ? present(() => stage.group) : undefined
  const places = [
    ...(project === undefined ? [] : [`project ${project.id} is ${project.path}`]),
    ...(group === undefined ? [] : [`group ${group.id} is ${group.path}`]),
  ]
  return [...places, ...callersIn(calls, stage, credentials), ...createdIn(calls)]
}

// A check that touches no project has none.
function present<Thing>(look: () => Thing): Thing | undefined {
  try {
    return look()
  } catch (problem) {
    if (problem instanceof Skipped) return undefined
    throw problem
  }
}

function callersIn(calls: readonly Call[], stage: Stage, credentials: Credentials): readonly string[] {
  const tokens = new Set(calls.flatMap(({ request }) => Object.values(request.headers)))
  return Object.entries(credentials).flatMap(([who, { token, variable }]) => {
    const user = tokens.has(token) ? present(() => stage.user(who as Who)) : undefined
    return user === undefined ? [] : [`$${variable} is ${user.username} (user ${user.id}), ${who}`]
  })
}

// Of what was created only what a later path names: an arrangement creates dozens of things for other checks.
function createdIn(calls: readonly Call[]): readonly string[] {
  return calls.flatMap(({ operation, request, reply }, i) => {
    const row = request.method === 'POST' && reply.status === 201 ? parseJson(reply.body) : undefined
    if (!isRow(row)) return []
    const named = [row.iid, row.id].find(
      (value) => typeof value === 'number' && calls.slice(i + 1).some((call) => names(call, value)),
    )
    return named === undefined ? [] : [`${operation} created ${described(row)}`]
  })
}

function names({ request }: Call, id: number): boolean {
  const [path = ''] = request.url.split('?')
  return path.split('/').includes(String(id))
}

const telling = ['path_with_namespace', 'full_path', 'username', 'title', 'name', 'key', 'web_url'] as const

function described(row: Row): string {
  const name = telling.map((field) => row[field]).find((value) => typeof value === 'string')
  const numbers = (['id', 'iid'] as const).flatMap((field) =>
    row[field] === undefined ? [] : [`${field} ${String(row[field])}`],
  )
  return [...numbers, ...(name === undefined ? [] : [JSON.stringify(name)])].join(', ')
}
