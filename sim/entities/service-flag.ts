import type { ServiceFlag } from '../model/installation/service-flag.ts'
import { constant, entity, json, oneOfTexts, text } from './entity.ts'

/** A feature flag of the service itself. */
export const serviceFlagEntity = entity<ServiceFlag>('ServiceFlag', {
  name: text(({ id }) => id),
  state: oneOfTexts(['on', 'off', 'conditional'], ({ on, percentage }) =>
    percentage === undefined ? (on ? 'on' : 'off') : 'conditional',
  ),
  gates: json({ type: 'array', items: { type: 'object' } }, ({ on, percentage }) => [
    { key: 'boolean', value: on },
    ...(percentage === undefined ? [] : [{ key: 'percentage_of_time', value: percentage }]),
  ]),
  definition: constant(null),
})
