import { table } from '../../store/database.ts'
import type { HookDelivery } from '../hooks/hook-delivery.ts'

export const tiers = ['free', 'premium', 'ultimate'] as const
export type Tier = (typeof tiers)[number]

/** The settings of this double for the whole installation; one row, id 1. */
export interface Instance {
  readonly id: 1
  readonly tier: Tier
  /** Scheme and host that links carry, without a trailing slash. */
  readonly url: string
  readonly version: string
  readonly revision: string
  readonly impersonation: boolean
  /** Whether a SAML provider is there whose groups members may come from. */
  readonly saml?: boolean
  /** `page * per_page` beyond this needs keyset pagination; 0 switches the limit off. */
  readonly offsetLimit: number
  /** Most rows a page, whatever is asked for; 100 unless said. */
  readonly pageSize?: number
  readonly defaultBranch: string
  /** How long other operations act on what the settings were, in milliseconds; a minute unless said. */
  readonly settingsCache?: number
  /** What becomes of deliveries of webhooks on their way; without it they come at once, and once. */
  readonly hookDelivery?: HookDelivery
  /** The secret with which runners of the whole installation register. */
  readonly runnersToken: string
  /** Address of the object storage that imports are read from; that of the cloud by default. */
  readonly s3Endpoint?: string | undefined
}

export const instanceTable = table<Instance>()('instance', {})

/** The last number given out by a sequence. Numbers are never given out twice, also after deletion. */
export interface Sequence {
  readonly id: string
  readonly last: number
}

export const sequencesTable = table<Sequence>()('sequences', {})
