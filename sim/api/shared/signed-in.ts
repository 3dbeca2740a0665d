import { differs } from '../../lib/dialect.ts'

/** Who is let in where the documentation asks for a credential and the service looks at rights alone. */
export const signedIn = differs('S31', { specification: 'user', real: 'public' })
