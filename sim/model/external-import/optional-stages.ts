/** What an import from the hosted service does beyond the usual. */
export interface OptionalStages {
  /** Events of issues and pull requests are asked for, one by one. */
  readonly events: boolean
  /** Comments are asked for one by one: the lists of all comments end early on some hosts. */
  readonly notes: boolean
  /** Files that texts link to are taken over. */
  readonly attachments: boolean
  /** Direct collaborators who have an account here become members. */
  readonly collaborators: boolean
}

export const noStages: OptionalStages = {
  events: false,
  notes: false,
  attachments: false,
  collaborators: false,
}
