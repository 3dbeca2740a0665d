import type { ServiceFlag } from '../model/service-flag.ts'
import { constant, entity, json, text, word } from './entity.ts'

/** A switch of the service's own development. */
export const serviceFlagEntity = entity<ServiceFlag>('ServiceFlag', {
  name: text(({ id }) => id),
  state: word(['on', 'off'], ({ on }) => (on ? 'on' : 'off')),
  gates: json({ type: 'array', items: { type: 'object' } }, ({ on }) => [{ key: 'boolean', value: on }]),
  definition: constant(null),
})
