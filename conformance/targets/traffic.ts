/** What became of the requests of a run beside their replies. */
export interface Traffic {
  requests: number
  /** Sent again since the target said 429. */
  throttled: number
  /** Sent again since the network failed. */
  retried: number
}

export function noTraffic(): Traffic {
  return { requests: 0, throttled: 0, retried: 0 }
}
