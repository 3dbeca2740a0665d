import type { ProtectedTag } from '../model/protected-tags/protected-ref.ts'
import { entity, many, text } from './entity.ts'
import { refAccessEntity } from './ref-access.ts'

export const protectedTagEntity = entity<ProtectedTag>('ProtectedTag', {
  name: text(({ name }) => name),
  create_access_levels: many(refAccessEntity, ({ create }) => create),
})
