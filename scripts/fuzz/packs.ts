import fc from 'fast-check'
import { createSimulator } from '../../sim/index.ts'
import { sha1Hex } from '../../sim/lib/hash.ts'
import { cloneOf, packOfFiles, pushOf } from '../../sim/smart-http/testing/packs.ts'
import { standing, writtenSince } from '../../sim/testing/worlds.ts'
import type { Campaign } from './campaign.ts'
import { type Damage, damaged, damages } from './damage.ts'

interface DamagedPack {
  readonly files: number
  readonly changes: readonly Damage[]
  /** Whether the checksum at the end is right again, so that the entries are looked at. */
  readonly sealed: boolean
}

/** Pushes of damaged packs: each is refused and changes nothing, or what it brought can be cloned. */
export function packs(): Campaign<DamagedPack> {
  const errors: unknown[] = []
  const sim = createSimulator({ outbound: 'off', onServerError: (error) => errors.push(error) })
  return {
    name: 'packs',
    says: 'pushes of damaged packs',
    inputs: fc.record({ files: fc.integer({ min: 1, max: 12 }), changes: damages, sealed: fc.boolean() }),
    size: 150,
    attempt: async ({ files, changes, sealed }) => {
      errors.length = 0
      const fork = sim.fork()
      const before = standing(fork.world)
      const { tip, pack } = packOfFiles(files)
      const entries = damaged(sealed ? pack.subarray(0, -20) : pack, changes)
      const sent = sealed ? Buffer.concat([entries, Buffer.from(sha1Hex(entries), 'hex')]) : entries
      const reply = await fork.respond(pushOf({ tip, pack: sent }, 'damaged'))
      const said = Buffer.from(reply.body ?? '').toString('latin1')
      if (errors.length > 0)
        return `broke: ${errors[0] instanceof Error ? errors[0].stack : String(errors[0])}`
      if (reply.status >= 500) return `answered ${reply.status}`
      if (!said.includes('ok refs/heads/damaged')) {
        const written = writtenSince(before, fork.world)
        return written.length === 0 ? undefined : `was refused, and changed ${written.join(', ')}`
      }
      const clone = await fork.respond(cloneOf(tip))
      return clone.status === 200 ? undefined : `was taken, and its clone answers ${clone.status}`
    },
  }
}
