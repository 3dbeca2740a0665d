import { processModes, type ResourceGroup } from '../model/pipelines/resource-group.ts'
import { entity, integer, oneOfTexts, text, timestamp } from './entity.ts'

/** Jobs that run one after another. */
export const resourceGroupEntity = entity<ResourceGroup>('ResourceGroup', {
  id: integer(({ id }) => id),
  key: text(({ key }) => key),
  process_mode: oneOfTexts(processModes, ({ processMode }) => processMode),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
})
