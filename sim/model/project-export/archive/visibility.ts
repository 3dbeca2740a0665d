import type { Json } from '../../../lib/json.ts'
import { type Visibility, visibilities } from '../../projects/visibility.ts'
import { numberedWord } from './types.ts'

/** How the service counts visibilities. */
const levels = { private: 0, internal: 10, public: 20 } as const
export const visibilityLevel = numberedWord<Visibility>(levels, 'private')

/** The visibility of a number; private where it is none. */
export function visibilityOf(level: Json | undefined): Visibility {
  return visibilities.find((visibility) => levels[visibility] === level) ?? 'private'
}
