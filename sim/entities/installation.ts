import { changed } from '../lib/dialect.ts'
import type { Instance } from '../model/installation/instance.ts'
import { constant, entity, flag, object, text } from './entity.ts'

export const versionEntity = entity<Instance>('Version', {
  version: text((instance) => instance.version),
  revision: text((instance) => instance.revision),
})

const enabled = flag<Instance>(() => false)
const none = constant<Instance>(null)

export const metadataEntity = entity<Instance>('Metadata', {
  ...versionEntity.fields,
  kas: changed('installation#later-kas-proxy', {
    before: object({ enabled, externalUrl: none, version: none }),
    after: object({ enabled, externalUrl: none, externalK8sProxyUrl: none, version: none }),
  }),
  enterprise: flag(() => true),
})
