export const farHosts = ['extgit', 'extserver'] as const
/** Kinds of other hosts that projects are imported from. */
export type FarHost = (typeof farHosts)[number]
