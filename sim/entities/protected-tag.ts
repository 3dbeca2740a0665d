import type { ProtectedTag } from '../model/protected-tags/protected-ref.ts'
import { entity, many, text } from './entity.ts'
import { keyedRefAccessEntity } from './ref-access.ts'

export const protectedTagEntity = entity<ProtectedTag>('ProtectedTag', {
  name: text(({ name }) => name),
  create_access_levels: many(keyedRefAccessEntity, ({ create }) => create),
})
