import { Untraced } from '../lib/untraced.ts'

/** What a model rule refuses: texts by attribute, in the order in which the service reports them. */
export type Errors = { readonly [attribute: string]: readonly string[] }

/** Thrown by rules of the model when values are not valid. It knows nothing of statuses. */
export class InvalidRow extends Untraced {
  readonly errors: Errors
  constructor(errors: Errors) {
    super(`invalid ${Object.keys(errors).join(', ')}`)
    this.name = 'InvalidRow'
    this.errors = errors
  }
}
