import type { Steps } from '../../lib/steps.ts'
import type { GitObject } from '../objects.ts'

/** Looks up, step by step, an object that the receiver has: deltas may build upon it, and tags stand for it. */
export type KnownObject = (id: string) => Steps<GitObject | undefined>
