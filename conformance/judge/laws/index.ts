import type { TrafficLaw } from '../law.ts'
import {
  caching,
  contentType,
  emptyBodies,
  errorBodies,
  retryAfter,
  schema,
  signedIn,
  statuses,
} from './answers.ts'
import { links } from './links.ts'
import { filtered, ordered, pageHeaders } from './lists.ts'
import { created, deleted, shown, unchanging } from './pairs.ts'

/** Everything that traffic is held to. */
export const trafficLaws: readonly TrafficLaw[] = [
  statuses,
  schema,
  contentType,
  emptyBodies,
  errorBodies,
  signedIn,
  pageHeaders,
  filtered,
  ordered,
  shown,
  created,
  deleted,
  unchanging,
  links,
  caching,
  retryAfter,
]
