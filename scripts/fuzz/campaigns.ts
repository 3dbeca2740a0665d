import { archives } from './archives.ts'
import { type Campaign, type Finding, round } from './campaign.ts'
import { interleaved } from './interleaved.ts'
import { outsiders } from './outsiders.ts'
import { packs } from './packs.ts'
import { pushes } from './pushes.ts'
import { replies } from './replies.ts'
import { requests } from './requests.ts'
import { wire } from './wire.ts'
import { worlds } from './worlds.ts'
import { writes } from './writes.ts'

/** A campaign that has begun. */
export interface Begun {
  readonly says: string
  /** How many inputs a round tries. */
  readonly size: number
  /** Tries a round. */
  round(seed: number): Promise<Finding | undefined>
  /** Tries a part of a round, and measures no time, which a busy machine would make long. */
  shortly(seed: number): Promise<Finding | undefined>
  close(): Promise<void>
}

function beginning<Input>(make: () => Campaign<Input>): () => Begun {
  return () => {
    const campaign = make()
    const { says, size } = campaign
    return {
      says,
      size,
      round: (seed) => round(campaign, seed),
      shortly: (seed) => round({ ...campaign, size: Math.ceil(size / 4), turns: 'free' }, seed),
      close: async () => campaign.close?.(),
    }
  }
}

/** Begins each campaign, by its name. */
export const campaigns: { readonly [name: string]: () => Begun } = {
  requests: beginning(requests),
  wire: beginning(wire),
  outsiders: beginning(outsiders),
  packs: beginning(packs),
  pushes: beginning(pushes),
  archives: beginning(archives),
  replies: beginning(replies),
  worlds: beginning(worlds),
  interleaved: beginning(interleaved),
  writes: beginning(writes),
}
