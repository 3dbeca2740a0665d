import type { CallOut } from '../../../lib/outbound.ts'
import { describedFar } from '../../load/described-far.ts'
import type { ImportSource } from '../../project-import/project-import.ts'
import type { World } from '../../world.ts'
import { extgitFar } from './extgit.ts'
import { extserverFar } from './extserver.ts'
import type { Far } from './far.ts'

export type FarSource = Extract<ImportSource, { readonly kind: 'far' }>

/** The repository that is to be imported: of a described host, or of one behind an address. */
export function openFar(world: World, source: FarSource, callOut: CallOut): Far {
  const { host, url, repository, username, accessToken } = source
  if (url === null) return describedFar(world, host, repository, accessToken)
  if (host === 'extgit') return extgitFar(callOut, url, repository, accessToken)
  return extserverFar(callOut, { url, username: username ?? '', token: accessToken }, repository)
}
