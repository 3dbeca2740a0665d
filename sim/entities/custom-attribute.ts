import type { CustomAttribute } from '../model/projects/project.ts'
import { entity, text } from './entity.ts'

export const customAttributeEntity = entity<Pick<CustomAttribute, 'key' | 'value'>>('CustomAttribute', {
  key: text(({ key }) => key),
  value: text(({ value }) => value),
})
