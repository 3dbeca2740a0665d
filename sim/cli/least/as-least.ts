import { contract } from '../../contract.ts'
import { apiPath } from '../../control/paths.ts'
import type { Simulator } from '../../index.ts'
import { dialectOf } from '../../lib/dialect.ts'
import { type Known, operationOf } from '../../protocol/nearest.ts'
import type { Io } from '../io.ts'
import type { Settings } from '../options.ts'
import type { Company } from '../watching/company.ts'
import { grantOnly } from './grant.ts'
import { LeastSearch, leastLines, some } from './least-token.ts'

/**
 * Runs a command to see what it needs, and again in a world where its users have that and nothing else. Returns the
 * status of the second run, or that of the first where it fails already.
 */
export async function asLeastOf(
  once: (company: Company) => Promise<number>,
  company: Company,
  { dialect, release }: Settings,
  io: Io,
): Promise<number> {
  const { operations } = contract(dialectOf(dialect, release))
  let search: LeastSearch | undefined
  let before: Met | undefined
  const status = await once({
    begin({ simulator }) {
      const needs = new LeastSearch(simulator, operations)
      search = needs
      simulator.journal.alsoTell((entry) => needs.add(entry))
      before = new Met(simulator, operations)
    },
    end: async (_launched, ended) => ended,
  })
  const needs = search?.result()
  if (status !== 0 || needs === undefined) {
    io.err('forgery: the command fails already with the token that it was given\n')
    return status
  }
  io.err(`${leastLines(needs).join('\n')}\n`)
  let now: Met | undefined
  return once({
    begin(launched) {
      grantOnly(launched.simulator, needs)
      now = new Met(launched.simulator, operations)
      company.begin(launched)
    },
    end(launched, ended) {
      if (before !== undefined && now !== undefined) io.err(`${differences(before, now).join('\n')}\n`)
      return company.end(launched, ended)
    },
  })
}

/** What a run met: how often each request was refused, and the attributes that each operation showed. */
class Met {
  readonly refused = new Map<string, number>()
  readonly shown = new Map<string, Set<string>>()

  constructor({ journal }: Pick<Simulator, 'journal'>, operations: readonly Known[]) {
    journal.alsoTell(({ id, direction, itself, method, path, status }) => {
      if (direction === 'out' || itself) return
      const below = apiPath(path)
      const refusal = `${method} ${below} → ${status}`
      if (status >= 400) this.refused.set(refusal, (this.refused.get(refusal) ?? 0) + 1)
      const operation = operationOf(operations, method, below)
      if (operation === undefined || status >= 400) return
      const names = this.shown.get(operation) ?? new Set()
      for (const name of attributesIn(journal.replyBody(id))) names.add(name)
      this.shown.set(operation, names)
    })
  }
}

function attributesIn(body: unknown): string[] {
  try {
    const json: unknown = JSON.parse(String(body))
    const rows = Array.isArray(json) ? json : [json]
    return rows.flatMap((row) => (typeof row === 'object' && row !== null ? Object.keys(row) : []))
  } catch {
    return []
  }
}

function differences(before: Met, now: Met): string[] {
  const refused = [...now.refused].filter(([call, count]) => count > (before.refused.get(call) ?? 0))
  const hidden = [...now.shown].flatMap(([operation, names]) => {
    const lost = [...(before.shown.get(operation) ?? [])].filter((name) => !names.has(name))
    return lost.length === 0 ? [] : [`  not shown: ${some(lost)} by ${operation}`]
  })
  const lines = [...refused.map(([call]) => `  refused: ${call}`), ...hidden]
  return [
    `forgery: with no more than that ${lines.length === 0 ? 'nothing is otherwise' : 'there is less'}`,
    ...lines,
  ]
}
