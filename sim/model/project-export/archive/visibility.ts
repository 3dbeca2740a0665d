import type { Visibility } from '../../projects/visibility.ts'
import { numberedWord } from './types.ts'

/** How the service counts visibilities. */
export const visibilityLevel = numberedWord<Visibility>({ private: 0, internal: 10, public: 20 }, 'private')
