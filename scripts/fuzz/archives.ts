import fc from 'fast-check'
import { exported, upload } from '../../sim/api/project-import/testing/archives.ts'
import { createSimulator } from '../../sim/index.ts'
import { gunzip, gzip } from '../../sim/lib/gzip.ts'
import { callsOf } from '../../sim/testing/calls.ts'
import type { Campaign } from './campaign.ts'
import { type Damage, damaged, damages } from './damage.ts'

interface DamagedArchive {
  /** Whether it is the tar that is damaged, and not the gzip around it. */
  readonly inside: boolean
  readonly changes: readonly Damage[]
}

/** Imports of damaged archives of projects: each is finished or failed, and nothing breaks. */
export function archives(): Campaign<DamagedArchive> {
  const errors: unknown[] = []
  const sim = createSimulator({ outbound: 'off', onServerError: (error) => errors.push(error) })
  const exporting = sim.fork()
  const good = exported(callsOf(exporting, 'root'), 2, (by) => exporting.clock.advance(by))
  const tar = gunzip(good)
  return {
    name: 'archives',
    says: 'imports of damaged archives of projects',
    inputs: fc.record({ inside: fc.boolean(), changes: damages }),
    size: 25,
    attempt: ({ inside, changes }) => {
      errors.length = 0
      const fork = sim.fork()
      const calls = callsOf(fork, 'root')
      const { status, json } = upload(calls, inside ? gzip([damaged(tar, changes)]) : damaged(good, changes))
      if (status >= 500) return `answered ${status}`
      if (status >= 300) return undefined
      fork.clock.advance('1h')
      if (errors.length > 0)
        return `broke: ${errors[0] instanceof Error ? errors[0].stack : String(errors[0])}`
      const { import_status: end } = calls.get(`/projects/${json.id}/import`).json
      if (end !== 'finished' && end !== 'failed') return `the import ended as ${end}`
      return [200, 404].includes(calls.get(`/projects/${json.id}`).status)
        ? undefined
        : 'the project cannot be read'
    },
  }
}
