import type { CallOut } from '../../../lib/outbound.ts'
import { isReleased } from '../../installation/released.ts'
import { describedRepository } from '../../load/described-repository.ts'
import type { ImportSource } from '../../project-import/project-import.ts'
import type { World } from '../../world.ts'
import { noStages } from '../optional-stages.ts'
import type { ExternalRepository } from './external-repository.ts'
import { extgitRepository } from './extgit.ts'
import { extserverRepository } from './extserver.ts'

export type ExternalSource = Extract<ImportSource, { readonly kind: 'remote' }>

/** The repository that is to be imported: of a described host, or of one behind an address. */
export function openExternalRepository(
  world: World,
  source: ExternalSource,
  callOut: CallOut,
): ExternalRepository {
  const { host, url, repository, username, accessToken, pageSize, stages = noStages } = source
  if (url === null) return describedRepository(world, host, repository, accessToken, stages)
  if (host === 'extgit')
    return extgitRepository(
      { callOut, isApi: isAddressOfApi(world), url, token: accessToken, pageSize, stages },
      repository,
    )
  return extserverRepository(callOut, { url, username: username ?? '', token: accessToken }, repository)
}

function isAddressOfApi(world: World): boolean {
  return (
    isReleased(world, 'external-import#later-host-of-api') &&
    !isReleased(world, 'external-import#later-host-alone')
  )
}
