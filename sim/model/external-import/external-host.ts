export const externalHostKinds = ['extgit', 'extserver'] as const
/** Kinds of other hosts that projects are imported from. */
export type ExternalHostKind = (typeof externalHostKinds)[number]
