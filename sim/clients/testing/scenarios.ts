import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Server } from '../../index.ts'
import type { Outcome } from './run.ts'
import { clientsSimulator } from './served.ts'

/** What a script in another language does: each of its scenarios becomes a test here. */
export interface Script {
  readonly sources: readonly string[]
  /** Runs it against a base URL. It prints a line of JSON for each scenario: its name, and what went wrong. */
  readonly play: (url: string) => Promise<Outcome>
}

interface Line {
  readonly name: string
  readonly error: string | null
}

/** Runs a script once, against a simulator of its own that is listening, and tells what became of each scenario. */
export function describeScript(title: string, { sources, play }: Script): void {
  describe(title, () => {
    let server: Server
    let outcome: Outcome
    const told = new Map<string, string | null>()
    beforeAll(async () => {
      server = await clientsSimulator().listen()
      outcome = await play(server.url)
      for (const text of outcome.out.split('\n').filter((line) => line.startsWith('{'))) {
        const { name, error } = JSON.parse(text) as Line
        told.set(name, error)
      }
    })
    afterAll(() => server.close())

    test.each(sources.flatMap(scenariosOf))('%s', (name) => {
      expect(told.has(name) ? told.get(name) : `it was not played: ${outcome.err}`).toBeNull()
    })
  })
}

/** The names that a script gives its scenarios, in whatever language it is written. */
function scenariosOf(source: string): string[] {
  const names = [...readFileSync(source, 'utf8').matchAll(/^\s*@?scenario\(?\s*["'](.+?)["']/gm)]
  return names.map(([, name]) => name ?? '')
}
