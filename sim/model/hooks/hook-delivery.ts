/** What becomes of deliveries on their way, for receivers to be tried with: probabilities from 0 to 1, times in milliseconds. */
export interface HookDelivery {
  /** Seed of all draws. */
  readonly seed: number
  /** How late each comes. */
  readonly least: number
  readonly most: number
  /** Whether a later one may come before an earlier one. */
  readonly shuffle: boolean
  readonly duplicate: number
  readonly drop: number
}
