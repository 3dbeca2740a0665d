import { table } from '../../store/database.ts'

/** The appearance of the installation's pages. */
export interface Appearance {
  readonly id: 1
  readonly texts: { readonly [name: string]: string }
  readonly emailHeaderAndFooter: boolean
}

export const appearancesTable = table<Appearance>()('appearances', {})
