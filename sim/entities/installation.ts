import type { Instance } from '../model/installation/instance.ts'
import { constant, entity, flag, object, text } from './entity.ts'

export const versionEntity = entity<Instance>('Version', {
  version: text((instance) => instance.version),
  revision: text((instance) => instance.revision),
})

export const metadataEntity = entity<Instance>('Metadata', {
  ...versionEntity.fields,
  kas: object({
    enabled: flag(() => false),
    externalUrl: constant(null),
    version: constant(null),
  }),
  enterprise: flag(() => true),
})
