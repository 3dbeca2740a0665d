import type { World } from '../../model/world.ts'
import type { PlainRequest } from '../../protocol/message.ts'

export const remedyKinds = [
  'credential',
  'token',
  'account',
  'scope',
  'role',
  'author',
  'feature',
  'project-setting',
  'archived',
  'setting',
  'plan',
  'visibility',
  'administrator',
] as const
export type RemedyKind = (typeof remedyKinds)[number]

/** One change of the world, or of the credentials, that may let a request pass. */
export interface Remedy {
  readonly kind: RemedyKind
  /** Which setting it is of, where several may have the same value. */
  readonly about?: string
  /** What it takes: `the role maintainer in acme/webapp`. */
  readonly needs: string
  /** What there is instead: `@carol is developer`. */
  readonly has: string
  /** Changes the world; returns the request where that changes too. */
  readonly apply: (world: World, request: PlainRequest) => PlainRequest
}
